// Pictures of every view, in both languages and both themes, for people to look at: `npm run screenshots`.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { openDesk } from "./harness/desk.js";
import { choices, lines, murmurs, OPPOSITE, RULE } from "./harness/writer.js";

const FOLDER = fileURLToPath(new URL("output/screenshots", import.meta.url));

const LANGUAGES = {
  en: {
    chapter: "Part One/01 Counting windows.md",
    passage: "It was on the second floor",
    written: "Dialogue carries no adverbs",
    tabs: { rules: "Rules", questions: "Questions", files: "Files", activity: "Activity" },
    edit: "Open in the editor",
    pause: "Pause learning",
    resume: "Resume learning",
  },
  zh: {
    chapter: "第一卷/01 广播站.md",
    passage: "楼下的门没有锁",
    written: "对话中不用副词",
    tabs: { rules: "规则", questions: "提问", files: "文件", activity: "动态" },
    edit: "在编辑器中打开",
    pause: "暂停学习",
    resume: "恢复学习",
  },
};

for (const [language, words] of Object.entries(LANGUAGES)) {
  for (const theme of ["paper", "ink"]) {
    const settings = { language, theme };

    test(`screenshots ${language} ${theme}`, async (t) => {
      const desk = await openDesk(t, { file: words.chapter, settings });
      const picture = photographer(desk, `${language}-${theme}`);
      const open = (tab) => desk.openTab(words.tabs[tab]);
      await desk.finds(`.cm-content[aria-label$="${words.chapter}"]`);
      await picture("rules-empty");
      await open("questions");
      await picture("questions-empty");
      await open("rules");

      await learn(desk, language, words);
      await desk.shows(words.written);
      await picture("rules");
      await desk.click(`//button[contains(@class, "head")][contains(., "${RULE[language]}")]`);
      await desk.finds("aside blockquote");
      await picture("rule-open");
      await open("questions");
      await desk.finds("aside .card");
      await picture("questions");
      await desk.click("aside .fold button");
      await picture("questions-unfolded");
      await desk.click("aside .card");
      await desk.press("l");
      await desk.finds("aside .follows:not(:empty)");
      await picture("question-put-off");
      await open("files");
      await desk.shows("MEMORY.md");
      await picture("files");
      await desk.click('aside [data-path$="MEMORY.md"]');
      await desk.finds("aside .document");
      await picture("file-open");
      await desk.click("aside .document .noted");
      await desk.finds("aside .why p");
      await picture("file-why");
      await desk.click("aside .views button:last-child");
      await desk.finds("aside [data-run]");
      await picture("file-history");
      await desk.clickButton(words.edit);
      await desk.finds('.cm-content[aria-label$="memory/MEMORY.md"]');
      await picture("file-in-the-editor");
      await desk.openManuscript(words.chapter);
      await open("activity");
      await desk.finds("aside figure");
      await picture("activity");
      for (const toggle of await desk.browser.$$("aside figcaption button")) await toggle.click();
      await picture("activity-tables");

      await open("rules");
      await desk.clickButton(words.pause);
      await desk.shows(words.resume);
      await picture("paused");
      await desk.clickButton(words.resume);
      await desk.click(".cm-content");
      await desk.select(words.passage);
      await desk.press("Control", "Enter");
      await desk.finds("#offer-list");
      await picture("candidates");
      await desk.press("Control", "ArrowRight");
      await picture("candidates-part");
    });

    test(`screenshots of a first start ${language} ${theme}`, async (t) => {
      const desk = await openDesk(t, { settings: { language, theme, recentProjects: [] }, args: () => [] });
      await desk.finds(".welcome");
      await photographer(desk, `${language}-${theme}`)("first-start");
    });
  }
}

/** Returns a function that keeps a picture of the page at 1440 × 900. */
function photographer(desk, suffix) {
  return async (view) => {
    await mkdir(FOLDER, { recursive: true });
    const { width, height } = await desk.browser.execute(() => ({
      width: outerWidth - innerWidth,
      height: outerHeight - innerHeight,
    }));
    await desk.browser.setWindowSize(1440 + width, 900 + height);
    // What is in the page is on the picture once the frame after the next has begun.
    await desk.browser.executeAsync((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
    await desk.browser.saveScreenshot(join(FOLDER, `${view}-${suffix}.png`));
  };
}

/** Gives the desk what a writer leaves behind in a few weeks: rules, questions, words of her own. */
async function learn(desk, language, { chapter, written }) {
  const records = [
    ...choices(language, 50, { daysAgo: 25 }),
    // So often that the desk asks, and too seldom for a rule.
    ...murmurs(language, 14, 2),
  ];
  const file = join(desk.data, "choices.jsonl");
  await writeFile(file, lines(records.map((record) => ({ ...record, chapter_id: chapter }))));
  await desk.commonplace("episodes", "import", file);
  await desk.commonplace("distill");
  const rule = (await desk.commonplace("rules", "list")).find(({ text }) => text === RULE[language]);
  await desk.commonplace("rules", "confirm", rule.id);
  await desk.commonplace("rules", "add", written);
  await desk.commonplace("rules", "add", OPPOSITE[language]);
}
