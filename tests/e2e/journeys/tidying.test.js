// Tidying in the real window: the changes are shown first, may be left out singly, and are one step of undo.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const WORDS = {
  en: {
    path: "Part One/00 Rough.md",
    text: '# Rough\n\n"Go," she said -- "now..."\n\nSee `a--b` and [the "list"](../Notes/Cast.md).\n\n\n\nHe didn\'t.  Not yet.\n',
    command: "Tidy this text",
    count: "Make 8 changes",
    left: "Dashes, taken",
    expected: '# Rough\n\n“Go,” she said -- “now…”\n\nSee `a--b` and [the "list"](../Notes/Cast.md).\n\n\n\nHe didn’t. Not yet.\n',
  },
  zh: {
    path: "第一卷/00 草稿.md",
    text: '# 草稿\n\n他说:"走吧"...\nOK，他等着--没有来.\n见`a--b`和[「名,单」](../Notes/Cast.md)。\n',
    command: "一键排版",
    choose: "要",
    count: "采用 11 处改动",
    left: "破折号，采用",
    expected: '# 草稿\n\n　　他说：「走吧」……\n\n　　OK，他等着--没有来。\n\n　　见`a--b`和[「名,单」](../Notes/Cast.md)。\n',
  },
};

for (const language of ["en", "zh"]) {
  const words = WORDS[language];

  test(`a chapter is tidied by changes that can be left out and taken back (${language})`, async (t) => {
    const desk = await openDesk(t, {
      settings: { language },
      file: words.path,
      prepare: (project) => writeFile(join(project, words.path), words.text),
    });
    await desk.finds(`.cm-content[aria-label$="${words.path}"]`);
    await desk.press("Control", "p");
    await desk.type(words.command);
    await desk.press("Enter");
    await desk.finds(".tidying");
    if (words.choose) {
      for (const radio of await desk.browser.$$(`//*[contains(@class, "tidying")]//label[normalize-space()="${words.choose}"]`)) await radio.click();
    }
    await desk.shows(words.count);
    await desk.screenshot(`tidying-${language}`);
    await desk.click(`.hunk[title="${words.left}"]`);
    await desk.click(".tidying .tools button");
    await until(async () => (await desk.text(words.path)) === words.expected, "the text is tidied and saved");
    await desk.press("Control", "z");
    await until(async () => (await desk.text(words.path)) === words.text, "one undo brings the text back");
  });
}
