// What a Chinese manuscript needs of the real window: alike indents, signs in the middle of the line, and the system's
// dialogs in the language of the interface.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import sharp from "sharp";

import { openDesk } from "../harness/desk.js";
import { leaveDialog } from "../harness/display.js";
import { until } from "../harness/until.js";

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

/** Returns where a picture of the window has the colour of the caret, within two characters of a mark. */
async function reddest(desk, { left, right, top, bottom }) {
  const picture = sharp(Buffer.from(await desk.browser.takeScreenshot(), "base64")).removeAlpha();
  const [start, width] = [Math.round(left) - 40, Math.round(right - left) + 80];
  const middle = { left: start, top: Math.round((top + bottom) / 2), width, height: 1 };
  const row = await picture.extract(middle).raw().toBuffer();
  const redness = (x) => row[x * 3] - row[x * 3 + 1];
  const found = Array.from({ length: width }, (_, x) => x).filter((x) => redness(x) > 60);
  return found.length > 0 && start + found[0];
}

test("the caret stands behind a 。 that hangs at the edge of the column", async (t) => {
  const lines = Array.from({ length: 6 }, (_, more) => `${"雨".repeat(31 + more)}。`);
  const desk = await openDesk(t, {
    settings: { language: "zh" },
    prepare: (project) => writeFile(join(project, PATH), `${lines.join("\n\n")}\n`),
    file: PATH,
  });
  await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
  await desk.click(".cm-content");
  let hanging = 0;
  for (const line of lines) {
    await desk.goTo(`${line.slice(0, -1)}。`);
    await desk.press("End");
    await desk.press("End");
    const { mark, edge } = await desk.browser.execute(() => {
      const { focusNode } = getSelection();
      const text = focusNode instanceof Text ? focusNode : focusNode.lastChild;
      const range = document.createRange();
      range.setStart(text, text.length - 1);
      range.setEnd(text, text.length);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      const line = text.parentElement.closest(".cm-line");
      const { paddingRight } = getComputedStyle(line);
      return { mark: { left, right, top, bottom }, edge: line.getBoundingClientRect().right - parseFloat(paddingRight) };
    });
    hanging += mark.left >= edge - 1 ? 1 : 0;
    // The engine draws the caret, so only a picture shows its place.
    const caret = await until(() => reddest(desk, mark), "the caret is drawn");
    assert.ok(caret >= Math.round(mark.right) - 2, `the caret is at ${caret}, and the 。 ends at ${mark.right}`);
  }
  assert.equal(hanging, 1, "one of the marks hangs");
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
