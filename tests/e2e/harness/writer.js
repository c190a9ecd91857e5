// A writer whose taste is known: choices in action scenes, in the import format.

/** Short and long ways to say the same. */
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

/** What the desk says about this writer. */
export const RULE = { en: "Action scenes: prefers short sentences", zh: "动作场景偏好短句" };

/**
 * Returns choices of a writer who takes the short way out of nine action scenes in ten.
 *
 * Which of the two ways stands first alternates, so that position says nothing.
 */
export function choices(language, count) {
  // Not long ago: what is old would be compressed at the next start.
  const first = Date.now() - count * 60_000;
  return Array.from({ length: count }, (_, number) => {
    const ways = WAYS[language];
    const [short, long] = ways[number % ways.length];
    const taken = number % 10 === 9 ? long : short;
    const candidates = number % 2 === 0 ? [short, long] : [long, short];
    return {
      id: `known-${language}-${number}`,
      created_at: new Date(first + number * 60_000).toISOString(),
      project_id: "journey",
      scene_type: "action",
      skill_used: "polish",
      input_context: "",
      candidates,
      selected_index: candidates.indexOf(taken),
      final_text: taken,
      language,
    };
  });
}

/** Returns choices as a file to import has them, one a line. */
export const lines = (records) => records.map((record) => JSON.stringify(record)).join("\n") + "\n";
