// Real compositions of the display's input method, at the places where half-typed text changes a line's Markdown.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { pressOnKeyboard } from "../harness/display.js";
import { until } from "../harness/until.js";

const PATH = "Part One/00 Draft.md";

/**
 * Lines with the caret as `|`. In the first five, a plain editor with Markdown highlighting puts the composed text in
 * the wrong place in WebKitGTK. In the other lines, live preview hides, folds or draws an element right beside the
 * caret.
 */
const CARETS = [
  "#| 标题",
  "#|# 二",
  "*|*粗体**后",
  "**粗体*|*后",
  "[|](u)",
  "纯|文字",
  "plain| text",
  "|开头",
  "结尾|",
  "# |标题",
  "# 标题|",
  "**粗|体**",
  "**粗体**|后",
  "前|**粗体**",
  "*|soft*",
  "~~删|除~~",
  "`co|de`",
  "[链|接](u)",
  "[链接](u)|",
  "[链接](|)",
  "> |引用",
  ">| 引用",
  "- |一",
  "-| 一",
  "1. 一|",
  "钟[^|1]响",
  "钟[^1]|响",
  "钟^[注|释]响",
  "<!-- 注|释 -->",
  "<!--| 注释 -->",
  "![图|](gone.png)",
  "|![图](gone.png)",
  "![图](gone.png)|",
  "**|",
  "--|",
  "``|",
  "|",
  "“他说|”",
  "混排mixed|文字",
];

/** The text around the lines: before them a block that folds, behind them a block of code. */
const HEAD = "---\n标题：渡口\n---\n";
const TAIL = "```\n代码\n```\n";

/**
 * The number of places to try; there are two compositions at each, as for a word. By default each place is tried once.
 * `COMPOSITIONS=500` sets another number of compositions.
 */
const PLACES = Math.ceil(Number(process.env.COMPOSITIONS ?? 2 * CARETS.length) / 2);
const CHARACTERS = ["一", "二", "雨"];
const digitsOf = (character) => character.codePointAt(0).toString(16);

test("what an input method composes lands at the caret, whatever Markdown stands around it", async (t) => {
  for (let done = 0, round = 0; done < PLACES; done += CARETS.length, round += 1) {
    const carets = CARETS.slice(0, PLACES - done);
    await t.test(`round ${round + 1}`, (inner) => composeIn(inner, carets, round));
  }
});

async function composeIn(t, carets, round) {
  const original = HEAD + carets.map((line) => line.replace("|", "")).join("\n\n") + "\n\n" + TAIL;
  const desk = await openDesk(t, {
    prepare: (project) => writeFile(join(project, PATH), original),
    file: PATH,
  });
  await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
  await desk.click(".cm-content");
  await desk.press("Control", "Home");
  // Moves through the folded block, which opens at the caret.
  for (let line = 0; line < HEAD.split("\n").length - 1; line += 1) await desk.press("ArrowDown");
  await desk.press("Home");
  await desk.browser.execute(() => {
    globalThis.compositions = 0;
    document.addEventListener("compositionstart", () => (globalThis.compositions += 1), true);
  });

  const typed = [CHARACTERS[round % 3], CHARACTERS[(round + 1) % 3]];
  const expected = [];
  for (const line of carets) {
    for (let column = 0; column < line.indexOf("|"); column += 1) await desk.press("ArrowRight");
    // GTK composes any character from its number: Ctrl+Shift+U, the digits, Return.
    for (const character of typed) await pressOnKeyboard("ctrl+shift+u", ...digitsOf(character), "Return");
    expected.push(line.replace("|", typed.join("")));
    const drawn = () => desk.browser.execute(lineOfCaret);
    await until(async () => (await drawn()) === expected.at(-1), `“${line}” became “${expected.at(-1)}”`, 5_000).catch(async (error) => {
      throw new Error(`${error.message}; it reads “${await drawn()}”`);
    });
    await desk.press("ArrowDown");
    await desk.press("ArrowDown");
    await desk.press("Home");
  }

  const seen = await desk.browser.execute(() => globalThis.compositions);
  assert.ok(seen >= 2 * carets.length, `${seen} compositions reached the page`);
  const whole = HEAD + expected.join("\n\n") + "\n\n" + TAIL;
  await until(async () => (await desk.text(PATH)) === whole, "the file holds what was composed, once and in its place");
}

test("a Return at once behind a composition begins one line", async (t) => {
  const desk = await openDesk(t, {
    prepare: (project) => writeFile(join(project, PATH), "起\n"),
    file: PATH,
  });
  await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
  await desk.click(".cm-content");
  await desk.press("Control", "End");
  let expected = "起\n";
  // All keys come at once, as from a fast typist. For a tenth of a second after a composition, an editor may ignore a
  // Return, because it takes it for the Return that ended the composition.
  for (const end of ["space", "Return"]) {
    for (const broken of ["Return", "shift+Return"]) {
      await pressOnKeyboard("ctrl+shift+u", ...digitsOf("雨"), end, broken, "a", "b");
      expected += "雨\nab";
      await until(async () => (await desk.text(PATH)) === expected, `the file reads “${expected}”`, 5_000).catch(async (error) => {
        throw new Error(`${error.message}; it reads “${await desk.text(PATH)}”`);
      });
    }
  }
});

/** Runs in the page: returns the line with the caret, as it is drawn. */
function lineOfCaret() {
  const at = getSelection().anchorNode;
  const element = at instanceof Element ? at : at?.parentElement;
  return element?.closest(".cm-line")?.textContent;
}
