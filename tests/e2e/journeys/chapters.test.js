// Chapters in the real window: split, undone, split again and merged; the status of one, and the target of the book.

import assert from "node:assert/strict";
import { readFile, readdir, rm, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, row } from "../harness/desk.js";
import { until } from "../harness/until.js";

const JOURNEYS = [
  {
    language: "en",
    path: "Tide/01 Low tide.md",
    first: "Wen waits at the landing.\n",
    second: "# The ferry\n\nThe boat comes late.\n",
    line: "The ferry",
    other: "Tide/02 The ferry.md",
    split: "Split chapter here",
    merge: "Merge with the next chapter",
    typed: { split: "split chapter here", merge: "merge with the next" },
    undo: "Undo",
    status: "Status…",
    draft: "draft",
    whole: "The book: 11 words",
    target: "Target for the book",
    of: "The book: 11 of 90,000 words",
  },
  {
    language: "zh",
    path: "渡口/第一章 等船.md",
    first: "阿文在渡口等船。\n",
    second: "# 第二章 雪夜\n\n船来晚了。\n",
    line: "第二章",
    other: "渡口/第二章 雪夜.md",
    split: "在此拆分本章",
    merge: "与下一章合并",
    // The driver does not type every Chinese character.
    typed: { split: "zaicichaifen", merge: "yuxiayizhang" },
    undo: "撤销",
    status: "状态…",
    draft: "草稿",
    whole: "全书 16 字",
    target: "全书的目标",
    of: "全书 16／90,000 字",
  },
];

for (const words of JOURNEYS) {
  const { language, path, first, second, other } = words;
  const whole = `${first}\n${second}`;

  test(`a chapter is split and merged, and both are undone (${language})`, async (t) => {
    const desk = await openDesk(t, {
      settings: { language },
      file: path,
      prepare: async (project) => {
        for (const name of await readdir(project)) await rm(join(project, name), { recursive: true });
        await mkdir(join(project, path.split("/")[0]));
        await writeFile(join(project, path), whole);
      },
    });
    const onPage = (file) => desk.finds(`.cm-content[aria-label$="${file}"]`);
    const menu = async (file, item) => {
      const element = await desk.finds(row(file));
      await element.click({ button: "right" });
      await desk.click(`//*[@role="menuitem"][starts-with(normalize-space(), "${item}")]`);
    };
    const command = async (name) => {
      const { [name]: title, typed } = words;
      await desk.press("Control", "p");
      await desk.finds("dialog[open] input:focus");
      await desk.type(typed[name]);
      await desk.finds(`//dialog//*[@role="option"][@aria-selected="true"][contains(., "${title}")]`);
      await desk.press("Enter");
    };
    const stands = (file, text) => until(async () => (await desk.text(file).catch(() => null)) === text, `${file} has its text`);
    const isListed = (...files) => until(async () => (await desk.listed()).join() === files.join(), `${files} are listed`);
    const isGone = () => isListed(path);

    // The split by the palette, and its undo by the notice. Ctrl+Z brings no text back into either file.
    await onPage(path);
    await desk.shows(words.whole);
    await desk.click(".cm-content");
    await desk.goTo(language === "en" ? "# The ferry" : "# 第二章").catch(() => desk.goTo(words.line));
    await command("split");
    await onPage(other);
    await stands(path, first);
    await stands(other, second);
    await isListed(path, other);
    await desk.press("Control", "z");
    assert.equal(await desk.text(other), second);
    await desk.screenshot(`chapters-split-${language}`);
    await desk.clickButton(words.undo);
    await onPage(path);
    await stands(path, whole);
    await isGone();

    // The split by the menu of the row, and the merge by the palette.
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    for (let line = 0; line < 3; line++) await desk.press("ArrowUp");
    await menu(path, words.split);
    await onPage(other);
    await stands(path, first);
    await desk.openManuscript(path);
    await command("merge");
    await stands(path, whole);
    await isGone();
    await desk.clickButton(words.undo);
    await stands(path, first);
    await stands(other, second);

    // The status of a file that is open, and of the book its length and its target.
    await menu(path, words.status);
    await desk.click(`//*[@role="menuitem"][normalize-space()="${words.draft}"]`);
    await stands(path, `---\nstatus: ${words.draft}\n---\n\n${first}`);
    await until(
      () => desk.browser.execute((path, draft) => document.querySelector(`nav [data-path="${path}"] .status`)?.innerText === draft, path, words.draft),
      "the list tells the status",
    );
    await menu(path, words.status);
    await desk.press("End");
    await desk.press("Enter");
    await stands(path, first);
    await desk.click("footer .length");
    const target = await desk.finds(`input[aria-label="${words.target}"]`);
    await target.setValue("90000");
    await desk.press("Enter");
    await desk.shows(words.of);
    await desk.press("Escape");
    await desk.screenshot(`chapters-book-${language}`);
    const kept = async () => {
      // A temporary file may stand beside it during a save.
      const names = await readdir(join(desk.data, "workspaces")).catch(() => []);
      const name = names.find((each) => each.endsWith(".json"));
      return name && JSON.parse(await readFile(join(desk.data, "workspaces", name), "utf8")).bookTarget === 90000;
    };
    await until(kept, "the target is kept");
    await desk.restart();
    await desk.shows(words.of);
  });
}
