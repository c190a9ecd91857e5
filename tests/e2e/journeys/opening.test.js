import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk, SAMPLE } from "../harness/desk.js";

test("the desk opens on the folder it is given and lists its chapters in both languages", async (t) => {
  const desk = await openDesk(t);

  for (const chapter of await manuscripts(SAMPLE)) {
    await desk.shows(chapter.split("/").at(-1).replace(/\.md$/, ""));
  }
  await desk.screenshot("opening");
});

test("opening, closing and opening again leaves every manuscript byte for byte as it was", async (t) => {
  const desk = await openDesk(t);
  await desk.shows("01 Counting windows");

  await desk.restart();
  await desk.shows("01 Counting windows");
  await desk.close();

  for (const path of await manuscripts(SAMPLE)) {
    const [before, after] = await Promise.all([SAMPLE, desk.project].map((folder) => readFile(join(folder, path))));
    assert.deepEqual(after, before, `${path} changed`);
  }
});

async function manuscripts(folder) {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((entry) => entry.endsWith(".md"));
}
