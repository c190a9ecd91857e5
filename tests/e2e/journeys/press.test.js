// Manuscripts are exported as books and for an editor, and documents come into the project. The paths are chosen in the
// system's dialogs.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { answerDialog } from "../harness/display.js";

/** The name of the book. It is typed on a keyboard without Chinese keys. */
const BOOK = "Letters";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/01 Counting windows.md",
    words: {
      export: "Choose a place and export…",
      ready: "is ready",
      none: "Tick none",
      joined: "lines joined",
      import: "Import…",
      mine: "Mine",
      documents: "Choose documents…",
      inside: "One manuscript in the folder “old” of this project",
      first: "Open the first",
    },
    folder: "Snow",
    lines: ["It snowed.", "He stood at the door for a long time, and nobody came, not even the dog.", "“Come in,” she said."],
    // Lines of at most 60 columns.
    broken: ["It snowed for three days and three nights, and on the fourth", "day it stopped. He stood at the door for a long time. Nobody", "came, not even the dog."],
    joint: "fourth day",
    end: "END",
  },
  {
    language: "zh",
    chapter: "第一卷/01 广播站.md",
    words: {
      export: "选择位置并导出…",
      ready: "已导出到",
      none: "全不选",
      joined: "合并断行",
      import: "导入…",
      mine: "我自己",
      documents: "选择文档…",
      inside: "篇书稿在本项目的文件夹“old”里",
      first: "打开第一篇",
    },
    folder: "雪夜",
    lines: ["雪下得非常大。", "他在门口站了很久，谁也没有来，连狗也没有来。", "“进来吧。”她说"],
    // Lines of twenty characters.
    broken: ["雪下得非常大，他在门口站了很久，谁也没有", "来，连狗也没有来。她在厨房里，从早上起就", "没有出来过。"],
    joint: "谁也没有来，连狗",
    end: "（全文完）",
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
      await answerDialog(join(folder, format, BOOK));
      await desk.shows(`${BOOK}.${extension}`);
      await desk.shows(words.ready);
      const bytes = await readFile(path);
      assert.equal(bytes.subarray(0, magic.length).toString().toLowerCase(), magic.toLowerCase(), format);
    }
    await desk.screenshot(`exported ${language}`);
    assert.equal(await fingerprint(desk.project), before, "no manuscript has changed");
  });
}

for (const { language, words, folder, lines, broken, joint, end } of JOURNEYS) {
  test(`a folder leaves with each of its paragraphs, as a book and for an editor (${language})`, async (t) => {
    const out = await mkdtemp(join(tmpdir(), "commonplace-books-"));
    t.after(() => rm(out, { recursive: true, force: true }));
    const desk = await openDesk(t, { settings: { language } });
    const inside = join(desk.project, folder);
    await mkdir(inside);
    await writeFile(join(inside, "01.md"), `# 1\n\n${lines.join("\n")}\n`);
    await writeFile(join(inside, "02.txt"), `${broken.join("\n")}\n`);
    await desk.finds(`nav [data-path="${folder}"]`);

    await desk.press("Control", "Shift", "e");
    await desk.finds('dialog input[value="pdf"]');
    // Without an open file the whole project is listed; otherwise it is the second choice.
    const all = 'dialog fieldset input[type="radio"][name$="-what"]';
    for (const choice of (await desk.browser.$$(all)).slice(1)) await choice.click();
    await desk.shows(words.joined);
    await desk.clickButton(words.none);
    await desk.click(`//dialog//li[contains(@class, "folder")]//label[contains(., "${folder}")]//input`);
    await desk.screenshot(`export folder ${language}`);
    await desk.click('dialog input[value="html"]');
    await desk.clickButton(words.export);
    // Only the stem of the suggested name is selected, so the extension stays.
    await answerDialog(join(out, "book"));
    await desk.shows("book.html");
    const page = await readFile(join(out, "book.html"), "utf8");
    for (const line of lines) assert.match(page, new RegExp(`<p[^>]*>${line}</p>`), "a line is a paragraph");
    assert.ok(page.includes(joint), "broken lines are joined");

    await desk.click('dialog input[value="submission"]');
    await desk.finds("dialog textarea");
    await desk.click("dialog textarea");
    await desk.type("Wen Li");
    await desk.screenshot(`submission ${language}`);
    await desk.clickButton(words.export);
    await answerDialog(join(out, "editor"));
    await desk.shows("editor.docx");
    assert.equal((await readFile(join(out, "editor.docx"))).subarray(0, 2).toString(), "PK");
    const kept = await readFile(join(desk.project, "workflow.toml"), "utf8");
    assert.match(kept, /\[submission\][^[]*contact = \["Wen Li"\]/, "the project keeps the form");
    const back = join(out, "back");
    await desk.commonplace("import", join(out, "editor.docx"), "--into", back, "--own");
    assert.ok((await readFile(join(back, "editor.md"), "utf8")).includes(end), "the text ends with a line that says so");
  });

  test(`a document comes into the project, and the desk says where (${language})`, async (t) => {
    const out = await mkdtemp(join(tmpdir(), "commonplace-books-"));
    t.after(() => rm(out, { recursive: true, force: true }));
    const desk = await openDesk(t, { settings: { language } });
    await writeFile(join(out, "old.txt"), `第一章 ${folder}\n${lines.join("\n")}\n`);

    await desk.finds("main .cm-content");
    await desk.press("F10");
    await desk.click(`//*[@role="menuitem"][starts-with(normalize-space(), "${words.import}")]`);
    await desk.finds("dialog fieldset input");
    await desk.screenshot(`import ${language}`);
    await desk.click(`//dialog//label[normalize-space()="${words.mine}"]/input`);
    await desk.clickButton(words.documents);
    await answerDialog(join(out, "old.txt"));
    await desk.shows(words.inside);
    await desk.screenshot(`imported ${language}`);
    const text = await readFile(join(desk.project, "old", "old.md"), "utf8");
    assert.equal(text, `# 第一章 ${folder}\n\n${lines.join("\n\n")}\n`);
    await desk.clickButton(words.first);
    await desk.finds('.cm-content[aria-label$="old.md"]');
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
