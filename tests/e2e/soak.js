// Works in the real window for an hour as a writer does, and prints the memory of its processes once a minute. Then
// prints the processor use of the desk while nothing happens:
//
//     MINUTES=60 node soak.js
//
// With `ACTS=open,search` a round has only these acts, which shows how much memory each act costs.
//
// Needs a display and a session bus, as the journeys do (`dbus-run-session -- xvfb-run`). With `MOST_MIB` it fails if
// the memory of the page's process ever exceeds the limit. With `MOST_GROWTH`, in MiB a minute, it fails if the memory
// grows faster after the tenth minute.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { openDesk } from "./harness/desk.js";
import { answerDialog } from "./harness/display.js";
import { displayServer, family, memoryOf, processorTime } from "./harness/processes.js";
import { random } from "./harness/random.js";
import { until } from "./harness/until.js";

const MINUTES = Number(process.env.MINUTES ?? 60);
/** The time from one round to the next, in milliseconds: with 12 s an hour has 300 offers. */
const ROUND_MS = Number(process.env.ROUND_MS ?? 12_000);
/** How long the idle desk is measured, in seconds, and how long it may settle before. */
const REST_S = Number(process.env.REST_S ?? 60);
const SETTLE_S = 15;
/** The minutes of the start, in which the heap grows to its usual size; they are left out of the slope. */
const WARM_MINUTES = Math.min(10, MINUTES / 2);
const EXPORT_EVERY = 15;
/** The acts of a round, in their order. */
const ACTS = { open, offer, type, search, panel, export: exportNowAndThen };
const acts = (process.env.ACTS ?? Object.keys(ACTS).join()).split(",").map((name) => ACTS[name]);

const CHAPTERS = 35;
const WORDS = 90_000;
/** Sentences that the built-in rewriter would each reword. */
const SENTENCES = [
  "She didn't stop and she couldn't sleep, and the road was very long.",
  "The night was extremely dark, but the lamp on the pier was really quite bright.",
  "He wasn't there when the ferry came in, which didn't matter to anybody at all.",
  "It was suddenly cold in the room and nobody said so, because nobody wanted to go home.",
  "The gull walked slowly up and down as if it had actually paid for the whole of the bridge.",
];
const SOUGHT = ["ferry", "lamp", "very", "gull"];
const TABS = ["Rules", "Questions", "Files", "Activity"];

const seed = Number(process.env.SEED ?? 1);
const next = random(seed);
const below = (bound) => Math.floor(next() * bound);

const title = (number) => `${String(number + 1).padStart(2, "0")} Chapter`;
const chapter = (number) => `Book/${title(number)}.md`;

async function book(project) {
  await mkdir(join(project, "Book"));
  for (let number = 0; number < CHAPTERS; number += 1) {
    const paragraphs = [];
    for (let words = 0; words < WORDS / CHAPTERS; ) {
      const sentences = Array.from({ length: 3 + below(3) }, () => SENTENCES[below(SENTENCES.length)]);
      paragraphs.push(sentences.join(" "));
      words += paragraphs.at(-1).split(" ").length;
    }
    await writeFile(join(project, chapter(number)), `# Chapter ${number + 1}\n\n${paragraphs.join("\n\n")}\n`);
  }
}

const ends = [];
const books = await mkdtemp(join(tmpdir(), "commonplace-books-"));
const done = { rounds: 0, offers: 0, taken: 0, searches: 0, exports: 0 };
const minutes = [];
try {
  const desk = await openDesk({ name: "soak", after: (end) => ends.push(end) }, { prepare: book, file: chapter(0), composited: false });
  await desk.finds(`.cm-content[aria-label$="${chapter(0)}"]`);
  const started = Date.now();
  const elapsed = () => (Date.now() - started) / 60_000;
  console.log("minute  rounds  offers  page RSS   PSS  desk RSS   PSS MiB  elements");
  await note(desk, 0);
  while (elapsed() < MINUTES) {
    const due = Date.now() + ROUND_MS;
    await round(desk, done.rounds++);
    if (elapsed() >= minutes.length) await note(desk, elapsed());
    await pause(Math.max(0, due - Date.now()));
  }
  await note(desk, elapsed());
  report();
  await rest(desk);
} finally {
  for (const end of ends) await end();
  await rm(books, { recursive: true, force: true });
}

/**
 * Returns whether the page has an element. The driver's own search fails if the element is redrawn during the search.
 */
function has(desk, selector) {
  return desk.browser.execute((selector) => document.querySelector(selector) !== null, selector);
}

/** One round: another chapter, some typed words, an offer, a search and a view of the panel; now and then an export. */
async function round(desk, number) {
  for (const act of acts) await act(desk, number);
}

async function open(desk, nth) {
  const number = (nth * 11) % CHAPTERS;
  await desk.press("Control", "p");
  await desk.finds("dialog input");
  await desk.type(title(number));
  await desk.press("Enter");
  await until(() => has(desk, `.cm-content[aria-label$="${chapter(number)}"]`), `“${chapter(number)}” is on the page`);
  await until(() => desk.browser.execute(() => document.activeElement?.matches(".cm-content")), "the caret is in the text");
}

async function type(desk, number) {
  await desk.press("Control", "End");
  await desk.type(` ${SENTENCES[number % SENTENCES.length]}`);
}

async function search(desk, number) {
  await desk.press("Control", "Shift", "f");
  await desk.finds(".left.search input");
  await desk.press("Control", "a");
  await desk.type(SOUGHT[number % SOUGHT.length]);
  await until(() => has(desk, ".left.search .hit"), "something is found");
  done.searches += 1;
  await desk.press("Escape");
  await until(() => has(desk, 'nav [role="tree"]'), "the list is back");
}

async function panel(desk, number) {
  await desk.openTab(TABS[number % TABS.length]);
}

/** Asks for candidates for a paragraph and accepts every second offer. A paragraph may have no candidates. */
async function offer(desk, number) {
  await desk.press("Control", "Home");
  for (let pages = below(4); pages >= 0; pages -= 1) await desk.press("PageDown");
  // The first key of each pair goes to the start or end of the visual line, the second to that of the paragraph.
  for (const keys of [["Home"], ["Home"], ["Shift", "End"], ["Shift", "End"]]) await desk.press(...keys);
  await desk.press("Control", "Enter");
  const isOffered = () => has(desk, "#offer-list");
  if (!(await until(isOffered, "an offer", 3_000).catch(() => false))) return;
  done.offers += 1;
  await desk.press("Tab");
  if (number % 2 === 0) done.taken += 1;
  await desk.press(number % 2 === 0 ? "Enter" : "Escape");
  await until(async () => !(await isOffered()), "the offer is decided");
}

async function exportNowAndThen(desk, number) {
  if (number % EXPORT_EVERY !== EXPORT_EVERY - 1) return;
  const path = join(books, String(number));
  await mkdir(path);
  await desk.press("Control", "Shift", "e");
  await desk.click('dialog [type="radio"][value="false"]');
  await desk.click(`dialog input[value="${number % 2 === 0 ? "docx" : "epub"}"]`);
  await desk.clickButton("Choose a place and export…");
  await answerDialog(join(path, "Letters"));
  await desk.shows("is ready");
  await desk.press("Escape");
  await until(async () => !(await has(desk, "dialog")), "the dialog is gone");
  done.exports += 1;
}

async function note(desk, minute) {
  const all = await family(await desk.pids());
  const page = await memoryOf(all.find(({ name }) => name.startsWith("WebKitWebProces")).pid);
  const own = await memoryOf(all[0].pid);
  const elements = await desk.browser.execute(() => document.querySelectorAll("*").length);
  minutes.push({ minute, held: page.pss / 1024 });
  const mib = (kib, width) => String(Math.round(kib / 1024)).padStart(width);
  const figures = [String(done.rounds).padStart(8), String(done.offers).padStart(8), mib(page.rss, 10), mib(page.pss, 6), mib(own.rss, 10), mib(own.pss, 6)];
  console.log(`${minute.toFixed(1).padStart(6)}${figures.join("")}${String(elements).padStart(14)}`);
}

/** Prints the slope of a line fitted to the memory after the start, and the maximum. */
function report() {
  const later = minutes.filter(({ minute }) => minute >= WARM_MINUTES);
  const mean = (of) => later.reduce((sum, each) => sum + of(each), 0) / later.length;
  const [minute, held] = [mean((each) => each.minute), mean((each) => each.held)];
  const growth = mean((each) => (each.minute - minute) * (each.held - held)) / mean((each) => (each.minute - minute) ** 2);
  const most = Math.max(...minutes.map((each) => each.held));
  const counts = Object.entries(done).map(([what, count]) => `${count} ${what}`);
  console.log(`seed ${seed}: ${counts.join(", ")}; growth of the page after minute ${WARM_MINUTES}: ${growth.toFixed(2)} MiB/min; at most ${Math.round(most)} MiB (PSS)`);
  if (process.env.MOST_MIB) assert.ok(most <= Number(process.env.MOST_MIB), `the page held ${most} MiB`);
  if (process.env.MOST_GROWTH) assert.ok(growth <= Number(process.env.MOST_GROWTH), `the page grew ${growth} MiB a minute`);
}

/** Prints the processor use of the idle desk, with the caret in the text, in hundredths of one core. */
async function rest(desk) {
  await desk.click(".cm-content");
  await pause(SETTLE_S * 1_000);
  const all = [...(await family(await desk.pids())), ...(await displayServer())];
  const times = () => Promise.all(all.map(({ pid }) => processorTime(pid)));
  const before = await times();
  await pause(REST_S * 1_000);
  const used = (await times()).map((time, at) => ({ name: all[at].name, share: ((time - before[at]) / REST_S) * 100 }));
  const each = used.filter(({ share }) => share > 0).map(({ name, share }) => `${name} ${share.toFixed(1)}`);
  const sum = used.reduce((total, { share }) => total + share, 0);
  console.log(`at rest for ${REST_S} s: ${sum.toFixed(1)} % of a core${each.length > 0 ? ` (${each.join(", ")})` : ""}`);
}
