// Starts of the desk with bad input. In each case the window stays usable and shows a sentence that says what to do.

import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
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
