// What the writer waits for in the real window: the start, and each key. Prints a table.

import { readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { openDesk, SAMPLE } from "./harness/desk.js";
import { until } from "./harness/until.js";

const STARTS = 7;
const ROUNDS = 5;
const KEYS = 40;
// A quick typist's; closer together, one key would wait for the frame of the one before.
const BETWEEN_KEYS_MS = 60;
const MEGABYTE = 1_000_000;

const CHAPTERS = ["Part One/01 Counting windows.md", "第一卷/01 广播站.md"];
const EMPTY = "Empty.md";
const LONG = "One megabyte.md";

print("Start, from the process to a page that can be written on", [["cold start", await starts()]]);
const keys = await keypresses();
print(`Key press to paint, every ${BETWEEN_KEYS_MS} ms in the middle of the manuscript`, [
  ["in an empty manuscript", keys.get(EMPTY)],
  // Its page is as full of text as that of a long one.
  ["in a chapter of 4 KB", keys.get(CHAPTERS[0]), { empty: keys.get(EMPTY) }],
  ["in a manuscript of 1 MB", keys.get(LONG), { empty: keys.get(EMPTY), "the chapter": keys.get(CHAPTERS[0]) }],
]);

/** Starts the desk on a chapter again and again; the first start, which warms the system's caches, is left out. */
async function starts() {
  const took = [];
  await withDesk({ file: CHAPTERS[0] }, async (desk) => {
    for (let number = 0; number <= STARTS; number += 1) {
      await until(() => desk.browser.execute(isReady), "the chapter can be written on");
      const now = await uptime();
      if (number > 0) took.push(now - (await startOf(desk)));
      await desk.close();
      await desk.start();
    }
  });
  return took;
}

/** Types into the manuscripts in turn, so that a machine that grows slower does so for both. */
async function keypresses() {
  const took = new Map([EMPTY, CHAPTERS[0], LONG].map((path) => [path, []]));
  await withDesk({ prepare: manuscripts, file: EMPTY }, async (desk) => {
    await desk.finds(".cm-content");
    await desk.browser.execute(listen);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [path, all] of took) {
        await desk.openManuscript(path);
        await desk.browser.execute(toTheMiddle);
        await desk.click(".cm-content");
        const painted = await type(desk);
        // The first round finds code that has never run.
        if (round > 0) all.push(...painted);
      }
    }
  });
  return took;
}

async function type(desk) {
  await desk.browser.execute(() => (window.painted.length = 0));
  const actions = desk.browser.action("key");
  for (let key = 0; key < KEYS; key += 1) {
    const character = "write on "[key % 9];
    actions.down(character).up(character).pause(BETWEEN_KEYS_MS);
  }
  await actions.perform();
  const all = () => desk.browser.execute((count) => window.painted.length === count && window.painted, KEYS);
  return until(all, "every key is painted");
}

/** In the page: from a key going down to the first task after the next frame, as the page itself sees it. */
function listen() {
  window.painted = [];
  addEventListener(
    "keydown",
    () => {
      const pressed = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.painted.push(performance.now() - pressed);
        port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

function isReady() {
  return document.querySelector(".cm-content[contenteditable=true]")?.innerText.includes("window");
}

function toTheMiddle() {
  const scroller = document.querySelector(".cm-scroller");
  scroller.scrollTop = scroller.scrollHeight / 2;
}

/** Writes an empty manuscript and one of a megabyte, half of it English and half Chinese. */
async function manuscripts(project) {
  const texts = await Promise.all(CHAPTERS.map((chapter) => readFile(join(SAMPLE, chapter), "utf8")));
  let long = "";
  for (const text of texts) {
    const bytes = Buffer.byteLength(text);
    long += `${text}\n`.repeat(Math.ceil(MEGABYTE / texts.length / bytes));
  }
  await writeFile(join(project, EMPTY), "");
  await writeFile(join(project, LONG), long);
}

async function withDesk(options, use) {
  const endings = [];
  try {
    await use(await openDesk({ name: "bench", after: (end) => endings.push(end) }, options));
  } finally {
    for (const end of endings) await end();
  }
}

/** Returns when the desk's process was started, in milliseconds since the machine was. */
async function startOf(desk) {
  const project = await realpath(desk.project);
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.split("\0").includes(project)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // Field 22, in hundredths of a second; the second, the name in parentheses, may hold spaces.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]) * 10;
  }
  throw new Error("the desk's process is not to be found");
}

async function uptime() {
  return Number((await readFile("/proc/uptime", "utf8")).split(" ")[0]) * 1000;
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)];
}

function print(title, rows) {
  console.log(`\n${title}`);
  console.log(`  ${"".padEnd(44)} ${"times".padStart(6)} ${"p50 ms".padStart(10)} ${"p95 ms".padStart(10)}`);
  for (const [name, values, others = {}] of rows) {
    const figures = [0.5, 0.95].map((share) => quantile(values, share));
    const ratios = Object.entries(others).map(([other, against]) => {
      const [p50, p95] = [0.5, 0.95].map((share, place) => (figures[place] / quantile(against, share)).toFixed(2));
      return `${p50} and ${p95} of ${other}`;
    });
    const columns = figures.map((figure) => figure.toFixed(1).padStart(10)).join(" ");
    console.log(`  ${name.padEnd(44)} ${String(values.length).padStart(6)} ${columns}  ${ratios.join(", ")}`.trimEnd());
  }
}
