// Other programs write the same files, in the real window: their text and the writer's typing both stay, in any order.
// Also the file list, in which she creates, renames, moves and deletes files herself.

import assert from "node:assert/strict";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";

import { openDesk, row } from "../harness/desk.js";
import { random } from "../harness/random.js";
import { until } from "../harness/until.js";

/** The number of acts of both sides in each language; all fifty take half a minute. */
const ROUNDS = 25;

/**
 * Changes a file as another program does, and starts again if the desk saved in between. There is no pause between the
 * check and the renaming. A program that replaces a newer text by an older one would itself remove words.
 */
function writeOutside(file, change) {
  for (;;) {
    const before = readFileSync(file, "utf8");
    writeFileSync(`${file}.new`, change(before));
    if (readFileSync(file, "utf8") === before) return renameSync(`${file}.new`, file);
  }
}

const exists = (file) => stat(file).then(() => true, () => false);

for (const words of [
  {
    language: "en",
    theme: "paper",
    path: "Part One/01 Counting windows.md",
    mine: (n) => `Mine ${n} here. `,
    theirs: (n) => `Theirs ${n} there.`,
    merged: "Merged what another program changed",
    other: "Chapter",
  },
  {
    language: "zh",
    theme: "ink",
    path: "第一卷/01 广播站.md",
    mine: (n) => `我写的第${n}句。`,
    theirs: (n) => `别人写的第${n}句。`,
    merged: "已合并其他程序的修改",
    other: "章",
  },
]) {
  const { language, theme } = words;

  test(`what other programs write and what she types both stay, whatever comes when (${language})`, async (t) => {
    const desk = await openDesk(t, { file: words.path, settings: { language, theme } });
    await desk.finds(`.cm-content[aria-label$="${words.path}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    const next = random(20_261_121);
    const wanted = [];
    let path = words.path;
    const start = Date.now();
    for (let round = 0; round < ROUNDS; round++) {
      const mine = words.mine(round);
      const theirs = words.theirs(round);
      switch (Math.floor(next() * 5)) {
        case 0:
        case 1:
          await desk.type(mine);
          wanted.push(mine.trim());
          break;
        case 2:
          writeOutside(join(desk.project, path), (text) => `${theirs}\n\n${text}`);
          wanted.push(theirs);
          break;
        case 3:
          // Both sides act at the same moment.
          await desk.type(mine);
          writeOutside(join(desk.project, path), (text) => text.replace("\n\n", `\n\n${theirs}\n\n`));
          wanted.push(mine.trim(), theirs);
          break;
        default: {
          const to = `${dirname(path)}/${words.other} ${round}.md`;
          await rename(join(desk.project, path), join(desk.project, to));
          path = to;
          await desk.finds(`.cm-content[aria-label$="${path}"]`);
        }
      }
    }
    const missing = async () => {
      const text = await desk.text(path);
      return wanted.filter((sentence) => !text.includes(sentence));
    };
    await until(async () => (await missing()).length === 0, "all of it is in the file").catch(async (error) => {
      throw new Error(`${error.message}; not there: ${(await missing()).join(" ")}`);
    });
    t.diagnostic(`${ROUNDS} acts in ${Date.now() - start} ms`);
    assert.ok(!(await exists(join(desk.project, words.path))) || path === words.path, "nothing stands under the old name");

    // Once nothing changes any more: one paragraph of hers and one of the other program, with a quiet notice.
    await desk.type(words.mine("last"));
    writeOutside(join(desk.project, path), (text) => `${words.theirs("last")}\n\n${text}`);
    await desk.shows(words.merged);
    await until(async () => (await desk.text(path)).includes(words.mine("last").trim()), "both are saved");
    assert.ok((await desk.text(path)).startsWith(words.theirs("last")));
  });
}

for (const words of [
  {
    language: "en",
    path: "Part One/chapter.md",
    base: "It rained all night. She went home early. Nobody came.\n",
    theirs: "It rained all night. She went home alone. Nobody came.\n",
    word: "early",
    mine: "late",
    both: "It rained all night. She went home late. She went home alone. Nobody came.\n",
    told: "in one place",
    toFirst: "Go to the first",
    keepTheirs: "Theirs",
  },
  {
    language: "zh",
    path: "第一卷/章.md",
    base: "雨下了一整夜。她很早就回家了。没有人来。\n",
    theirs: "雨下了一整夜。她独自就回家了。没有人来。\n",
    word: "很早",
    mine: "很晚",
    both: "雨下了一整夜。她很晚就回家了。她独自就回家了。没有人来。\n",
    told: "共 1 处",
    toFirst: "转到第一处",
    keepTheirs: "对方的",
  },
]) {
  const { language, path } = words;

  test(`where both changed the same words both stay until she says which (${language})`, async (t) => {
    const desk = await openDesk(t, {
      file: path, settings: { language },
      prepare: (project) => writeFile(join(project, path), words.base),
    });
    await desk.finds(`.cm-content[aria-label$="${path}"]`);
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    for (let n = words.base.indexOf(words.word) + words.word.length; n > 0; n--) await desk.press("ArrowRight");
    for (const _ of words.word) await desk.press("Backspace");
    await desk.type(words.mine);
    writeOutside(join(desk.project, path), () => words.theirs);
    await desk.shows(words.told);
    await until(async () => (await desk.text(path)) === words.both, "both are in the file");
    await desk.screenshot(`two versions ${language}`);
    await desk.clickButton(words.toFirst);
    await desk.clickButton(words.keepTheirs);
    await until(async () => (await desk.text(path)) === words.theirs, "only theirs is in the file");
    assert.ok(!(await desk.reads()).includes(words.told));
  });
}

for (const words of [
  {
    language: "en",
    chapter: "Part One/01 Counting windows.md",
    newFile: "New file",
    newFolder: "New folder",
    remove: "Move to the trash",
    folder: "Part Two",
    file: "Low tide",
    renamed: "High tide",
    typed: "The tide turned.",
    trash: "is in the trash",
    back: "Bring it back",
    taken: "is there already",
  },
  {
    language: "zh",
    chapter: "第一卷/01 广播站.md",
    newFile: "新建文件",
    newFolder: "新建文件夹",
    remove: "移到废纸篓",
    folder: "第二卷",
    file: "退潮",
    renamed: "涨潮",
    typed: "潮水退了。",
    trash: "已移到废纸篓",
    back: "放回原处",
    taken: "已经存在",
  },
]) {
  const { language, chapter, folder, file, renamed } = words;

  test(`files are made, named, moved, thrown away and brought back from the list (${language})`, async (t) => {
    const trash = await mkdtemp(join(tmpdir(), "commonplace-trash-"));
    t.after(() => rm(trash, { recursive: true, force: true }));
    const desk = await openDesk(t, {
      file: chapter, settings: { language },
      environment: { XDG_DATA_HOME: trash },
    });
    /** Goes to a row using only the keyboard, because a click on a file would move the focus into its text. */
    const goTo = async (path) => {
      await desk.click(row("Notes"));
      await desk.press("Home");
      await until(async () => {
        const at = await desk.browser.execute(() => document.activeElement?.dataset.path);
        if (at !== path) await desk.press("ArrowDown");
        return at === path;
      }, `the keyboard is at ${path}`);
    };
    const at = (path) => exists(join(desk.project, path));
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);

    await desk.click(row(dirname(chapter)));
    await until(async () => !(await desk.browser.$(row(chapter)).isExisting()), "the folder is folded");
    await desk.click(`nav button[aria-label="${words.newFolder}"]`);
    await desk.finds("nav input:focus");
    await desk.type(folder);
    await desk.press("Enter");
    await desk.finds(row(`${dirname(chapter)}/${folder}`));
    assert.ok(await at(`${dirname(chapter)}/${folder}`));

    await desk.click(`nav button[aria-label="${words.newFile}"]`);
    await desk.finds("nav input:focus");
    await desk.type(file);
    await desk.press("Enter");
    const made = [`${dirname(chapter)}/${folder}/${file}.md`, `${dirname(chapter)}/${file}.md`];
    const path = await until(async () => {
      for (const each of made) if (await at(each)) return each;
      return false;
    }, "the file is there");
    await desk.finds(`.cm-content[aria-label$="${path}"]`);
    await desk.type(words.typed);
    await until(async () => (await desk.text(path)) === words.typed, "what is typed in it is saved");

    // A name that exists already is refused. After a valid name, the page follows the renamed file.
    await goTo(path);
    await desk.press("F2");
    await desk.finds("nav input:focus");
    await desk.type(renamed);
    await desk.press("Enter");
    const now = `${dirname(path)}/${renamed}.md`;
    await desk.finds(`.cm-content[aria-label$="${now}"]`);
    assert.ok((await at(now)) && !(await at(path)));
    await desk.click(`nav button[aria-label="${words.newFile}"]`);
    await desk.finds("nav input:focus");
    await desk.type(renamed.toUpperCase());
    await desk.press("Enter");
    await desk.shows(words.taken);

    // Drags the file to the top folder, then moves it to the trash and back.
    const from = await desk.finds(row(now));
    const list = await desk.finds("nav header h2");
    await desk.browser
      .action("pointer")
      .move({ origin: from })
      .down()
      .move({ origin: from, x: 12, y: 12 })
      .move({ origin: list })
      .up()
      .perform();
    const moved = basename(now);
    await desk.finds(`.cm-content[aria-label$=" ${moved}"]`);
    await until(() => at(moved), "the file is moved");
    await desk.click(".cm-content");
    await desk.press("Control", "End");
    await desk.type(words.typed);
    await goTo(moved);
    await desk.press("Shift", "F10");
    await desk.click(`//*[@role="menuitem"][starts-with(normalize-space(), "${words.remove}")]`);
    await desk.shows(words.trash);
    assert.ok(!(await at(moved)));
    await desk.screenshot(`thrown away ${language}`);
    await desk.clickButton(words.back);
    await until(async () => (await desk.text(moved)) === words.typed + words.typed, "it is back with all that was in it");
    await desk.finds(row(moved));
  });
}

test("a project whose disk vanishes says so, keeps what is typed and saves it when the disk is back", async (t) => {
  const path = "Part One/01 Counting windows.md";
  const desk = await openDesk(t, { file: path });
  await desk.finds(`.cm-content[aria-label$="${path}"]`);
  await desk.click(".cm-content");
  await desk.press("Control", "End");
  const away = `${desk.project}-away`;
  await rename(desk.project, away);
  await mkdir(desk.project);
  await desk.type("Kept. 留着。");
  await desk.shows("cannot be reached");
  assert.ok((await desk.page()).includes("Kept. 留着。"));
  assert.ok(!(await exists(join(desk.project, "Part One"))), "nothing is begun anew in its place");
  await rm(desk.project, { recursive: true });
  await rename(away, desk.project);
  await until(async () => (await desk.text(path)).trimEnd().endsWith("Kept. 留着。"), "it is saved", 40_000);
});
