// The length of a text in the real window: the writer chooses how it is counted, and sees what she wrote on each day.

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { LANGUAGES } from "../harness/screens.js";
import { openDesk, row } from "../harness/desk.js";
import { until } from "../harness/until.js";

const WORDS = {
  en: {
    path: "Part One/00 Count.md",
    text: "“Go,” she said.\n",
    typed: "And she went.",
    foot: { words: "6 words", characters: "24 characters", letters: "19 letters" },
    chosen: { characters: "With punctuation", letters: "Without", words: "Words" },
    days: "Words by day",
    sum: "3 words on 1 day",
  },
  zh: {
    path: "第一卷/00 字数.md",
    text: "“走吧……”她说。\n",
    typed: "然后走了！",
    foot: { words: "8 字", characters: "14 字", letters: "8 字" },
    chosen: { characters: "计标点", letters: "不计标点", words: "汉字加单词" },
    days: "每日字数",
    sum: "1 天，共 4 字",
  },
};

for (const { language } of Object.values(LANGUAGES)) {
  const words = WORDS[language];

  test(`the writer chooses what counts, and sees what she wrote on each day (${language})`, async (t) => {
    const desk = await openDesk(t, {
      settings: { language },
      file: words.path,
      prepare: (project) => writeFile(join(project, words.path), words.text),
    });
    const foot = () => desk.browser.execute(() => document.querySelector("footer .length")?.innerText);
    const listed = () =>
      desk.browser.execute((path) => document.querySelector(`nav [data-path="${path}"] .length`)?.innerText, words.path);
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);
    await until(async () => (await foot()) === words.foot.words, "the foot counts words");

    for (const counting of ["characters", "letters"]) {
      await desk.click("footer .length");
      await desk.click(`//footer//label[normalize-space()="${words.chosen[counting]}"]`);
      await until(async () => (await foot()) === words.foot[counting], `the foot counts ${counting}`);
      const number = words.foot[counting].match(/\d+/)[0];
      await until(async () => (await listed()) === number, `so does the list`);
      await desk.press("Escape");
    }
    await until(async () => (await desk.settings()).includes('"counting": "letters"'), "the choice is kept");

    await desk.restart();
    await desk.finds(row(words.path));
    await until(async () => (await foot()) === words.foot.letters, "the choice is found again");
    await desk.click("footer .length");
    await desk.click(`//footer//label[normalize-space()="${words.chosen.words}"]`);
    await desk.clickButton(words.days);
    await desk.finds("dialog[open] table");
    await desk.shows(words.sum);
    const [name] = await readdir(join(desk.data, "workspaces"));
    const { days } = JSON.parse(await readFile(join(desk.data, "workspaces", name), "utf8"));
    assert.equal(days.length, 1);
    await desk.screenshot(`days-${language}`);
    await desk.press("Escape");
  });
}

const STATUS = {
  en: { menu: "Status", status: "draft", foot: "6 words" },
  zh: { menu: "状态", status: "草稿", foot: "8 字" },
};

for (const { language } of Object.values(LANGUAGES)) {
  const words = { ...WORDS[language], ...STATUS[language] };

  test(`a status makes a chapter no longer, in the foot, in the list and for the day (${language})`, async (t) => {
    const text = words.text + words.typed;
    const desk = await openDesk(t, {
      settings: { language },
      file: words.path,
      prepare: (project) => writeFile(join(project, words.path), text),
    });
    const foot = () => desk.browser.execute(() => document.querySelector("footer .length")?.innerText);
    const listed = () =>
      desk.browser.execute((path) => document.querySelector(`nav [data-path="${path}"] .length`)?.innerText, words.path);
    await until(async () => (await foot()) === words.foot, "the foot counts words");
    const before = await listed();
    const whole = await desk.browser.execute(() => document.querySelector("nav .whole").innerText);

    await desk.browser.execute((selector) => document.querySelector(selector).focus(), row(words.path));
    await desk.press("Shift", "F10");
    await desk.click(`//*[@role="menuitem"][starts-with(normalize-space(), "${words.menu}")]`);
    await desk.click(`//*[starts-with(@role, "menuitem")][normalize-space()="${words.status}"]`);
    await until(async () => (await desk.text(words.path)).includes("---\n"), "the status is saved");
    await desk.shows(words.status);
    // Longer than the page waits before it counts.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    assert.equal(await foot(), words.foot);
    assert.equal(await listed(), before);
    assert.equal(await desk.browser.execute(() => document.querySelector("nav .whole").innerText), whole);

    // The core counts the files anew.
    await desk.restart();
    await desk.finds(row(words.path));
    await until(async () => (await listed()) === before, "the list has the same length");
    assert.equal(await desk.browser.execute(() => document.querySelector("nav .whole").innerText), whole);
    const [name] = await readdir(join(desk.data, "workspaces"));
    const { days } = JSON.parse(await readFile(join(desk.data, "workspaces", name), "utf8"));
    assert.deepEqual(days, [], "nothing was written today");
  });
}
