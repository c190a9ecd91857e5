// The order of chapters in the real window: a row is dragged, rows are moved by keys and by commands, a move is taken
// back, and the order holds after a restart, in the export and when chapters are turned.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, row } from "../harness/desk.js";
import { answerDialog } from "../harness/display.js";
import { until } from "../harness/until.js";

const JOURNEYS = [
  {
    language: "en",
    theme: "paper",
    part: "Part One",
    other: "第一卷",
    chapters: ["01 Counting windows", "02 Mrs Quill keeps accounts", "03 The roof"],
    words: { command: "chapter up", place: "01 Counting windows: place 3 of 3", putBack: "Undo the move", export: "Choose a place and export…", ready: "is ready" },
  },
  {
    language: "zh",
    theme: "ink",
    part: "第一卷",
    other: "Part One",
    chapters: ["01 广播站", "02 马师傅", "03 涨水"],
    words: { command: "syyz", place: "01 广播站：第 3 位，共 3 位", putBack: "撤销移动", export: "选择位置并导出…", ready: "已导出到" },
  },
];

/** Drags a row to the upper or lower edge of another row, with a picture on the way. */
async function drag(desk, from, to, edge, picture) {
  const [dragged, target] = [await desk.finds(row(from)), await desk.finds(row(to))];
  const { height } = await target.getSize();
  const y = Math.round((edge === "top" ? -0.4 : 0.4) * height);
  // Both actions are of one hand, which holds the row between them.
  const pointer = () => desk.browser.action("pointer", { id: "hand" });
  await pointer().move({ origin: dragged }).down().move({ origin: dragged, x: 12, y: 12 }).move({ origin: target, x: 0, y }).perform(true);
  await desk.finds(`${row(to)}.line-${edge === "top" ? "above" : "below"}`);
  await desk.screenshot(picture);
  await pointer().move({ origin: target, x: 0, y }).up().perform();
}

for (const { language, theme, part, other, chapters, words } of JOURNEYS) {
  test(`chapters stand where the writer puts them (${language})`, async (t) => {
    const [first, second, third] = chapters.map((name) => `${part}/${name}.md`);
    const desk = await openDesk(t, { file: first, settings: { language, theme } });
    await desk.finds(`.cm-content[aria-label$="${first}"]`);
    const inPart = async () => (await desk.listed()).filter((path) => path.startsWith(`${part}/`));
    const stand = (...expected) =>
      until(async () => (await inPart()).join() === expected.join(), `the chapters stand as ${expected.join(", ")}`);
    await stand(first, second, third);
    // Until the page is drawn, the file list still moves.
    await desk.finds("main > .page > *");
    const texts = await Promise.all([first, second, third].map((path) => desk.text(path)));

    // By dragging: the third chapter goes before the first.
    await drag(desk, third, first, "top", `order dragged ${language}`);
    await stand(third, first, second);
    assert.ok((await desk.text("manuscripts.toml")).includes(`"${third}"`), "the order is in a readable file");

    // By keys: the focus stays on the row, and its place is said.
    const focused = () => desk.browser.execute(() => document.activeElement?.dataset.path);
    await desk.press("Alt", "1");
    await until(async () => (await focused()) === third, "the dragged row has the focus");
    await desk.press("ArrowDown");
    await until(async () => (await focused()) === first, "the next row has the focus");
    await desk.press("Alt", "Shift", "ArrowDown");
    await stand(third, second, first);
    await until(async () => (await focused()) === first, "the moved row has the focus");
    await until(() => desk.browser.execute((place) => [...document.querySelectorAll("[aria-live]")].some(({ textContent }) => textContent === place), words.place), "its place is said");
    await desk.press("Alt", "Shift", "ArrowDown");
    assert.deepEqual(await inPart(), [third, second, first], "the last chapter goes no further");

    // Taken back, and moved again by the command.
    await desk.clickButton(words.putBack);
    await stand(third, first, second);
    await desk.openManuscript(second);
    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(words.command);
    await desk.press("Enter");
    await stand(third, second, first);

    // Parts move like chapters.
    const parts = () => desk.browser.$$("nav [role=treeitem][aria-expanded]").map((each) => each.getAttribute("data-path"));
    const before = await parts();
    const [above, below] = before.filter((each) => [part, other].includes(each));
    await desk.click(row(below));
    await desk.press("Alt", "Shift", "ArrowUp");
    await until(async () => (await parts()).indexOf(below) < (await parts()).indexOf(above), "the part stands first");
    await desk.click(row(below));

    // No name and no text has changed, and the order holds after a restart.
    assert.deepEqual(await Promise.all([first, second, third].map((path) => desk.text(path))), texts);
    await desk.restart();
    await desk.finds(row(first));
    await stand(third, second, first);
    const order = (await desk.commonplace("files", "order")).filter((path) => path.startsWith(`${part}/`));
    assert.deepEqual(order, [third, second, first]);

    // Chapters are turned in this order.
    await desk.openManuscript(third);
    await desk.press("Alt", "PageDown");
    await desk.finds(`.cm-content[aria-label$="${second}"]`);
    await desk.press("Alt", "PageDown");
    await desk.finds(`.cm-content[aria-label$="${first}"]`);
    await desk.press("Alt", "PageUp");
    await desk.finds(`.cm-content[aria-label$="${second}"]`);

    // The export follows.
    const out = await mkdtemp(join(tmpdir(), "commonplace-books-"));
    t.after(() => rm(out, { recursive: true, force: true }));
    await desk.press("Control", "Shift", "e");
    await desk.finds('dialog input[value="markdown"]');
    for (const choice of (await desk.browser.$$('dialog fieldset input[type="radio"][name$="-what"]')).slice(1)) await choice.click();
    await desk.screenshot(`order exported ${language}`);
    await desk.click('dialog input[value="markdown"]');
    await desk.clickButton(words.export);
    await answerDialog(join(out, "book"));
    await desk.shows(words.ready);
    const book = await readFile(join(out, "book.md"), "utf8");
    const places = [third, second, first].map((path) => book.indexOf(texts[[first, second, third].indexOf(path)].trim().split("\n").at(-1)));
    assert.ok(places.every((place) => place >= 0), "each chapter is in the book");
    assert.deepEqual(places, places.toSorted((a, b) => a - b), "in the order of the list");
  });
}
