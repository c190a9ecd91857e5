// The activity of memory over time, in the real window: a chart for each question, and its numbers as a table.

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
    theme: "paper",
    tab: "Activity",
    charts: ["Choices a week", "Evidence for each rule", "What is known", "How fresh the choices are", "Changes of the memory"],
    now: "this week",
    inForce: "In force",
    asTable: "As a table",
    asChart: "As a chart",
  },
  {
    language: "zh",
    theme: "ink",
    tab: "动态",
    charts: ["每周的选择", "每条规则的依据", "已知的内容", "选择的新旧", "记忆的变动"],
    now: "本周",
    inForce: "已生效",
    asTable: "看表格",
    asChart: "看图",
  },
];

for (const { language, theme, tab, charts, now, inForce, asTable, asChart } of JOURNEYS) {
  test(`each chart of the activity has its numbers behind it (${language})`, async (t) => {
    const desk = await openDesk(t, { settings: { language, theme } });
    await desk.finds(".cm-content");
    const file = join(desk.data, "choices.jsonl");
    await writeFile(file, lines(choices(language, 50, { daysAgo: 25 })));
    await desk.commonplace("episodes", "import", file);
    await desk.commonplace("distill");
    await desk.shows(RULE[language]);

    await desk.openTab(tab);
    await until(async () => (await figures(desk)).length === charts.length, "the charts are there");
    for (const [at, { title, drawn, table, button }] of (await figures(desk)).entries()) {
      assert.ok(drawn > 0 && table === null, `${title} is drawn`);
      assert.deepEqual([title, button], [charts[at], `${asTable}: ${title}`]);
    }
    await desk.screenshot(`activity ${language}`);

    for (const toggle of await desk.browser.$$("aside figcaption button")) await toggle.click();
    const tables = await figures(desk);
    for (const { title, drawn, table, button } of tables) {
      assert.ok(drawn === 0 && table !== null, `${title} is a table`);
      assert.equal(button, `${asChart}: ${title}`);
    }
    const [perWeek, evidence, states, fresh, changes] = tables.map(({ table }) => table);
    assert.equal(sum(perWeek), 50, "each choice is in its week");
    assert.ok(perWeek.length >= 4 && perWeek.at(-1)[0] === now, "the weeks follow each other up to this one");
    assert.deepEqual(evidence[0], [RULE[language]]);
    assert.deepEqual(evidence.at(-1), [now, "45", "5"], "evidence adds up to what the rule says");
    assert.deepEqual(states.find(([state]) => state === inForce), [inForce, "1"]);
    assert.equal(sum(fresh), 50, "each choice is somewhere between fresh and shortened");
    // The other columns are not checked, because the notes of past days may or may not have been written yet.
    assert.deepEqual(changes.at(-1).slice(0, 3), [now, "1", "0"], "a distillation changed the memory, and nothing she did");
    await desk.screenshot(`activity as tables ${language}`);

    await desk.clickButton(`${asChart}: ${charts[0]}`);
    await until(async () => (await figures(desk))[0].drawn > 0, "the chart is back");
  });
}

/**
 * Returns for each figure its title, the number of marks it draws, the cells of its table by row, and the label of its
 * button.
 */
function figures(desk) {
  return desk.browser.execute(() =>
    [...document.querySelectorAll("aside figure")].map((figure) => ({
      title: figure.querySelector("h3").textContent,
      drawn: figure.querySelectorAll("svg rect").length,
      table:
        figure.querySelector("table") &&
        [...figure.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
      button: figure.querySelector("figcaption button").textContent.trim(),
    })),
  );
}

const sum = (rows) => rows.reduce((total, [, count]) => total + Number(count), 0);
