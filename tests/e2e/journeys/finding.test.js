// Navigation: the command palette, custom keys, open files, and the state of the window after a restart.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const CHAPTERS = {
  en: ["Part One/01 Counting windows.md", "Part One/03 The roof.md"],
  zh: ["第一卷/01 广播站.md", "第一卷/03 涨水.md"],
};

const WORDS = {
  en: { file: "roof", hide: "memory panel", settings: "Settings", keys: "Keys", save: "Save now", menu: "Menu", history: ["history", "历史"], counts: "word count" },
  zh: { file: "涨水", hide: "记忆面板", settings: "设置", keys: "快捷键", save: "立即保存", menu: "菜单", history: ["历史", "lsbb", "history"], counts: "字数" },
};

const onThePage = (path) => `.cm-content[aria-label$="${path}"]`;

for (const language of ["en", "zh"]) {
  const [first, last] = CHAPTERS[language];
  const words = WORDS[language];

  test(`a file is gone to and a thing is done by name, without the mouse (${language})`, async (t) => {
    const desk = await openDesk(t, { file: first, settings: { language } });
    await desk.finds(onThePage(first));
    await desk.click(".cm-content");

    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(words.file);
    await desk.press("Enter");
    await desk.finds(onThePage(last));
    assert.ok(await hasFocus(desk), "the caret is in the text");

    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(words.hide);
    await desk.press("Enter");
    await until(async () => !(await desk.browser.$("aside").isExisting()), "the panel is folded");

    await desk.press("Control", "Tab");
    await desk.finds(onThePage(first));
    await desk.press("Control", "w");
    await desk.finds(onThePage(last));

    await desk.press("F10");
    await desk.finds('[role="menu"]');
    await desk.screenshot(`menu ${language}`);
    await desk.press("Escape");
    await until(async () => !(await desk.browser.$("dialog").isExisting()), "the menu is gone");
    assert.ok(await hasFocus(desk), "the caret is in the text again");
  });

  test(`a command is found by other words, before a chapter with such a name (${language})`, async (t) => {
    const named = words.history[0];
    const prepare = (project) => writeFile(join(project, `${named}.md`), `${named}\n`);
    const desk = await openDesk(t, { file: first, settings: { language }, prepare });
    await desk.finds(onThePage(first));
    await desk.click(".cm-content");

    for (const query of words.history) {
      await desk.press("Control", "p");
      await desk.finds("dialog input");
      await desk.type(query);
      await desk.screenshot(`palette ${query} ${language}`);
      await desk.press("Enter");
      await desk.finds(".versions");
      await desk.press("Escape");
      await until(async () => !(await desk.browser.$(".versions").isExisting()), "the versions are closed");
    }

    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(words.counts);
    await desk.press("Enter");
    await desk.finds("footer .card");
    await desk.press("Escape");
    await until(() => hasFocus(desk), "the caret is in the text again");
  });

  test(`what was left is found again: files, caret, scroll, panel, keys and page (${language})`, async (t) => {
    const desk = await openDesk(t, { settings: { language }, args: () => [] });
    for (const path of [first, last]) await desk.openManuscript(path);
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    for (let row = 0; row < 12; row += 1) await desk.press("ArrowDown");
    const caret = await place(desk);
    await desk.press("Control", "Shift", "\\");

    await desk.press("Control", ",");
    await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.keys}"]`);
    await desk.click(`//dialog//button[starts-with(@aria-label, "${words.save}")]`);
    await desk.press("F4");
    await desk.finds(`//dialog//button[starts-with(@aria-label, "${words.save}")][normalize-space()="F4"]`);
    await desk.screenshot(`settings ${language}`);
    await desk.press("Escape");
    await desk.press("Control", "Alt", "=");
    const size = () => desk.browser.execute(() => getComputedStyle(document.querySelector(".cm-scroller")).fontSize);
    await until(async () => (await size()) === "20px", "the text is larger");

    await desk.restart();
    await desk.finds(onThePage(last));
    assert.deepEqual(await tabs(desk), [...new Set([CHAPTERS[language][0], first, last])]);
    await desk.press("Alt", "2");
    await until(() => hasFocus(desk), "the caret is in the text");
    assert.deepEqual(await place(desk), caret);
    assert.ok(!(await desk.browser.$("aside").isExisting()), "the panel is folded as it was");
    assert.equal(await size(), "20px");
    const settings = JSON.parse(await desk.settings());
    assert.deepEqual([settings.keys, settings.page.size], [{ "file.save": ["F4"] }, 20]);
    await desk.press("Control", "p");
    await desk.type(words.save);
    await desk.finds('//dialog//*[@role="option"][@aria-selected="true"]//kbd[normalize-space()="F4"]');
  });
}

function hasFocus(desk) {
  return desk.browser.execute(() => document.activeElement?.classList.contains("cm-content") ?? false);
}

function tabs(desk) {
  return desk.browser.execute(() => [...document.querySelectorAll("main [data-path]")].map(({ dataset }) => dataset.path));
}

/** Returns the text of the line with the caret and the caret's offset in it, as they are drawn. */
function place(desk) {
  return desk.browser.execute(() => {
    const { focusNode, focusOffset } = getSelection();
    const element = focusNode instanceof Element ? focusNode : focusNode.parentElement;
    return [element.closest(".cm-line").textContent, focusOffset];
  });
}
