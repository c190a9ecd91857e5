// Lives the first day of a writer in the real window: she wants the intensifiers and fillers of her drafts cut. Prints
// the turning points of the day and its figures:
//
//     LANGUAGE=en ACTS=150 node day.js
//
// An act selects a paragraph, asks for candidates, looks at each and takes the one that cuts her words, or none. With
// `EVERY=1` each act has a line. `ANSWERS=none` leaves the questions unanswered. `MIXED` is the number of acts at the
// start of which one in six takes something else. `SEED` makes another day.
//
// Needs a display and a session bus, as the journeys do (`dbus-run-session -- xvfb-run`). Saves pictures of the turning
// points in `output/`, named `day-…`.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { openDesk } from "./harness/desk.js";
import { paragraphs } from "./harness/drafts.js";
import { random } from "./harness/random.js";
import { until } from "./harness/until.js";

const LANGUAGE = process.env.LANGUAGE === "zh" ? "zh" : "en";
const ACTS = Number(process.env.ACTS ?? 150);
const MIXED = Number(process.env.MIXED ?? 60);
const SEED = Number(process.env.SEED ?? 1);
const answers = process.env.ANSWERS !== "none";
/** The acts after the rule that she writes herself. */
const AFTER_HAND = Number(process.env.AFTER_HAND ?? 10);
/** The offers after the first rule that are counted. */
const SHAPED = 20;
const UPDATE_EVERY = 10;
const CHAPTER = 20;
/** An unoptimised desk on a busy machine may take long for an offer. */
const PATIENCE_MS = 60_000;

const DAYS = {
  en: {
    title: (number) => `${String(number + 1).padStart(2, "0")} Draft`,
    taste:
      /\b(?:very|really|quite|rather|extremely|truly|utterly|incredibly|terribly|awfully|actually|simply|just|perfectly|absolutely|honestly|basically)\b/giu,
    asksForTaste: /cuts fillers|fewer fillers/iu,
    against: /keeps fillers|more fillers/iu,
    update: "Update preferences",
    tabs: { rules: "Rules", questions: "Questions" },
    add: "Add a rule",
    hand: "Keep adverbs of manner, but cut very and really",
    needed: /about ([\d,]+) more choices?/u,
  },
  zh: {
    title: (number) => `${String(number + 1).padStart(2, "0")} 草稿`,
    taste: /非常|十分|极其|极为|相当|异常|真的|其实|实在|简直/gu,
    asksForTaste: /删去强调词|少用强调词|强调词更少/u,
    against: /保留强调词|强调词更多/u,
    update: "更新偏好",
    tabs: { rules: "规则", questions: "提问" },
    add: "添加规则",
    hand: "对白里少用语气词",
    needed: /约再有 ([\d,]+) 次/u,
  },
};
const day = DAYS[LANGUAGE];
const chapter = (number) => `Book/${day.title(number)}.md`;

const next = random(SEED);
// The rule that she writes herself is about speech in Chinese.
const spoken = LANGUAGE === "zh";
const drafts = [...paragraphs(LANGUAGE, ACTS, next), ...paragraphs(LANGUAGE, AFTER_HAND, next, { spoken })];
const chapters = Array.from({ length: Math.ceil(drafts.length / CHAPTER) }, (_, at) => drafts.slice(at * CHAPTER, (at + 1) * CHAPTER));

const ends = [];
const seen = new Set();
const turns = [];
const acts = [];
const asked = [];
const needs = [];
const counters = [];
/** The rules in the panel, by their sentence. */
const known = new Map();
/** The number of questions that she read and left unanswered. */
let left = 0;
let nth = 0;

try {
  const desk = await openDesk(
    { name: `day-${LANGUAGE}-end`, after: (end) => ends.push(end) },
    {
      settings: { language: LANGUAGE },
      prepare: async (project) => {
        await mkdir(join(project, "Book"));
        for (const [number, texts] of chapters.entries()) {
          await writeFile(join(project, chapter(number)), `# ${number + 1}\n\n${texts.join("\n\n")}\n`);
        }
      },
      file: chapter(0),
    },
  );
  await desk.finds(`.cm-content[aria-label$="${chapter(0)}"]`);
  await desk.openTab(day.tabs.rules);
  for (; nth < ACTS; nth += 1) await act(desk);
  turn(`${ACTS} acts are over`);
  await photograph(desk, "acts over");
  await writeByHand(desk);
  for (; nth < ACTS + AFTER_HAND; nth += 1) await act(desk);
  summary();
} finally {
  for (const end of ends) await end();
}

function turn(text) {
  turns.push(`${String(nth + 1).padStart(4)}  ${text}`);
  console.log(turns.at(-1));
}

/** Takes a picture of a turning point the first time it comes. */
async function photograph(desk, what) {
  if (seen.has(what)) return false;
  seen.add(what);
  await desk.browser.executeAsync((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
  await desk.screenshot(`day-${LANGUAGE}-${String(nth + 1).padStart(3, "0")}-${what.replace(/ /gu, "-")}`);
  return true;
}

async function act(desk) {
  const at = nth % CHAPTER;
  if (at === 0 && nth > 0) await open(desk, nth / CHAPTER);
  const paragraph = drafts[nth];
  await select(desk, paragraph, nth % 5 === 4);
  const tightens = nth % 7 === 6;
  await desk.press("Control", ...(tightens ? ["Shift"] : []), "Enter");
  const opened = await until(() => opening(desk), "an offer or a note", PATIENCE_MS);
  const record = { nth, paragraph, tightens, opened };
  acts.push(record);
  if (opened === "offer") await decide(desk, record);
  else {
    record.taken = null;
    if (await photograph(desk, "nothing offered")) turn(`nothing is offered: ${await text(desk, ".offer-note")}`);
  }
  await afterwards(desk, record);
  if (process.env.EVERY) console.log(line(record));
}

/** Opens another chapter as she does, by its name. */
async function open(desk, number) {
  await desk.press("Control", "p");
  await desk.finds("dialog input");
  await desk.type(day.title(number));
  await desk.press("Enter");
  await desk.finds(`.cm-content[aria-label$="${chapter(number)}"]`);
  await until(() => isFocused(desk), "the caret is in the text");
}

/** Selects a paragraph with three clicks of the mouse or with the keys. */
async function select(desk, paragraph, withMouse) {
  const selected = async () => (await desk.browser.execute(() => getSelection().toString())).trim() === paragraph;
  if (!(await isFocused(desk))) {
    await desk.press("Alt", "2");
    await until(() => isFocused(desk), "the caret is in the text");
  }
  if (withMouse) {
    const found = await desk.browser.execute((beginning) => {
      const lines = [...document.querySelectorAll(".cm-line")];
      const found = lines.find((line) => line.textContent.startsWith(beginning));
      found?.scrollIntoView({ block: "center" });
      const box = found?.getBoundingClientRect();
      return box && { x: Math.round(box.left + box.width / 4), y: Math.round(box.top + 12) };
    }, paragraph.slice(0, 16));
    if (found) {
      const hand = desk.browser.action("pointer").move({ ...found, duration: 0 });
      for (let click = 0; click < 3; click += 1) hand.down().up();
      await hand.perform();
      if (await selected()) return;
    }
  }
  // From the end of the paragraph before: over the empty line, to the start of the line and to its end.
  for (const keys of [["ArrowDown"], ["ArrowDown"], ["Home"], ["Home"], ["Shift", "End"], ["Shift", "End"]]) await desk.press(...keys);
  if (await selected()) return;
  await desk.select(paragraph.slice(0, 16));
  await until(selected, `“${paragraph}” is selected`);
}

function isFocused(desk) {
  return has(desk, ".cm-content:focus");
}

function has(desk, selector) {
  return desk.browser.execute((selector) => document.querySelector(selector) !== null, selector);
}

function text(desk, selector) {
  return desk.browser.execute((selector) => document.querySelector(selector)?.innerText ?? "", selector);
}

function opening(desk) {
  return desk.browser.execute(() => {
    if (document.querySelector("#offer-list")) return "offer";
    return document.querySelector(".offer-note") ? "note" : false;
  });
}

/** Looks at each candidate, as Tab shows one after the other, and takes the one of her taste, or none. */
async function decide(desk, record) {
  record.candidates = [];
  const shown = () =>
    desk.browser.execute(() => {
      const options = [...document.querySelectorAll("#offer-list [role=option]")];
      const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
      const hunks = {};
      for (const mark of document.querySelectorAll(".cm-content [data-hunk]")) {
        const hunk = (hunks[mark.dataset.hunk] ??= { gone: "", come: "" });
        if (mark.localName === "del" || mark.querySelector("del")) hunk.gone += mark.textContent;
        else hunk.come += mark.textContent;
      }
      const read = (selector) => options[at]?.querySelector(selector)?.textContent ?? "";
      return {
        at,
        count: options.length,
        label: read(".label"),
        share: read(".share"),
        length: read(".length"),
        rules: read(".rules"),
        named: options[at]?.querySelector(".rules")?.title ?? "",
        hunks: Object.values(hunks),
        said: document.querySelector(".offer .unshaped")?.textContent ?? "",
        why: document.querySelector(".offer .unshaped")?.title ?? "",
        scene: document.querySelector("#offer-scene")?.selectedOptions[0]?.textContent,
      };
    });
  for (let at = 0; ; at += 1) {
    const look = await until(async () => {
      const look = await shown();
      return look.at === at && look.hunks.length > 0 && look;
    }, `candidate ${at + 1} is in view`);
    record.candidates.push({ ...look, ...tasteOf(look.hunks) });
    Object.assign(record, { said: look.said, why: look.why, scene: look.scene });
    if (at === 0) await photographOffer(desk, record);
    if (at + 1 === look.count) break;
    await desk.press("Tab");
  }
  const cuts = (each) => each.cuts > 0;
  const best = record.candidates.filter(cuts).sort((a, b) => b.cuts - a.cuts || a.others - b.others)[0];
  const mixes = nth < MIXED && nth % 6 === 5;
  const other = record.candidates.find((each) => !cuts(each));
  const wanted = mixes && other ? other : best;
  record.mixed = mixes && Boolean(other);
  record.best = best?.at ?? -1;
  record.taken = wanted?.at ?? -1;
  // The last candidate is in view, so one more Tab shows the first.
  if (wanted) {
    const steps = (wanted.at + 1) % record.candidates.length;
    const isShown = async (at) => (await shown()).at === at;
    for (let step = 0; step < steps; step += 1) {
      await desk.press("Tab");
      await until(() => isShown(step), `candidate ${step + 1} is in view`);
    }
    await until(() => isShown(wanted.at), `candidate ${wanted.at + 1} is in view`);
  }
  await desk.press(wanted ? "Enter" : "Escape");
  await until(async () => !(await has(desk, "#offer-list")), "the offer is decided");
}

/** Counts the changes that cut a word of her taste, and all others. */
function tasteOf(hunks) {
  const words = (each) => each.match(day.taste)?.length ?? 0;
  const fit = hunks.filter(({ gone, come }) => words(gone) > words(come));
  return { cuts: fit.reduce((sum, { gone, come }) => sum + words(gone) - words(come), 0), others: hunks.length - fit.length };
}

async function photographOffer(desk, record) {
  const [first] = record.candidates;
  if (await photograph(desk, "first offer")) turn(`first offer: ${record.candidates[0].label}, ${record.candidates[0].count} candidates`);
  if (first.rules && (await photograph(desk, "shaped offer"))) turn(`first shaped offer: “${first.label}”, ${first.rules} (${first.named})`);
  if (record.said) {
    const what = record.why.includes("\n") ? "rules find nothing" : "rules left out";
    if (await photograph(desk, what)) turn(`first “${record.said}”: ${record.why.replace(/\n/gu, " / ")}`);
  }
}

/** Reads the panel after an act, answers what is asked, and presses the button for an update now and then. */
async function afterwards(desk, record) {
  let panel = await readPanel(desk);
  record.counter = panel.counter;
  if (nth % UPDATE_EVERY === UPDATE_EVERY - 2) counters.push({ nth, text: panel.counter, foot: panel.foot });
  if (nth % UPDATE_EVERY === UPDATE_EVERY - 1 && next() < 0.8) {
    await desk.clickButton(day.update);
    panel = await until(async () => {
      const now = await readPanel(desk);
      return !now.running && now.counter !== panel.counter && now;
    }, "the update is over", 10_000).catch(() => readPanel(desk));
    counters.push({ nth, text: `${day.update}: ${panel.counter}`, foot: panel.foot });
    if (await photograph(desk, "first update")) turn(`first update: ${panel.counter}`);
    else console.log(`${String(nth + 1).padStart(4)}  update: ${panel.counter}`);
  }
  await watchRules(desk, panel);
  // Questions that she leaves unanswered are read once.
  const waiting = Number(panel.waiting ?? 0);
  if (waiting > left) await answer(desk);
  if (!answers) left = waiting;
}

function readPanel(desk) {
  return desk.browser.execute(() => ({
    counter: document.querySelector("aside .update small")?.innerText.trim() ?? "",
    foot: document.querySelector("footer")?.innerText.replace(/\s+/gu, " ").trim() ?? "",
    running: document.querySelector("aside .update button")?.getAttribute("aria-disabled") === "true",
    waiting: [...document.querySelectorAll("aside [role=tab]")][1]?.innerText.match(/\d+/u)?.[0],
    rules: [...document.querySelectorAll("aside article")].map((article) => ({
      text: article.querySelector(".head .text")?.innerText ?? "",
      number: article.querySelector(".head .number [aria-hidden]")?.innerText ?? "",
      facts: article.querySelector(".head .facts")?.innerText.replace(/\s+/gu, " ") ?? "",
      noticed: article.querySelector(".head .text")?.classList.contains("faint"),
    })),
  }));
}

/** Notes each rule that comes, changes its number or goes, and how many more choices are said to be needed. */
async function watchRules(desk, { rules }) {
  for (const rule of rules) {
    const before = known.get(rule.text);
    const needed = rule.facts.match(day.needed)?.[1];
    if (needed !== undefined && needs.findLast(({ text }) => text === rule.text)?.needed !== Number(needed)) {
      needs.push({ nth, text: rule.text, needed: Number(needed) });
    }
    known.set(rule.text, rule);
    if (!before) turn(`${rule.noticed ? "noticed" : "rule"}: “${rule.text}” ${rule.number}, ${rule.facts}`);
    else if (before.noticed !== rule.noticed) turn(`${rule.noticed ? "noticed again" : "rule"}: “${rule.text}” ${rule.number}, ${rule.facts}`);
    if (!rule.noticed && rule.text !== day.hand && !seen.has("first rule")) {
      await photograph(desk, "first rule");
      acts.firstRule = nth;
      await openCard(desk, rule.text, "rule card");
    }
  }
  for (const text of [...known.keys()].filter((text) => !rules.some((rule) => rule.text === text))) {
    turn(`gone: “${text}”`);
    known.delete(text);
  }
}

/** Opens the card of a rule, prints and photographs it, and closes it. */
async function openCard(desk, text, what) {
  const head = `//button[contains(@class, "head")][contains(., "${text}")]`;
  await desk.click(head);
  await until(() => has(desk, "aside article.open :is(blockquote, .none)"), "the card is open");
  const body = await desk.browser.execute(() => document.querySelector("aside article.open .body").innerText);
  console.log(body.split("\n").filter(Boolean).map((each) => `        | ${each}`).join("\n"));
  await desk.browser.execute(() => document.querySelector("aside article.open").scrollIntoView({ block: "nearest" }));
  await photograph(desk, what);
  await desk.click(head);
}

/** Opens the first question, prints it and answers as the taste says, with its keys. */
async function answer(desk) {
  await desk.openTab(day.tabs.questions);
  await desk.finds("aside .card, aside .fold button");
  // Only one question of a session is open by itself. She opens the others.
  const isFolded = !(await has(desk, "aside .card"));
  if (isFolded) {
    await photograph(desk, "questions folded");
    if (!(await has(desk, "aside .row"))) await desk.click("aside .fold button");
    await desk.click("aside .row");
    await desk.finds("aside .card");
  }
  const card = await desk.browser.execute(() => {
    const card = document.querySelector("aside .card");
    const isInView = (button) => {
      const box = button.getBoundingClientRect();
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return button.contains(hit);
    };
    return {
      asks: card.querySelector("h3").innerText,
      sides: card.querySelector(".sides").innerText.split("\n").filter(Boolean),
      isProposal: Boolean(card.querySelector(".sentence")) && !card.querySelector(".letter"),
      letters: [...card.querySelectorAll(".side")].map((side) => side.querySelector(".rule, .sentence").innerText),
      sentence: card.querySelector(".sentence, .rule")?.innerText ?? "",
      buttons: [...card.querySelectorAll(".answers button")].map((button) => button.innerText.replace(/\s+/gu, " ")),
      inView: [...card.querySelectorAll(".answers button")].every(isInView),
    };
  });
  asked.push({ nth, ...card });
  turn(`question ${asked.length}${isFolded ? ", folded" : ""}: ${card.asks} “${card.sentence}”; buttons ${card.buttons.join(" / ")} ${card.inView ? "in view" : "NOT in view"}`);
  console.log(card.sides.map((each) => `        | ${each}`).join("\n"));
  await photograph(desk, asked.length === 1 ? "first question" : `question ${asked.length}`);
  const key = answerTo(card);
  if (answers) {
    // A question that she opened has the focus already.
    if (!isFolded) await desk.press("Tab");
    await until(() => has(desk, "aside .card:focus"), "the card has the focus");
    await desk.press(key);
    const follows = await until(() => text(desk, "aside .follows"), "the answer follows");
    turn(`answered ${key}: ${follows}`);
    await photograph(desk, `answered ${asked.length}`);
  }
  await desk.openTab(day.tabs.rules);
  await desk.finds("aside .update");
  await until(async () => (await readPanel(desk)).counter !== "", "the rules are in view");
  await watchRules(desk, await readPanel(desk));
}

/** Returns the key of the answer that the taste gives. */
function answerTo({ isProposal, sentence, letters }) {
  if (isProposal) return day.asksForTaste.test(sentence) ? "y" : "n";
  const side = letters.findIndex((each) => day.asksForTaste.test(each));
  if (side >= 0) return side === 0 ? "a" : "b";
  const other = letters.findIndex((each) => day.against.test(each));
  if (other >= 0) return other === 0 ? "b" : "a";
  return "n";
}

/** Adds a rule in her own words and reads what the desk understood. */
async function writeByHand(desk) {
  await desk.openTab(day.tabs.rules);
  await desk.click(`//aside//button[contains(., "${day.add}")]`);
  await desk.finds('aside [role="group"] textarea');
  await desk.type(day.hand);
  await photograph(desk, "hand-written rule typed");
  await desk.press("Enter");
  await until(async () => (await readPanel(desk)).rules.some((rule) => rule.text === day.hand), "the rule is in the list");
  const panel = await readPanel(desk);
  const { facts } = panel.rules.find((rule) => rule.text === day.hand);
  turn(`by hand: “${day.hand}”: ${facts}`);
  known.set(day.hand, panel.rules.find((rule) => rule.text === day.hand));
  await photograph(desk, "hand-written rule");
  await openCard(desk, day.hand, "hand-written rule card");
}

function line({ nth, tightens, opened, candidates = [], taken, mixed, said, scene, counter }) {
  const each = candidates.map(({ label, rules, cuts, others }, at) => `${at === taken ? "*" : ""}${label}${rules && ` [${rules}]`} ${cuts}/${others}`);
  const act = `${String(nth + 1).padStart(4)}  ${tightens ? "tighten" : "polish"} ${opened} ${scene ?? ""}: ${each.join(" | ")}`;
  return `${act}${taken === -1 ? " → Esc" : ""}${mixed ? " (mixed)" : ""}${said ? ` {${said}}` : ""} # ${counter ?? ""}`;
}

/** Returns whether one of the candidates cuts her words. */
function isFit({ candidates }) {
  return candidates.some(({ cuts }) => cuts > 0);
}

function of(list, test) {
  return `${list.filter(test).length} of ${list.length}`;
}

/** Prints what the rules did in some offers, and where the candidate of her taste stood. */
function count(name, offers) {
  const fit = offers.filter(isFit);
  // The reason names rules, one a line, only where they find nothing.
  const namesRules = ({ why }) => why.includes("\n");
  const figures = [
    `${of(offers, ({ candidates }) => candidates.some(({ rules }) => rules))} shaped`,
    `${of(offers, (offer) => offer.said && !namesRules(offer))} left out`,
    `${of(offers, (offer) => offer.said && namesRules(offer))} find nothing`,
    `first candidate of her taste in ${of(fit, ({ candidates }) => candidates[0].cuts > 0)} that have one`,
    `the best of them first in ${of(fit, ({ best }) => best === 0)}`,
  ];
  console.log(`${name}: ${figures.join(", ")}`);
}

function summary() {
  const offers = acts.filter(({ opened }) => opened === "offer");
  console.log(`\nseed ${SEED}, ${LANGUAGE}: ${acts.length} acts, ${offers.length} offers, ${of(offers, isFit)} with a candidate of her taste, ${of(offers, ({ taken }) => taken >= 0)} taken, ${of(offers, ({ mixed }) => mixed)} mixed`);
  if (asked[0]) console.log(`first question at act ${asked[0].nth + 1}: ${asked[0].asks} “${asked[0].sentence}”`);
  if (acts.firstRule !== undefined) {
    const later = offers.filter(({ nth }) => nth > acts.firstRule && nth < ACTS);
    count(`the ${SHAPED} offers after the first rule`, later.slice(0, SHAPED));
    count("all offers after the first rule", later);
  }
  count("offers before the first rule", offers.filter(({ nth }) => nth < ACTS && nth <= (acts.firstRule ?? ACTS)));
  count("offers after the rule by hand", offers.filter(({ nth }) => nth >= ACTS));
  console.log("\ncounter:");
  for (const { nth, text, foot } of counters) console.log(`${String(nth + 1).padStart(4)}  ${text}   [${foot}]`);
  console.log("\nmore choices needed:");
  for (const { nth, text, needed } of needs) console.log(`${String(nth + 1).padStart(4)}  ${needed} “${text}”`);
  console.log("\nrules at the end:");
  for (const { text, number, facts, noticed } of known.values()) console.log(`      ${noticed ? "noticed" : "rule"} “${text}” ${number}, ${facts}`);
}
