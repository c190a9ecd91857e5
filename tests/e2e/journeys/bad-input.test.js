// Starts of the desk with bad input. In each case the window stays usable and shows a sentence that says what to do.

import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, row } from "../harness/desk.js";
import { until } from "../harness/until.js";

/** “Café” in Latin-1: the byte of the last letter is not valid UTF-8. */
const LATIN_1 = Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x0a]);
const NO_PROJECT = { recentProjects: [] };
const FIRST = "Part One/01 Counting windows.md";

/** Types into the page and waits for the save, which proves best that the desk is usable. */
async function isUsable(desk, path = FIRST) {
  await desk.openManuscript(path);
  await desk.click(".cm-content");
  await desk.press("Control", "End");
  await desk.type("Still here.");
  await until(async () => (await desk.text(path)).trimEnd().endsWith("Still here."), "what is typed is saved");
}

test("a folder that does not exist is named, and another one can be opened", async (t) => {
  const desk = await openDesk(t, { settings: NO_PROJECT, args: (project) => [join(project, "no such folder")] });
  await desk.shows("no such folder cannot be reached. Check that the disk is connected, or open another folder");
  await desk.shows("Open a folder");
  assert.ok(!(await readdir(desk.project)).includes("no such folder"), "no folder was made");

  await desk.clickButton("中文");
  await desk.shows("请检查磁盘是否已连接，或打开其他文件夹");
  await desk.shows("打开文件夹");
});

test("a manuscript named without a folder opens in the one it lies in", async (t) => {
  const settings = { ...NO_PROJECT, language: "zh" };
  const desk = await openDesk(t, { settings, args: (project) => [join(project, "Notes/Cast.md")] });
  await desk.finds('.cm-content[aria-label$="Cast.md"]');
  assert.deepEqual(await desk.listed(), ["Cast.md", "Timeline.md"]);
});

test("a MEMORY.md in another encoding is left as it is and said so, and writing goes on", async (t) => {
  const desk = await openDesk(t, {
    file: FIRST, settings: { language: "zh" },
    prepare: async (project) => {
      await mkdir(join(project, "memory"));
      await writeFile(join(project, "memory/MEMORY.md"), LATIN_1);
    },
  });
  await desk.shows("MEMORY.md 无法使用，请另存为 UTF-8 文本");
  await desk.speak("English");
  await desk.shows("save it as UTF-8 text. It was left untouched");
  await isUsable(desk);
  assert.deepEqual(await desk.bytes("memory/MEMORY.md"), LATIN_1);
});

test("a manuscript in an older encoding opens and one of 20 MB is refused with a sentence; both are left as they are", async (t) => {
  const everything = Buffer.from("雨下了一夜。 \n".repeat(1_000_000));
  const desk = await openDesk(t, {
    file: FIRST,
    prepare: async (project) => {
      await writeFile(join(project, "Notes/Old.md"), LATIN_1);
      await writeFile(join(project, "Notes/Everything.md"), everything);
    },
  });
  await desk.openManuscript("Notes/Old.md");
  assert.ok((await desk.page()).includes("Café"));
  await desk.click(row("Notes/Everything.md"));
  await desk.shows("Everything.md is larger than the desk opens. Split it into chapters");
  await desk.speak("中文");
  await desk.shows("Everything.md 过大，无法打开。请按章节拆分");

  await isUsable(desk);
  assert.deepEqual(await desk.bytes("Notes/Old.md"), LATIN_1);
  assert.ok(everything.equals(await desk.bytes("Notes/Everything.md")));
});

test("an index full of zeros is built anew, and what was known is known again", async (t) => {
  const desk = await openDesk(t, { file: FIRST });
  await desk.shows("Nothing learned yet");
  await desk.commonplace("rules", "add", "Dialogue carries no adverbs");
  await desk.shows("Dialogue carries no adverbs");
  await desk.quit();

  const index = join(desk.project, "memory/index");
  for (const file of await readdir(index)) await writeFile(join(index, file), Buffer.alloc(4096));
  await desk.start();
  await desk.shows("has been rebuilt from your files");
  await desk.shows("Dialogue carries no adverbs");
  await isUsable(desk);
});

const IN = {
  en: {
    file: FIRST,
    other: "02 Mrs Quill keeps accounts",
    refused: ["cannot be a name", "is there already, so nothing was changed"],
    newFolder: "Name of the new folder in Part One",
    settings: "Your settings could not be read, so the usual ones hold. Your file is kept as",
    order: "The order of the chapters in manuscripts.toml cannot be read",
  },
  zh: {
    file: "第一卷/01 广播站.md",
    other: "02 马师傅",
    refused: ["不能用作名字", "已经存在，未作改动"],
    newFolder: "第一卷 中新文件夹的名字",
    settings: "设置文件无法读取，暂用默认设置。你原来的文件保存在",
    order: "manuscripts.toml 中各章的次序无法读取",
  },
};

for (const [language, words] of Object.entries(IN)) {
  test(`a name that is refused leaves every row as it was, and a folder can be made at once (${language})`, async (t) => {
    const desk = await openDesk(t, { file: words.file, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${words.file}"]`);
    const rows = () =>
      desk.browser.execute(() => [...document.querySelectorAll("nav [role=treeitem][data-path]")].map((row) => row.innerText.trim()));
    const before = await rows();
    for (const [name, sentence] of [
      ["a/b", words.refused[0]],
      ["../x", words.refused[0]],
      [words.other, words.refused[1]],
    ]) {
      await desk.press("F2");
      await desk.finds("nav input");
      await desk.press("Control", "a");
      await desk.type(name);
      await desk.press("Enter");
      await desk.shows(sentence);
      await desk.press("Control", "Shift", "n");
      await desk.finds(`nav input[aria-label="${words.newFolder}"]`);
      assert.equal(await desk.browser.execute(() => document.activeElement.getAttribute("aria-label")), words.newFolder);
      // A row that the engine does not draw has no visible text.
      assert.deepEqual(await rows(), before, `after “${name}”`);
      await desk.press("Escape");
      await until(async () => !(await desk.browser.$("nav input").isExisting()), "the field is gone");
      assert.deepEqual(await rows(), before, `after “${name}” and Escape`);
      await desk.click(row(words.file));
      await desk.finds(`.cm-content[aria-label$="${words.file}"]`);
    }
  });

  test(`broken settings are kept beside the new ones, and the writer is told where (${language})`, async (t) => {
    const broken = `{ "language": "${language}", "zoom": 125, }\n`;
    const desk = await openDesk(t, { file: words.file, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${words.file}"]`);
    await desk.quit();
    await writeFile(join(desk.data, "settings.json"), broken);
    await desk.start();
    // The settings that named the language are lost, so the system's language is spoken first.
    const copy = join(desk.data, "settings-broken.json");
    await desk.shows(copy);
    await desk.speak(language === "en" ? "English" : "中文");
    await desk.shows(`${words.settings} ${copy}`);
    assert.equal(await readFile(copy, "utf8"), broken);
    await desk.screenshot(`broken-settings-${language}`);
    await until(async () => (await desk.settings()).includes(`"language": "${language}"`), "the new settings are written");
    assert.equal(await readFile(copy, "utf8"), broken);
  });

  test(`a broken order of chapters is told as the project is opened, and left as it is (${language})`, async (t) => {
    const broken = 'order = ["Part One/03 The roof.md",\n';
    const desk = await openDesk(t, {
      file: words.file, settings: { language },
      prepare: (project) => writeFile(join(project, "manuscripts.toml"), broken),
    });
    await desk.shows(words.order);
    await desk.screenshot(`broken-order-${language}`);
    assert.equal((await desk.listed())[0], FIRST);
    assert.equal(await desk.text("manuscripts.toml"), broken);

    // She mends it in another program, and then breaks it while the desk is open.
    await writeFile(join(desk.project, "manuscripts.toml"), 'order = ["Part One/03 The roof.md", "Part One/01 Counting windows.md"]\n');
    await until(async () => !(await desk.reads()).includes(words.order), "the notice goes");
    await until(async () => (await desk.listed())[0] === "Part One/03 The roof.md", "the list has her order");
    await writeFile(join(desk.project, "manuscripts.toml"), broken);
    await desk.shows(words.order);
    await until(async () => (await desk.listed())[0] === FIRST, "the list has the order of names");
    assert.equal(await desk.text("manuscripts.toml"), broken);
  });
}
