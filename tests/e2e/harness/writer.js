// Simulated writers with a known taste: their choices, in the import format.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Pairs of a short and a long wording of the same scene. */
const WAYS = {
  en: [
    ["He hit the gate. It held. He hit it again.", "He flung himself at the gate, which groaned but held, and flung himself at it again."],
    ["She ran. The rail burned. She held on.", "She ran along the deck while the rail burned in her palm and she would not let it go."],
    ["The ferry swung. Tom jumped. He fell short.", "The ferry swung out on the current as Tom jumped for the ladder and fell short of it."],
    ["They climbed. The roof shook. Nobody spoke.", "They climbed slate by slate while the roof shook under them and nobody had breath to speak."],
  ],
  zh: [
    ["他踢门。门没开。他再踢。", "他抬起脚朝那扇木门狠狠地踢了过去而门只是闷闷地响了一声于是他又踢了一次。"],
    ["她冲上楼。栏杆烫手。她没停。", "她一口气冲上了那道窄窄的楼梯而栏杆在她手心里烫得厉害可是她始终没有停下。"],
    ["船一晃。他跳了。差半步。", "船顺着水势往外晃开的时候他纵身跳了过去却还是差了那么半步没有够到岸边。"],
    ["他们往上爬。瓦在响。没人出声。", "他们一个跟着一个地往屋顶上爬而脚下的瓦片一直在响可是谁也不敢出声说话。"],
  ],
};

/** Speech without an exclamation mark and with one. */
const SPEECH = {
  en: ["She shook her head. “Leave it.”", "She shook her head. “Leave it!”"],
  zh: ["她摇了摇头：“放下吧。”", "她摇了摇头：“放下吧！”"],
};

/** The rule that the desk learns from {@link choices}. */
export const RULE = { en: "Action scenes: prefers short sentences", zh: "动作场景偏好短句" };

/** The rule that the desk learns from {@link choices} with `long`. */
export const OPPOSITE = { en: "Action scenes: prefers long sentences", zh: "动作场景偏好长句" };

/** The rule that the desk learns from {@link murmurs}. */
export const MURMUR = { en: "Dialogue: avoids exclamation marks", zh: "对白场景偏好少用感叹号" };

/**
 * Returns choices of a writer who takes the short wording in nine action scenes of ten, or with `long` the long
 * wording.
 *
 * With `daysAgo` the first choice is that many days old, and two a day follow. Without it, the choices are a minute
 * apart and end now, because old choices are compressed at the next start.
 * @param {{ long?: boolean, daysAgo?: number }} options
 */
export function choices(language, count, { long = false, daysAgo } = {}) {
  const [first, apart] = daysAgo === undefined ? [count * MINUTE, MINUTE] : [daysAgo * DAY, DAY / 2];
  return Array.from({ length: count }, (_, number) => {
    const ways = WAYS[language];
    const [brief, wordy] = ways[number % ways.length];
    const takesLong = long !== (number % 10 === 9);
    return {
      ...choice(language, number, takesLong ? [wordy, brief] : [brief, wordy]),
      id: `known-${language}-${long ? "long" : "short"}-${number}`,
      created_at: new Date(Date.now() - first + number * apart).toISOString(),
      scene_type: "action",
    };
  });
}

/** Returns choices of a writer whose characters do not shout; the first `against` choices are against her taste. */
export function murmurs(language, count, against = 0) {
  const [calm, loud] = SPEECH[language];
  return Array.from({ length: count }, (_, number) => ({
    ...choice(language, number, number < against ? [loud, calm] : [calm, loud]),
    id: `murmur-${language}-${number}`,
    created_at: new Date(Date.now() - (count - number) * MINUTE).toISOString(),
    scene_type: "dialogue",
  }));
}

/** The taken candidate is first in every second choice, so that the position carries no information. */
function choice(language, number, [taken, left]) {
  const candidates = number % 2 === 0 ? [taken, left] : [left, taken];
  return {
    project_id: "journey",
    skill_used: "polish",
    input_context: "",
    candidates,
    selected_index: candidates.indexOf(taken),
    final_text: taken,
    language,
  };
}

/** Returns choices in the format of an import file, one per line. */
export const lines = (records) => records.map((record) => JSON.stringify(record)).join("\n") + "\n";

/** Consolidates a conversation through the command line while the window is open. */
export async function talk(desk, { update, session }) {
  const at = (minute) => new Date(Date.now() - (60 - minute) * 60_000).toISOString();
  const messages = [
    { id: "m1", at: at(0), role: "user", content: session },
    { id: "m2", at: at(1), role: "assistant", content: session },
  ];
  const reply = { history_entry: `[2026-11-21 09:10] ${session}`, memory_update: update };
  const [said, answered] = ["messages.jsonl", "replies.jsonl"].map((name) => join(desk.data, name));
  await writeFile(said, lines(messages));
  await writeFile(answered, lines([{ save_memory: reply }]));
  await desk.commonplace("consolidate", "--messages", said, "--replies", answered, "--session", session, "--all");
}
