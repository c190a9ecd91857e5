// Measures the waiting times of the writer in the real window: each key, opening a manuscript, and the start; also
// memory. Measures a bare editor page in the same engine for comparison. Prints tables. The ratios hold on any machine,
// the times only on the measured one.

import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { openBare } from "./harness/bare.js";
import { BINARY, openDesk, SAMPLE } from "./harness/desk.js";
import { family, memoryByKind } from "./harness/processes.js";
import { until } from "./harness/until.js";
import { choices } from "./harness/writer.js";

const STARTS = 7;
const ROUNDS = 4;
const KEYS = 40;
// The interval of a fast typist. With a shorter interval, a key would wait for the frame of the previous key.
const BETWEEN_KEYS_MS = 60;
/** The number of choices that each distillation reads while keys are typed. */
const CHOICES = 2_000;
/**
 * The pause between two distillations, in milliseconds. Four a second are a thousand times as many as a writer
 * triggers.
 */
const BETWEEN_DISTILLATIONS_MS = 250;
/**
 * The time in milliseconds after which the memory left over from the start is freed and the memory in use is measured.
 */
const SETTLED_MS = 5_000;
/** What a process is for, by the beginning of its name, which the system cuts to 15 characters. */
const ROLES = [
  ["WebKitWebProces", "the page"],
  ["WebKitNetworkPr", "the network"],
];
/** With `ONLY=memory` nothing else is measured. */
const ONLY_MEMORY = process.env.ONLY === "memory";

const CHAPTERS = { en: "Part One/01 Counting windows.md", zh: "第一卷/01 广播站.md" };
const LONG = "1 MB en.md";
const SIZES = { "10 KB": 10_000, "1 MB": 1_000_000, "10 MB": 10_000_000 };
const PAGES = Object.keys(CHAPTERS).flatMap((language) =>
  Object.keys(SIZES).map((size) => ({ language, size, path: `${size} ${language}.md` })),
);

const texts = new Map();
for (const { language, size, path } of PAGES) {
  const text = await readFile(join(SAMPLE, CHAPTERS[language]), "utf8");
  texts.set(path, `${text}\n`.repeat(Math.ceil(SIZES[size] / Buffer.byteLength(text))));
}

if (!ONLY_MEMORY) await printTimes();
await printMemory();
await printPackages();

async function printTimes() {
  const desk = await onDesk();
  const bare = await onBare();

  print(`Key press to paint, every ${BETWEEN_KEYS_MS} ms; panel open, ${desk.distillations} distillations meanwhile`, PAGES, ({ path, language }) => [
    desk.keys.get(path),
    { "10 KB": desk.keys.get(`10 KB ${language}.md`), bare: bare.keys.get(path) },
  ]);
  print("Key press to paint on the bare page", PAGES, ({ path, language }) => [
    bare.keys.get(path),
    { "10 KB": bare.keys.get(`10 KB ${language}.md`) },
  ]);
  print("Opening for the first time, from the mouse button to the painted page; the bare page has the text already", PAGES, ({ path }) => [
    desk.opened.get(path),
    { bare: bare.opened.get(path) },
  ]);
  print("Start, from the process to the caret in the last file, and to a bare window", [{ path: "the desk" }, { path: "the bare window" }], ({ path }) =>
    path === "the desk" ? [desk.starts, { bare: bare.starts }] : [bare.starts, {}],
  );
}

/** Measures the desk. */
async function onDesk() {
  const [keys, opened] = [new Map(), new Map()];
  let distillations = 0;
  // A new desk in each round, because a desk opens a manuscript for the first time only once.
  for (let round = 0; round < ROUNDS; round += 1) {
    await withDesk({ prepare: manuscripts, file: CHAPTERS.en }, async (desk) => {
      await desk.finds(".cm-content");
      await desk.imports(choices("en", CHOICES));
      await desk.browser.execute(listen);
      // Warms up code that has not run yet.
      await desk.click(".cm-content");
      await type(desk.browser);
      for (const { path } of PAGES) {
        await desk.browser.execute(watchOpening, path);
        await desk.openManuscript(path);
        const took = await until(() => desk.browser.execute(() => window.openedIn), "it is open");
        await desk.browser.execute(toTheMiddle);
        await desk.click(".cm-content");
        await desk.browser.execute(distil, BETWEEN_DISTILLATIONS_MS);
        const painted = await type(desk.browser);
        distillations += await desk.browser.execute(() => {
          const count = window.distilled;
          window.distilling = null;
          return count;
        });
        add(keys, path, painted);
        add(opened, path, [took]);
      }
    });
  }
  const starts = [];
  await withDesk({ prepare: manuscripts, file: LONG }, async (desk) => {
    for (let number = 0; number <= STARTS; number += 1) {
      await until(() => desk.browser.execute(hasCaret), "the manuscript can be written on");
      // The first start fills the system's caches, so it is left out.
      if (number > 0) starts.push((await uptime()) - (await startOf(await desk.pids())));
      await desk.close();
      await desk.start();
    }
  });
  return { keys, opened, starts, distillations };
}

/** Measures the bare page. */
async function onBare() {
  const [keys, opened, starts] = [new Map(), new Map(), []];
  for (let number = 0; number <= STARTS; number += 1) {
    const page = await openBare();
    try {
      await until(() => page.browser.execute(() => Boolean(document.querySelector(".cm-content"))), "the bare page is there");
      if (number > 0) starts.push((await uptime()) - (await startOf(await page.pids())));
      if (number < STARTS) continue;
      await page.browser.execute(listen);
      for (let round = 0; round <= ROUNDS; round += 1) {
        for (const { path } of PAGES) {
          const took = await page.browser.executeAsync(show, texts.get(path));
          await page.browser.execute(toTheMiddle);
          await (await page.browser.$(".cm-content")).click();
          const painted = await type(page.browser);
          if (round > 0) {
            add(keys, path, painted);
            add(opened, path, [took]);
          }
        }
      }
    } finally {
      await page.close();
    }
  }
  return { keys, opened, starts };
}

async function type(browser) {
  await browser.execute(() => (window.painted.length = 0));
  const actions = browser.action("key");
  for (let key = 0; key < KEYS; key += 1) {
    const character = "write on "[key % 9];
    actions.down(character).up(character).pause(BETWEEN_KEYS_MS);
  }
  await actions.perform();
  const all = () => browser.execute((count) => window.painted.length === count && window.painted, KEYS);
  return until(all, "every key is painted");
}

// The following functions run in the page, and are sent there as source.

/** Measures from a key down to the first task after the next frame, as the page sees it. */
function listen() {
  window.painted = [];
  window.afterPaint = (act) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = act;
      port2.postMessage(null);
    });
  const onKey = () => {
    const pressed = performance.now();
    window.afterPaint(() => window.painted.push(performance.now() - pressed));
  };
  addEventListener("keydown", onKey, { capture: true });
}

/** Measures from a mouse down on a manuscript to the first frame that shows it. */
function watchOpening(path) {
  window.openedIn = 0;
  let pressed = 0;
  addEventListener("mousedown", () => (pressed = performance.now()), { capture: true, once: true });
  const observer = new MutationObserver(() => {
    if (!document.querySelector(".cm-content")?.getAttribute("aria-label")?.endsWith(path)) return;
    observer.disconnect();
    window.afterPaint(() => (window.openedIn = performance.now() - pressed));
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
}

/** Updates the preferences again and again, with a pause in between. */
function distil(pause) {
  const these = (window.distilling = {});
  window.distilled = 0;
  (async () => {
    while (window.distilling === these) {
      await globalThis.__TAURI_INTERNALS__.invoke("memory:semantic:distill", {});
      window.distilled += 1;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  })();
}

/** Measures from a text in memory to the first frame that shows it. */
function show(text, done) {
  const began = performance.now();
  globalThis.bare.show(text);
  window.afterPaint(() => done(performance.now() - began));
}

function hasCaret() {
  const page = document.querySelector(".cm-content[contenteditable=true]");
  return page !== null && document.activeElement === page && page.querySelectorAll(".cm-line").length > 3;
}

function toTheMiddle() {
  const scroller = document.querySelector(".cm-scroller");
  scroller.scrollTop = scroller.scrollHeight / 2;
}

// The following functions run here.

async function manuscripts(project) {
  for (const [path, text] of texts) await writeFile(join(project, path), text);
}

async function withDesk(options, use) {
  const endings = [];
  try {
    await use(await openDesk({ name: "bench", after: (end) => endings.push(end) }, options));
  } finally {
    for (const end of endings) await end();
  }
}

/** Returns when a process was started, in milliseconds since the boot of the machine. */
async function startOf([pid]) {
  const status = await readFile(`/proc/${pid}/stat`, "utf8");
  // The start time is field 22, in hundredths of a second. Field 2, the name in parentheses, may contain spaces.
  return Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[19]) * 10;
}

async function uptime() {
  return Number((await readFile("/proc/uptime", "utf8")).split(" ")[0]) * 1000;
}

/** Returns the memory of a program by the role of each process and the kind of memory, in MiB. */
async function memoryOf(pids) {
  const rows = new Map();
  for (const { pid, name } of await family(pids)) {
    const role = ROLES.find(([part]) => name.startsWith(part))?.[1] ?? "the program";
    for (const [kind, kib] of Object.entries(await memoryByKind(pid))) {
      const row = `${role}: ${kind}`;
      rows.set(row, (rows.get(row) ?? 0) + kib / 1024);
    }
  }
  return rows;
}

/**
 * Prints the memory of the desk beside that of the bare page, both with the same text. On a machine without a graphics
 * card the desk draws without compositing; with one it composites. Both are measured.
 */
async function printMemory() {
  const columns = {};
  for (const [how, composited] of [["", false], [", card", true]]) {
    await withDesk({ prepare: manuscripts, file: LONG, composited }, async (desk) => {
      await until(() => desk.browser.execute(hasCaret), "the manuscript can be written on");
      await pause(SETTLED_MS);
      columns[`desk${how}`] = await memoryOf(await desk.pids());
    });
    const page = await openBare({ composited });
    try {
      await until(() => page.browser.execute(() => Boolean(document.querySelector(".cm-content"))), "the bare page is there");
      await page.browser.execute(listen);
      await page.browser.executeAsync(show, texts.get(LONG));
      await pause(SETTLED_MS);
      columns[`bare${how}`] = await memoryOf(await page.pids());
    } finally {
      await page.close();
    }
  }

  const names = Object.keys(columns);
  const rows = new Set(names.flatMap((name) => [...columns[name].keys()]));
  const all = (name) => [...columns[name].values()].reduce((sum, mib) => sum + mib, 0);
  const line = (row, figures) => console.log(`  ${row.padEnd(52)}${figures.map((figure) => figure.padStart(14)).join("")}`);
  console.log("\nMemory with 1 MB of text (PSS, MiB)");
  line("", names);
  for (const row of [...rows].sort()) line(row, names.map((name) => (columns[name].get(row) ?? 0).toFixed(1)));
  line("all", names.map((name) => all(name).toFixed(1)));
  for (const how of ["", ", card"]) console.log(`  The desk is ${(all(`desk${how}`) - all(`bare${how}`)).toFixed(1)} MiB beyond the bare page${how}.`);
}

/** Prints the size of the packages that were built beside the desk, if any. */
async function printPackages() {
  const folder = join(dirname(BINARY), "bundle/deb");
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".deb"));
  if (names.length === 0) console.log("Package: none is built; `cargo xtask release` builds one.");
  for (const name of names) {
    const { size } = await stat(join(folder, name));
    console.log(`Package: ${name}, ${(size / 1e6).toFixed(1)} MB`);
  }
}

function add(map, key, values) {
  map.set(key, [...(map.get(key) ?? []), ...values]);
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)];
}

function print(title, rows, figuresOf) {
  console.log(`\n${title}`);
  console.log(`  ${"".padEnd(20)} ${"times".padStart(6)} ${"p50 ms".padStart(9)} ${"p95 ms".padStart(9)}  p95 as a multiple of`);
  for (const row of rows) {
    const [values, others] = figuresOf(row);
    const [p50, p95] = [0.5, 0.95].map((share) => quantile(values, share));
    const ratios = Object.entries(others).map(([other, against]) => `${other} ${(p95 / quantile(against, 0.95)).toFixed(2)}`);
    const figures = [p50, p95].map((ms) => ms.toFixed(1).padStart(9)).join(" ");
    console.log(`  ${row.path.replace(/\.md$/, "").padEnd(20)} ${String(values.length).padStart(6)} ${figures}  ${ratios.join(", ")}`);
  }
}
