// What the window's processes hold and use, as Linux has it under /proc.

import { readdir, readFile } from "node:fs/promises";

/** Hundredths of a second, in which Linux counts the time of the processor. */
const TICKS = 100;

/** Returns the processes with these ids and all they started: `{ pid, name }` each, the name cut to 15 characters. */
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

/** Returns the display's own process, or nothing where it is not on this machine. */
export async function displayServer() {
  const display = (process.env.DISPLAY ?? "").split(".")[0];
  for (const entry of await readdir("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const [program, ...words] = (await readFile(`/proc/${entry}/cmdline`, "utf8").catch(() => "")).split("\0");
    if (program.endsWith("Xvfb") && words.includes(display)) return [{ pid: Number(entry), name: "Xvfb" }];
  }
  return [];
}

/** Returns what a process holds, in KiB: `rss` with all it shares, `pss` with its part of that. */
export async function memoryOf(pid) {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(rollup)[1]);
  return { rss: of("Rss"), pss: of("Pss") };
}

/** Returns how long a process has had the processor, in seconds. */
export async function processorTime(pid) {
  const { rest } = await fields(pid);
  return (Number(rest[11]) + Number(rest[12])) / TICKS;
}

/** Returns the name of a process, and what its line under /proc says behind it. */
async function fields(pid) {
  const line = await readFile(`/proc/${pid}/stat`, "utf8");
  // The name stands in parentheses and may hold spaces and parentheses of its own.
  const end = line.lastIndexOf(")");
  return { name: line.slice(line.indexOf("(") + 1, end), rest: line.slice(end + 2).split(" ") };
}
