// All screens of the desk, and the steps to each from the screen before it. The pictures, the checks by axe, the walk
// with the Tab key and the walk at 200 % use this list, so a new screen must be added here only.

import { mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { putDictionary } from "./dictionary.js";
import { until } from "./until.js";
import { choices, lines, murmurs, OPPOSITE, RULE, talk } from "./writer.js";

const MEMORY = "memory/MEMORY.md";

/** A misspelt word of the pages, which no dictionary has. */
const MISSPELT = "ferrry";

/** A mistake in English on the pages. */
const SLIP = "the the";

export const LANGUAGES = {
  en: {
    language: "en",
    page: "Part One/00 Everything.md",
    chapter: "Part One/01 Counting windows.md",
    passage: "It was on the second floor",
    typed: "It rained.",
    text: everything({
      title: "Everything a page can show",
      part: "The ferry",
      scene: "Rain",
      prose: "She wrote *slowly*, with **weight**, ~~twice~~ in `ink`, for [the cast](../Notes/Cast.md) and <https://example.org>.[^1]",
      quote: "Nobody crosses twice.",
      items: ["Bread", "Salt", "Oil"],
      comment: "Ask the ferryman.",
      note: `He never called ${SLIP} ${MISSPELT}.`,
    }),
    tabs: { rules: "Rules", questions: "Questions", files: "Files", activity: "Activity" },
    memory: "# The Salt Register\n\n## Preferences\n\n- Point of view: close third\n",
    update: "## Preferences\n- Point of view: first person\n\n## Decisions\n- The ferryman is never named\n",
    session: "The ferry",
    written: "Dialogue carries no adverbs",
    sought: "light",
    latest: "Your latest choices",
    tidy: "Tidy this text",
    commandLine: "Only on the command line",
    import: "Import",
  },
  zh: {
    language: "zh",
    page: "第一卷/00 什么都有.md",
    chapter: "第一卷/01 广播站.md",
    passage: "楼下的门没有锁",
    typed: "下雨了。",
    text: everything({
      title: "一页里能有的东西",
      part: "渡口",
      scene: "雨",
      prose: "她写得*很慢*，很**用力**，~~写了两遍~~，用的是`墨水`，见[人物](../Notes/Cast.md)和 <https://example.org>。[^1]",
      quote: "没有人渡两次河。",
      items: ["面包", "盐", "油"],
      comment: "问问渡船人。",
      note: `他始终没有叫 ${SLIP} ${MISSPELT}。`,
    }),
    tabs: { rules: "规则", questions: "提问", files: "文件", activity: "动态" },
    memory: "# 渡口灯\n\n## 偏好\n\n- 视角：第三人称\n",
    update: "## 偏好\n- 视角：第一人称\n\n## 决定\n- 渡船人始终没有名字\n",
    session: "渡口",
    written: "对话中不用副词",
    sought: "灯",
    latest: "最近的选择",
    tidy: "一键排版",
    commandLine: "只能用命令行做的事",
    import: "导入",
  },
};

/** A screen that lies over the screen before it. It is there as long as an element matches `part`; Escape closes it. */
const over = (part, reach) => ({ part, reach });
const dialog = (reach) => over("dialog[open]", reach);
/** A screen with a single control, which has the focus. The screen closes when the control loses the focus. */
const fleeting = (part, reach) => ({ ...over(part, reach), isFleeting: true });
const settings = (section) =>
  dialog(async (desk) => {
    await desk.press("Control", ",");
    await desk.click(`dialog [role="tab"]:nth-of-type(${section})`);
    await desk.finds(`dialog [role="tab"]:nth-of-type(${section})[aria-selected="true"]`);
  });

/** A screen that is left by the steps to the next screen. */
const open = (reach) => ({ reach });

/** Shows a tab of the memory panel, which is folded in a narrow window. */
const tab = (name) => async (desk, words) => {
  await desk.press("Alt", "3");
  await desk.openTab(words.tabs[name]);
};

/** Goes back to the text; in a narrow window another part may cover it. */
async function toText(desk) {
  await desk.press("Alt", "2");
  await desk.press("Escape");
}

/** The walks, each in its own window: the options for opening it, and its screens in order. */
export const WALKS = {
  "first start": {
    options: () => ({ settings: { recentProjects: [] }, args: () => [] }),
    screens: {
      "first-start": open((desk) => desk.finds(".welcome")),
      "menu-of-a-first-start": dialog((desk) => desk.press("F10")),
      "palette-of-a-first-start": dialog((desk) => desk.press("Control", "p")),
    },
  },

  "empty project": {
    options: () => ({
      prepare: async (project) => {
        await rm(project, { recursive: true });
        await mkdir(project);
      },
    }),
    screens: {
      "project-empty": open((desk) => desk.finds(".nothing")),
      "rules-empty": open(tab("rules")),
      "questions-empty": open(tab("questions")),
      "files-empty": open(tab("files")),
      "activity-empty": open(tab("activity")),
    },
  },

  desk: {
    options: ({ page, text, memory }) => ({
      file: page,
      settings: { writing: { style: true } },
      prepare: async (project, data) => {
        await writeFile(join(project, page), text);
        await putDictionary(project, data, MISSPELT);
        await writeFile(join(project, "lamp.svg"), '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><rect width="80" height="20" fill="#888"/></svg>');
        await mkdir(join(project, "memory"));
        await writeFile(join(project, MEMORY), memory);
      },
    }),
    begin: learn,
    screens: {
      "page": open(async (desk, { page }) => {
        await desk.finds(`.cm-content[aria-label$="${page}"]`);
        await desk.finds(".md-image img");
      }),
      "page-plain": open(async (desk) => {
        await desk.press("Control", "Alt", "p");
        await until(async () => !(await desk.browser.$(".md-image").isExisting()), "pictures are their Markdown");
      }),
      "page-focus": open(async (desk) => {
        await desk.press("Control", "Alt", "p");
        await desk.press("Alt", "2");
        await desk.press("F8");
      }),
      "find": over(".find", async (desk) => {
        // Two steps on, through the sentence, focus mode is off again.
        await desk.press("F8");
        await desk.press("F8");
        await desk.press("Control", "f");
        await desk.finds(".find input");
        await desk.type("e");
      }),
      "replace": over(".find", async (desk) => {
        await desk.press("Control", "h");
        await desk.finds(".find .act");
      }),
      "find-no-pattern": over(".find", async (desk) => {
        await desk.press("Control", "f");
        await desk.finds(".find input");
        await desk.press("Alt", "r");
        await desk.type("(");
        await desk.finds('.find input[aria-invalid="true"]');
        await desk.press("Alt", "r");
      }),
      "go-to-line": over(".cm-panels input", (desk) => desk.press("Control", "Alt", "g")),
      "spelling": fleeting('[role="menu"]', async (desk) => {
        await toText(desk);
        await desk.press("F7");
        await until(() => desk.browser.execute((word) => getSelection().toString() === word, MISSPELT), "the misspelling is selected");
        await desk.press("Control", ".");
        await desk.finds('[role="menu"]');
      }),
      "style": fleeting('[role="menu"]', async (desk) => {
        await toText(desk);
        await desk.press("F7");
        // The style check is loaded at its first use, which takes seconds in an unoptimised build.
        await until(() => desk.browser.$(".slip").isExisting(), "the slip is underlined", 60_000);
        await desk.press("ArrowLeft");
        await desk.press("ArrowLeft");
        await desk.press("Control", ".");
        await desk.finds('[role="menu"]');
      }),
      "counts": over("footer .card", (desk) => desk.click("footer .length")),
      "days": dialog(async (desk) => {
        await desk.click("footer .length");
        await desk.click("footer .card .end button");
      }),
      "tidying": over(".tidying", async (desk, { tidy }) => {
        await desk.press("Control", "p");
        await desk.finds("dialog input");
        await desk.type(tidy);
        await desk.press("Enter");
      }),
      "tabs": open(async (desk, { chapter }) => {
        await desk.press("Control", "p");
        await desk.finds("dialog input");
        await desk.type(chapter.split("/").at(-1).replace(/\.md$/u, ""));
        await desk.press("Enter");
        await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
      }),
      "versions": over(".versions", async (desk, { chapter, typed }) => {
        await toText(desk);
        await desk.press("Control", "End");
        await desk.type(typed);
        await until(async () => (await desk.text(chapter)).trimEnd().endsWith(typed), "what is typed is saved");
        await desk.press("Control", "Shift", "h");
        await desk.finds(".versions ins");
      }),
      "guide": over(".guide", (desk) => desk.press("F1")),
      "palette": dialog((desk) => desk.press("Control", "p")),
      "palette-nothing-found": dialog(async (desk) => {
        await desk.press("Control", "p");
        await desk.finds("dialog input");
        await desk.type("qqqq");
      }),
      "menu": dialog((desk) => desk.press("F10")),
      "settings-look": settings(1),
      "settings-page": settings(2),
      "settings-writing": settings(3),
      "settings-skills": settings(4),
      "settings-keys": settings(5),
      "settings-memory": settings(6),
      "export": dialog((desk) => desk.press("Control", "Shift", "e")),
      "export-several": dialog(async (desk) => {
        await desk.press("Control", "Shift", "e");
        await desk.click('dialog [type="radio"][value="false"]');
        await desk.finds("dialog ol li");
      }),
      "export-submission": dialog(async (desk) => {
        await desk.press("Control", "Shift", "e");
        await desk.click('dialog [type="radio"][value="submission"]');
        await desk.finds("dialog textarea");
      }),
      "import": dialog(async (desk, { import: words }) => {
        await desk.press("Control", "p");
        await desk.finds("dialog input");
        await desk.type(words);
        await desk.press("Enter");
        await desk.finds('dialog [type="checkbox"]');
      }),

      "list-menu": fleeting('[role="menu"]', async (desk) => {
        await desk.press("Alt", "1");
        await desk.press("Shift", "F10");
      }),
      "list-name": fleeting('[role="tree"] input', async (desk) => {
        await desk.press("Alt", "1");
        await desk.press("F2");
      }),
      "list-folder": fleeting('[role="tree"] input', (desk) => desk.press("Control", "Shift", "n")),
      "search": over(".left.search", async (desk, { sought }) => {
        await desk.press("Control", "Shift", "f");
        await desk.finds(".left.search input");
        await desk.type(sought);
        await desk.finds(".left.search .hit");
      }),
      "search-replace": over(".left.search", async (desk) => {
        await desk.press("Control", "Shift", "f");
        await desk.click(".left.search .fold");
        await desk.finds(".left.search .second input");
      }),
      "search-nothing-found": over(".left.search", async (desk) => {
        await desk.press("Control", "Shift", "f");
        await desk.finds(".left.search input");
        await desk.press("Control", "a");
        await desk.type("qqqq");
      }),

      "rules": open(async (desk, words) => {
        await tab("rules")(desk, words);
        await desk.shows(words.written);
      }),
      "rule-open": open(async (desk, { language }) => {
        await desk.click(`//button[contains(@class, "head")][contains(., "${RULE[language]}")]`);
        await desk.finds("aside blockquote");
      }),
      "rule-edited": over("aside article textarea", (desk) => desk.click("aside article.open .actions button:first-of-type")),
      "rule-deleted": over('aside .actions[role="group"]', (desk) => desk.click("aside article.open .actions button:last-of-type")),
      "rule-added": over("aside [role=group] textarea", (desk) => desk.click("aside .opener button")),
      "questions": open(async (desk, words) => {
        await tab("questions")(desk, words);
        await desk.finds("aside .card");
      }),
      "questions-unfolded": open((desk) => desk.click("aside .fold button")),
      "question-put-off": open(async (desk) => {
        await desk.click("aside .card");
        await desk.press("l");
        await desk.finds("aside .follows:not(:empty)");
      }),
      "files": open(async (desk, words) => {
        await tab("files")(desk, words);
        await desk.finds(`aside [data-path="${MEMORY}"]`);
      }),
      "file-open": open(async (desk) => {
        await desk.click(`aside [data-path="${MEMORY}"]`);
        await desk.finds("aside .document");
      }),
      "file-why": open(async (desk) => {
        await desk.click("aside .document .noted");
        await desk.finds("aside .why p");
      }),
      "file-history": open(async (desk) => {
        await desk.click("aside .views button:last-child");
        await desk.finds("aside [data-run]");
      }),
      "activity": open(async (desk, words) => {
        await tab("activity")(desk, words);
        await desk.finds("aside figure");
      }),
      "choices": open(async (desk, { latest }) => {
        await desk.clickButton(latest);
        await desk.finds("aside blockquote");
      }),
      "activity-tables": open(async (desk) => {
        await desk.browser.execute(() => document.querySelectorAll("aside figcaption button").forEach((toggle) => toggle.click()));
        await desk.finds("aside figure table");
      }),
      "command-line": open(async (desk, { commandLine }) => {
        await desk.clickButton(commandLine);
        await desk.finds("aside section li code");
      }),
      "candidates": fleeting("#offer-list", async (desk, { passage }) => {
        await toText(desk);
        await desk.select(passage);
        await desk.press("Control", "Enter");
        await desk.finds("#offer-list");
      }),
      "candidates-part": fleeting("#offer-list", async (desk, { passage }) => {
        await desk.select(passage);
        await desk.press("Control", "Enter");
        await desk.finds("#offer-list");
        await desk.press("Control", "ArrowRight");
      }),
      "memory-file": open(async (desk, words) => {
        await tab("files")(desk, words);
        await desk.click("aside .views button:first-child");
        await desk.click("aside .bar button:last-child");
        await desk.finds(`.cm-content[aria-label$="${MEMORY}"]`);
      }),
    },
  },

  trouble: {
    options: ({ chapter }) => ({
      file: chapter,
      prepare: async (project) => {
        await mkdir(join(project, "memory"));
        // “Café” in Latin-1, which is not valid UTF-8.
        await writeFile(join(project, MEMORY), Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x0a]));
      },
    }),
    screens: {
      "notice": open((desk) => desk.finds(".line.shown")),
      "not-saved": open(async (desk, words) => {
        await atEnd(desk, words);
        const file = join(desk.project, words.chapter);
        await rename(file, `${file}.away`);
        await mkdir(file);
        await desk.type(words.typed);
        await desk.finds(".editor .notices p");
      }),
      "recovered": open(async (desk, words) => {
        await desk.kill();
        const file = join(desk.project, words.chapter);
        await rmdir(file);
        await rename(`${file}.away`, file);
        await desk.start();
        await desk.finds(".editor .notices p");
      }),
      "gone": open(async (desk, words) => {
        await atEnd(desk, words);
        await rm(join(desk.project, words.chapter));
        await desk.type(words.typed);
        await desk.finds(".editor .notices button");
      }),
    },
  },

  "two hands": {
    options: ({ page, session }) => ({ file: page, prepare: (project) => writeFile(join(project, page), `${session} 1000\n`) }),
    screens: {
      "conflict": open(async (desk, { page, session }) => {
        await desk.finds(`.cm-content[aria-label$="${page}"]`);
        await toText(desk);
        await desk.press("Control", "Home");
        await desk.press("End");
        await desk.press("Backspace");
        await desk.type("2");
        // Must be written before the writer's own text is saved, a second later.
        await writeFile(join(desk.project, page), `${session} 1007\n`);
        await desk.finds(".conflict-answers");
      }),
    },
  },
};

/**
 * Opens each screen of a walk in turn and calls `look` for it.
 * @param {(name: string, screen: { part?: string, isFleeting?: boolean }) => Promise<unknown>} look
 */
export async function walk(desk, words, { begin, screens }, look) {
  await begin?.(desk, words);
  for (const [name, screen] of Object.entries(screens)) {
    await screen.reach(desk, words);
    if (screen.part) await desk.finds(screen.part);
    // A change of the screen is drawn one frame after the next, so wait for two frames.
    await desk.browser.executeAsync((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn())));
    await look(name, screen);
    if (!screen.part) continue;
    await desk.press("Escape");
    await until(async () => !(await desk.browser.$(screen.part).isExisting()), `Escape leads back from “${name}”`);
  }
}

async function atEnd(desk, { chapter }) {
  await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
  await toText(desk);
  await desk.press("Control", "End");
}

/** Fills the desk with the data of a few weeks of use: rules, questions, lines of the writer, and a conversation. */
async function learn(desk, words) {
  const { language, chapter, written } = words;
  const records = [
    ...choices(language, 50, { daysAgo: 25 }),
    // Enough choices for a question, too few for a rule.
    ...murmurs(language, 14, 2),
  ];
  await desk.imports(records.map((record) => ({ ...record, chapter_id: chapter })));
  await desk.commonplace("distill");
  const rule = (await desk.commonplace("rules", "list")).find(({ text }) => text === RULE[language]);
  await desk.commonplace("rules", "confirm", rule.id);
  await desk.commonplace("rules", "add", written);
  await desk.commonplace("rules", "add", OPPOSITE[language]);
  await talk(desk, words);
}

/** Returns a text with each construct of Markdown that the page draws. */
function everything({ title, part, scene, prose, quote, items: [one, two, three], comment, note }) {
  return [
    `---\ntitle: ${title}\n---`,
    `# ${title}`,
    prose,
    `## ${part}`,
    `> ${quote}`,
    `- ${one}\n  - ${two}\n\n1. ${three}`,
    `### ${scene}`,
    "![lamp](../lamp.svg)",
    "![none](../none.svg)",
    "***",
    "```\nlamp = on\n```",
    `| ${one} | ${two} |\n| --- | --- |\n| 1 | 2 |`,
    `<!-- ${comment} -->`,
    `[^1]: ${note}`,
    "",
  ].join("\n\n");
}
