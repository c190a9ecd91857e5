// Manuscripts are exported as books, to the path chosen in the system's dialog.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { answerSaveDialog } from "../harness/display.js";

/** The name of the book. It is typed on a keyboard without Chinese keys. */
const BOOK = "Letters";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/01 Counting windows.md",
    words: { export: "Choose a place and export…", ready: "is ready" },
  },
  {
    language: "zh",
    chapter: "第一卷/01 广播站.md",
    words: { export: "选择位置并导出…", ready: "已导出到" },
  },
];

for (const { language, chapter, words } of JOURNEYS) {
  test(`a chapter leaves as a book in each format, and the project stays as it is (${language})`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "commonplace-books-"));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    const before = await fingerprint(desk.project);

    await desk.press("Control", "Shift", "e");
    await desk.finds('dialog input[value="pdf"]');
    await desk.screenshot(`export ${language}`);
    const formats = [
      ["docx", "docx", "PK"],
      ["epub", "epub", "PK"],
      ["pdf", "pdf", "%PDF-"],
      ["html", "html", "<!DOCTYPE html>"],
      ["markdown", "md", "---\n"],
    ];
    for (const [format, extension, magic] of formats) {
      await desk.click(`dialog input[value="${format}"]`);
      // In an empty folder, so that the dialog has no name to suggest as a completion.
      await mkdir(join(folder, format));
      await desk.clickButton(words.export);
      const path = join(folder, format, `${BOOK}.${extension}`);
      // The name has no file extension; the desk adds it.
      await answerSaveDialog(join(folder, format, BOOK));
      await desk.shows(`${BOOK}.${extension}`);
      await desk.shows(words.ready);
      const bytes = await readFile(path);
      assert.equal(bytes.subarray(0, magic.length).toString().toLowerCase(), magic.toLowerCase(), format);
    }
    await desk.screenshot(`exported ${language}`);
    assert.equal(await fingerprint(desk.project), before, "no manuscript has changed");
  });
}

/** Returns one hash over all files below a folder, without the memory, which the desk may change. */
async function fingerprint(root) {
  const sum = createHash("sha256");
  for (const name of (await readdir(root, { recursive: true })).sort()) {
    if (name.startsWith("memory")) continue;
    const path = join(root, name);
    const status = await stat(path);
    sum.update(`${name} ${status.mtimeMs}\n`);
    if (status.isFile()) sum.update(await readFile(path));
  }
  return sum.digest("hex");
}
