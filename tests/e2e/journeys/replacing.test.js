// Find and replace in the whole project: in the open manuscript, in files that are not open, and the undo of both.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const WORDS = {
  en: {
    page: "Part One/00 Page.md",
    other: "Part One/00 Other.md",
    before: "The kestrel came.",
    typed: " A kestrel left.",
    find: "kestrel",
    replacement: "heron",
    found: (places) => `${places} places in 2 files`,
    showReplace: "Show replacing",
    all: "Replace all",
    undo: "Undo replacement",
    field: "Replace with",
  },
  zh: {
    page: "第一卷/00 页.md",
    other: "第一卷/00 另.md",
    before: "红隼来了。",
    typed: "红隼又走了。",
    find: "红隼",
    replacement: "苍鹭",
    found: (places) => `2 个文件，共 ${places} 处`,
    showReplace: "显示替换",
    all: "全部替换",
    undo: "撤销替换",
    field: "替换为",
  },
};

for (const [language, words] of Object.entries(WORDS)) {
  test(`a word is replaced in every file, and put back (${language})`, async (t) => {
    const { page, other, before, typed } = words;
    const desk = await openDesk(t, {
      prepare: async (project) => {
        for (const path of [page, other]) await writeFile(join(project, path), `${before}\n`);
      },
      file: page,
      settings: { language },
    });
    await desk.finds(`.cm-content[aria-label$="${page}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    await desk.press("End");
    await desk.type(typed);
    await desk.press("Control", "Shift", "f");
    await desk.type(words.find);
    await desk.shows(words.found(3));
    await desk.click(`[aria-label="${words.showReplace}"]`);
    await desk.click(`input[aria-label="${words.field}"]`);
    await desk.type(words.replacement);
    await desk.screenshot(`replacing ${language}`);
    await desk.clickButton(words.all);
    const replaced = (text) => text.replaceAll(words.find, words.replacement);
    await until(async () => (await desk.text(other)) === replaced(`${before}\n`), "the file that is not open is changed");
    await until(async () => (await desk.text(page)) === replaced(`${before}${typed}\n`), "the page is changed and saved");
    await desk.finds(`//button[normalize-space()="${words.undo}"]`);
    await desk.screenshot(`replaced ${language}`);

    await desk.clickButton(words.undo);
    await until(async () => (await desk.text(other)) === `${before}\n`, "the file is as it was");
    await until(async () => (await desk.text(page)) === `${before}${typed}\n`, "the page is as it was");
    await desk.shows(words.found(3));

    await desk.click(`//*[contains(@class, "file") and contains(@title, "${other}")]/..//*[contains(@class, "hit")]//button`);
    await desk.finds(`.cm-content[aria-label$="${other}"]`);
    await until(() => desk.browser.execute((found) => getSelection().toString() === found, words.find), "it is selected on its page");
  });
}

test("three thousand files are searched while the writer goes on typing", async (t) => {
  const page = "Part One/00 Page.md";
  const desk = await openDesk(t, {
    prepare: async (project) => {
      await mkdir(join(project, "many"));
      const text = "The bell of the ferry, and the rain. 渡船的钟，还有雨。\n".repeat(100);
      await Promise.all(Array.from({ length: 3_000 }, (_, at) => writeFile(join(project, `many/${at}.md`), `${text}needle ${at}\n`)));
      await writeFile(join(project, page), "Begin\n");
    },
    file: page,
  });
  await desk.finds(`.cm-content[aria-label$="${page}"]`);
  await desk.press("Control", "Shift", "f");
  const began = Date.now();
  await desk.type("needle");
  await desk.finds(".hit");
  t.diagnostic(`the first results after ${Date.now() - began} ms`);
  await desk.click(".cm-content");
  await desk.press("Control", "End");
  await desk.type("typed on");
  await desk.shows("3,000 places in 3,000 files", 60_000);
  t.diagnostic(`all of them after ${Date.now() - began} ms`);
  await until(async () => (await desk.text(page)).endsWith("typed on"), "what was typed meanwhile is saved");
  assert.ok((await desk.page()).includes("typed on"));
});
