// The page in the real window: how it shows a manuscript, its limits for remote content, and find and replace.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const PATH = "Part One/00 Page.md";
const PICTURE = (script = "") =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${script}<rect width="40" height="20"/></svg>`;

/** Longer than the visible or the hidden phase of a blinking caret, in milliseconds. */
const BLINK_MS = 2_000;

test("the caret stands still while nobody types", async (t) => {
  const desk = await openDesk(t, { file: "Part One/01 Counting windows.md" });
  await desk.click(".cm-content");
  const hasCaret = () => desk.browser.execute(() => document.activeElement?.matches(".cm-content"));
  await until(hasCaret, "the caret is in the text");
  const picture = () => desk.browser.takeScreenshot();
  const seen = new Set();
  // Elements shown briefly after the opening fade first. A blinking caret would change the picture for ever.
  await until(async () => {
    seen.clear();
    for (const end = Date.now() + BLINK_MS; Date.now() < end && seen.size < 2; ) seen.add(await picture());
    return seen.size === 1;
  }, "the page stands still");
  await desk.press("ArrowDown");
  await until(async () => !seen.has(await picture()), "a caret is in the picture, and moves");
});

test("a manuscript shows pictures of its project and does nothing by itself", async (t) => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const remote = `http://127.0.0.1:${server.address().port}`;
  const lines = [
    "开头",
    "![lamp](../图/灯.svg)",
    "![script](../图/script.svg)",
    "![outside](../../outside.svg)",
    "![linked](../图/linked.svg)",
    `![remote](${remote}/a.png)`,
    "![text](../图/text.svg)",
    `<img src="${remote}/b.png" onerror="globalThis.ran = true"><script>globalThis.ran = true</script>`,
    `[link](${remote}/c) [file](file:///etc/hostname) [js](javascript:globalThis.ran=true) <${remote}/d>`,
  ];
  const desk = await openDesk(t, {
    prepare: async (project) => {
      await mkdir(join(project, "图"));
      await writeFile(join(project, "图/灯.svg"), PICTURE());
      const script = `<script>parent.ran = true; globalThis.ran = true</script><image href="${remote}/e.png"/>`;
      await writeFile(join(project, "图/script.svg"), PICTURE(script));
      await writeFile(join(project, "图/text.svg"), "no picture");
      await writeFile(join(project, "../outside.svg"), PICTURE());
      await symlink("../../outside.svg", join(project, "图/linked.svg"));
      await writeFile(join(project, PATH), lines.join("\n\n") + "\n");
    },
    file: PATH,
  });
  const shown = () =>
    desk.browser.execute(() =>
      [...document.querySelectorAll(".md-image")].map((each) => each.querySelector("img")?.naturalWidth || each.textContent),
    );
  const expected = [40, 40, "Picture not found: linked", "Picture not found: text"];
  await until(async () => String(await shown()) === String(expected), "the pictures of the project are shown, and no other");

  const followed = await desk.browser.execute(() => {
    const links = [...document.querySelectorAll("[data-target]")];
    for (const link of links) {
      for (const ctrlKey of [false, true]) link.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey }));
    }
    return links.length;
  });
  assert.ok(followed >= 4, `${followed} links were clicked`);
  await desk.shows("The desk opens no address by itself.");
  assert.equal(await desk.browser.execute(() => globalThis.ran ?? false), false);
  assert.equal(asked, 0, "no address was asked for");
  assert.equal((await desk.browser.getWindowHandles()).length, 1);
  assert.equal(await desk.text(PATH), lines.join("\n\n") + "\n");
});

for (const [language, find, replace, all, before, after] of [
  ["en", "Find in this file", "Replace with", "Replace all", "Rain, rain. Training.", "Snow, snow. Tsnowing."],
  ["zh", "在本文件中查找", "替换为", "全部替换", "雨停了。大雨。", "雪停了。大雪。"],
]) {
  test(`all matches are replaced in one step that one undo takes back (${language})`, async (t) => {
    const desk = await openDesk(t, {
      prepare: (project) => writeFile(join(project, PATH), `${before}\n\n${before}\n`),
      settings: { language },
      file: PATH,
    });
    await desk.click(".cm-content");
    await desk.press("Control", "h");
    await desk.click(`input[aria-label="${find}"]`);
    await desk.type(language === "en" ? "rain" : "雨");
    await desk.click(`input[aria-label="${replace}"]`);
    await desk.type(language === "en" ? "snow" : "雪");
    if (language === "en") await desk.click('button[aria-label^="Keep the case"]');
    await desk.clickButton(all);
    await until(async () => (await desk.page()).startsWith(after), "every match is replaced");
    await desk.screenshot(`find ${language}`);
    await desk.press("Escape");
    await desk.press("Control", "z");
    await until(async () => (await desk.page()).startsWith(before), "one undo brings all of them back");
    await until(async () => (await desk.text(PATH)) === `${before}\n\n${before}\n`, "the file is what it was");
  });
}
