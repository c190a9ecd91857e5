import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openDesk } from "../harness/desk.js";
import { until } from "../harness/until.js";

const DRAFTS = {
  en: {
    path: "Part One/00 Draft.md",
    sentences: "She didn't stop and she couldn't sleep. He wasn't there, and it didn't matter.",
    passage:
      "She didn't stop and she couldn't sleep. He wasn't there, and it didn't matter. The road was very long, and the night was extremely dark.",
    scenes: { action: "action", dialogue: "dialogue" },
    speech: '"You came back for the lamp," said Tom. It was very old.',
  },
  zh: {
    path: "第一卷/00 草稿.md",
    sentences: "天非常冷，路上特别黑。她十分累，屋里也非常静。",
    passage: "天非常冷，她十分累，路上特别黑。她慢慢地走到门口，轻轻地推开了门，但是屋里没有人，所以她又走了出去。",
    scenes: { action: "动作", dialogue: "对白" },
    speech: "“给我滚！”他怒吼道，声音非常大。",
  },
};

for (const [language, { path, passage, sentences, scenes, speech }] of Object.entries(DRAFTS)) {
  const around = (passage) => `# ${language}\n\n${passage}\n\n${language === "zh" ? "雨还在下。" : "It rained on."}\n`;
  const draft = around(passage);

  /** Opens the desk on a draft with its passage selected and the candidates shown. */
  async function offered(t, selected = passage, keys = ["Control", "Enter"]) {
    const desk = await openDesk(t, {
      prepare: (project) => writeFile(join(project, path), around(selected)),
      file: path, settings: { language },
    });
    await desk.finds(`.cm-content[aria-label$="${path}"]`);
    await desk.click(".cm-content");
    assert.equal(await desk.select(selected.slice(0, 5)), selected);
    await desk.press(...keys);
    await desk.finds("#offer-list");
    return desk;
  }

  const newest = async (desk) => (await desk.commonplace("episodes", "list"))[0];
  const recorded = (desk, holds) =>
    until(async () => {
      const episode = await newest(desk);
      return episode && holds(episode) && episode;
    }, "the episode is in the journal");
  const shown = (desk) =>
    desk.browser.execute(() =>
      [...document.querySelectorAll("#offer-list [role=option]")].findIndex(
        (option) => option.getAttribute("aria-selected") === "true",
      ),
    );
  const changes = (desk) =>
    desk.browser.execute(
      () => new Set([...document.querySelectorAll(".cm-content [data-hunk]")].map(({ dataset }) => dataset.hunk)).size,
    );
  /**
   * Returns the kind of each mark and its line style, as the engine computes it; the engine drops a value it cannot
   * parse.
   */
  const marks = (desk) =>
    desk.browser.execute(() =>
      [...document.querySelectorAll(".cm-content :is(del, ins)")].map((mark) => [
        mark.tagName,
        getComputedStyle(mark).textDecorationLine,
      ]),
    );
  /** Shows the first candidate with several changes. */
  async function previewSeveral(desk) {
    await until(async () => {
      if ((await changes(desk)) > 1) return true;
      await desk.press("Tab");
      return false;
    }, "a candidate has several changes");
  }
  const saved = (desk, text) => until(async () => (await desk.text(path)) === text, "the file holds the text");

  test(`candidates are looked at in place, and Escape leaves the file as it was (${language})`, async (t) => {
    const desk = await offered(t);
    const count = (await desk.browser.$$("#offer-list [role=option]")).length;
    assert.ok(count >= 2, `${count} candidates`);

    for (let key = count; key >= 1; key -= 1) {
      await desk.press(String(key));
      await until(async () => (await shown(desk)) === key - 1, `candidate ${key} is chosen`);
      await until(async () => (await changes(desk)) > 0, "changes are marked in the passage");
      for (const [element, line] of await marks(desk)) {
        assert.equal(line, element === "DEL" ? "line-through" : "underline", `how ${element} is drawn`);
      }
    }
    for (let turn = 1; turn <= count; turn += 1) {
      await desk.press("Tab");
      await until(async () => (await shown(desk)) === turn % count, `Tab ${turn} chooses the next candidate`);
    }
    await desk.screenshot(`candidates ${language}`);
    await desk.press("Escape");

    const episode = await recorded(desk, ({ selected_index }) => selected_index === -1);
    assert.equal(episode.final_text, passage);
    assert.equal(episode.candidates.length, count);
    assert.equal(episode.language, language);
    assert.equal(await desk.browser.execute(() => getSelection().toString()), passage, "the passage is selected again");
    await desk.quit();
    assert.equal(await desk.text(path), draft);
  });

  test(`a candidate taken whole is one step of undo, and undoing it withdraws the choice (${language})`, async (t) => {
    const desk = await offered(t);
    await desk.press("2");
    await desk.press("Enter");

    const episode = await recorded(desk, ({ selected_index }) => selected_index === 1);
    assert.equal(episode.final_text, episode.candidates[1]);
    assert.notEqual(episode.final_text, passage);
    await saved(desk, draft.replace(passage, episode.final_text));

    await desk.press("Control", "z");
    await until(async () => (await desk.page()).includes(passage), "the passage is back");
    // Until she leaves the passage, an undo may only be a second look, so it is recorded when she leaves.
    await desk.press("Control", "End");
    const withdrawn = await recorded(desk, ({ undone }) => undone);
    assert.equal(withdrawn.id, episode.id);
    await saved(desk, draft);
  });

  test(`one change of a candidate is taken and the others are left (${language})`, async (t) => {
    const desk = await offered(t);
    await previewSeveral(desk);
    const at = await shown(desk);
    await desk.press("Control", "ArrowRight");
    await desk.press("Enter");

    const episode = await recorded(desk, ({ selected_index }) => selected_index >= 0);
    assert.equal(episode.selected_index, at);
    assert.notEqual(episode.final_text, passage);
    assert.notEqual(episode.final_text, episode.candidates[at]);
    await saved(desk, draft.replace(passage, episode.final_text));
  });

  test(`the kind of scene in the foot of an offer is changed by keyboard and recorded (${language})`, async (t) => {
    const desk = await offered(t);
    const scene = () =>
      desk.browser.execute(() => {
        const { value, selectedOptions } = document.querySelector("#offer-scene");
        return [value, selectedOptions[0].textContent];
      });
    const [guessed] = await scene();
    assert.notEqual(guessed, "dialogue", "nobody speaks in this passage");

    // After Tab, letters are commands: S goes to the kind of scene, the arrow keys choose, Enter goes back.
    await desk.press("Tab");
    await desk.press("s");
    await until(async () => {
      if ((await scene())[0] === "action") return true;
      await desk.press("ArrowUp");
      return false;
    }, "the first kind of scene");
    assert.deepEqual(await scene(), ["action", scenes.action]);
    await desk.press("ArrowDown");
    assert.deepEqual(await scene(), ["dialogue", scenes.dialogue]);
    await desk.press("Enter");
    await desk.screenshot(`scene ${language}`);
    assert.equal(await desk.text(path), draft, "none of the keys was text");

    await desk.press("2");
    await desk.press("Enter");
    const episode = await recorded(desk, ({ selected_index }) => selected_index === 1);
    assert.equal(episode.scene_type, "dialogue");

    // Her choice of the scene is kept for the passage, so the next offer does not guess.
    await desk.select(episode.final_text.slice(0, 5));
    await desk.press("Control", "Enter");
    await desk.finds("#offer-list");
    assert.deepEqual(await scene(), ["dialogue", scenes.dialogue]);
  });

  test(`a line of speech with its tag is dialogue (${language})`, async (t) => {
    const desk = await offered(t, speech);
    const scene = await desk.browser.execute(() => document.querySelector("#offer-scene").value);
    assert.equal(scene, "dialogue");
    await desk.screenshot(`speech ${language}`);
    await desk.press("Escape");
    const episode = await recorded(desk, ({ selected_index }) => selected_index === -1);
    assert.equal(episode.scene_type, "dialogue");
  });

  test(`tightening offers nothing longer than the passage (${language})`, async (t) => {
    const desk = await offered(t, passage, ["Control", "Shift", "Enter"]);
    await desk.screenshot(`tightened ${language}`);
    await desk.press("Escape");
    const episode = await recorded(desk, ({ selected_index }) => selected_index === -1);
    assert.equal(episode.skill_used, "tighten");
    assert.ok(episode.candidates.length > 0, "something can be cut");
    for (const candidate of episode.candidates) assert.ok(candidate.length < passage.length, candidate);
  });

  test(`a candidate is changed before it is hers, in one step of undo (${language})`, async (t) => {
    const desk = await offered(t);
    const first = language === "zh" ? "真" : "Ah";
    const last = language === "zh" ? "了" : " So";
    const text = () => desk.browser.execute(() => [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
    await desk.press("2");
    await desk.press("Shift", "Enter");
    await until(async () => !(await desk.browser.execute(() => document.querySelector("#offer-list"))), "the list is gone");
    const { final_text: chosen } = await recorded(desk, ({ selected_index }) => selected_index === 1);
    await desk.screenshot(`going on ${language}`);

    await desk.type(last);
    for (let step = 0; step < chosen.length + last.length; step += 1) await desk.press("ArrowLeft");
    await desk.type(first);
    const own = `${first}${chosen}${last}`;
    await saved(desk, draft.replace(passage, own));
    await desk.press("Control", "z");
    await until(async () => (await text()).includes(passage), "one undo brings the passage back");
    await desk.press("Control", "Shift", "z");
    await until(async () => (await text()).includes(own), "one redo brings all of it back");
    await desk.press("Control", "End");

    const episode = await recorded(desk, ({ final_text }) => final_text === own);
    assert.equal(episode.candidates[episode.selected_index], chosen, "the chosen text is there beside hers");
    assert.ok(!episode.undone, "an undo that was redone is none");
  });

  test(`typing after a look at a candidate goes on in it (${language})`, async (t) => {
    const desk = await offered(t);
    await desk.press("Tab");
    await until(async () => (await shown(desk)) === 1, "the second candidate is in view");
    await desk.type(language === "zh" ? "啊" : "!");
    const episode = await recorded(desk, ({ selected_index }) => selected_index === 1);
    await saved(desk, draft.replace(passage, `${episode.candidates[1]}${language === "zh" ? "啊" : "!"}`));
  });

  test(`the changes of one sentence are taken (${language})`, async (t) => {
    const desk = await offered(t, sentences);
    const acrossSentences = () =>
      desk.browser.execute(() => {
        const marks = [...document.querySelectorAll(".cm-content [data-hunk]")];
        const between = document.createRange();
        between.setStart(marks[0], 0);
        between.setEnd(marks.at(-1), 0);
        return /[.。]/u.test(between.toString());
      });
    await until(async () => {
      if ((await changes(desk)) > 1 && (await acrossSentences())) return true;
      await desk.press("Tab");
      return false;
    }, "a candidate changes several sentences");
    const at = await shown(desk);
    await desk.press("Control", "Shift", "ArrowRight");
    await desk.press("Enter");
    const episode = await recorded(desk, ({ selected_index }) => selected_index === at);
    const each = (text) => text.split(/(?<=[.。])/u);
    const before = each(sentences);
    const changed = each(episode.final_text).filter((sentence, number) => sentence !== before[number]);
    assert.equal(changed.length, 1, `one sentence is another: ${episode.final_text}`);
  });

  test(`an open offer is there again after a restart, with the steps in it (${language})`, async (t) => {
    const desk = await offered(t);
    await desk.press("2");
    await until(async () => (await shown(desk)) === 1, "the second candidate is in view");
    await desk.restart();
    await desk.finds("#offer-list");
    assert.equal(await shown(desk), 1);
    await desk.screenshot(`offer again ${language}`);
    await desk.click(".cm-content .offer-passage");
    await desk.press("Enter");
    const episode = await recorded(desk, ({ selected_index }) => selected_index === 1);
    await saved(desk, draft.replace(passage, episode.final_text));
  });
}
