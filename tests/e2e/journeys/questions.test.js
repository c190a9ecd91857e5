// The questions that the desk asks instead of guessing, in the real window. One is about two rules that contradict each
// other (MS2-R3-S2 of the specification), another about a habit that is only likely.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, lines, murmurs, MURMUR, OPPOSITE, RULE } from "../harness/writer.js";

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    tabs: { rules: "Rules", questions: "Questions" },
    waits: "1 question waits",
    asks: "Which is more like you?",
    follows: `Kept “${RULE.en}”.`,
    proposes: "Is this a habit of yours?",
    forgotten: "Forgotten. The same choices will not bring it back.",
    none: "No questions.",
    update: "Update preferences",
    nothingNew: "Nothing new yet",
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    tabs: { rules: "规则", questions: "提问" },
    waits: "1 个提问待答",
    asks: "哪一种更像你？",
    follows: `已保留「${RULE.zh}」`,
    proposes: "这是你的写作习惯吗？",
    forgotten: "已忘掉，同样的选择不会让它再次出现。",
    none: "没有待答的提问。",
    update: "更新偏好",
    nothingNew: "暂无新发现",
  },
];

for (const { language, chapter, tabs, waits, asks, follows, proposes, forgotten, none, update, nothingNew } of JOURNEYS) {
  const opposite = OPPOSITE[language];

  test(`a contradiction waits as a question until two keys answer it (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.click(".cm-content");

    // Her choices say short, and the rule she writes says long.
    const file = join(desk.data, "choices.jsonl");
    await writeFile(file, lines(choices(language, 50)));
    await desk.commonplace("episodes", "import", file);
    await desk.commonplace("distill");
    await desk.commonplace("rules", "add", opposite);

    // The tab shows a count, and the focus does not move.
    await desk.shows(waits);
    assert.ok(await isFocused(desk, ".cm-content"), "the question takes the focus from nobody");
    assert.ok(!(await desk.reads()).includes(asks), "nothing opens by itself");

    // The question is there after a restart.
    await desk.restart();
    await desk.shows(waits);
    await desk.openTab(tabs.questions);
    await desk.shows(asks);
    const [shown, quoted] = await desk.browser.execute(() => {
      const side = document.querySelector("aside .side");
      return [side.innerText, side.querySelector("blockquote").innerText];
    });
    assert.ok(shown.includes(RULE[language]), `A is the rule that was there first: ${shown}`);
    // The passage without its quotation marks.
    const passage = quoted.slice(1, -1);
    assert.ok(
      choices(language, 50).some(({ final_text: text }) => text.includes(passage)),
      `A shows a sentence she chose: ${passage}`,
    );
    await desk.screenshot(`question ${language}`);

    // Keys pressed in the panel must not reach the text, where all is selected.
    const text = await desk.text(chapter);
    await desk.click(".cm-content");
    await desk.press("Control", "a");
    await desk.openTab(tabs.questions);
    await desk.press("x");

    // One key moves to the card, one gives the answer.
    await desk.press("Tab");
    await desk.press("a");
    await desk.shows(follows);
    await desk.shows(none);
    await until(async () => !(await desk.text("memory/MEMORY.md")).includes(opposite), "the other rule leaves the file");
    assert.equal(await desk.text(chapter), text);
    await desk.screenshot(`question answered ${language}`);

    // The answer is there after a restart: one confirmed rule and no question.
    await desk.restart();
    await desk.shows(RULE[language]);
    assert.ok(!(await desk.reads()).includes(waits), "nothing waits");
    const rules = await desk.commonplace("rules", "list");
    assert.deepEqual(
      rules.filter(({ text }) => [RULE[language], opposite].includes(text)).map((rule) => [rule.text, rule.user_confirmed, rule.conflict_marked]),
      [[RULE[language], true, false]],
    );
  });

  test(`a habit the writer says no to leaves and does not come back (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await chooseUntilAsked(desk, language);

    await desk.shows(waits);
    await desk.openTab(tabs.questions);
    await desk.shows(proposes);
    assert.ok((await desk.reads()).includes(MURMUR[language]), "it says which habit");
    await desk.screenshot(`proposal ${language}`);
    await desk.press("Tab");
    await desk.press("n");
    await desk.shows(forgotten);
    await desk.shows(none);
    await desk.screenshot(`proposal refused ${language}`);

    // The same choices support the same habit again, but the desk does not ask again, not even after a restart.
    const stays = async () => {
      await desk.openTab(tabs.rules);
      await desk.clickButton(update);
      await desk.shows(nothingNew);
      assert.ok(!(await desk.reads()).includes(MURMUR[language]), "it is no rule and nothing noticed");
      await desk.openTab(tabs.questions);
      await desk.shows(none);
      assert.ok(!(await desk.reads()).includes(waits), "nothing waits");
    };
    await stays();
    await desk.restart();
    await stays();
    assert.ok(!(await desk.text("memory/MEMORY.md")).includes(MURMUR[language]));
  });
}

/** Records one choice after the other until the desk asks about the habit in them. */
async function chooseUntilAsked(desk, language) {
  const file = join(desk.data, "choice.jsonl");
  for (const choice of murmurs(language, 20)) {
    await writeFile(file, lines([choice]));
    await desk.commonplace("episodes", "import", file);
    const { rules } = await desk.commonplace("distill");
    if (rules.some(({ state }) => state === "proposed")) return;
  }
  throw new Error("the desk asked nothing");
}

const isFocused = (desk, selector) =>
  desk.browser.execute((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
