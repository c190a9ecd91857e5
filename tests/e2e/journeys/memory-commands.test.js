// Each act of the memory panel by its name, from the text and without the mouse, with the panel folded at first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, murmurs } from "../harness/writer.js";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    add: "Add a rule",
    rule: "Dialogue carries no adverbs",
    update: "Update preferences",
    updated: "Preferences are up to date.",
    files: "Show the memory files",
    answer: "Answer the next question",
    asks: "Is this a habit of yours?",
    later: "Put off. It stays here until you open it.",
    choices: "latest choices",
    takeBack: "Take back the last change",
    health: "Check the health",
    healthy: "Health",
    commandLine: "command line",
    settings: "Settings of the memory",
    section: "Memory",
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    add: "添加规则",
    rule: "对话中不用副词",
    update: "gxph",
    updated: "偏好已更新：",
    files: "ckjywj",
    answer: "回答下一个提问",
    asks: "这是你的写作习惯吗？",
    later: "已搁置，留在这里等你打开。",
    choices: "最近的选择",
    takeBack: "撤回记忆的上一次变更",
    health: "jiankang",
    healthy: "健康状况",
    commandLine: "命令行",
    settings: "记忆的设置",
    section: "记忆",
  },
];

for (const journey of JOURNEYS) {
  const { language, chapter } = journey;

  test(`each act of the memory panel is done by its name (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "Shift", "\\");
    await until(async () => !(await desk.browser.$("aside").isExisting()), "the panel is folded");
    await desk.imports([...choices(language, 50), ...murmurs(language, 14, 2)]);

    await run(desk, journey.update);
    await desk.shows(journey.updated);
    assert.ok(!(await desk.browser.$("aside").isExisting()), "the panel stays folded, and one line tells the result");

    await run(desk, journey.add);
    await until(() => isFocused(desk, "aside textarea"), "the caret is in the new rule");
    await desk.type(journey.rule);
    await desk.press("Enter");
    await until(async () => (await desk.text("memory/MEMORY.md")).includes(journey.rule), "the rule is in its file");

    await run(desk, journey.files);
    await until(() => isFocused(desk, 'aside [role="tab"][aria-selected="true"]'), "the tab of the files has the focus");
    await desk.finds('aside [data-path="memory/MEMORY.md"]');

    await run(desk, journey.answer);
    await desk.shows(journey.asks);
    await until(() => isFocused(desk, "aside .card"), "the question has the focus");
    await desk.press("l");
    await desk.shows(journey.later);

    await run(desk, journey.choices);
    await desk.finds("aside blockquote");

    await run(desk, journey.takeBack);
    await until(() => isFocused(desk, "aside .asked"), "what taking it back would do has the focus");
    await desk.screenshot(`take back by name ${language}`);
    await desk.press("Escape");

    await run(desk, journey.health);
    await until(async () => (await focusedText(desk)) === journey.healthy, "health has the focus");

    await run(desk, journey.commandLine);
    await desk.shows(`commonplace --project ${desk.project} index rebuild`);
    await desk.screenshot(`command line ${language}`);

    await run(desk, journey.settings);
    const section = await desk.finds('dialog [role="tab"][aria-selected="true"]');
    assert.equal(await section.getText(), journey.section);
  });
}

/** Runs a command by its name. */
async function run(desk, name) {
  await desk.press("Control", "p");
  await desk.finds("dialog input");
  await desk.type(name);
  await desk.press("Enter");
  await until(async () => !(await desk.browser.$('dialog [role="combobox"]').isExisting()), "the palette is closed");
}

function isFocused(desk, selector) {
  return desk.browser.execute((selector) => document.activeElement?.matches(selector) ?? false, selector);
}

function focusedText(desk) {
  return desk.browser.execute(() => document.activeElement?.textContent.trim() ?? "");
}
