// The settings: in the window and in their file, immediately and after a restart; and the first start.

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices } from "../harness/writer.js";

const CHAPTER = "第一卷/01 广播站.md";

test("language and colours change at once, and a file edited by hand is followed with what it can mean", async (t) => {
  const desk = await openDesk(t, { file: CHAPTER });
  await desk.finds(`.cm-content[aria-label$="${CHAPTER}"]`);
  await desk.press("Control", ",");
  await desk.click('//dialog//label[normalize-space()="中文"]');
  await desk.shows("语言与外观");
  await desk.click('//dialog//label[normalize-space()="高对比度"]');
  await until(() => look(desk, "--color-page", "#fff"), "the page is white");
  await desk.screenshot("settings high contrast");

  await writeFile(
    join(desk.data, "settings.json"),
    JSON.stringify({ language: "en", theme: "sepia", page: { size: 28 }, recentProjects: [desk.project] }),
  );
  await desk.restart();
  await desk.finds(`.cm-content[aria-label$="${CHAPTER}"]`);
  await until(() => look(desk, "--size-manuscript", "1.75rem"), "the size of the file holds");
  await desk.press("Control", ",");
  await desk.shows("Not understood in it, so the usual values hold: theme.");
});

for (const [language, words] of Object.entries({
  en: { section: "Skills", skill: "Polish the selection", tighten: "Tighten", waiting: "Press a key", move: "Cut the intensifiers" },
  zh: { section: "改法", skill: "润色所选文字", tighten: "精简", waiting: "请按键", move: "删减强调词" },
})) {
  test(`a skill says what it changes and gets another key (${language})`, async (t) => {
    const desk = await openDesk(t, { file: CHAPTER, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${CHAPTER}"]`);
    await desk.press("Control", ",");
    await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.section}"]`);
    await desk.shows(words.tighten);
    await desk.screenshot(`settings skills ${language}`);
    await desk.click("dialog details summary");
    await desk.shows(words.move);
    await desk.click(`//dialog//button[starts-with(@aria-label, "${words.skill}")]`);
    await desk.shows(words.waiting);
    await desk.press("F6");
    await desk.finds(`//dialog//button[starts-with(@aria-label, "${words.skill}") and normalize-space()="F6"]`);
    await desk.screenshot(`settings skills moves ${language}`);
    await desk.press("Escape");
    await desk.click(".cm-content");
    await desk.press("Control", "a");
    await desk.press("F6");
    await desk.finds("#offer-list");
  });
}

for (const [language, words] of Object.entries({
  en: { section: "Writing", target: "Target for this file", switched: "Count pasted text", typed: "Rain fell." },
  zh: { section: "写作", target: "本文件的目标", switched: "计入粘贴的文字", typed: "下雨了。" },
})) {
  test(`how the page helps with writing is found again (${language})`, async (t) => {
    const desk = await openDesk(t, { file: CHAPTER, settings: { language } });
    await desk.click(".cm-content");
    await desk.press("F8");
    await desk.press("Shift", "F8");
    await desk.press("Control", ",");
    await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.section}"]`);
    await desk.click(`//dialog//label[normalize-space()="${words.switched}"]`);
    await desk.screenshot(`settings writing ${language}`);
    await desk.press("Escape");
    await desk.click("footer .length");
    await desk.click(`[aria-label="${words.target}"]`);
    await desk.type("4000");
    await desk.press("Tab");
    await desk.press("Escape");
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);
    const kept = async () => {
      // There is no file before the first save, and a temporary file beside it during a save.
      const names = await readdir(join(desk.data, "workspaces")).catch(() => []);
      const name = names.find((each) => each.endsWith(".json"));
      return name === undefined ? {} : JSON.parse(await readFile(join(desk.data, "workspaces", name), "utf8"));
    };
    const today = async () => (await kept()).days?.at(-1)?.typed.words ?? 0;
    await until(async () => (await today()) > 0, "what was written today is kept");
    const before = await today();
    await desk.restart();

    await desk.finds(`.cm-content.cm-typewriter[aria-label$="${CHAPTER}"]`);
    await desk.finds(".cm-line.cm-dim");
    await desk.click("footer .length");
    await until(
      () => desk.browser.execute((label) => document.querySelector(`[aria-label="${label}"]`)?.value === "4000", words.target),
      "the target of the file is found again",
    );
    assert.deepEqual((await kept()).targets, { [CHAPTER]: 4000 });
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);
    await until(async () => (await today()) > before, "the day goes on where it was");
    const { writing } = JSON.parse(await readFile(join(desk.data, "settings.json"), "utf8"));
    assert.deepEqual(
      { focus: writing.focus, typewriter: writing.typewriter, countPasted: writing.countPasted },
      { focus: "paragraph", typewriter: true, countPasted: true },
    );
  });
}

for (const [language, words] of Object.entries({
  en: { section: "Memory", place: "Memory of this project", move: "Move it there", to: "About/what I know", typed: "It rained." },
  zh: { section: "记忆", place: "本项目的记忆", move: "移到那里", to: "资料/记忆", typed: "下雨了。" },
})) {
  test(`the memory of a project goes where the writer wants it, while she writes (${language})`, async (t) => {
    const desk = await openDesk(t, { file: CHAPTER, settings: { language } });
    await desk.imports(choices(language, 50));
    await desk.commonplace("distill");
    const rules = await desk.commonplace("rules", "list");
    assert.ok(rules.length > 0);
    await desk.shows(rules[0].text);
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);

    const moveTo = async (place) => {
      await desk.press("Control", ",");
      await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.section}"]`);
      await desk.click(`//dialog//label[normalize-space()="${words.place}"]`);
      await desk.press("Control", "a");
      await desk.type(place);
      await desk.screenshot(`settings memory ${language}`);
      await desk.click(`//dialog//button[normalize-space()="${words.move}"]`);
      await until(
        () => desk.browser.execute((label) => ![...document.querySelectorAll("dialog button")].some((button) => button.textContent.trim() === label), words.move),
        "it was moved, or not",
      );
      await desk.press("Escape");
    };
    await moveTo(words.to);
    await desk.finds(`.cm-content[aria-label$="${CHAPTER}"]`);
    await desk.shows(rules[0].text);
    const there = async () => (await readdir(desk.project)).includes("memory");
    assert.equal(await there(), false);
    assert.match(await desk.text("workflow.toml"), new RegExp(`^root = "${words.to}"$`, "m"));
    assert.ok((await desk.text(CHAPTER)).includes(words.typed));

    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);
    await until(async () => (await desk.text(CHAPTER)).includes(words.typed + words.typed), "writing goes on");
    await desk.restart();
    await desk.shows(rules[0].text);
    assert.equal(await there(), false);
    assert.deepEqual((await desk.commonplace("rules", "list")).map(({ id }) => id), rules.map(({ id }) => id));
  });
}

for (const [language, { off, sentence }] of Object.entries({
  en: { off: "Suggestions and learning", sentence: "Suggestions and learning off" },
  zh: { off: "建议与学习", sentence: "建议与学习已关闭" },
})) {
  test(`with suggestions and learning off the desk offers nothing and records nothing (${language})`, async (t) => {
    const desk = await openDesk(t, { file: CHAPTER, settings: { language, ai: false } });
    await desk.shows(sentence);
    assert.ok(!(await desk.browser.$("aside").isExisting()), "no panel");
    await desk.click(".cm-content");
    const passage = await desk.select("楼下的门没有锁");
    assert.ok(passage.length > 0);
    await desk.press("Control", "Enter");
    await desk.press("Control", "End");
    await desk.type("雨停了。");
    await until(async () => (await desk.text(CHAPTER)).trimEnd().endsWith("雨停了。"), "what is typed is saved");
    assert.ok(!(await desk.browser.$("#offer-list").isExisting()), "nothing is offered");
    await desk.screenshot(`off ${language}`);
    await desk.quit();
    assert.deepEqual(await desk.commonplace("episodes", "list"), []);

    await desk.start();
    await desk.shows(sentence);
    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(off);
    await desk.press("Enter");
    await desk.finds("aside");
  });
}

for (const [language, words] of Object.entries({
  en: { sample: "Try the sample project", chapter: "Part One/02 Mrs Quill keeps accounts.md", typed: "It rained." },
  zh: { sample: "用示例项目试试", chapter: "第一卷/02 马师傅.md", typed: "下雨了。" },
})) {
  test(`a first start goes from nothing to writing in two clicks (${language})`, async (t) => {
    const desk = await openDesk(t, { settings: { language, recentProjects: [] }, args: () => [] });
    await desk.finds(".welcome");
    await desk.screenshot(`first start ${language}`);
    await desk.clickButton(words.sample);
    await desk.openManuscript(words.chapter);
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);
    const sample = join(desk.data, (await readdir(desk.data)).find((name) => name.startsWith("Commonplace")) ?? "");
    await until(
      async () => (await desk.text(join("../data", sample.slice(desk.data.length + 1), words.chapter))).trimEnd().endsWith(words.typed),
      "what is typed is saved in the copy",
    );
    await desk.restart();
    await desk.finds(`.cm-content[aria-label$="${words.chapter}"]`);
  });
}

function look(desk, token, value) {
  const read = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return desk.browser.execute(read, token).then((seen) => seen === value || seen.includes(value));
}
