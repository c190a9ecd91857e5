// Spelling in the real window: a misspelt word is underlined and replaced by a suggestion, and a word that the writer
// adds stays accepted.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { putDictionary } from "../harness/dictionary.js";
import { until } from "../harness/until.js";

const PATH = "Draft.md";

const LANGUAGES = {
  en: {
    before: "The ferry came late.",
    text: "The ferrry came to Aldermoor late. `ferrry` <!-- ferrry -->\n\nAldermoor’s ferry was late.\n",
    add: "Add to dictionary",
    section: "Writing",
    off: "Spelling",
  },
  zh: {
    before: "The ferry came late. 渡船来了。",
    text: "渡船来了，没有摇铃。她用英文写了 ferrry came to Aldermoor。`ferrry` <!-- ferrry -->\n\nAldermoor’s ferry，渡船又晚了。\n",
    add: "添加到词典",
    section: "写作",
    off: "拼写检查",
  },
};

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`a misspelt word is underlined, put right by hand, and one of her own is kept (${language})`, async (t) => {
    const desk = await openDesk(t, {
      file: PATH,
      settings: { language },
      prepare: async (project, data) => {
        await writeFile(join(project, PATH), `${words.before}\nto was\n`);
        await putDictionary(project, data, "ferrry");
        await writeFile(join(project, PATH), words.text);
      },
    });
    const underlined = () => desk.browser.execute(() => [...document.querySelectorAll(".misspelt")].map((mark) => mark.textContent));
    const areUnderlined = (expected) =>
      until(async () => (await underlined()).join() === expected.join(), `what is underlined is ${expected.join() || "nothing"}`);
    const selected = (word) => until(() => desk.browser.execute((each) => getSelection().toString() === each, word), `${word} is selected`);

    await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
    await areUnderlined(["ferrry", "Aldermoor", "Aldermoor’s"]);
    assert.equal(await desk.text(PATH), words.text);

    // Using the keyboard: the next misspelt word, its menu, the first suggestion, and undo.
    await desk.click(".cm-content");
    await desk.press("Control", "Home");
    await desk.press("F7");
    await selected("ferrry");
    await desk.press("Control", ".");
    await desk.finds('[role="menuitem"]:focus');
    await desk.screenshot(`spelling ${language}`);
    await desk.press("Enter");
    await areUnderlined(["Aldermoor", "Aldermoor’s"]);
    const right = words.text.replace("ferrry", "ferry");
    await until(async () => (await desk.text(PATH)) === right, "what was taken is saved");
    await desk.press("Control", "z");
    await until(async () => (await desk.text(PATH)) === words.text, "one undo takes it back");
    await areUnderlined(["ferrry", "Aldermoor", "Aldermoor’s"]);

    // Using the mouse: a word that she adds, which stays accepted after a restart.
    const [, name] = await desk.browser.$$(".misspelt");
    await name.click({ button: "right" });
    await desk.click(`//*[@role="menuitem"][normalize-space()="${words.add}"]`);
    await areUnderlined(["ferrry"]);
    assert.equal(await readFile(join(desk.data, "words.txt"), "utf8"), "Aldermoor\n");
    await desk.restart();
    await desk.finds(`.cm-content[aria-label$="${PATH}"]`);
    await areUnderlined(["ferrry"]);

    await desk.press("Control", ",");
    await desk.click(`//dialog//button[@role="tab"][normalize-space()="${words.section}"]`);
    await desk.shows("words.txt");
    await desk.screenshot(`spelling settings ${language}`);
    await desk.click(`//dialog//label[normalize-space()="${words.off}"]`);
    await areUnderlined([]);
    await desk.press("Escape");
    assert.equal(await desk.text(PATH), words.text);
  });
}
