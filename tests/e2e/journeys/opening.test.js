import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, SAMPLE } from "../harness/desk.js";

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

async function manuscripts(folder) {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => entry.endsWith(".md") && !entry.startsWith("memory"));
}
