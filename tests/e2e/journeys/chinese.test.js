// What a Chinese manuscript needs of the real window: alike indents, signs in the middle of the line, and the system's
// dialogs in the language of the interface.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { leaveDialog } from "../harness/display.js";

const PATH = "第一卷/00 引子.md";

test("all paragraphs of a Chinese manuscript are indented alike, and its signs come from a font for Han characters", async (t) => {
  const desk = await openDesk(t, {
    settings: { language: "zh", writing: { indentChinese: true } },
    prepare: (project) => writeFile(join(project, PATH), "雨停了……她说——走吧。\n\nOK，她说。\n\n“好——”他没有动……\n"),
    file: PATH,
  });
  await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
  const starts = await desk.browser.execute(() =>
    [...document.querySelectorAll(".cm-line")]
      .filter((line) => line.textContent !== "")
      .map((line) => {
        const range = document.createRange();
        const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
        range.setStart(text, 0);
        range.setEnd(text, 1);
        return Math.round(range.getBoundingClientRect().left);
      }),
  );
  assert.equal(new Set(starts).size, 1, `the paragraphs begin at ${starts}`);
  // A dash as wide as the character beside it is from the same font.
  const [dash, han] = await desk.browser.execute(() => {
    const line = document.querySelector(".cm-line");
    const text = document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
    const widthOf = (sign) => {
      const at = text.data.indexOf(sign);
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().width;
    };
    return [widthOf("…"), widthOf("她")];
  });
  assert.ok(Math.abs(dash - han) < 0.5, `a sign is ${dash} wide, a character ${han}`);
  await desk.screenshot("signs-zh");
});

for (const [language, command, title] of [
  ["en", "Open another project", "Choose a folder"],
  ["zh", "打开另一个项目", "选择文件夹"],
]) {
  test(`a dialog of the system has its title in the language of the interface (${language})`, async (t) => {
    const desk = await openDesk(t, { settings: { language }, file: "Notes/Cast.md" });
    await desk.finds(".cm-content");
    await desk.press("Control", "p");
    await desk.type(command);
    await desk.press("Enter");
    assert.equal(await leaveDialog(), title);
    await desk.finds(".cm-content");
  });
}
