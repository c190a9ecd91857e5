// The origin of text, in the real window. Text pasted from another program is still known as pasted after a crash. Text
// that the writer cuts in one manuscript and pastes in another stays her own. A document of somebody else stays imported,
// also after she has revised it.

import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { answerDialog } from "../harness/display.js";
import { until } from "../harness/until.js";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    own: "It didn't stop. She saw it turn at the landing",
    other: "Notes/Cast.md",
    add: "Add a rule",
    theirs: "Nobody remembers who first brought the birdcage aboard the ferry.",
    // The text she inserts into the pasted text, and the offset in characters.
    typed: "old ",
    at: 10,
    words: { import: "Import…", somebody: "Somebody else’s", documents: "Choose documents…", marked: "The words are marked as imported.", first: "Open the first" },
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    own: "她冲上了楼",
    other: "Notes/Timeline.md",
    add: "添加规则",
    theirs: "没有人记得是谁第一个把鸟笼带上渡船的。",
    typed: "旧的",
    at: 5,
    words: { import: "导入…", somebody: "别人", documents: "选择文档…", marked: "已标记为导入的文字。", first: "打开第一篇" },
  },
];

for (const journey of JOURNEYS) {
  const { language, chapter, own, other, add, theirs } = journey;
  test(`what was pasted is known after a crash, and what only moved is not pasted (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);

    // She moves a paragraph of her own from one manuscript to another.
    await desk.click(".cm-content");
    const paragraph = await desk.select(own);
    await desk.press("Control", "x");
    await until(async () => !(await desk.text(chapter)).includes(own), "the paragraph is gone here");
    await desk.openManuscript(other);
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.press("Control", "v");
    await until(async () => (await desk.text(other)).includes(paragraph), "the paragraph stands there");

    // Text from a field outside the manuscripts counts as pasted from elsewhere.
    await desk.click(`//button[contains(normalize-space(), "${add}")]`);
    await desk.click("aside textarea");
    await desk.type(theirs);
    await desk.press("Control", "a");
    await desk.press("Control", "c");
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.press("Enter");
    await desk.press("Enter");
    await desk.press("Control", "v");
    await until(async () => (await desk.text(other)).includes(theirs), "what was pasted stands in the file");
    await until(async () => (await pastedLines(desk)).length > 0, "it is in the journal");
    const [line, ...more] = await pastedLines(desk);
    assert.deepEqual([line.path, line.sentences.length, more], [other, 1, []], "one sentence, and none of hers");

    // The desk is killed before she left the file. After that, it still knows the pasted text when she revises it.
    await desk.kill();
    await desk.start();
    await desk.openManuscript(other);
    assert.equal(await originOfRevision(desk, journey), "pasted");
  });
}

for (const journey of JOURNEYS) {
  const { language, theirs, words } = journey;
  test(`a document of somebody else stays imported when it is revised (${language})`, async (t) => {
    const out = await mkdtemp(join(tmpdir(), "commonplace-documents-"));
    t.after(() => rm(out, { recursive: true, force: true }));
    await writeFile(join(out, "old.txt"), `${theirs}\n`);
    const desk = await openDesk(t, { settings: { language } });
    await desk.finds("main .cm-content");
    await desk.press("F10");
    await desk.click(`//*[@role="menuitem"][starts-with(normalize-space(), "${words.import}")]`);
    await desk.finds("dialog fieldset input");
    await desk.click(`//dialog//label[normalize-space()="${words.somebody}"]/input`);
    await desk.clickButton(words.documents);
    await answerDialog(join(out, "old.txt"));
    await desk.shows(words.marked);
    await desk.screenshot(`imported from somebody ${language}`);
    await desk.clickButton(words.first);
    await desk.finds('.cm-content[aria-label$="old.md"]');

    assert.equal(await originOfRevision(desk, journey), "imported");
  });
}

/** Types into the sentence of somebody else, leaves the manuscript, and returns the origin of the recorded revision. */
async function originOfRevision(desk, { chapter, theirs, typed, at }) {
  await desk.click(".cm-content");
  await desk.goTo(theirs.slice(0, at));
  for (let step = 0; step < at; step += 1) await desk.press("ArrowRight");
  await desk.type(typed);
  await desk.openManuscript(chapter);
  const revision = await until(async () => {
    const episodes = await desk.commonplace("episodes", "list");
    return episodes.find(({ kind }) => kind === "revision");
  }, "the revision is in the journal");
  assert.deepEqual(
    [revision.candidates, revision.final_text],
    [[theirs], theirs.slice(0, at) + typed + theirs.slice(at)],
  );
  return revision.origin;
}

/** Returns the journal lines about pasted text. */
async function pastedLines(desk) {
  const names = await readdir(join(desk.project, "memory/journal"), { recursive: true });
  const texts = await Promise.all(
    names.filter((name) => name.endsWith(".jsonl")).map((name) => desk.text(join("memory/journal", name))),
  );
  const entries = texts.flatMap((text) => text.split("\n").filter(Boolean).map((line) => JSON.parse(line)));
  return entries.filter(({ type }) => type === "pasted");
}
