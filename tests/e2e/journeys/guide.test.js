import assert from "node:assert/strict";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { LANGUAGES } from "../harness/screens.js";
import { until } from "../harness/until.js";

const GUIDES = {
  en: { title: "Guide", last: "Leaving", read: "Your manuscripts are ordinary files." },
  zh: { title: "使用指南", last: "怎样离开", read: "书稿就是普通文件" },
};

for (const [language, { title, last, read }] of Object.entries(GUIDES)) {
  test(`the guide opens from the menu and from the palette, beside the lists, and goes with Escape (${language})`, async (t) => {
    const { chapter } = LANGUAGES[language];
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);

    await desk.press("F10");
    await desk.click(`//*[@role="menuitemcheckbox"][starts-with(normalize-space(), "${title}")]`);
    await desk.finds(".guide");
    await desk.clickButton(last);
    await desk.shows(read);
    // A picture that is not part of the program would not load.
    const drawn = () => desk.browser.execute(() => [...document.querySelectorAll(".guide img")].map(({ complete, naturalWidth }) => complete && naturalWidth > 100));
    await until(async () => (await drawn()).every(Boolean), "every picture is drawn");
    assert.equal((await drawn()).length, 4);
    const place = await desk.browser.execute(() => document.querySelector(".guide .text").scrollTop);
    assert.ok(place > 0);

    await desk.press("Escape");
    await until(async () => !(await desk.browser.$(".guide").isExisting()), "Escape leads back to the text");
    await until(() => desk.browser.execute(() => document.activeElement.matches(".cm-content")), "the text has the focus again");

    await desk.press("Control", "p");
    await desk.finds("dialog input");
    await desk.type(title);
    await desk.press("Enter");
    await desk.finds(".guide");
    await until(async () => (await desk.browser.execute(() => document.querySelector(".guide .text").scrollTop)) === place, "it opens where it was left");
  });
}
