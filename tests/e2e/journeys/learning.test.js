// MS2-R1-S1 of the specification, in the real window: fifty episodes, one finished skill, and a rule.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { Key } from "webdriverio";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, lines, RULE } from "../harness/writer.js";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    action: "It didn't stop. She saw it turn at the landing",
    typed: "The lamp went out. ",
    // Moves this writer would not take.
    against: /Join short sentences/,
    pending: "after your next choice",
    stages: /gathering your choices|sorting by scene|finding patterns|wording the rules/,
    confirm: "Confirm",
    confirmed: "confirmed",
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    action: "她冲上了楼",
    typed: "灯灭了。",
    against: /连接短句/,
    pending: "下一次选择后更新",
    stages: /收集你的选择|按场景归类|寻找规律|写成规则/,
    confirm: "确认",
    confirmed: "已确认",
  },
];

for (const journey of JOURNEYS) {
  const { language, chapter } = journey;

  test(`fifty choices and one finished skill make a rule while the writer types on (${language})`, async (t) => {
    const desk = await openDesk(t, { settings: { language, lastFile: chapter } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);

    // The command line imports beside the open window, which counts what comes in.
    const file = join(desk.data, "choices.jsonl");
    await writeFile(file, lines(choices(language, 50)));
    await desk.commonplace("episodes", "import", file);
    await desk.shows(journey.pending);
    assert.doesNotMatch(await desk.reads(), journey.stages, "an import alone starts nothing");

    // One finished skill starts the distillation; typing goes on.
    await desk.click(".cm-content");
    await desk.select(journey.action);
    await desk.press("Control", "Enter");
    await desk.finds("#offer-list");
    await preview(desk, (label) => !journey.against.test(label));
    await watchLearning(desk, RULE[language]);
    // Taking and typing on are one movement of the hands, so that keys come while the distillation runs.
    await desk.type(Key.Enter + journey.typed);
    assert.ok((await desk.page()).includes(journey.typed), "what was typed stands on the page");
    await desk.shows(RULE[language]);
    const seen = await desk.browser.execute(() => globalThis.seen);
    t.diagnostic(`stages in the panel: ${seen.stages.join(", ")}; ${seen.keys} keys came before the rule`);
    assert.match(seen.stages.join(), journey.stages);
    assert.ok(seen.keys > 0, "keys arrive while the desk learns");
    await until(async () => (await desk.text(chapter)).includes(journey.typed), "what was typed stands in the file");

    // The writer confirms the rule; the seal shows, and the file says so.
    await desk.click(ruleHead(RULE[language]));
    await desk.clickButton(journey.confirm);
    await desk.finds("aside .seal");
    await desk.shows(journey.confirmed);
    const confirmed = new RegExp(`^- ${RULE[language]} <!-- rule .*\\| confirmed \\|`, "m");
    assert.match(await desk.text("memory/MEMORY.md"), confirmed);
    await desk.screenshot(`learning ${language}`);

    // All of it is there after a restart.
    await desk.restart();
    await desk.shows(RULE[language]);
    await desk.finds("aside .seal");
    assert.match(await desk.text("memory/MEMORY.md"), confirmed);
    const rule = (await desk.commonplace("rules", "list")).find(({ text }) => text === RULE[language]);
    assert.deepEqual([rule.state, rule.user_confirmed], ["rule", true]);
  });
}

const ruleHead = (sentence) => `//button[contains(@class, "head")][contains(., "${sentence}")]`;

/** Puts the first candidate whose label is fit in view. */
async function preview(desk, isFit) {
  const labels = await desk.browser.execute(() =>
    [...document.querySelectorAll("#offer-list .label")].map((label) => label.textContent),
  );
  const at = labels.findIndex(isFit);
  assert.ok(at >= 0, labels.join(", "));
  await desk.press(String(at + 1));
}

/** Writes down, inside the page, each stage the panel shows, and how many letters came before the rule did. */
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
