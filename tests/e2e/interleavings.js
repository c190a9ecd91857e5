// Types in the real window while other programs edit, rename, delete and replace the file, in a pseudorandom order and
// at pseudorandom moments. Checks that no word of either side is lost:
//
//     INTERLEAVINGS=200 SEED=7 node interleavings.js
//
// Needs a display, as the journeys do. A word counts as kept if it is in a file of the project, in a kept version or on
// the page. At the end, it must be in a file or a version. There is one exception: a word of another program that
// another program removed itself, because the desk may never have seen that word.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";

import { openDesk } from "./harness/desk.js";
import { random } from "./harness/random.js";
import { until } from "./harness/until.js";

const INTERLEAVINGS = Number(process.env.INTERLEAVINGS ?? 50);
const ACTS = 6;
/**
 * The longest pause of either side, in milliseconds. It is long enough that an act may meet unsaved text, a save, or
 * neither.
 */
const LONGEST_MS = 900;

const LANGUAGES = [
  {
    path: (round) => `Part One/Ferry ${round}.md`,
    other: (round, act) => [`Part One/Ferry ${round} ${act}.md`, `Notes/Ferry ${round} ${act}.md`],
    text: "The ferry was late. Nobody on the pier said so.\n\nA gull walked up and down as if it had paid.\n",
    hers: (mark) => `She wrote ${mark}a here. `,
    theirs: (mark) => `They wrote ${mark}b there.`,
  },
  {
    path: (round) => `第一卷/渡口${round}.md`,
    other: (round, act) => [`第一卷/渡口${round}之${act}.md`, `Notes/渡口${round}之${act}.md`],
    text: "渡船来晚了。码头上没有人说话。\n\n一只海鸥走来走去，好像付过钱。\n",
    hers: (mark) => `她写了${mark}甲句。`,
    theirs: (mark) => `别人写了${mark}乙句。`,
  },
];

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const next = random(seed);
const below = (bound) => Math.floor(next() * bound);
const one = (list) => list[below(list.length)];

const ends = [];
const desk = await openDesk({ name: `interleavings ${seed}`, after: (end) => ends.push(end) });
const started = Date.now();
const told = [];
const counts = {};
let marks = 0;
let written = [];
try {
  for (let round = 0; round < INTERLEAVINGS; round++) written = written.concat(await interleaving(round, LANGUAGES[round % 2]));
  // Now text on the page must also be in a file or a version, so that it survives the end of the desk.
  await desk.quit();
  const gone = missing(written, await kept());
  assert.deepEqual(gone, [], `seed ${seed}: gone at the end\n${told.join("\n")}`);
  console.log(`${INTERLEAVINGS} interleavings, seed ${seed}, ${Math.round((Date.now() - started) / 1_000)} s: ${written.length} sentences, none lost`);
  console.log(Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", "));
} finally {
  for (const end of ends) await end();
}

/** Lets both sides change one file at the same time; returns the words that must be kept. */
async function interleaving(round, words) {
  const full = (path) => join(desk.project, path);
  const tell = (what) => {
    told.push(`${round}: ${what}`);
    const [kind] = what.split(" ");
    counts[kind] = (counts[kind] ?? 0) + 1;
  };
  let path = words.path(round);
  mkdirSync(dirname(full(path)), { recursive: true });
  writeFileSync(full(path), words.text);
  await desk.openManuscript(path);
  await desk.click(".cm-content");
  await desk.press("Control", one(["Home", "End"]));

  const hers = [];
  let theirs = [];
  async function writer() {
    for (let act = 0; act < ACTS; act++) {
      const sentence = words.hers(++marks);
      await desk.type(sentence);
      tell(`typed ${sentence.trim()}`);
      hers.push(sentence.trim());
      if (below(3) === 0) await desk.press("Control", "s");
      await pause(below(LONGEST_MS));
    }
  }
  /**
   * Writes as most programs do: to a new file, which then replaces the old one, right after a last look at the old one.
   */
  function put(change) {
    for (;;) {
      const before = existsSync(full(path)) ? readFileSync(full(path), "utf8") : null;
      const after = change(before ?? "");
      writeFileSync(`${full(path)}.new`, after);
      if ((existsSync(full(path)) ? readFileSync(full(path), "utf8") : null) !== before) continue;
      renameSync(`${full(path)}.new`, full(path));
      theirs = theirs.filter((sentence) => !before?.includes(sentence) || after.includes(sentence));
      return;
    }
  }
  async function others() {
    for (let act = 0; act < ACTS; act++) {
      await pause(below(LONGEST_MS));
      const sentence = words.theirs(++marks);
      const isThere = existsSync(full(path));
      const kind = isThere ? one(["edited", "edited", "appended", "renamed", "deleted", "replaced"]) : one(["replaced", "waited"]);
      if (kind === "edited") {
        put((text) => {
          const paragraphs = text.split("\n\n");
          return paragraphs.toSpliced(below(paragraphs.length + 1), 0, sentence).join("\n\n");
        });
      } else if (kind === "appended") appendFileSync(full(path), `\n${sentence}\n`);
      else if (kind === "replaced") put(() => `${sentence}\n\n${words.text}`);
      else if (kind === "renamed") {
        const to = one(words.other(round, act));
        renameSync(full(path), full(to));
        path = to;
      } else if (kind === "deleted") {
        const text = readFileSync(full(path), "utf8");
        rmSync(full(path));
        theirs = theirs.filter((each) => !text.includes(each));
      }
      if (["edited", "appended", "replaced"].includes(kind)) theirs.push(sentence);
      tell(`${kind} ${path}${theirs.at(-1) === sentence ? ` ${sentence}` : ""}`);
    }
  }
  await Promise.all([writer(), others()]);

  const wanted = [...hers, ...theirs];
  const lost = async () => missing(wanted, [...(await kept()), await desk.page()]);
  await until(async () => (await lost()).length === 0, "every sentence is kept").catch(async (error) => {
    throw new Error(`seed ${seed}: ${error.message}; gone: ${await lost()}\n${told.filter((line) => line.startsWith(`${round}:`)).join("\n")}\nthe page: ${await desk.page()}`);
  });
  // The desk writes a deleted file again only after the writer's click; it asks for nothing else.
  await until(async () => {
    const again = await desk.browser.$(`//button[normalize-space()="Write it again"]`);
    if (await again.isExisting()) await again.click().catch(() => {});
    return missing(wanted, await kept()).length === 0;
  }, `seed ${seed}, round ${round}: every sentence is on the disk\n${told.filter((line) => line.startsWith(`${round}:`)).join("\n")}`);
  return wanted;
}

function missing(sentences, texts) {
  const all = texts.join("\n");
  return sentences.filter((sentence) => !all.includes(sentence));
}

/** Returns the texts of every manuscript and of every version. */
async function kept() {
  const names = await readdir(desk.project, { recursive: true });
  const texts = names.map(async (name) => {
    const file = join(desk.project, name);
    // A listed file may be gone by the time it is read.
    if (/\.md$/.test(name)) return readFile(file, "utf8").catch(() => "");
    if (/^memory.*versions.*\.gz$/.test(name)) return readFile(file).then((bytes) => gunzipSync(bytes).toString(), () => "");
    return "";
  });
  return Promise.all(texts);
}
