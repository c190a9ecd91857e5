//! Word lists behind the features and the scene cues ([`scenes`]), in both languages.
//!
//! The lists are plain text on purpose: a writer who asks why a passage counts as figurative can read the answer here.
//! A word may be in several lists. An entry of two English words matches only if white space alone separates them.
//! Chinese entries are words as cut by the dictionary of jieba.

pub(crate) mod scenes;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Language;

/// A word list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    /// Adverbs that cannot be recognised by a suffix.
    Adverb,
    /// Words that look like adverbs but are not: English words in `-ly`, and Chinese words that begin with a degree
    /// character such as 很.
    NotAdverb,
    /// Adjectives that cannot be recognised by a suffix.
    Adjective,
    /// English words with the suffix of an adjective that are not adjectives.
    NotAdjective,
    /// Words that begin a passive: forms of *to be* in English, 被 and similar words in Chinese.
    PassiveOpener,
    /// English participles that do not end in `-ed`.
    Participle,
    /// English words in `-ed` that are not participles.
    NotParticiple,
    /// Fillers and intensifiers.
    Filler,
    /// First-person pronouns.
    FirstPerson,
    /// Words that connect one clause to another.
    Connective,
    /// Words that begin a comparison.
    Figurative,
    /// Words of seeing, hearing, touch, smell and taste.
    Sensory,
    /// Chinese modal particles at the end of a clause.
    ModalParticle,
    /// Verbs of physical movement, and the tools and limbs of a fight.
    Motion,
    /// Words of thought, feeling and doubt.
    Thought,
    /// Words for places, things and how they look.
    Setting,
    /// Words of general explanation.
    Explanation,
    /// Words for elapsed time and for the turns of a life, with which events are summed up.
    Course,
    /// Pronouns for one person.
    Person,
    /// Verbs and other words that announce speech.
    Speech,
}

/// The set of lists that contain a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists(u32);

impl Lists {
    const fn of(list: List) -> Self {
        Self(1 << list as u32)
    }

    /// Returns whether the list contains the word.
    pub(crate) fn has(self, list: List) -> bool {
        self.0 & (1 << list as u32) != 0
    }
}

/// Returns whether a word or a phrase is a filler or an intensifier, such as *very*, *sort of* and 其实. The word must be
/// in lower case with straight apostrophes.
pub fn is_filler(word: &str, language: Language) -> bool {
    lists_of(word, language).has(List::Filler)
}

/// Returns the lists that contain a word. The word must be in lower case with straight apostrophes.
pub(crate) fn lists_of(word: &str, language: Language) -> Lists {
    static EN: LazyLock<HashMap<&str, Lists>> = LazyLock::new(|| by_word(ENGLISH, ','));
    static ZH: LazyLock<HashMap<&str, Lists>> = LazyLock::new(|| by_word(CHINESE, ' '));
    let words = match language {
        Language::En => &EN,
        Language::Zh => &ZH,
    };
    words.get(word).copied().unwrap_or_default()
}

/// Returns whether a character belongs to the classical language. It also counts inside a modern word (之后, 其中,
/// 况且), because such words are formal too.
///
/// The characters are the function words that Chinese schools teach for reading the classics (乎, 乃, 其, 且, 焉, 者,
/// 之 …). The function words that plain modern prose needs are left out (而, 于, 以, 也, 为, 与 …). The classical
/// words for 很, 要, 都 and 说 are added: 甚, 欲, 皆, 曰.
pub(crate) fn is_classical(character: char) -> bool {
    matches!(
        character,
        '之' | '其'
            | '乃'
            | '亦'
            | '矣'
            | '焉'
            | '哉'
            | '乎'
            | '者'
            | '曰'
            | '吾'
            | '汝'
            | '皆'
            | '遂'
            | '岂'
            | '毋'
            | '勿'
            | '且'
            | '甚'
            | '欲'
    )
}

fn by_word(lists: &[(List, &'static str)], separator: char) -> HashMap<&'static str, Lists> {
    let mut by_word: HashMap<&str, Lists> = HashMap::new();
    for &(list, words) in lists {
        for word in words.split(separator).map(str::trim) {
            by_word.entry(word).or_default().0 |= 1 << list as u32;
        }
    }
    by_word
}

const ENGLISH: &[(List, &str)] = &[
    (
        List::Adverb,
        "almost, always, seldom, often, sometimes, soon, quite, rather, very, perhaps, somehow, somewhat, \
         never, together, again, twice, forever, alike, aloud, afresh, anew, apart, indoors, outdoors, instead, \
         meanwhile, straightaway, thereupon, altogether, nevertheless, too",
    ),
    (
        List::NotAdverb,
        "family, reply, supply, apply, imply, comply, multiply, rely, belly, jelly, bully, rally, tally, folly, \
         holly, lily, ally, july, italy, sicily, emily, billy, molly, sally, dolly, polly, kelly, nelly, willy, \
         lovely, lonely, ugly, silly, friendly, unfriendly, lively, likely, unlikely, elderly, homely, comely, \
         ghastly, deadly, costly, godly, ungodly, manly, womanly, orderly, cowardly, saintly, ghostly, heavenly, \
         worldly, earthly, beastly, kindly, sickly, surly, burly, curly, woolly, hilly, chilly, jolly, holy, \
         melancholy, anomaly, assembly, butterfly, dragonfly, monopoly, bodily, fatherly, motherly, brotherly, \
         sisterly, princely, stately, shapely, timely, portly, wily, oily, smelly, wobbly, grisly, grizzly, \
         scholarly, leisurely, unruly, unsightly, early, only, daily, weekly, monthly, yearly",
    ),
    (
        List::Adjective,
        "big, small, large, little, great, huge, tiny, vast, long, short, tall, high, low, deep, shallow, wide, \
         broad, narrow, thick, thin, fat, heavy, light, dark, bright, pale, dim, black, white, red, green, blue, \
         yellow, brown, grey, gray, golden, silver, purple, pink, scarlet, crimson, hot, cold, warm, cool, chilly, \
         wet, dry, damp, soft, hard, smooth, rough, sharp, dull, blunt, loud, quiet, silent, still, calm, wild, \
         gentle, strong, weak, young, old, new, fresh, ancient, modern, good, bad, better, best, worse, worst, \
         fine, fair, foul, clean, dirty, clear, pure, simple, plain, rich, poor, cheap, dear, sweet, bitter, sour, \
         happy, sad, glad, sorry, angry, merry, proud, humble, brave, bold, shy, kind, cruel, wise, clever, stupid, \
         mad, strange, queer, odd, common, rare, true, false, real, whole, empty, full, open, slow, quick, fast, \
         swift, sudden, sick, ill, dead, alive, blind, deaf, lame, bare, naked, lovely, lonely, ugly, silly, \
         friendly, lively, ghastly, deadly, elderly, homely, pretty, handsome, beautiful, grand, noble, sacred, \
         holy, secret, hollow, tender, slender, stout, lean, keen, eager, steep, round, square, flat, straight, \
         crooked, weary, dreary, gloomy, sunny, rainy, windy, cloudy, stormy, misty, dusty, muddy, sandy, grassy, \
         rocky, shady, hazy, heated, tired, wretched, wicked, ragged, rugged, worthy, guilty, hungry, thirsty, \
         lazy, crazy, easy, busy, noisy, tidy, healthy, wealthy, filthy, nasty, hasty, mighty, shiny, greedy, \
         ready, steady, shabby, grim, stern, severe, mere, sole, sheer, vague, faint, raw, ripe, rotten, wooden, \
         woollen, leaden, human, divine, serene, immense, intense, dense, tense, obscure, mature, rude, crude, \
         profound, splendid, timid, rapid, vivid, solid, rigid, humid, horrid, morbid, placid, languid",
    ),
    (
        List::NotAdjective,
        "animal, hospital, arrival, journal, signal, metal, total, pedal, petal, rival, canal, medal, capital, \
         general, cardinal, admiral, proposal, refusal, approval, trial, burial, funeral, festival, carnival, \
         interval, material, official, criminal, individual, denial, dial, goal, coal, deal, meal, seal, steal, \
         heal, reveal, appeal, conceal, zeal, squeal, shawl, mineral, ritual, withdrawal, removal, survival, \
         give, live, drive, five, dive, hive, arrive, survive, thrive, strive, forgive, receive, believe, relieve, \
         deceive, conceive, perceive, achieve, native, motive, relative, detective, captive, fugitive, olive, \
         table, cable, fable, stable, gable, vegetable, constable, enable, disable, syllable, parable, bible, \
         handful, mouthful, spoonful, armful, roomful, \
         music, magic, public, traffic, comic, critic, attic, fabric, topic, logic, panic, picnic, tonic, cleric, \
         mechanic, republic, garlic, tunic, clinic, frolic, mimic, heretic, lunatic, arithmetic, \
         unless, bless, \
         wish, fish, dish, finish, punish, vanish, perish, polish, publish, furnish, varnish, relish, cherish, \
         banish, flourish, establish, accomplish, diminish, astonish, extinguish, distinguish, parish, rubbish, \
         blemish, anguish, admonish, abolish, nourish, vanquish, languish, radish, famish, burnish, brandish, \
         english, british, irish, scottish, spanish, turkish, danish, swedish, jewish",
    ),
    (
        List::PassiveOpener,
        "am, is, are, was, were, be, been, being, isn't, aren't, wasn't, weren't, i'm, you're, he's, she's, it's, \
         we're, they're, get, gets, got, getting",
    ),
    (
        List::Participle,
        "beaten, begun, bent, bitten, blown, born, borne, bought, bound, bred, broken, brought, built, burnt, cast, \
         caught, chosen, clad, cut, dealt, done, drawn, driven, drunk, dug, eaten, fed, felt, flung, forbidden, \
         forgiven, forgotten, fought, found, frozen, given, gripped, ground, grown, heard, held, hidden, hit, hung, \
         hurt, kept, known, laid, led, left, lent, let, lit, lost, made, meant, met, mistaken, overcome, \
         overthrown, overtaken, paid, put, read, rent, ridden, rung, said, seen, sent, set, sewn, shaken, shed, \
         shot, shown, shut, slain, smitten, sold, sought, sown, spent, split, spoken, spread, spun, stolen, \
         stricken, struck, strung, stuck, stung, sung, sunk, sworn, swept, swollen, taken, taught, thought, \
         thrown, told, torn, trodden, understood, undone, upset, withdrawn, withheld, won, worn, wound, woven, \
         written, wrung",
    ),
    (
        List::NotParticiple,
        "indeed, need, speed, seed, weed, deed, feed, heed, breed, greed, steed, reed, creed, agreed, hundred, \
         sacred, naked, wicked, ragged, rugged, wretched, crooked, shed, bed, red, sled, bled, fled, sped",
    ),
    (
        List::Filler,
        "very, really, quite, rather, just, actually, basically, simply, literally, totally, completely, \
         absolutely, utterly, extremely, somewhat, somehow, truly, definitely, certainly, obviously, perhaps, \
         honestly, practically, virtually, incredibly, awfully, terribly, \
         kind of, sort of, a bit, a little, you know, i mean, of course",
    ),
    (
        List::FirstPerson,
        "i, me, my, mine, myself, we, us, our, ours, ourselves",
    ),
    (
        List::Connective,
        "but, yet, because, although, though, unless, whereas, while, since, until, however, therefore, moreover, \
         furthermore, nevertheless, nonetheless, meanwhile, otherwise, thus, hence, consequently, accordingly, \
         besides, instead, still, then, thereby, whereupon, whereby, notwithstanding, \
         in fact, for example, for instance, so that, as long, in order, after all, as soon, provided that",
    ),
    (
        List::Figurative,
        "as if, as though, like a, like an, like the, like some, resembled, resembling, resembles, likened",
    ),
    (
        List::Sensory,
        "see, sees, saw, seen, seeing, look, looks, looked, looking, watch, watched, watching, gaze, gazed, \
         glance, glanced, stare, stared, gleam, gleamed, gleaming, glitter, glittered, glittering, glow, glowed, \
         glowing, shine, shone, shining, shimmer, shimmered, flash, flashed, shadow, shadows, light, dark, \
         darkness, bright, pale, dim, black, white, red, green, blue, yellow, brown, grey, gray, golden, \
         hear, hears, heard, hearing, listen, listened, listening, sound, sounds, sounded, noise, noises, voice, \
         voices, whisper, whispered, murmur, murmured, hum, hummed, humming, rustle, rustled, creak, creaked, \
         roar, roared, ring, rang, echo, echoed, crash, crashed, loud, quiet, silent, silence, \
         touch, touched, touching, feel, feels, felt, feeling, soft, hard, smooth, rough, warm, warmth, cold, hot, \
         cool, wet, damp, dry, sticky, sharp, \
         smell, smells, smelled, smelt, smelling, scent, scented, odour, odor, perfume, stench, stink, fragrant, \
         fragrance, reek, taste, tastes, tasted, tasting, sweet, bitter, sour, salt, salty, flavour, flavor",
    ),
];

const CHINESE: &[(List, &str)] = &[
    (
        List::Adverb,
        "很 非常 十分 极 极其 极为 最 更 更加 太 特别 格外 尤其 相当 颇 颇为 比较 稍微 稍稍 略 略微 几乎 完全 \
         渐渐 慢慢 缓缓 轻轻 悄悄 默默 静静 偷偷 匆匆 急忙 连忙 赶忙 赶紧 赶快 立刻 立即 马上 忽然 突然 忽 猛然 \
         忽而 骤然 终于 仍然 仍旧 依然 依旧 始终 永远 一直 常常 经常 往往 时常 有时 偶尔 屡次 不断 再三 刚刚 \
         刚才 已经 曾经 正在 将要 即将 究竟 到底 居然 竟然 竟 果然 简直 实在 的确 确实 当然 自然 显然 大概 也许 \
         或许 似乎 仿佛 好像 互相 一起 一同 特地 故意 忍不住 不禁 不由得 微微 深深 紧紧 牢牢 远远 高高 狠狠 \
         好好 早已 随即 随后 顿时 霎时 一时",
    ),
    (
        List::NotAdverb,
        "最近 更换 更改 更新 更正 更名 更替 更迭 更衣 更鼓 更夫 更生 更始 更动 更阑 更漏 更番 \
         极端 极限 极致 极富 极点 极地 极目 极化 极性 极品 极光 极乐 极值 极刑 极板 极左 极右 极北 极昼 极夜 极权 极顶",
    ),
    (List::PassiveOpener, "被 遭 遭到 遭受 受到 挨 被迫 被捕 被害"),
    (
        List::Filler,
        "非常 十分 特别 极其 极为 格外 相当 实在 简直 其实 真的 真是 确实 的确 有点 有点儿 有些 稍微 稍稍 \
         基本上 大概 也许 或许 完全 根本 当然 反正",
    ),
    (List::FirstPerson, "我 我们 我辈 咱 咱们 俺 俺们 吾 吾辈"),
    (
        List::Connective,
        "但是 但 可是 然而 不过 因为 因 所以 因此 因而 于是 虽然 虽 尽管 如果 要是 假如 假使 倘若 倘 若 只要 只有 \
         而且 并且 况且 何况 否则 不然 既然 即使 纵使 无论 不论 不管 从而 以致 以至 以至于 由于 然后 接着 例如 \
         比如 譬如 总之 此外 另外 与其 宁可 除非 而 且 却 则 故 便 可见 原来 其次 首先",
    ),
    (
        List::Figurative,
        "像 象 好像 好象 仿佛 彷佛 似的 如同 犹如 宛如 宛若 宛然 恍如 恍若 有如 好似 恰似 恰如 一般 似 譬如",
    ),
    (
        List::Sensory,
        "看 看见 看到 看着 望 望见 瞧 瞧见 见 盯 瞥见 注视 凝视 光 光亮 亮 明亮 暗 黑 黑暗 影 影子 白 红 \
         绿 蓝 黄 青 紫 灰 灰色 白色 红色 黑色 金色 蓝色 绿色 颜色 闪 闪烁 \
         听 听见 听到 声 声音 响 响声 响亮 静 寂静 安静 沉默 喧闹 嘈杂 叮当 哗啦 沙沙 轰隆 \
         摸 触 碰 冷 冰冷 寒冷 热 暖 温暖 凉 冰凉 软 柔软 硬 坚硬 湿 潮湿 干燥 粗糙 光滑 痛 疼 \
         闻 闻到 嗅 香 香气 香味 臭 气味 味 味道 甜 苦 酸 辣 咸 尝",
    ),
    (
        List::ModalParticle,
        "吗 呢 吧 啊 呀 哦 噢 嘛 啦 哇 喔 哟 呗 罢 么 嘞 哩 咧 罢了 而已",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::{classed_tokens, tokens};

    #[test]
    fn a_word_stands_in_every_list_that_names_it() {
        let very = lists_of("very", Language::En);
        assert!(very.has(List::Adverb) && very.has(List::Filler) && !very.has(List::Sensory));
        let looks = lists_of("看见", Language::Zh);
        assert!(looks.has(List::Sensory) && !looks.has(List::Motion));
        assert_eq!(
            lists_of("as if", Language::En),
            by_word(&[(List::Figurative, "as if")], ',')["as if"]
        );
        assert_eq!(lists_of("zyzzyva", Language::En), Lists::default());
        assert_eq!(lists_of("", Language::Zh), Lists::default());
    }

    #[test]
    fn every_entry_can_be_found_in_a_text() {
        for (lists, separator, language) in [
            (ENGLISH, ',', Language::En),
            (CHINESE, ' ', Language::Zh),
            (scenes::ENGLISH, ',', Language::En),
            (scenes::CHINESE, ' ', Language::Zh),
        ] {
            for (list, words) in lists {
                for word in words.split(separator).map(str::trim) {
                    assert!(!word.is_empty(), "{list:?} has an empty entry");
                    assert_eq!(word, word.to_lowercase(), "{list:?}");
                    let is_found = lists_of(word, language).has(*list)
                        || scenes::scene_lists_of(word, language).has(*list);
                    assert!(is_found, "{list:?}: {word}");
                    match language {
                        Language::En => {
                            assert!(word.split(' ').count() <= 2, "only pairs are looked up: {word}")
                        }
                        Language::Zh => {
                            let is_single = classed_tokens(word).len() == 1 || tokens(word).len() == 1;
                            assert!(is_single, "no single word: {word}");
                        }
                    }
                }
            }
        }
    }
}
