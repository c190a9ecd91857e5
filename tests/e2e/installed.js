// The desk as installed by its package: a manuscript opened from a file manager, and the command line.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";

import { BINARY, openDesk } from "./harness/desk.js";

const MANUSCRIPTS = [
  { language: "en", file: "Part One/01 Counting windows.md", begins: "The tax on light was a penny a flame" },
  { language: "zh", file: "第一卷/01 广播站.md", begins: "县广播站在粮站的后面" },
];

test("the desktop offers the desk for manuscripts", async () => {
  const entry = await readFile("/usr/share/applications/Commonplace.desktop", "utf8");
  const values = new Map(entry.split("\n").map((line) => /^([^=]+)=(.*)$/u.exec(line)?.slice(1) ?? []));
  assert.equal(values.get("Exec"), `${basename(BINARY)} %F`);
  assert.deepEqual(values.get("MimeType").split(";").filter(Boolean).sort(), ["text/markdown", "text/plain"]);
  assert.ok(values.get("Name[zh_CN]") && values.get("Comment[zh_CN]"));
});

for (const { language, file, begins } of MANUSCRIPTS) {
  test(`a manuscript that is opened with the desk is on its page (${language})`, async (t) => {
    const settings = { language, recentProjects: [] };
    const desk = await openDesk(t, { settings, args: (project) => [join(project, file)] });
    await desk.finds(`.cm-content[aria-label$="${basename(file)}"]`);
    await desk.shows(begins);
    await desk.commonplace("project", "init");
    assert.deepEqual(await desk.commonplace("rules", "list"), []);
  });
}
