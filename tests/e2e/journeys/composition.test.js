// Real compositions of the display's input method, at the places where half-typed text changes a line's Markdown.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { pressOnKeyboard } from "../harness/display.js";
import { until } from "../harness/until.js";

const PATH = "Part One/00 Draft.md";

/** Lines with the caret as `|`; a stock editor with Markdown highlighting in WebKitGTK misplaces text in most of them. */
const CARETS = ["#| 标题", "#|# 二", "*|*粗体**后", "**粗体*|*后", "[|](u)", "纯|文字", "plain| text", "|开头"];

test("what an input method composes lands at the caret, whatever Markdown stands around it", async (t) => {
  const desk = await openDesk(t, {
    prepare: (project) => writeFile(join(project, PATH), CARETS.map((line) => line.replace("|", "")).join("\n") + "\n"),
    file: PATH,
  });
  await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
  await desk.click(".cm-content");
  await desk.press("Control", "Home");
  await desk.browser.execute(() => {
    globalThis.compositions = 0;
    document.addEventListener("compositionstart", () => (globalThis.compositions += 1), true);
  });

  for (const [row, line] of CARETS.entries()) {
    for (let column = 0; column < line.indexOf("|"); column += 1) await desk.press("ArrowRight");
    // GTK's own way to enter any character composes it: Ctrl+Shift+U, its number, Return. Twice, for 一二.
    for (const digits of ["4e00", "4e8c"]) await pressOnKeyboard("ctrl+shift+u", ...digits, "Return");
    const expected = line.replace("|", "一二");
    const drawn = () => desk.browser.execute((at) => document.querySelectorAll(".cm-line")[at]?.textContent, row);
    await until(async () => (await drawn()) === expected, `“${line}” became “${expected}”`, 5_000).catch(async (error) => {
      throw new Error(`${error.message}; it reads “${await drawn()}”`);
    });
    await desk.press("ArrowDown");
    await desk.press("Home");
  }

  const composed = await desk.browser.execute(() => globalThis.compositions);
  assert.ok(composed >= CARETS.length, `${composed} compositions reached the page`);
  const expected = CARETS.map((line) => line.replace("|", "一二")).join("\n") + "\n";
  await until(async () => (await desk.text(PATH)) === expected, "the file holds what was composed");
});
