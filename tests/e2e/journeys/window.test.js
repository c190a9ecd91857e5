// The frame of the real window: many tabs, a search that scrolls, the hint of skills, and the folders of the list.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, row } from "../harness/desk.js";
import { until } from "../harness/until.js";

const WORDS = {
  en: {
    chapter: (number) => `Tabs/${number} The long way round the harbour.md`,
    all: "All open files",
    line: "The rain went on and on.\n\n",
    sought: "lighthouse",
    folder: "Put away",
    newFolder: "New folder “Put away”",
    bad: "a/b",
    sentence: "“a/b” cannot be a name.",
    rename: "Rename this file",
    move: "Move this file to a folder",
    nothing: { words: "***", note: "The selection has no words." },
  },
  zh: {
    chapter: (number) => `章节/${number} 绕着港口走的那条远路.md`,
    all: "全部打开的文件",
    line: "雨一直下，一直下。\n\n",
    sought: "灯塔",
    folder: "收起来",
    newFolder: "新建文件夹「收起来」",
    bad: "..",
    sentence: "“..”不能用作名字。",
    rename: "重命名当前文件",
    move: "把当前文件移到文件夹",
    nothing: { words: "***", note: "选中的部分没有文字。" },
  },
};

const NUMBERS = Array.from({ length: 10 }, (_, at) => String(at + 1).padStart(2, "0"));

for (const language of ["en", "zh"]) {
  const words = WORDS[language];
  const last = words.chapter("10");
  const text = `${words.nothing.words}\n\n${words.line.repeat(120)}${words.sought}\n`;

  const open = (t) =>
    openDesk(t, {
      settings: { language },
      file: last,
      prepare: async (project) => {
        await mkdir(join(project, last, ".."));
        for (const number of NUMBERS) await writeFile(join(project, words.chapter(number)), text);
      },
    });

  const run = async (desk, command) => {
    await desk.press("Control", "p");
    await desk.type(command);
    await desk.press("Enter");
  };

  test(`ten tabs stay readable, the open one is in view, and a list has them all (${language})`, async (t) => {
    const desk = await open(t);
    for (const number of NUMBERS) await desk.openManuscript(words.chapter(number));
    const tabs = () =>
      desk.browser.execute(() => {
        const strip = document.querySelector(".tabs ul").getBoundingClientRect();
        return [...document.querySelectorAll(".tabs li")].map((tab) => {
          const { left, right, width } = tab.getBoundingClientRect();
          return { width, isCurrent: tab.classList.contains("current"), isInView: left >= strip.left - 1 && right <= strip.right + 1 };
        });
      });
    await until(async () => (await tabs()).find(({ isCurrent }) => isCurrent)?.isInView, "the open tab is in view");
    const all = await tabs();
    assert.equal(all.length, 10);
    assert.ok(all.every(({ width }) => width >= 120), JSON.stringify(all));
    await desk.screenshot(`tabs-${language}`);
    await desk.click(`[aria-label="${words.all}"]`);
    await desk.click(`//*[@role="menuitem"][normalize-space()="${words.chapter("01")}"]`);
    await desk.finds(`.cm-content[aria-label$="${words.chapter("01")}"]`);
    await until(async () => (await tabs())[0].isInView, "the first tab is in view");
  });

  test(`finding scrolls to the first match while she types, and Escape leads back (${language})`, async (t) => {
    const desk = await open(t);
    await desk.finds(`.cm-content[aria-label$="${last}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    const isInView = () => desk.browser.execute((word) => document.querySelector(".cm-content").innerText.includes(word), words.sought);
    assert.equal(await isInView(), false);
    await desk.press("Control", "f");
    await desk.finds(".cm-find input:focus");
    await desk.type(words.sought);
    await until(isInView, "the match is in view");
    await desk.press("Escape");
    await until(() => desk.browser.execute(() => document.querySelector(".cm-scroller").scrollTop < 200), "the caret is in view again");
  });

  test(`the hint of skills stands in view where the selection goes on below the window (${language})`, async (t) => {
    const desk = await open(t);
    await desk.finds(`.cm-content[aria-label$="${last}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    await desk.press("Control", "Shift", "End");
    await desk.browser.execute(() => (document.querySelector(".cm-scroller").scrollTop = 0));
    // The hint is for a writer who uses the mouse: it waits for a press and a release.
    await desk.browser.execute(() => {
      const content = document.querySelector(".cm-content");
      content.dispatchEvent(new MouseEvent("mouseup", { bubbles: true }));
    });
    await desk.press("Control", "a");
    await desk.browser.execute(() => (document.querySelector(".cm-scroller").scrollTop = 0));
    await until(
      () =>
        desk.browser.execute(() => {
          const hint = document.querySelector(".hint")?.getBoundingClientRect();
          return hint !== undefined && hint.top > 0 && hint.bottom < innerHeight && hint.height > 0;
        }),
      "the hint is in view",
    );
    await desk.screenshot(`hint-${language}`);
    await desk.browser.execute(() =>
      document.querySelector(".cm-line").dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, button: 2 })),
    );
    await until(() => desk.browser.execute(() => !document.querySelector(".hint")), "a click with the right button takes the hint away");
  });

  test(`a file goes into a new folder that is typed, and a bad name says what to do (${language})`, async (t) => {
    const desk = await open(t);
    await desk.finds(`.cm-content[aria-label$="${last}"]`);
    await run(desk, words.move);
    await desk.finds(".card input:focus");
    await desk.type(words.folder);
    await desk.shows(words.newFolder);
    await desk.press("Enter");
    const moved = `${words.folder}/${last.split("/")[1]}`;
    await desk.finds(row(moved));
    assert.equal(await desk.text(moved), text);
    await run(desk, words.rename);
    await desk.finds("nav input:focus");
    await desk.press("Control", "a");
    await desk.type(words.bad);
    await desk.press("Enter");
    await desk.shows(words.sentence);
    await desk.press("Escape");
  });

  test(`an offer without candidates says why (${language})`, async (t) => {
    const desk = await open(t);
    await desk.finds(`.cm-content[aria-label$="${last}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    await desk.press("Shift", "End");
    await desk.press("Control", "Enter");
    await desk.shows(words.nothing.note);
  });
}
