import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { lockable, noDisks, smallDisk } from "../harness/disk.js";
import { until } from "../harness/until.js";

const LANGUAGES = [
  {
    language: "en",
    path: "Part One/01 Counting windows.md",
    typed: "It rained on the shed and nobody spoke.",
    back: "What you had typed is back",
    versions: "Show the versions of this file",
    restore: "Restore this version",
    undoStop: "Undo again to take back",
    full: "The disk is full",
    readOnly: "may not be written",
    utf8: "Save as UTF-8 from now on",
  },
  {
    language: "zh",
    path: "第一卷/01 广播站.md",
    typed: "雨下了一夜，谁也没有说话。",
    back: "你输入的文字已找回",
    versions: "查看这个文件的历史版本",
    restore: "恢复这个版本",
    undoStop: "再撤销一次",
    full: "磁盘已满",
    readOnly: "不允许写入",
    utf8: "今后存为 UTF-8",
  },
];

/** Opens the desk on a manuscript with the caret at its end. */
async function openAt(t, file, options) {
  const desk = await openDesk(t, { ...options, file });
  await atEnd(desk, file);
  return desk;
}

async function atEnd(desk, path) {
  await desk.finds(`.cm-content[aria-label$="${path}"]`);
  await desk.click(".cm-content");
  await desk.press("Control", "End");
}

/** Resolves when a file has this ending. */
const endsWith = (desk, path, ending, withinMs) =>
  until(async () => (await desk.text(path)).trimEnd().endsWith(ending), `${path} ends with “${ending}”`, withinMs);

/** Returns the contents of all crash journals. */
async function journals(desk) {
  const folder = join(desk.data, "drafts");
  const names = (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(".jsonl"));
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("");
}

const inserted = (journal) =>
  journal
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => JSON.parse(line).typed?.changes ?? [])
    .map(([, , insert]) => insert)
    .join("");

for (const words of LANGUAGES) {
  const { language, path, typed } = words;

  test(`what was typed and not saved is back after a crash, and undo takes it out again (${language})`, async (t) => {
    const desk = await openAt(t, path, { settings: { language } });
    const before = await desk.text(path);
    await desk.type(typed);
    await until(async () => inserted(await journals(desk)).includes(typed), "the crash journal has it");
    const wasSaved = (await desk.text(path)) !== before;
    await desk.kill();
    await desk.start();
    await desk.finds(`.cm-content[aria-label$="${path}"]`);
    await endsWith(desk, path, typed);
    // If the machine was slow for longer than the pause, the text has been saved, and there is nothing to recover.
    if (wasSaved) return;
    await desk.shows(words.back);
    await desk.screenshot(`recovered ${language}`);
    await atEnd(desk, path);
    await desk.press("Control", "z");
    await until(async () => (await desk.text(path)) === before, "undo takes it out");
  });

  test(`an older version is read beside the text, restored, and the restoring undone (${language})`, async (t) => {
    const desk = await openAt(t, path, { settings: { language } });
    const before = await desk.text(path);
    await desk.type(typed);
    await endsWith(desk, path, typed);
    await desk.click(`button[aria-label="${words.versions}"]`);
    await until(async () => (await desk.browser.$(".versions ins").isExisting()) && true, "what came since is marked");
    await desk.screenshot(`versions ${language}`);
    await desk.clickButton(words.restore);
    await until(async () => (await desk.text(path)) === before, "the file is as it was");
    await desk.press("Control", "z");
    await endsWith(desk, path, typed);
  });

  test(`undo goes on after a restart, once it has said so (${language})`, async (t) => {
    const desk = await openAt(t, path, { settings: { language } });
    const before = await desk.text(path);
    await desk.type(typed);
    await desk.restart();
    assert.ok((await desk.text(path)).trimEnd().endsWith(typed));
    await atEnd(desk, path);
    await desk.press("Control", "z");
    await desk.shows(words.undoStop);
    await desk.screenshot(`undo stops ${language}`);
    assert.ok((await desk.text(path)).trimEnd().endsWith(typed), "nothing was undone yet");
    await until(async () => {
      await desk.press("Control", "z");
      return (await desk.text(path)) === before;
    }, "undo goes back into the session before");
  });

  test(`a disk that is full or read-only keeps the text on the page, says so, and is written once it can (${language})`, { skip: noDisks }, async (t) => {
    const small = "Small/稿 draft.md";
    let disk;
    const desk = await openAt(t, small, {
      settings: { language },
      prepare: async (project) => {
        disk = await smallDisk(t, join(project, "Small"));
        await writeFile(join(project, small), "Begun. 开头。\n");
      },
    });
    await disk.fill();
    await desk.type(typed);
    await desk.shows(words.full);
    await desk.screenshot(`disk full ${language}`);
    assert.ok((await desk.page()).includes(typed));
    assert.equal(await desk.text(small), "Begun. 开头。\n");
    await disk.clear();
    // The desk retries after half a minute at the latest.
    await endsWith(desk, small, typed, 60_000);

    await disk.readOnly(true);
    await desk.type(typed);
    await desk.shows(words.readOnly);
    assert.ok((await desk.page()).includes(typed + typed));
    // A crash in this state loses nothing either.
    await until(async () => inserted(await journals(desk)).endsWith(typed), "the crash journal has it");
    await desk.kill();
    await disk.readOnly(false);
    await desk.start();
    await desk.finds(`.cm-content[aria-label$="${small}"]`);
    await endsWith(desk, small, typed + typed);
  });

  test(`a file that may no longer be written keeps its text on the page and is written once it may (${language})`, { skip: noDisks }, async (t) => {
    const locked = "Locked/稿 draft.md";
    let lock;
    const desk = await openAt(t, locked, {
      settings: { language },
      prepare: async (project) => {
        await mkdir(join(project, "Locked"));
        await writeFile(join(project, locked), "Begun. 开头。\n");
        lock = lockable(t, join(project, "Locked"));
      },
    });
    await desk.type(typed);
    await endsWith(desk, locked, typed);
    await lock(true);
    await desk.type(typed);
    await desk.shows(words.readOnly);
    await desk.screenshot(`locked ${language}`);
    assert.ok((await desk.page()).includes(typed + typed));
    assert.ok(!(await desk.text(locked)).includes(typed + typed));
    await lock(false);
    // The desk retries after half a minute at the latest.
    await endsWith(desk, locked, typed + typed, 60_000);
  });

  test(`a Big5 file stays one until it has a sign that Big5 has not (${language})`, async (t) => {
    const older = "Part One/00 舊稿.txt";
    // 「我們在雨中等著，誰也沒有說話。」 in Big5.
    const begun = Buffer.from("a7daadcca662ab42a4a4b5a5b5dba141bdd6a45da853a6b3bba1b8dca1430a", "hex");
    const bytes = Buffer.concat([begun, begun, begun]);
    const desk = await openAt(t, older, {
      settings: { language },
      prepare: async (project) => {
        await mkdir(join(project, "Part One"), { recursive: true });
        await writeFile(join(project, older), bytes);
      },
    });
    assert.ok((await desk.page()).includes("我們在雨中等著"));
    await desk.type("rain");
    await until(async () => (await desk.bytes(older)).equals(Buffer.concat([bytes, Buffer.from("rain")])), "the rest is as it was");
    await desk.type("한");
    await desk.shows(words.utf8);
    await desk.screenshot(`encoding ${language}`);
    await desk.clickButton(words.utf8);
    await until(async () => (await desk.text(older)).startsWith("我們在雨中等著") && (await desk.text(older)).endsWith("rain한"), "the file is UTF-8");
  });
}

for (const [language, name] of [
  ["en", "Untitled"],
  ["zh", "无题"],
]) {
  test(`a new page is a file from its first character on, and nothing before (${language})`, async (t) => {
    const desk = await openAt(t, "Part One/01 Counting windows.md", { settings: { language } });
    const path = `Part One/${name}.md`;
    await desk.press("Control", "n");
    await desk.finds(`.cm-content[aria-label$="${path}"]`);
    assert.equal(await desk.text(path), "");
    await desk.type("雨 rain");
    await until(async () => (await desk.text(path)) === "雨 rain", "the file is there");
    await desk.press("Control", "n");
    await desk.finds(`.cm-content[aria-label$="Part One/${name} 2.md"]`);
    await desk.quit();
    assert.deepEqual((await readdir(join(desk.project, "Part One"))).filter((file) => file.startsWith(name)), [`${name}.md`]);
  });
}
