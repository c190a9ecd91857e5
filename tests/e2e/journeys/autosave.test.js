import assert from "node:assert/strict";
import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { closeActiveWindow } from "../harness/display.js";
import { until } from "../harness/until.js";

const ENGLISH = "Part One/01 Counting windows.md";
const CHINESE = "第一卷/01 广播站.md";
const MEMORY = "memory/MEMORY.md";
/**
 * The time limit for following a change, in milliseconds. The desk promises one second; the second one is for a busy
 * machine.
 */
const FOLLOWED = 2_000;

/** Opens the desk on a manuscript with the caret in its last line. */
async function openAt(t, file, options = {}) {
  const desk = await openDesk(t, { ...options, file });
  await desk.finds(`.cm-content[aria-label$="${file}"]`);
  await desk.click(".cm-content");
  await desk.press("Control", "End");
  return desk;
}

/** Waits until a file has this ending, and prints the time it took. */
async function endsWith(t, desk, path, ending, what) {
  const start = Date.now();
  await until(async () => (await desk.text(path)).trimEnd().endsWith(ending), `${path} ends with “${ending}” ${what}`);
  t.diagnostic(`in the file ${Date.now() - start} ms ${what}`);
}

for (const [path, typed] of [
  [ENGLISH, "It rained."],
  [CHINESE, "下雨了。"],
]) {
  test(`what is typed is saved after a pause, on leaving the text and on leaving the file: ${typed}`, async (t) => {
    const desk = await openAt(t, path);

    await desk.type(typed);
    await endsWith(t, desk, path, typed, "after the last key");

    await desk.type("1");
    await desk.click('//button[@role="tab"][contains(., "Files")]');
    await endsWith(t, desk, path, `${typed}1`, "after the focus left the text");

    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type("2");
    await desk.openManuscript("Notes/Cast.md");
    await endsWith(t, desk, path, `${typed}12`, "after another file was opened");
  });

  test(`closing the window saves the last key: ${typed}`, async (t) => {
    const desk = await openAt(t, path);
    await desk.type(typed);
    await desk.quit();
    assert.ok((await desk.text(path)).trimEnd().endsWith(typed));
  });
}

test("Windows line endings and a byte-order mark stay, and only the edited line changes", async (t) => {
  const path = "Part One/00 Windows.md";
  const before = "\uFEFF# 标题\r\n\r\nThe first line.\r\n第二行。\r\n\r\nThe last line.\r\n";
  const desk = await openAt(t, path, { prepare: (project) => writeFile(join(project, path), before) });
  await desk.goTo("第二行");
  await desk.type("New! ");
  await until(async () => (await desk.text(path)).includes("New!"), "the edit is in the file");
  assert.deepEqual(await desk.bytes(path), Buffer.from(before.replace("第二行", "New! 第二行")));
  await desk.quit();
  assert.deepEqual(await desk.bytes(path), Buffer.from(before.replace("第二行", "New! 第二行")));
});

test("an edit of MEMORY.md in another program shows in the panel, each time", async (t) => {
  const desk = await openDesk(t);
  await desk.shows("Nothing learned yet");
  await mkdir(join(desk.project, "memory"), { recursive: true });
  const rules = ["Dialogue carries no adverbs", "对话里不用副词", "Chapters end on an image", "章末留白", "No dreams"];

  const took = [];
  let file = "# Memory\n\n## Style\n\n";
  for (const rule of rules) {
    file += `- ${rule}\n`;
    const start = Date.now();
    await writeFile(join(desk.project, MEMORY), file);
    await desk.shows(rule, FOLLOWED);
    took.push(Date.now() - start);
  }
  // As most editors save: a new file replaces the old one.
  await writeFile(join(desk.project, "memory/MEMORY.md.new"), file.replace("章末留白", "章末不作总结"));
  const start = Date.now();
  await rename(join(desk.project, "memory/MEMORY.md.new"), join(desk.project, MEMORY));
  await desk.shows("章末不作总结", FOLLOWED);
  took.push(Date.now() - start);

  t.diagnostic(`MEMORY.md followed in ${took.join(", ")} ms`);
  assert.ok(!(await desk.reads()).includes("章末留白"));
  assert.equal(await desk.text(MEMORY), file.replace("章末留白", "章末不作总结"), "the writer's own lines are untouched");
});

for (const [language, sentence] of [
  ["en", "Not saved"],
  ["zh", "未保存"],
]) {
  test(`a file that cannot be written keeps its text on the page, says so, and is saved once it can (${language})`, async (t) => {
    const desk = await openAt(t, CHINESE, { settings: { language } });
    const file = join(desk.project, CHINESE);

    await rename(file, `${file}.away`);
    await mkdir(file);
    await desk.type("她没有回头。");
    await desk.shows(sentence);
    assert.ok((await desk.page()).includes("她没有回头。"));
    await desk.screenshot(`not saved ${language}`);

    await rmdir(file);
    await rename(`${file}.away`, file);
    await desk.type("一次也没有。");
    await endsWith(t, desk, CHINESE, "她没有回头。一次也没有。", "after the file was back");
    await until(async () => !(await desk.reads()).includes(sentence), "the window no longer says so");
  });
}

test("a manuscript that vanishes keeps its text and its window, and is written again when the writer says so", async (t) => {
  const desk = await openAt(t, ENGLISH);
  await desk.type("It rained.");
  await endsWith(t, desk, ENGLISH, "It rained.", "after the last key");
  await rm(join(desk.project, ENGLISH));
  await desk.type(" And rained.");
  await desk.shows("Your text is kept here");
  assert.ok((await desk.page()).includes("It rained. And rained."));

  await closeActiveWindow();
  await desk.shows("Close the window again");
  await desk.clickButton("Write it again");
  await endsWith(t, desk, ENGLISH, "It rained. And rained.", "after the writer said so");
  await desk.quit();
});
