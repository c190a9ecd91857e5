// The screens in the pictures of the guide, and the steps to each.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { until } from "./until.js";
import { choices, MURMUR, murmurs, RULE } from "./writer.js";

const WORDS = {
  en: {
    page: "Part One/04 The ferry.md",
    text: `By the time the bell stopped, the water stood at the second step.

Wen ran very quickly down the steps and caught the rail with both hands. The boat had really begun to swing out, and the rope burned through her fingers.

“You’ll want to sit,” said the ferryman.
`,
    passage: "Wen ran",
    tabs: { rules: "Rules", questions: "Questions", activity: "Activity" },
    change: "Updated preferences",
  },
  zh: {
    page: "第一卷/04 渡口.md",
    text: `铃声停下来的时候，水已经没过了第二级台阶。

闻青非常快地跑下台阶，两只手一把抓住了栏杆，然后船真的开始往外晃了，绳子从她的手指间烫了过去。

“你坐下吧。”船夫说。
`,
    passage: "闻青非常快",
    tabs: { rules: "规则", questions: "提问", activity: "动态" },
    change: "更新了偏好",
  },
};

/** A screen and the part of it in the picture: from the first element to the last, with a margin in pixels. */
const part = (margin, elements, reach) => ({ margin, elements, reach });

const line = (words) => `//*[contains(concat(" ", @class, " "), " cm-line ")][contains(., "${words}")]`;
const row = (change) => `//aside//li[contains(., "${change}")][.//*[contains(@class, "back")]]`;

/** The pictures by name, in the order in which they are taken, for {@link walk}. */
export const GUIDE = {
  options: ({ language }) => {
    const { page, text } = WORDS[language];
    return { file: page, prepare: (project) => writeFile(join(project, page), text) };
  },
  async begin(desk, { language }) {
    await desk.imports([...choices(language, 50), ...murmurs(language, 14, 2)]);
    await desk.commonplace("distill");
    await desk.openTab(WORDS[language].tabs.rules);
    await desk.shows(RULE[language]);
  },
  screens: {
    back: part(5, ({ language }) => [row(WORDS[language].change)], async (desk, { language }) => {
      await desk.openTab(WORDS[language].tabs.activity);
      await desk.click(`${row(WORDS[language].change)}//*[contains(@class, "back")]//button`);
      await desk.finds("aside .asked button");
    }),
    question: part(8, () => ["aside .card"], async (desk, { language }) => {
      await desk.openTab(WORDS[language].tabs.questions);
      await desk.shows(MURMUR[language]);
    }),
    rule: part(2, () => ["aside article.open"], async (desk, { language }) => {
      await desk.openTab(WORDS[language].tabs.rules);
      await desk.click(`//button[contains(@class, "head")][contains(., "${RULE[language]}")]`);
      await desk.finds("aside blockquote");
    }),
    offer: part(16, ({ language }) => [line(WORDS[language].passage), ".offer"], async (desk, { language }) => {
      const { passage } = WORDS[language];
      await desk.press("Alt", "2");
      // One offer in ten is made without rules. The picture needs an offer with rules, so ask again.
      await until(async () => {
        await desk.select(passage);
        await desk.press("Control", "Enter");
        await desk.finds("#offer-list");
        if (!(await desk.browser.$(".held-out").isExisting())) return true;
        await desk.press("Escape");
        await until(async () => !(await desk.browser.$("#offer-list").isExisting()), "the offer is refused");
        return false;
      }, "an offer goes by the rules");
    }),
  },
};
