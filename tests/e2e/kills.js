// Types in the real window, kills the desk and its web process at a random moment, opens the desk again and checks for
// missing text:
//
//     KILLS=500 node kills.js
//
// Needs a display and a session bus, as the journeys do (`dbus-run-session -- xvfb-run`). A desk without a bus starts
// one of its own, and after some 250 of these the display accepts no more programs. Prints its findings. Fails if a
// text is there that was not typed, or if a file is torn. Fails also if one kill in twenty cost more than the promised
// stretch. A stroke counts from when the display has it, so a busy machine, whose window draws it later, loses more
// than the crash journal does.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { BINARY, SAMPLE } from "./harness/desk.js";
import { Keyboard, manageWindows } from "./harness/display.js";
import { random } from "./harness/random.js";
import { until } from "./harness/until.js";

const KILLS = Number(process.env.KILLS ?? 20);
/** What may be at risk, in milliseconds of typing. */
const PROMISED_MS = Number(process.env.PROMISED_MS ?? 300);
/** Between two keys, in milliseconds, for a fast writer; those of an input method too. */
const KEY_MS = 60;
/** The longest stretch of typing before a kill, in milliseconds: past the first saves, and past the deadline of one. */
const LONGEST_MS = Number(process.env.LONGEST_MS ?? 6_000);

const PAGES = ["Part One/01 Counting windows.md", "第一卷/01 广播站.md"];

/** A writer's strokes: letters and marks, a new line now and then, and a Han character by its number through the input method. */
const STROKES = [
  ..."the rain came down on the roof of the shed and nobody spoke ".split("").map((text) => ({ keys: text === " " ? "space" : text, text })),
  { keys: "Return", text: "\n" },
  { keys: "ctrl+shift+u 4 e 0 0 space", text: "一" },
  { keys: "ctrl+shift+u 9 6 e 8 space", text: "雨" },
];
/** Typed until the page takes it, so that what is measured begins in a text that is open; no stroke of the writer has it. */
const PROBE = "x";

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const next = random(seed);
const folder = await mkdtemp(join(tmpdir(), "commonplace-kills-"));
const [project, data] = [join(folder, "project"), join(folder, "data")];
await cp(SAMPLE, project, { recursive: true });
await mkdir(data);
await writeFile(join(data, "settings.json"), JSON.stringify({ language: "en", theme: "paper" }));
await manageWindows();
const keyboard = new Keyboard();

const read = (path) => readFile(join(project, path), "utf8");
const files = async () => (await readdir(project, { recursive: true })).filter((name) => /^(?!memory).*\.(md|txt)$/.test(name));
const others = async (pages) => {
  const names = (await files()).filter((name) => !pages.includes(name));
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)])));
};

/** Opens the desk on a page; resolves once what is typed arrives in its file. */
async function open(page) {
  const environment = { ...process.env, COMMONPLACE_DATA_DIR: data };
  const desk = spawn(BINARY, [project, join(project, page)], { env: environment, stdio: "ignore", detached: true });
  const ended = once(desk, "exit");
  const before = await read(page);
  let typedAt = 0;
  await until(async () => {
    if (Date.now() - typedAt > 600) typedAt = await keyboard.press("mousemove 800 500 click 1", "key ctrl+End", `key ${PROBE}`);
    await pause(50);
    const now = await read(page);
    return now !== before && now.endsWith(PROBE);
  }, `“${page}” takes what is typed`, 60_000);
  return {
    async kill() {
      // The web process is of its group.
      process.kill(-desk.pid, "SIGKILL");
      await ended;
    },
  };
}

const losses = [];
let strokes = 0;
let last = null;
const started = Date.now();
try {
  for (let round = 0; round <= KILLS; round++) {
    // What was killed comes back on the page or, with another one open, behind it.
    const page = PAGES[Math.floor(next() * PAGES.length)];
    const untouched = await others([page, last?.page]);
    const desk = await open(page);
    const text = await settled(page);
    if (last) {
      const whole = last.page === page ? text : await settled(last.page);
      const where = `seed ${seed}, round ${round}`;
      // A page that is still opening may put a probe anywhere.
      const [before, after] = [last.text, whole].map((text) => text.replaceAll(PROBE, ""));
      assert.ok(after.startsWith(before), `${where}: what was there before is gone, ${differing(before, after)}`);
      const kept = after.slice(before.length);
      const all = last.typed.map((stroke) => stroke.text).join("");
      assert.ok(all.startsWith(kept), `${where}: “${kept}” is not what was typed, “${all}”`);
      let length = 0;
      const first = last.typed.find((stroke) => (length += stroke.text.length) > kept.length);
      if (first && last.killed - first.at > PROMISED_MS) {
        console.log(`${where}: ${last.page === page ? "on the page" : "behind it"}, “${kept}” of “${all}”`);
      }
      losses.push({ characters: all.length - kept.length, ms: first ? last.killed - first.at : 0 });
    }
    for (const [name, content] of Object.entries(untouched)) assert.equal(await read(name), content, `${name} changed`);
    if (round < KILLS) {
      const typed = [];
      await keyboard.press("key ctrl+End");
      const end = Date.now() + next() ** 2 * LONGEST_MS;
      while (Date.now() < end) {
        const stroke = STROKES[Math.floor(next() * STROKES.length)];
        typed.push({ text: stroke.text, at: await keyboard.press(`key --delay ${KEY_MS} ${stroke.keys}`) });
        // Now and then she stops to think, which is when a save begins.
        if (next() < 0.03) await pause(700 + next() * 400);
      }
      strokes += typed.length;
      last = { page, text, typed, killed: Date.now() };
    }
    await desk.kill();
    if (losses.length > 0 && losses.length % 10 === 0) report();
  }
} finally {
  keyboard.close();
  await rm(folder, { recursive: true, force: true });
}

/** Resolves with a page's text once all that was typed into it is in its file, as its crash journal says. */
async function settled(page) {
  await until(() => isSaved(page), `“${page}” is saved`, 60_000);
  return read(page);
}

async function isSaved(page) {
  const name = `${createHash("sha256").update(page).digest("hex").slice(0, 16)}.jsonl`;
  const journals = await readdir(join(data, "drafts"), { recursive: true }).catch(() => []);
  const journal = journals.find((path) => path.endsWith(name));
  const text = journal ? await readFile(join(data, "drafts", journal), "utf8").catch(() => "") : "";
  const lines = text.split("\n").flatMap((line) => (line ? [JSON.parse(line)] : []));
  const last = (kind) => Math.max(0, ...lines.map((line) => line[kind]?.seq ?? 0));
  // Noted before the file has its name, so the file is looked at too.
  const saved = lines.findLast((line) => line.file)?.file.file;
  if (last("typed") > Math.max(last("file"), last("began"))) return false;
  return !saved || createHash("sha256").update(await readFile(join(project, page))).digest("hex") === saved;
}

/** Says where a text is first another one than expected. */
function differing(expected, found) {
  const at = [...expected].findIndex((character, index) => character !== [...found][index]);
  const around = (text) => JSON.stringify([...text].slice(Math.max(0, at - 20), at + 20).join(""));
  return `at ${at} ${around(expected)} is ${around(found)}`;
}

function report() {
  const sorted = (what) => losses.map((loss) => loss[what]).sort((a, b) => a - b);
  const of = (values, share) => values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  const [characters, ms] = [sorted("characters"), sorted("ms")];
  console.log(
    `seed ${seed}: ${losses.length} kills, ${strokes} strokes, ${Math.round((Date.now() - started) / 1000)} s; ` +
      `lost characters p50 ${of(characters, 0.5)}, p95 ${of(characters, 0.95)}, most ${characters.at(-1) ?? 0}; ` +
      `ms of typing p50 ${of(ms, 0.5)}, p95 ${of(ms, 0.95)}, most ${ms.at(-1) ?? 0}`,
  );
}

report();
const late = losses.filter(({ ms }) => ms > PROMISED_MS);
assert.ok(late.length <= losses.length / 20, `${late.length} of ${losses.length} kills cost more than ${PROMISED_MS} ms`);
