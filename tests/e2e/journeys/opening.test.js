import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, SAMPLE } from "../harness/desk.js";
import { until } from "../harness/until.js";

const FIRST_WORDS = {
  "Part One/01 Counting windows.md": "The tax on light was a penny a flame",
  "第一卷/01 广播站.md": "县广播站在粮站的后面",
};

test("the desk opens on the folder it is given, lists its chapters without their ending and shows the first", async (t) => {
  const desk = await openDesk(t);

  for (const chapter of await manuscripts(SAMPLE)) {
    await desk.shows(chapter.split("/").at(-1).replace(/\.md$/, ""));
  }
  assert.doesNotMatch(await desk.reads(), /\.md/);
  const first = await (await desk.finds("nav [aria-current=page]")).getAttribute("data-path");
  assert.equal(first, (await desk.listed())[0]);
  await desk.shows(FIRST_WORDS[first]);
  const beyond = await desk.browser.execute(() => {
    const side = document.querySelector("nav").parentElement;
    return side.scrollHeight - side.clientHeight;
  });
  assert.equal(beyond, 0, "a short list has no scroll bar");
  await desk.screenshot("opening");
});

test("opening every chapter, closing and opening again leaves every manuscript byte for byte as it was", async (t) => {
  const desk = await openDesk(t);
  for (const chapter of await manuscripts(SAMPLE)) await desk.openManuscript(chapter);

  await desk.openManuscript("第一卷/02 马师傅.md");
  await desk.restart();
  await desk.finds('.cm-content[aria-label$="第一卷/02 马师傅.md"]');
  await desk.quit();

  for (const path of await manuscripts(SAMPLE)) {
    const [before, after] = await Promise.all([SAMPLE, desk.project].map((folder) => readFile(join(folder, path))));
    assert.deepEqual(after, before, `${path} changed`);
  }
});

const OTHERS = {
  en: { chapter: "Part One/03 The roof.md", typed: "It rained.", other: "Open another project…", sample: "Open the sample project", back: "Open project" },
  zh: { chapter: "第一卷/03 涨水.md", typed: "下雨了。", other: "打开另一个项目…", sample: "打开示例项目", back: "打开「project」" },
};

for (const [language, { chapter, typed, other, sample, back }] of Object.entries(OTHERS)) {
  test(`another project is opened from the menu and the first one again by its name, with all text saved (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    const item = (title) => `//*[@role="menuitem"][starts-with(normalize-space(), "${title}")]`;
    const name = () => desk.browser.execute(() => document.querySelector("header h1")?.textContent);
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(typed);

    // At once, before the pause after which the text is saved by itself.
    await desk.press("F10");
    await desk.finds(item(other));
    await desk.screenshot(`menu with projects ${language}`);
    await desk.click(item(sample));
    await until(async () => (await name()) !== "project", "the sample project is open");
    assert.ok((await desk.text(chapter)).trimEnd().endsWith(typed), "the text was saved first");

    await desk.press("F10");
    await desk.click(item(back));
    await until(async () => (await name()) === "project", "the first project is open again");

    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(other);
    await desk.finds(`//dialog//*[@role="option"][@aria-selected="true"][contains(., "${other}")]`);
  });
}

async function manuscripts(folder) {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => entry.endsWith(".md") && !entry.startsWith("memory"));
}

const SHUT = {
  en: { chapter: "Part One/03 The roof.md", typed: "It rained.", said: "Nothing is learned in this folder", why: "The memory in memory cannot be changed" },
  zh: { chapter: "第一卷/03 涨水.md", typed: "下雨了。", said: "此文件夹里不学习", why: "memory 里的记忆无法改动" },
};

for (const [language, { chapter, typed, said, why }] of Object.entries(SHUT)) {
  test(`a folder with a file in the place of its memory opens, is written in, and says that nothing is learned (${language})`, async (t) => {
    const desk = await openDesk(t, {
      file: chapter,
      settings: { language },
      prepare: (project) => writeFile(join(project, "memory"), "not a folder"),
    });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.shows(said);
    await desk.shows(why);
    await desk.screenshot(`memory that is a file ${language}`);

    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(typed);
    await until(async () => (await desk.text(chapter)).includes(typed), "the text is saved");
    assert.equal(await desk.text("memory"), "not a folder");
  });
}
