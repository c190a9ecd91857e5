// The memory files in the real window: the reason for a line, a change of the writer's own lines, a change that is
// undone, and the file in the editor.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";
import { talk } from "../harness/writer.js";

const JOURNEYS = [
  {
    language: "en",
    theme: "paper",
    chapter: "Part One/01 Counting windows.md",
    tabs: { files: "Files", rules: "Rules" },
    memory: "# The Salt Register\n\n## Preferences\n\n- Point of view: close third\n\n## Style\n\n- Dialogue carries no adverbs\n",
    update: "## Preferences\n- Point of view: first person\n\n## Decisions\n- The ferryman is never named\n",
    session: "The ferry",
    own: "- Point of view: close third",
    instead: "- Point of view: first person",
    noted: "The ferryman is never named",
    why: "Noted from the conversation “The ferry”",
    history: "History",
    conversation: "A conversation became memory",
    takeBack: "Take back",
    changedSince: "MEMORY.md has changed since, by 1 later change",
    takeOut: "Take out only this change",
    goOn: "Take it back",
    done: "Taken back. That is a change too",
    edit: "Open in the editor",
    place: "Memory / MEMORY.md",
    about: "A memory file. The desk follows what you change here as soon as you leave the text.",
    half: "- No rain on",
    rest: " page one",
    rule: "No rain on page one",
  },
  {
    language: "zh",
    theme: "ink",
    chapter: "第一卷/01 广播站.md",
    tabs: { files: "文件", rules: "规则" },
    memory: "# 渡口灯\n\n## 偏好\n\n- 视角：第三人称\n\n## 写作风格\n\n- 对白里少用语气词\n",
    update: "## 偏好\n- 视角：第一人称\n\n## 决定\n- 渡船人始终没有名字\n",
    session: "渡口",
    own: "- 视角：第三人称",
    instead: "- 视角：第一人称",
    noted: "渡船人始终没有名字",
    why: "记自对话「渡口」",
    history: "来历",
    conversation: "一段对话写进了记忆",
    takeBack: "撤回",
    changedSince: "MEMORY.md 之后又变过（1 次改动）",
    takeOut: "只去掉这一次的改动",
    goOn: "确定撤回",
    done: "已撤回。撤回也是一次改动",
    edit: "在编辑器中打开",
    place: "记忆 / MEMORY.md",
    about: "记忆文件。你在这里的修改，离开正文后札记便会跟上。",
    half: "- 第一页不",
    rest: "下雨",
    rule: "第一页不下雨",
  },
];

const MEMORY = "memory/MEMORY.md";

for (const words of JOURNEYS) {
  const { language, theme, chapter } = words;
  test(`a memory file tells its story, goes back, and is edited where manuscripts are (${language})`, async (t) => {
    const desk = await openDesk(t, {
      file: chapter, settings: { language, theme },
      prepare: async (project) => {
        await mkdir(join(project, "memory"));
        await writeFile(join(project, MEMORY), words.memory);
      },
    });
    await desk.finds(`.cm-content[aria-label$="${chapter}"]`);
    await talk(desk, words);
    await desk.openTab(words.tabs.files);

    // A change to the writer's own line from the conversation waits until she accepts it.
    await desk.shows(words.own.slice(2));
    assert.ok((await desk.text(MEMORY)).includes(words.own), "nothing of hers has changed yet");
    await desk.click("aside .card");
    await desk.press("y");
    await until(async () => (await desk.text(MEMORY)).includes(`${words.instead}\n`), "her line is changed");
    assert.ok(!(await desk.text(MEMORY)).includes(words.own));

    // The link “Why is this line here?”.
    await desk.click(`aside [data-path="${MEMORY}"]`);
    await desk.click(`//p[contains(., "${words.noted}")]/button`);
    await desk.shows(words.why);

    // The conversation is undone, and her later decision stays.
    await desk.clickButton(words.history);
    await desk.click(`//li[.//h4[.="${words.conversation}"]]//button[.="${words.takeBack}"]`);
    // Her decision changed the file after the conversation, so only the lines of the conversation are taken out.
    await desk.shows(words.changedSince);
    await desk.clickButton(words.takeOut);
    await desk.clickButton(words.goOn);
    await desk.shows(words.done);
    const back = await desk.text(MEMORY);
    assert.ok(!back.includes(words.noted) && back.includes(words.instead), back);

    // In the editor the file is saved at the next pause, but a line becomes a rule only after she has left the file.
    await desk.clickButton(words.edit);
    await desk.finds(`.cm-content[aria-label$="${MEMORY}"]`);
    const shown = await desk.reads();
    assert.ok(shown.includes(words.place) && shown.includes(words.about), "it says what it is");
    const followed = async () => (await desk.commonplace("runs", "list")).filter(({ kind }) => kind === "file_followed").length;
    const before = await followed();
    await desk.click(".cm-content");
    await desk.goTo(language === "en" ? "- Dialogue" : "- 对白");
    await desk.press("End");
    await desk.press("Enter");
    await desk.type(words.half);
    await until(async () => (await desk.text(MEMORY)).includes(`${words.half}\n`), "half a line is on the disk");
    await desk.type(words.rest);
    await until(async () => (await desk.text(MEMORY)).includes(`${words.half}${words.rest}\n`), "the line is on the disk");
    await desk.openTab(words.tabs.rules);
    await desk.finds(`//aside//button[contains(., "${words.rule}")]`);
    assert.equal(await followed(), before + 1, "one edit, and no half of it");
    assert.deepEqual(await desk.commonplace("episodes", "list"), [], "nothing of it is an act of writing");
    await desk.screenshot(`memory file in the editor ${language}`);
  });
}
