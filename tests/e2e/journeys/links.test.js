// Links by name and tables in the real window.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const WORDS = {
  en: {
    path: "Part One/00 Links.md",
    text: "First line.\n\nAsk [[cast]] or [[Timeline|the calendar]], not [[Nobody]].\n\n| Name  | Age |\n| ----- | --- |\n| Quill | 61  |\n",
    drawn: "Ask cast or the calendar, not Nobody.",
    leads: { cast: "Notes/Cast.md", "the calendar": "Notes/Timeline.md" },
    nowhere: "“Nobody” leads to no file of this project.",
  },
  zh: {
    path: "第一卷/00 链接.md",
    text: "第一行。\n\n去问[[马师傅]]，或看[[Timeline|年表]]，不要问[[没有人]]。\n\n| 名字   | 年纪 |\n| ------ | ---- |\n| 马师傅 | 61   |\n",
    drawn: "去问马师傅，或看年表，不要问没有人。",
    leads: { 马师傅: "第一卷/马师傅.md", 年表: "Notes/Timeline.md" },
    nowhere: "「没有人」不指向本项目的任何文件。",
  },
};

for (const language of ["en", "zh"]) {
  const words = WORDS[language];

  test(`a link by name is drawn, and leads to its file (${language})`, async (t) => {
    const desk = await openDesk(t, {
      settings: { language },
      file: words.path,
      prepare: async (project) => {
        await writeFile(join(project, words.path), words.text);
        await writeFile(join(project, "第一卷/马师傅.md"), "马师傅守着闸门。\n");
      },
    });
    await desk.finds(`.cm-content[aria-label$="${words.path}"]`);
    await until(async () => (await desk.page()).includes(words.drawn), "the brackets are hidden");
    // The columns of a table stand below each other.
    const ends = await desk.browser.execute(() =>
      [...document.querySelectorAll(".md-row")].map((line) => {
        const range = document.createRange();
        range.selectNodeContents(line);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    assert.equal(ends.length, 3);
    assert.ok(Math.max(...ends) - Math.min(...ends) <= 1, `the rows end at ${ends}`);
    await desk.screenshot(`links-${language}`);
    const follow = (shown) =>
      desk.browser.execute((shown) => {
        const link = [...document.querySelectorAll(".md-link")].find(({ textContent }) => textContent === shown);
        link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
      }, shown);
    for (const [shown, path] of Object.entries(words.leads)) {
      await follow(shown);
      await desk.finds(`.cm-content[aria-label$="${path}"]`);
      await desk.openManuscript(words.path);
      await until(async () => (await desk.page()).includes(words.drawn), "the manuscript is on the page again");
    }
    await follow(language === "en" ? "Nobody" : "没有人");
    await desk.shows(words.nowhere);
    assert.equal(await desk.text(words.path), words.text);
  });
}
