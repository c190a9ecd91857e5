// The writer's own rules in the real window: what the desk understands of them, how she corrects it, and that they act.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { choices, RULE } from "../harness/writer.js";

const MEMORY = join("memory", "MEMORY.md");

const JOURNEYS = [
  {
    language: "en",
    chapter: "Part One/03 The roof.md",
    action: "It didn't stop. She saw it turn at the landing",
    add: "Add a rule",
    rule: "Action scenes: short sentences",
    measured: "measured: shorter sentences in action",
    elsewhere: "measured: shorter sentences in dialogue",
    unclear: "One breath, one blow",
    unmeasured: "not measured",
    chosen: "measured: shorter sentences",
    feature: "sentence_length.less",
    refused: "Dialogue <!-- only --> short",
    refusal: "A rule is a sentence without",
    measuredAs: "Measured as",
    edit: "Edit",
    scene: "Scene",
    save: "Save",
    cancel: "Cancel",
    rest: "Let it rest",
    rests: "It rests: it stays in MEMORY.md",
    wake: "Use it again",
    follows: /1 rule/,
    leftOut: "Your rules left out",
    tabs: { rules: "Rules", questions: "Questions" },
    reworded: "Long sentences in action scenes",
    same: "Do your new words mean the same?",
    before: "It was “Action scenes: prefers short sentences”.",
    no: "No",
    own: "A rule of your own now.",
  },
  {
    language: "zh",
    chapter: "第一卷/03 涨水.md",
    action: "她冲上了楼",
    add: "添加规则",
    rule: "少用连接词",
    measured: "理解为：连词更少",
    elsewhere: "理解为：对白场景连词更少",
    unclear: "一口气，一记拳",
    unmeasured: "未衡量",
    chosen: "理解为：连词更少",
    feature: "connective_rate.less",
    refused: "对白<!-- 只 -->要短",
    refusal: "其中不能有",
    measuredAs: "理解为",
    edit: "修改",
    scene: "场景",
    save: "保存",
    cancel: "取消",
    rest: "停用",
    rests: "这条规则已停用",
    wake: "重新启用",
    follows: /1 条规则/,
    leftOut: "这次不看规则",
    tabs: { rules: "规则", questions: "提问" },
    reworded: "动作场景用长句",
    same: "改写后还是原来的意思吗？",
    before: "原来是「动作场景偏好短句」。",
    no: "不是",
    own: "已成为你自己的规则",
  },
];

for (const journey of JOURNEYS) {
  const { language, chapter } = journey;

  test(`a rule that the writer types acts at once, and is narrowed with two keys (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    assert.doesNotMatch(await offered(desk, journey), journey.follows, "no rule yet");

    await add(desk, journey, journey.rule);
    await desk.shows(journey.measured);
    await desk.screenshot(`written-rule-${language}`);
    assert.match(await offered(desk, journey), journey.follows);

    // The passage is an action scene, so the rule for dialogue has no say in it.
    await openRule(desk, journey.rule);
    await desk.clickButton(journey.edit);
    await choose(desk, journey.scene, "dialogue");
    await desk.screenshot(`written-rule-edited-${language}`);
    await desk.clickButton(journey.save);
    await desk.shows(journey.elsewhere);
    assert.match(await desk.text(MEMORY), / \| in dialogue \| /);
    assert.doesNotMatch(await offered(desk, journey), journey.follows);
  });

  test(`a rule that is not understood says so and is corrected in one step (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await add(desk, journey, journey.refused);
    await desk.shows(journey.refusal);
    await desk.screenshot(`written-rule-refused-${language}`);
    await desk.clickButton(journey.cancel);

    await add(desk, journey, journey.unclear);
    await desk.shows(journey.unmeasured);
    assert.doesNotMatch(await offered(desk, journey), journey.follows);
    await openRule(desk, journey.unclear);
    await desk.screenshot(`written-rule-unclear-${language}`);
    await choose(desk, journey.measuredAs, journey.feature);
    await desk.shows(journey.chosen);
    assert.match(await offered(desk, journey), journey.follows);
  });

  test(`a rule rests and is used again with one key (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await add(desk, journey, journey.rule);
    await desk.shows(journey.measured);
    assert.match(await offered(desk, journey), journey.follows);

    await openRule(desk, journey.rule);
    await desk.clickButton(journey.rest);
    await desk.shows(journey.rests);
    await desk.screenshot(`rule-rests-${language}`);
    assert.match(await desk.text(MEMORY), / \| confirmed \| resting \| /);
    assert.doesNotMatch(await offered(desk, journey), journey.follows);

    await openRule(desk, journey.rule);
    await desk.clickButton(journey.wake);
    await until(async () => !(await desk.text(MEMORY)).includes("resting"), "the rule is awake");
    assert.match(await offered(desk, journey), journey.follows);
  });

  test(`other words over a learned rule mean what they say, or are asked about (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await desk.imports(choices(language, 50));
    await desk.commonplace("distill");
    await desk.shows(RULE[language]);

    // Another program edits the file while the desk is open.
    const path = join(desk.project, MEMORY);
    const rewrite = async (from, to) => writeFile(path, (await readFile(path, "utf8")).replace(from, to));
    await rewrite(RULE[language], journey.unclear);
    await desk.openTab(journey.tabs.questions);
    await desk.shows(journey.same);
    await desk.shows(journey.before);
    await desk.screenshot(`reworded-${language}`);
    await desk.click(`//aside//button[starts-with(normalize-space(), "${journey.no}")]`);
    await desk.shows(journey.own);
    await until(async () => /rule written-/.test(await desk.text(MEMORY)), "the line is a rule of her own");

    await rewrite(journey.unclear, journey.reworded);
    await desk.openTab(journey.tabs.rules);
    await desk.shows(journey.reworded);
    const memory = await desk.text(MEMORY);
    assert.doesNotMatch(memory, /sentence_length\.less/, "nothing is left of what she said no to");
  });
}

/** Adds a rule in the panel with the keyboard. */
async function add(desk, { add, tabs }, text) {
  await desk.openTab(tabs.rules);
  await desk.click(`//aside//button[contains(., "${add}")]`);
  await desk.finds('aside [role="group"] textarea');
  await desk.type(text);
  await desk.press("Enter");
}

/** Opens the card of a rule, if it is closed. */
async function openRule(desk, text) {
  const head = await desk.finds(`//button[contains(@class, "head")][contains(., "${text}")]`);
  if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
}

/** Chooses an option in the list with this label. */
async function choose(desk, label, value) {
  const list = await desk.finds(`//label[normalize-space()="${label}"]/following-sibling::select`);
  await list.selectByAttribute("value", value);
}

/** Returns the text of an offer for the action scene. Asks again where the offer leaves the rules out. */
async function offered(desk, { action, leftOut }) {
  for (;;) {
    await desk.click(".cm-content");
    await desk.select(action);
    await desk.press("Control", "Enter");
    const text = await (await desk.finds(".cm-content .offer, #offer-list")).getText();
    const left = (await desk.reads()).includes(leftOut);
    await desk.press("Escape");
    await until(async () => !(await desk.browser.$("#offer-list").isExisting()), "the offer is closed");
    if (!left) return text;
  }
}

for (const { language, chapter, add, save, cancel } of JOURNEYS) {
  test(`the form of a new rule has its buttons on one line in a wide and in a narrow window (${language})`, async (t) => {
    const desk = await openDesk(t, { file: chapter, settings: { language } });
    const boxes = () =>
      desk.browser.execute(
        (names) => {
          const box = (element) => element.getBoundingClientRect();
          const form = document.querySelector("aside [role=group]");
          const buttons = [...form.querySelectorAll("button")].filter((button) => names.includes(button.innerText.trim()));
          const fields = [...form.querySelectorAll("select")];
          return { right: box(form).right, tops: { buttons: buttons.map((each) => box(each).top), fields: fields.map((each) => box(each).top) }, edge: Math.max(...[...buttons, ...fields].map((each) => box(each).right)) };
        },
        [save, cancel],
      );
    await desk.click(`//button[contains(normalize-space(), "${add}")]`);
    for (const [width, height] of [[1360, 880], [720, 600]]) {
      await desk.browser.setWindowSize(width, height);
      if (width < 1000) {
        // A narrow window folds the panel first.
        await until(async () => !(await desk.browser.$("aside [role=group]").isExisting()), "the panel is folded");
        await desk.press("Alt", "3");
      }
      await desk.finds("aside [role=group] textarea");
      const { right, tops, edge } = await boxes();
      assert.equal(tops.buttons.length, 2);
      assert.equal(new Set(tops.buttons).size, 1, `the buttons at a width of ${width}`);
      assert.equal(new Set(tops.fields).size, 1, `the fields at a width of ${width}`);
      assert.ok(edge <= right, "nothing reaches over the edge");
    }
  });
}
