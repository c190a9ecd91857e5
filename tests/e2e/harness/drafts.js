// Draft chapters of a writer with one habit: three paragraphs of five have the words that she wants to cut. The others
// have something else to polish.

/** How many sentences a paragraph has. */
const SENTENCES = [2, 4];
/** The share of paragraphs with the words that she wants to cut, and the share with speech. */
const WITH_WORDS = 0.6;
const WITH_SPEECH = 0.35;

/** Templates of sentences. `{…}` is replaced by a word of that list. */
const STOCK = {
  en: {
    gap: " ",
    slots: {
      who: ["Nora", "Edwin", "the ferryman", "her aunt", "the clerk", "Marian", "the boy", "old Mr Pell", "the doctor", "Agnes"],
      place: ["the pier", "the kitchen", "the lower road", "the chapel yard", "the boathouse", "the back stairs", "the market", "the signal box", "the orchard", "the mill"],
      thing: ["lamp", "ledger", "kettle", "letter", "key", "rope", "suitcase", "clock", "photograph", "umbrella"],
      weather: ["rain", "fog", "wind", "frost", "evening", "morning", "tide", "smoke"],
      very: ["very", "really", "quite", "extremely", "rather", "terribly", "incredibly", "truly", "awfully", "utterly"],
      state: ["cold", "quiet", "tired", "dark", "narrow", "heavy", "strange", "slow", "pale", "careful", "steep", "bright", "old", "small", "cheerful", "hopeless"],
      manner: ["slowly", "carefully", "quietly", "gently", "patiently", "softly"],
    },
    words: [
      "The room was {very} {state}, and nobody had lit the {thing}.",
      "It was a {very} {state} house at the end of {place}.",
      "{Who} had {very} {state} hands and hid them under the table.",
      "By noon the {weather} had grown {very} {state}.",
      "{Who} was {very} {state} when the bell rang from {place}.",
      "The {thing} felt {very} {state} in the hand.",
      "The way down to {place} was {very} {state} and smelled of tar.",
      "{Who} carried a {very} {state} {thing} across {place}.",
      "They were {very} {state} after the walk and sat down on the wall.",
      "{Who} really wanted to keep the {thing}.",
      "Actually, {who} had never been to {place} before.",
      "She just stood there with the {thing} against her chest.",
      "The {weather} over {place} looked {very} {state} that week.",
      "{Who} spoke in a {very} {state} voice about the {thing}.",
      "He simply nodded and put the {thing} away.",
      "Everything in {place} seemed {very} {state} and a little sad.",
      "The answer was {very} {state}, and the {weather} did the rest.",
      "{Who} walked {very} {manner} past {place}.",
    ],
    others: [
      "{Who} crossed {place} with the {thing} under one arm, and the dog followed as far as the gate, but nobody called it back before the {weather} came in from the sea.",
      "The door stood open; the {thing} was gone.",
      "{Who} did not look up; there was still the whole of {place} to cross.",
      "{Who} could not remember who had left the {thing} in {place}.",
      "It wasn't far to {place}, and {who} didn't mind the {weather}.",
      "{Who} closed the door {manner}.",
      "{Who} opened the drawer {manner} and took out the {thing}.",
      "She went down to {place} in order to find the {thing}.",
      "The {weather} lifted. A cart went by.",
      "He lifted the {thing}. It was empty.",
      "At last the {weather} thinned, and {who} could see the roof of {place}.",
      "{Who} knew that the {thing} would not be found before Sunday.",
      "She packed the {thing} and then she walked to {place}.",
      "{Who} had a plan – a small one – and told nobody in {place}.",
      "The {thing} (a gift from {who}) had stood in {place} for years.",
      "There was a sound from {place}… and it stopped.",
      "The boards gave way under him, and he caught the rail with one hand, and the {thing} went into the water without a splash.",
      "{Who} ran along the wall, jumped the ditch and was in {place} before the {weather} reached the first houses.",
      "Perhaps {who} would come back for the {thing}.",
      "He had not slept, and he had not eaten since {place}.",
    ],
    speech: [
      "“Leave the {thing},” said {who}.",
      "“Is there anyone in {place}?” asked {who}.",
      "“I won't go to {place} again,” {who} said, “and you know why.”",
      "“Give me the {thing}!” {who} shouted from {place}.",
      "“We could wait for the {weather} to pass,” said {who}.",
      "“You've been in {place} all day,” said {who}.",
      "“That was your {thing},” {who} said. “Now it's mine.”",
    ],
  },
  zh: {
    gap: "",
    slots: {
      who: ["沈青", "老周", "阿棠", "掌柜", "师父", "顾家二小姐", "陆迟", "船夫", "小满", "何叔"],
      place: ["渡口", "后院", "城门", "茶铺", "石桥", "山门", "码头", "旧巷", "祠堂", "书房"],
      thing: ["油灯", "账本", "木匣", "短刀", "书信", "钥匙", "包袱", "铜镜", "竹笛", "雨伞"],
      weather: ["雨", "雾", "风", "雪", "夜色", "晨光", "潮水", "炊烟"],
      very: ["非常", "十分", "非常", "极其", "相当", "十分"],
      state: ["安静", "冰冷", "疲惫", "昏暗", "狭窄", "沉重", "古怪", "苍白", "谨慎", "明亮", "破旧", "潮湿", "简陋", "寂寞", "平静"],
      manner: ["慢慢", "轻轻", "悄悄", "静静"],
    },
    words: [
      "屋子里{very}{state}，没有人去点{thing}。",
      "那是一间{very}{state}的屋子，就在{place}尽头。",
      "{who}的神情{very}{state}，手一直藏在袖子里。",
      "到了午后，{weather}变得{very}{state}。",
      "{place}那边的石阶{very}{state}，一股桐油味。",
      "{who}提着一只{very}{state}的{thing}，从{place}走来。",
      "走了一夜，众人都{state}，{who}的声音{very}{state}。",
      "{weather}里的{place}显得{very}{state}。",
      "其实，{who}从来没有去过{place}。",
      "这{weather}实在太大了，{place}早就没人了。",
      "{who}真的很想留下那把{thing}。",
      "这条路简直太难走了，{who}扶着墙歇了一阵。",
      "{who}说话的语气{very}{state}，像在念一本{thing}。",
      "桌上放着一个{very}{state}的{thing}，落满了灰。",
      "{who}回头望去，{place}{very}{state}，只剩{weather}。",
      "{who}真的太累了，靠着{place}的柱子睡着了。",
      "他心里{very}{state}，把{thing}收进了怀里。",
    ],
    others: [
      "{who}抱着{thing}穿过{place}，那条黄狗跟到了门口，可是没有人叫它回来，{weather}已经从江面上漫了过来。",
      "门开着；{thing}不见了。",
      "{who}没有抬头；{place}还远着。",
      "他{manner}地关上了门。",
      "{who}{manner}地打开抽屉，拿出了{thing}。",
      "如果{weather}不停，{who}就不回{place}。",
      "{who}站起来，{who}拿起{thing}，{who}往{place}走去。",
      "他看了一眼{thing}，然后转身走向{place}，然后再也没有回头。",
      "{who}把我的{thing}放在了他的桌上。",
      "脚下的木板断了，他一把抓住栏杆，{thing}掉进水里，连声响都没有。",
      "{who}翻过矮墙，跳过水沟，赶在{weather}之前冲进了{place}。",
      "{place}里传来一声响……又停了。",
      "他吃了饭，收拾了{thing}，去了{place}。",
      "他提起{thing}。里面是空的。",
      "但是{who}知道，那把{thing}不会在天亮之前找到。",
      "{who}有个打算——很小的一个——没有告诉{place}里的任何人。",
      "那把{thing}（是{who}送的）在{place}放了许多年。",
      "因为{weather}太急，所以{who}没有出门。",
      "他听见自己的心里响了一下，他的脚步慢了下来。",
    ],
    speech: [
      "“把{thing}放下吧。”{who}说。",
      "“{place}里还有人吗？”{who}问道。",
      "“我再也不去{place}了，”{who}说，“你知道为什么的嘛。”",
      "“把{thing}给我呀！”{who}在{place}那头喊道。",
      "“等{weather}过去了再走吧。”{who}说。",
      "“你在{place}待了一整天啊。”{who}说。",
      "“那是你的{thing}呢，”{who}说，“现在是我的了。”",
    ],
  },
};

/**
 * Returns paragraphs of a draft, all different.
 * @param {"en" | "zh"} language
 * @param {() => number} next the source of chance
 * @param {{ spoken?: boolean }} options `spoken` is whether each paragraph is mostly speech
 */
export function paragraphs(language, count, next, { spoken = false } = {}) {
  const { gap, slots, words, others, speech } = STOCK[language];
  const below = (bound) => Math.floor(next() * bound);
  const one = (list) => list[below(list.length)];
  const filled = (template) => {
    const text = template.replace(/\{(\w+)\}/gu, (_, name) => {
      const word = one(slots[name.toLowerCase()]);
      return name === name.toLowerCase() ? word : word[0].toUpperCase() + word.slice(1);
    });
    return text.replace(/\ba (?=[aeiou])/gu, "an ");
  };
  const mixed = (list) => list.map((each) => [next(), each]).sort(([a], [b]) => a - b).map(([, each]) => each);

  const paragraph = () => {
    const all = SENTENCES[0] + below(SENTENCES[1] - SENTENCES[0] + 1);
    const fillers = next() < WITH_WORDS ? 1 + below(Math.min(3, all)) : 0;
    const speaks = spoken ? 3 : Number(next() < WITH_SPEECH);
    const rest = Math.max(all - fillers - speaks, fillers === 0 ? 1 : 0);
    const chosen = [...mixed(words).slice(0, fillers), ...mixed(others).slice(0, rest), ...mixed(speech).slice(0, speaks)];
    const sentences = mixed(chosen.map(filled));
    return sentences.map((sentence) => sentence[0].toUpperCase() + sentence.slice(1)).join(gap);
  };
  const made = new Map();
  while (made.size < count) {
    const text = paragraph();
    made.set(text.slice(0, 16), text);
  }
  return [...made.values()];
}
