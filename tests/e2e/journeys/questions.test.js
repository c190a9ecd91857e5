// MS2-R3-S2 of the specification, in the real window: two rules that contradict each other, and the writer's word.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, lines, RULE } from "../harness/writer.js";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    opposite: "Action scenes: prefers long sentences",
    tab: "Questions",
    waits: "1 question waits",
    asks: "Which is more like you?",
    follows: `Kept “${RULE.en}”.`,
    none: "No questions.",
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    opposite: "动作场景偏好长句",
    tab: "提问",
    waits: "1 个提问待答",
    asks: "哪一种更像你？",
    follows: `已保留「${RULE.zh}」`,
    none: "没有待答的提问。",
  },
];

for (const { language, chapter, opposite, tab, waits, asks, follows, none } of JOURNEYS) {
  test(`a contradiction waits as a question until two keys answer it (${language})`, async (t) => {
    const desk = await openDesk(t, { settings: { language, lastFile: chapter } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.click(".cm-content");

    // What she chose says short, what she writes down says long.
    const file = join(desk.data, "choices.jsonl");
    await writeFile(file, lines(choices(language, 50)));
    await desk.commonplace("episodes", "import", file);
    await desk.commonplace("distill");
    await desk.commonplace("rules", "add", opposite);

    // A count on the tab, and the hand stays where it is.
    await desk.shows(waits);
    assert.ok(await isFocused(desk, ".cm-content"), "the question takes the focus from nobody");
    assert.ok(!(await desk.reads()).includes(asks), "nothing opens by itself");

    // The question is there after a restart.
    await desk.restart();
    await desk.shows(waits);
    await desk.click(`//button[@role="tab"][starts-with(normalize-space(), "${tab}")]`);
    await desk.shows(asks);
    const [shown, quoted] = await desk.browser.execute(() => {
      const side = document.querySelector("aside .side");
      return [side.innerText, side.querySelector("blockquote").innerText];
    });
    assert.ok(shown.includes(RULE[language]), `A is the rule that was there first: ${shown}`);
    // Without the marks around it.
    const passage = quoted.slice(1, -1);
    assert.ok(
      choices(language, 50).some(({ final_text: text }) => text.includes(passage)),
      `A shows a sentence she chose: ${passage}`,
    );
    await desk.screenshot(`question ${language}`);

    // One key to the card, one for the answer.
    await desk.press("Tab");
    await desk.press("a");
    await desk.shows(follows);
    await desk.shows(none);
    await until(async () => !(await desk.text("memory/MEMORY.md")).includes(opposite), "the other rule leaves the file");
    await desk.screenshot(`question answered ${language}`);

    // The answer is there after a restart: one rule, confirmed, and nothing to ask.
    await desk.restart();
    await desk.shows(RULE[language]);
    assert.ok(!(await desk.reads()).includes(waits), "nothing waits");
    const rules = await desk.commonplace("rules", "list");
    assert.deepEqual(
      rules.filter(({ text }) => [RULE[language], opposite].includes(text)).map((rule) => [rule.text, rule.user_confirmed, rule.conflict_marked]),
      [[RULE[language], true, false]],
    );
  });
}

const isFocused = (desk, selector) =>
  desk.browser.execute((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
