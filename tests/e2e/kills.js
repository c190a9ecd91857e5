// Types in the real window, kills the desk and its web process at a random moment, opens the desk again and checks for
// missing text:
//
//     KILLS=500 node kills.js
//
// Needs a display and a session bus, as the journeys do (`dbus-run-session -- xvfb-run`). Without a bus, each desk
// starts its own, and after some 250 desks the display accepts no more programs.
//
// Prints its findings. Fails if there is text that was not typed, if a file is torn, or if one kill in twenty cost more
// than the promised time of typing. A stroke counts from the time the display receives it. A slow machine draws it
// later, so it loses more text than the crash journal alone would.

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
/** The promised limit: how much typing a kill may lose, in milliseconds. */
const PROMISED_MS = Number(process.env.PROMISED_MS ?? 300);
/** The time between two keys of a fast writer, in milliseconds, also for keys of an input method. */
const KEY_MS = 60;
/**
 * The longest time of typing before a kill, in milliseconds. It is longer than the first saves and the deadline of a
 * save.
 */
const LONGEST_MS = Number(process.env.LONGEST_MS ?? 6_000);

const PAGES = ["Part One/01 Counting windows.md", "第一卷/01 广播站.md"];

/**
 * The strokes of the writer: letters and punctuation, sometimes a line break, and a Han character by its number through
 * the input method.
 */
const STROKES = [
  ..."the rain came down on the roof of the shed and nobody spoke ".split("").map((text) => ({ keys: text === " " ? "space" : text, text })),
  { keys: "Return", text: "\n" },
  { keys: "ctrl+shift+u 4 e 0 0 space", text: "一" },
  { keys: "ctrl+shift+u 9 6 e 8 space", text: "雨" },
];
/**
 * A character typed until the page accepts it, so that measuring begins in an open text. It is in no stroke of the
 * writer.
 */
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

/** Opens the desk on a page; resolves once typed text arrives in its file. */
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
      // The web process is in the same process group.
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
    // Lost text is recovered on the page, or, if another page is open, in the background.
    const page = PAGES[Math.floor(next() * PAGES.length)];
    const untouched = await others([page, last?.page]);
    const desk = await open(page);
    const text = await settled(page);
    if (last) {
      const whole = last.page === page ? text : await settled(last.page);
      const where = `seed ${seed}, round ${round}`;
      // While the page opens, a probe may land at any place, so the probes are removed before the comparison.
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
        // Sometimes the writer pauses, and the pause starts a save.
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

/** Resolves with a page's text once all typed text is in its file, according to its crash journal. */
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
  // The journal records the save before the file is renamed, so the file's hash is checked too.
  const saved = lines.findLast((line) => line.file)?.file.file;
  if (last("typed") > Math.max(last("file"), last("began"))) return false;
  return !saved || createHash("sha256").update(await readFile(join(project, page))).digest("hex") === saved;
}

/** Describes the first difference between two texts. */
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
