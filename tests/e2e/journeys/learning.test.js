// Learning in the real window. Fifty episodes and one finished skill lead to a rule (MS2-R1-S1 of the specification).
// The other cases are an update that fails (MS2-R1-S3), a taste that changes (MS2-R3-S1), and the writer's pause.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Key } from "webdriverio";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, OPPOSITE, RULE } from "../harness/writer.js";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    action: "It didn't stop. She saw it turn at the landing",
    typed: "The lamp went out. ",
    // Candidates that this writer would not take, or that are as much evidence for another habit as for hers.
    against: /Join short sentences/,
    pending: "after your next choice",
    stages: /gathering your choices|sorting by scene|finding patterns|wording the rules/,
    confirm: "Confirm",
    confirmed: "confirmed",
    update: "Update preferences",
    nothingNew: "Nothing new yet",
    failed: "Preferences were not updated. A memory file cannot be read or written and was left as it is.",
    failedFor: "MEMORY.md cannot be read or written and was left as it is.",
    recent: "changed lately",
    recentMore: "your choices of the last weeks differ from the earlier ones",
    pause: "Pause learning",
    resume: "Resume learning",
    paused: "Learning paused",
    activity: "Activity",
    updated: /from (\d+) choices/g,
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    action: "她冲上了楼",
    typed: "灯灭了。",
    against: /连接短句|少用“的”字/,
    pending: "下一次选择后更新",
    stages: /收集你的选择|按场景归类|寻找规律|写成规则/,
    confirm: "确认",
    confirmed: "已确认",
    update: "更新偏好",
    nothingNew: "暂无新发现",
    failed: "偏好未能更新。 某个记忆文件 无法读写，已原样保留。",
    failedFor: "MEMORY.md 无法读写，已原样保留。",
    recent: "近期有变",
    recentMore: "最近几周的选择与以前不同",
    pause: "暂停学习",
    resume: "恢复学习",
    paused: "学习已暂停",
    activity: "动态",
    updated: /依据 (\d+) 次选择/g,
  },
];

for (const journey of JOURNEYS) {
  const { language, chapter } = journey;

  test(`fifty choices and one finished skill make a rule while the writer types on (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);

    // The command line imports while the window is open, and the window counts the new choices.
    await desk.imports(choices(language, 50));
    await desk.shows(journey.pending);
    assert.doesNotMatch(await desk.reads(), journey.stages, "an import alone starts nothing");

    // One finished skill starts the distillation; typing goes on.
    await desk.click(".cm-content");
    await desk.select(journey.action);
    await desk.press("Control", "Enter");
    await desk.finds("#offer-list");
    await preview(desk, (label) => !journey.against.test(label));
    await watchLearning(desk, RULE[language]);
    // Enter and the text are typed without a pause, so that keys arrive while the distillation runs.
    await desk.type(Key.Enter + journey.typed);
    assert.ok((await desk.page()).includes(journey.typed), "what was typed stands on the page");
    await desk.shows(RULE[language]);
    const seen = await desk.browser.execute(() => globalThis.seen);
    t.diagnostic(`stages in the panel: ${seen.stages.join(", ")}; ${seen.keys} keys came before the rule`);
    assert.match(seen.stages.join(), journey.stages);
    assert.ok(seen.keys > 0, "keys arrive while the desk learns");
    await until(async () => (await desk.text(chapter)).includes(journey.typed), "what was typed stands in the file");

    // The writer confirms the rule; the panel shows the seal, and `MEMORY.md` records it.
    await desk.click(ruleHead(RULE[language]));
    await desk.clickButton(journey.confirm);
    await desk.finds("aside .seal");
    await desk.shows(journey.confirmed);
    const confirmed = new RegExp(`^- ${RULE[language]} <!-- rule .*\\| confirmed \\|`, "m");
    assert.match(await desk.text("memory/MEMORY.md"), confirmed);
    await desk.screenshot(`learning ${language}`);

    // The rule and its seal are there after a restart.
    await desk.restart();
    await desk.shows(RULE[language]);
    await desk.finds("aside .seal");
    assert.match(await desk.text("memory/MEMORY.md"), confirmed);
    const rule = (await desk.commonplace("rules", "list")).find(({ text }) => text === RULE[language]);
    assert.deepEqual([rule.state, rule.user_confirmed], ["rule", true]);
  });

  test(`an update that fails says so quietly, leaves the rules alone and is tried again (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.imports(choices(language, 50));
    await desk.shows(journey.pending);
    await desk.clickButton(journey.update);
    await desk.shows(RULE[language]);
    const facts = () => desk.browser.execute(() => document.querySelector("aside article .facts").innerText);
    const [before, memory] = [await facts(), await desk.text("memory/MEMORY.md")];
    const rules = await desk.commonplace("rules", "list");

    // Another program saves the file in UTF-16, with a byte-order mark.
    const file = join(desk.project, "memory/MEMORY.md");
    const foreign = Buffer.from(`\ufeff${memory}`, "utf16le");
    await writeFile(file, foreign);
    await desk.imports(choices(language, 60).slice(50));
    await desk.click(".cm-content");
    const unchanged = async () => {
      assert.equal(await facts(), before, "the rule stands as it stood");
      assert.deepEqual(await desk.bytes("memory/MEMORY.md"), foreign, "the file is left as it is");
      assert.ok(await desk.browser.execute(() => !document.querySelector("dialog, [role=dialog], [role=alertdialog]")));
    };
    // An automatic update fails while the writer types.
    assert.equal((await idle(desk)).code, "MEMORY_FILE_UNUSABLE");
    await desk.shows(journey.failed);
    assert.ok(await desk.browser.execute(() => document.activeElement.matches(".cm-content")), "the focus stays");
    await unchanged();
    await desk.screenshot(`update failed ${language}`);
    // An update that the writer asked for fails too.
    await desk.clickButton(journey.update);
    await desk.shows(journey.failedFor);
    await unchanged();

    // After the file is repaired, the next window learns from the waiting choices.
    await writeFile(file, memory);
    assert.equal((await idle(desk)).episodes, 60);
    await until(async () => !(await desk.reads()).includes(journey.failedFor), "nothing is wrong any more");
    await until(async () => (await facts()) !== before, "the rule has the new evidence");
    const [now] = (await desk.commonplace("rules", "list")).filter(({ text }) => text === RULE[language]);
    const [then] = rules.filter(({ text }) => text === RULE[language]);
    assert.deepEqual([now.supports, then.supports], [54, 45]);
  });

  test(`choices of the last weeks replace a rule by its opposite, and the panel says so (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    const [before, now] = [OPPOSITE[language], RULE[language]];

    await desk.imports(choices(language, 50, { long: true, daysAgo: 80 }));
    await desk.shows(journey.pending);
    await desk.clickButton(journey.update);
    await desk.shows(before);
    const facts = () => desk.browser.execute(() => document.querySelector("aside article .facts").innerText);
    assert.ok(!(await facts()).includes(journey.recent), "nothing has changed yet");

    await desk.imports(choices(language, 50, { daysAgo: 25 }));
    await desk.shows(journey.pending);
    await desk.clickButton(journey.update);
    await desk.shows(now);
    const stands = async () => {
      assert.ok(!(await desk.reads()).includes(before), "the old rule has left the panel");
      assert.ok((await facts()).includes(journey.recent), "the new one is marked");
      const memory = await desk.text("memory/MEMORY.md");
      assert.ok(memory.includes(now) && !memory.includes(before), memory);
    };
    await stands();
    await desk.click(ruleHead(now));
    await desk.shows(journey.recentMore);
    await desk.finds("aside blockquote");
    await desk.screenshot(`taste changed ${language}`);

    // Old choices are compressed at a start; the rule stays the same.
    await desk.restart();
    await desk.shows(now);
    await stands();
    await desk.clickButton(journey.update);
    await desk.shows(journey.nothingNew);
    await stands();
  });

  test(`paused, choices are kept and nothing is learned from them until learning goes on (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.imports(choices(language, 50));
    await desk.shows(journey.pending);
    await desk.clickButton(journey.pause);
    await desk.shows(journey.paused);

    // Neither a finished skill nor five idle minutes start a distillation, not even after a restart.
    await finishSkill(desk, journey, 51);
    assert.equal(await idle(desk), null);
    await desk.restart();
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.shows(journey.paused);
    await finishSkill(desk, journey, 52);
    assert.equal(await idle(desk), null);
    assert.ok(!(await desk.reads()).includes(RULE[language]), "nothing is learned");
    await desk.screenshot(`paused ${language}`);

    // No choice was lost: the next finished skill learns from all of them, in a single update.
    await desk.clickButton(journey.resume);
    await desk.shows(journey.pending);
    assert.ok(!(await desk.reads()).includes(journey.paused));
    await finishSkill(desk, journey, 53);
    await desk.shows(RULE[language]);
    await desk.openTab(journey.activity);
    const updates = await until(async () => {
      const found = [...(await desk.reads()).matchAll(journey.updated)];
      return found.length > 0 && found;
    }, "the panel tells of the update");
    assert.deepEqual(updates.map(([, episodes]) => episodes), ["53"]);
  });
}

/** Looks at candidates and rejects them, which is a choice too, and waits until there are `episodes` episodes. */
async function finishSkill(desk, { action }, episodes) {
  await desk.click(".cm-content");
  await desk.select(action);
  await desk.press("Control", "Enter");
  await desk.finds("#offer-list");
  await desk.press("Escape");
  const kept = async () => (await desk.commonplace("episodes", "list")).length === episodes;
  await until(kept, "the choice is in the journal");
}

/**
 * Sends the command that the page sends after five idle minutes; returns the result of the distillation, `null` for
 * none.
 */
function idle(desk) {
  return desk.browser.executeAsync((done) =>
    globalThis.__TAURI_INTERNALS__.invoke("memory:semantic:distill", { trigger: "idle" }).then(done, (fault) => done(fault)),
  );
}

const ruleHead = (sentence) => `//button[contains(@class, "head")][contains(., "${sentence}")]`;

/** Shows the first candidate whose label satisfies `isFit`. */
async function preview(desk, isFit) {
  const labels = await desk.browser.execute(() =>
    [...document.querySelectorAll("#offer-list .label")].map((label) => label.textContent),
  );
  const at = labels.findIndex(isFit);
  assert.ok(at >= 0, labels.join(", "));
  await desk.press(String(at + 1));
}

/**
 * Records, inside the page, each stage that the panel shows, and how many letters were typed before the rule appeared.
 */
function watchLearning(desk, rule) {
  return desk.browser.execute((sentence) => {
    const panel = document.querySelector("aside");
    const seen = (globalThis.seen = { stages: [], keys: 0 });
    new MutationObserver(() => {
      if (!panel.querySelector(".update [role=progressbar]")) return;
      const stage = panel.querySelector(".update [role=status]").textContent.trim();
      if (seen.stages.at(-1) !== stage) seen.stages.push(stage);
    }).observe(panel, { subtree: true, childList: true, characterData: true });
    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Enter" && !panel.textContent.includes(sentence)) seen.keys += 1;
    });
  }, rule);
}
