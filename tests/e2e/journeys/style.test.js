// The style check in the real window. It is off until the writer turns it on. A mistake is underlined; she corrects it
// or ignores it. The process ends once the check is off.

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const PATH = "Draft.md";

const LANGUAGES = {
  en: {
    text: "She saw the the river, and it was an long night. `the the` <!-- the the -->\n\n“I ain’t going,” he said.\n",
    section: "Writing",
    style: "English style",
    said: "Did you mean to repeat this word?",
    leave: "Leave it alone",
  },
  zh: {
    text: "雨停了，没有人说话。She saw the the river, and it was an long night. 渡船来了。`the the` <!-- the the -->\n\n“我不走。”他说。\n",
    section: "写作",
    style: "英文用法检查",
    said: "同一个词写了两遍。",
    leave: "不必改",
  },
};

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`a slip of English is underlined, put right by hand or left alone (${language})`, async (t) => {
    const desk = await openDesk(t, {
      file: PATH,
      // Spelling has its own journey, so it is off here.
      settings: { language, writing: { spelling: false } },
      prepare: (project) => writeFile(join(project, PATH), words.text),
    });
    const underlined = () => desk.browser.execute(() => [...document.querySelectorAll(".slip")].map((mark) => mark.textContent));
    // Loading takes seconds in an unoptimised build.
    const areUnderlined = (expected) =>
      until(async () => (await underlined()).join() === expected.join(), `what is underlined is ${expected.join() || "nothing"}`, 60_000);

    await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
    assert.deepEqual(await checks(desk), [], "nothing is started while it is off");
    await desk.press("Control", ",");
    await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.section}"]`);
    await desk.click(`//dialog//label[normalize-space()="${words.style}"]`);
    await desk.screenshot(`style settings ${language}`);
    await desk.press("Escape");
    await areUnderlined(["the the", "an"]);
    assert.equal(await desk.text(PATH), words.text);
    assert.equal((await checks(desk)).length, 1);

    // Using the keyboard: the menu of the mistake, the first replacement, and undo.
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    for (let at = 0; at < words.text.indexOf("the the") + 2; at += 1) await desk.press("ArrowRight");
    await desk.press("Control", ".");
    await desk.finds('[role="menuitem"]:focus');
    await desk.shows(words.said);
    await desk.screenshot(`style ${language}`);
    await desk.press("Enter");
    await areUnderlined(["an"]);
    const right = words.text.replace("the the", "the");
    await until(async () => (await desk.text(PATH)) === right, "what was taken is saved");
    await desk.press("Control", "z");
    await until(async () => (await desk.text(PATH)) === words.text, "one undo takes it back");
    await areUnderlined(["the the", "an"]);

    // Using the mouse: an ignored mistake is not underlined again.
    const [, article] = await desk.browser.$$(".slip");
    await article.click({ button: "right" });
    await desk.click(`//*[@role="menuitem"][normalize-space()="${words.leave}"]`);
    await areUnderlined(["the the"]);

    // Turned off: nothing is underlined, and no process is left.
    await desk.press("Control", ",");
    await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.section}"]`);
    await desk.click(`//dialog//label[normalize-space()="${words.style}"]`);
    await desk.press("Escape");
    await areUnderlined([]);
    await until(async () => (await checks(desk)).length === 0, "the check is ended");
    assert.equal(await desk.text(PATH), words.text);
  });
}

/** Returns the style-check processes of this desk, recognised by the desk's data folder. */
async function checks({ data }) {
  const processes = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name));
  const read = (id, name) => readFile(join("/proc", id, name), "utf8").catch(() => "");
  const found = await Promise.all(
    processes.map(async (id) => (await read(id, "cmdline")).includes("--style-check") && (await read(id, "environ")).includes(data)),
  );
  return processes.filter((_, index) => found[index]);
}
