// The memory and processor time of the window's processes, from /proc of Linux.

import { readdir, readFile } from "node:fs/promises";

/** Clock ticks per second: Linux counts processor time in ticks. */
const TICKS = 100;

/** Returns these processes and all their descendants, each as `{ pid, name }`, with the name cut to 15 characters. */
export async function family(pids) {
  const all = [];
  for (const pid of pids) {
    const stat = await fields(pid).catch(() => null);
    if (stat === null) continue;
    all.push({ pid, name: stat.name });
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const children = await readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "");
      all.push(...(await family(children.split(" ").filter(Boolean).map(Number))));
    }
  }
  return all;
}

/** Returns the process of the display server; `undefined` if it is not on this machine. */
export async function displayServer() {
  const display = (process.env.DISPLAY ?? "").split(".")[0];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const [program, ...words] = (await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "")).split("\0");
    if (program.endsWith("Xvfb") && words.includes(display)) return [{ pid: Number(entry), name: "Xvfb" }];
  }
  return [];
}

/** Returns the memory of a process in KiB: `rss` with all shared memory, `pss` with its proportional share of it. */
export async function memoryOf(pid) {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)[1]);
  return { rss: of("Rss"), pss: of("Pss") };
}

/** The kinds of memory by the file behind a mapping. The first that fits counts. */
const KINDS = {
  "its program": /\/(commonplace-desk|MiniBrowser|WebKit\w+Process)$/,
  "the engine": /\/lib(webkit2gtk|javascriptcoregtk)/,
  "Mesa and its compiler": /\/(dri\/|lib(LLVM|gallium|GL|EGL|gbm|glapi))/,
  "other libraries": /\.so(\.|$)/,
  fonts: /font|\.(ttf|ttc|otf|woff2?)$/,
  "shared with the display and the page": /^(\/memfd|\/dev\/shm|\/SYSV|\/dev\/dri)/,
  "heap of C": /^\[heap\]$/,
  "no file: heaps, stacks": /^(\[(stack|anon).*)?$/,
  "other files": /./,
};

/** Returns the proportional memory of a process in KiB by the kind of its mappings. */
export async function memoryByKind(pid) {
  const kinds = {};
  let kind = "";
  for (const line of (await readFile(`/proc/${pid}/smaps`, "utf8")).split("\n")) {
    const mapping = /^[\da-f]+-[\da-f]+ \S+ \S+ \S+ \d+\s*(.*)$/.exec(line);
    if (mapping) kind = Object.keys(KINDS).find((each) => KINDS[each].test(mapping[1].replace(/ \(deleted\)$/, "")));
    const [, pss] = /^Pss:\s+(\d+)/.exec(line) ?? [];
    if (pss) kinds[kind] = (kinds[kind] ?? 0) + Number(pss);
  }
  return kinds;
}

/** Returns the processor time of a process in seconds. */
export async function processorTime(pid) {
  const { rest } = await fields(pid);
  return (Number(rest[11]) + Number(rest[12])) / TICKS;
}

/** Returns the name of a process and the remaining fields of its line in /proc. */
async function fields(pid) {
  const line = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name is in parentheses and may itself contain spaces and parentheses.
  const end = line.lastIndexOf(")");
  return { name: line.slice(line.indexOf("(") + 1, end), rest: line.slice(end + 2).split(" ") };
}
