// Fading in the real window. Choices that were not recalled for weeks are shortened (MS2-R2-S1 of the specification). A
// confirmed rule does not fade, while another rule does (MS2-R2-S3).

import assert from "node:assert/strict";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, murmurs, MURMUR, RULE } from "../harness/writer.js";

const DAY = 24 * 60 * 60_000;

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    tabs: { rules: "Rules", activity: "Activity" },
    asTable: "As a table: How fresh the choices are",
    bands: ["Fresh", "Fading", "To be shortened", "To be let go", "Shortened"],
    shortened: "Shortened choices that had faded",
    scene: /^Action scenes/,
    update: "Update preferences",
    confirm: "Confirm",
    confirmed: "confirmed",
    unused: "not used lately",
    unusedMore: "None of your choices has concerned it lately, so it counts for less among the candidates.",
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    tabs: { rules: "规则", activity: "动态" },
    asTable: "看表格: 选择的新旧",
    bands: ["活跃", "衰减中", "待压缩", "待淘汰", "已压缩"],
    shortened: "压缩了已淡去的选择",
    scene: /^动作场景/,
    update: "更新偏好",
    confirm: "确认",
    confirmed: "已确认",
    unused: "近来未用",
    unusedMore: "近来未用，给出候选时分量较轻。",
  },
];

for (const journey of JOURNEYS) {
  const { language, chapter, tabs, bands } = journey;

  test(`choices that have faded wait to be shortened and are, at the next start (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    // Choices that are one, eight, sixteen and forty days old have a decay of 1, 0.52, 0.23 and 0.02.
    const ages = [1, 1, 1, 1, 8, 8, 8, 16, 16, 40];
    const records = choices(language, ages.length).map((record, at) => ({
      ...record,
      created_at: new Date(Date.now() - ages[at] * DAY).toISOString(),
    }));
    await desk.imports(records);
    assert.deepEqual(await freshness(desk, journey), [4, 3, 2, 1, 0]);
    await desk.screenshot(`faded ${language}`);

    await desk.restart();
    await until(async () => (await freshness(desk, journey))[bands.length - 1] === 3, "the faded are shortened");
    assert.deepEqual(await freshness(desk, journey), [4, 3, 0, 0, 3]);
    await desk.shows(journey.shortened);
    await desk.screenshot(`shortened ${language}`);

    // The three shortened choices have about 200 tokens each, and the journal keeps the full text.
    const summaries = (await desk.commonplace("episodes", "list")).flatMap(({ summary }) => summary ?? []);
    assert.equal(summaries.length, 3);
    for (const summary of summaries) {
      assert.match(summary, journey.scene);
      // The estimate: 1.5 tokens per Chinese character, 0.25 per other byte.
      const han = summary.match(/\p{Script=Han}/gu)?.length ?? 0;
      assert.ok(1.5 * han + 0.25 * (Buffer.byteLength(summary) - 3 * han) <= 200, summary);
    }
    const again = await desk.imports(records);
    assert.deepEqual([again.acknowledged.length, again.known.length], [0, ages.length]);
  });

  test(`a confirmed rule is as it was weeks later, and another one counts for less (${language})`, async (t) => {
    const [confirmed, other] = [RULE[language], MURMUR[language]];
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.imports([...choices(language, 50), ...murmurs(language, 50)]);
    await desk.commonplace("distill");
    await desk.shows(confirmed);
    await desk.shows(other);
    await desk.click(head(confirmed));
    await desk.clickButton(journey.confirm);
    await desk.finds("aside .seal");
    const [before, loose] = [await card(desk, confirmed), await card(desk, other)];
    assert.ok(before.facts.includes(journey.confirmed), before.facts);
    for (const { facts } of [before, loose]) assert.ok(!facts.includes(journey.unused), facts);

    await desk.restartAfter(20);
    await desk.shows(confirmed);
    await desk.openTab(tabs.rules);
    assert.deepEqual(await card(desk, confirmed), before, "what she confirmed stands as it stood");
    const faded = await card(desk, other);
    assert.ok(faded.facts.includes(journey.unused), faded.facts);
    assert.equal(faded.confidence, loose.confidence, "what it promises is no matter of days");
    await desk.click(head(other));
    await desk.shows(journey.unusedMore);
    await desk.screenshot(`confirmed and unused ${language}`);
  });
}

/** Returns the number of choices in each band, from the table of the activity. */
async function freshness(desk, { tabs, bands, asTable }) {
  await desk.openTab(tabs.activity);
  await desk.finds("aside figure");
  if (await desk.browser.$(`button=${asTable}`).isExisting()) await desk.clickButton(asTable);
  const rows = await desk.browser.execute(() =>
    [...document.querySelectorAll("aside figure tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  return bands.map((band) => Number(rows.find(([name]) => name === band)?.[1]));
}

const head = (sentence) => `//button[contains(@class, "head")][contains(., "${sentence}")]`;

/** Returns the text of a rule's card. */
function card(desk, sentence) {
  return desk.browser.execute((text) => {
    const found = [...document.querySelectorAll("aside article")].find((article) => article.innerText.includes(text));
    return { confidence: found.querySelector(".number").innerText, facts: found.querySelector(".facts").innerText };
  }, sentence);
}
