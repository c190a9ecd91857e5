// With suggestions and learning off the desk opens no socket to any network, this machine's own included.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { BINARY, SAMPLE } from "../harness/desk.js";
import { manageWindows, pressOnKeyboard } from "../harness/display.js";
import { until } from "../harness/until.js";

const CHAPTER = "Part One/01 Counting windows.md";

// Without a driver, because the driver talks to the page through a socket.
test("no socket is open before, while and after something is written", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "commonplace-e2e-"));
  const [project, data] = [join(folder, "project"), join(folder, "data")];
  await cp(SAMPLE, project, { recursive: true });
  await mkdir(data);
  await writeFile(join(data, "settings.json"), JSON.stringify({ language: "en", ai: false }));
  await manageWindows();
  const desk = spawn(BINARY, [project, join(project, CHAPTER)], {
    env: { ...process.env, COMMONPLACE_DATA_DIR: data },
    stdio: "ignore",
  });
  const ended = once(desk, "exit");
  t.after(async () => {
    desk.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  // The state of the workspace is saved one second after the page has shown the file.
  await until(async () => (await readdir(join(data, "workspaces")).catch(() => [])).length > 0, "the page is shown");
  assert.deepEqual(await sockets(desk.pid), []);

  // Alt+2 puts the caret into the text.
  await pressOnKeyboard("alt+2", "ctrl+End", "r", "a", "i", "n");
  const saved = async () => (await readFile(join(project, CHAPTER), "utf8")).trimEnd().endsWith("rain");
  await until(saved, "what is typed is saved");
  assert.deepEqual(await sockets(desk.pid), []);
});

/** Returns the network sockets that a process or one of its descendants has open, as the system lists them. */
async function sockets(pid) {
  const open = new Set();
  for (const each of await family(pid)) {
    const files = await readdir(`/proc/${each}/fd`).catch(() => []);
    for (const file of files) {
      const target = await readlink(`/proc/${each}/fd/${file}`).catch(() => "");
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode) open.add(inode);
    }
  }
  assert.ok(open.size > 0, "the desk has sockets to its display, which these would be among");
  const tables = await Promise.all(
    ["tcp", "tcp6", "udp", "udp6", "raw", "raw6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8").catch(() => "")),
  );
  return tables
    .flatMap((table) => table.trim().split("\n").slice(1))
    .filter((row) => open.has(row.trim().split(/\s+/)[9]));
}

/** Returns the ids of a process and all its descendants. */
async function family(pid) {
  const listing = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  const children = listing.split(" ").filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(family))).flat()];
}
