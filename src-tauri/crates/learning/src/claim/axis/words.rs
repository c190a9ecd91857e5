//! The words of the axes, in both languages.

use prose::{Feature, SceneType};

/// The subject of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Subject {
    /// A feature that can be measured, so that a hand-written rule can contradict a learned rule.
    Feature(Feature),
    /// A subject that only hand-written rules have, by name.
    Named(&'static str),
}

/// Words and phrases, separated by commas.
pub(super) type Words = &'static str;

/// Returns the words of a list.
pub(super) fn each(words: Words) -> impl Iterator<Item = &'static str> {
    words.split(", ")
}

/// An axis with words for both ends.
pub(super) struct Contrast {
    /// The nouns that name the subject; empty if the words of both ends are enough.
    pub nouns: &'static [(Subject, Words)],
    /// The subject of an axis without nouns.
    pub alone: Option<Subject>,
    pub more: Words,
    pub less: Words,
}

pub(super) const CONTRASTS: &[Contrast] = &[
    Contrast {
        nouns: &[
            (
                Subject::Feature(Feature::SentenceLength),
                "sentence, sentences, 句",
            ),
            (
                Subject::Feature(Feature::ParagraphLength),
                "paragraph, paragraphs, 段落, 自然段",
            ),
            (Subject::Named("chapter_length"), "chapter, chapters, 章"),
        ],
        alone: None,
        more: "long, longer, lengthy, flowing, winding, 长",
        less: "short, shorter, brief, clipped, terse, punchy, 短",
    },
    Contrast {
        nouns: &[(
            Subject::Feature(Feature::Register),
            "diction, prose, language, words, wording, vocabulary, style, 辞藻, 文风, 用词, 语言, 文字, 词语, 风格, \
                笔, 写, 字",
        )],
        alone: None,
        more: "ornate, flowery, elaborate, bookish, formal, fancy, purple, 华丽, 华美, 典雅, 书面, 雕琢, 繁复",
        less: "plain, simple, spare, colloquial, everyday, unadorned, 朴素, 朴实, 平实, 简朴, 简洁, 口语, 白话, 直白, 平常",
    },
    Contrast {
        nouns: &[],
        alone: Some(Subject::Feature(Feature::Register)),
        more: "书面语",
        less: "口语化, 大白话",
    },
    Contrast {
        nouns: &[(
            Subject::Feature(Feature::TextLength),
            "version, versions, 写法, 版本, 篇幅",
        )],
        alone: None,
        more: "fuller, longer, 充实, 详尽, 长",
        less: "shorter, tighter, leaner, 精简, 短",
    },
    Contrast {
        nouns: &[(Subject::Named("pace"), "pace, pacing, 节奏")],
        alone: None,
        more: "fast, faster, quick, brisk, 快, 紧凑",
        less: "slow, slower, unhurried, leisurely, 慢, 舒缓",
    },
    Contrast {
        nouns: &[(Subject::Named("spelling"), "spelling, spellings, 拼写")],
        alone: None,
        more: "british, 英式",
        less: "american, 美式",
    },
    Contrast {
        nouns: &[],
        alone: Some(Subject::Feature(Feature::FirstPersonRate)),
        more: "first person, first-person, 第一人称",
        less: "third person, third-person, 第三人称",
    },
    Contrast {
        nouns: &[],
        alone: Some(Subject::Named("tense")),
        more: "past tense, 过去时",
        less: "present tense, 现在时",
    },
    Contrast {
        nouns: &[],
        alone: Some(Subject::Named("viewpoint")),
        more: "omniscient, 全知",
        less: "limited viewpoint, limited point of view, 限知",
    },
    Contrast {
        nouns: &[],
        alone: Some(Subject::Feature(Feature::PassiveShare)),
        more: "passive voice, passives, the passive, 被动句, 被动语态",
        less: "active voice, 主动句, 主动语态",
    },
];

/// Phrases that claim more or less of a property as they stand: the feature, the phrases for more, those for less.
pub(super) const PHRASES: &[(Feature, Words, Words)] = &[
    (
        Feature::SentenceLengthVariation,
        "mixes long and short sentences, mix long and short sentences, long and short sentences in turn, \
            vary the length of sentences, vary sentence length, 长短句交错, 长短句结合, 长短交错, 长短结合, 句长参差",
        "sentences of even length, sentences of the same length, 句长均匀, 句长一致",
    ),
    (
        Feature::DialogueShare,
        "people speak more, people talk more, characters speak more, characters talk more",
        "people speak less, people talk less, characters speak less, characters talk less",
    ),
    (
        Feature::LexicalDiversity,
        "avoids repeating words, avoid repeating words, do not repeat words, don't repeat words, never repeat words, \
            避免重复用词, 避免用词重复, 不重复用词, 用词不重复",
        "lets words repeat, let words repeat, repeat words, 重复用词",
    ),
    (
        Feature::ContractionRate,
        "contract auxiliaries, contracts auxiliaries",
        "spells contractions out, spell contractions out, spells out contractions, spell out contractions",
    ),
    (
        Feature::FirstPersonRate,
        "says i and we more often, say i and we more often",
        "says i and we less often, say i and we less often",
    ),
    (
        Feature::ConnectiveRate,
        "says how clauses connect, say how clauses connect",
        "leaves connectives out, leave connectives out, leave out connectives",
    ),
    (
        Feature::FigurativeRate,
        "likeness to plain statement",
        "plain statement to likeness",
    ),
    (
        Feature::DeRate,
        "keeps 的, keep 的, 多用的字",
        "thins out 的, thin out 的, cut 的, 少用的字",
    ),
];

/// Nouns that can be present in larger or smaller amounts.
pub(super) const QUANTITIES: &[(Feature, Words)] = &[
    (Feature::DialogueShare, "dialogue, dialog, 对白, 对话"),
    (Feature::AdverbDensity, "adverbs, adverb, 副词"),
    (Feature::AdjectiveDensity, "adjectives, adjective, 形容词"),
    (
        Feature::FillerDensity,
        "fillers, filler words, intensifiers, 强调词, 填充词",
    ),
    (
        Feature::ContractionRate,
        "contractions, contraction, 缩略形式, 缩写",
    ),
    (Feature::QuestionRate, "questions, question marks, 问句, 问号"),
    (
        Feature::ExclamationRate,
        "exclamation marks, exclamation points, exclamations, 感叹号, 惊叹号",
    ),
    (Feature::EllipsisRate, "ellipses, ellipsis, 省略号"),
    (
        Feature::EmDashRate,
        "em dashes, em-dashes, em dash, em-dash, dashes, 破折号",
    ),
    (Feature::SemicolonRate, "semicolons, semicolon, 分号"),
    (
        Feature::ParenthesisRate,
        "parentheses, parenthesis, brackets, 括号",
    ),
    (Feature::CommaRate, "commas, comma, 逗号"),
    (
        Feature::ConnectiveRate,
        "connectives, connective words, 连接词, 关联词",
    ),
    (
        Feature::FigurativeRate,
        "similes, metaphors, figures of speech, figures of likeness, likenesses, figurative language, 比喻, 明喻",
    ),
    (
        Feature::SensoryRate,
        "sensory detail, sensory details, sensory words, words of the senses, 感官描写, 感官细节",
    ),
    (Feature::IdiomRate, "idioms, four-character idioms, 成语"),
    (Feature::ModalParticleRate, "modal particles, 语气词"),
    (Feature::DeRate, "「的」, “的”, 的字"),
];

/// English words that begin a clause.
pub(super) const BEGINNINGS: Words = "but, not, while, in, except, though, never, avoid, no, and";

/// Words that turn to something else, so that the scene of the clause before them no longer holds.
pub(super) const CONTRASTING: Words =
    "but, while, except, though, elsewhere, otherwise, in, 但, 而, 其他, 其它, 其余, 别处, 平时, 除";

/// The verbs between a marker and a list of words.
pub(super) const USING: &[&str] = &["use ", "using ", "write ", "用", "写"];

/// What stands between two words of a list.
pub(super) const JOINTS: &[&str] = &[" and ", " or ", "、", "和", "或", "与"];

/// Marks around a quoted or emphasised word.
pub(super) const QUOTES: &[(&str, &str)] = &[
    ("*", "*"),
    ("_", "_"),
    ("`", "`"),
    ("\"", "\""),
    ("“", "”"),
    ("‘", "’"),
    ("「", "」"),
    ("『", "』"),
];

/// Words that change the meaning of the noun before them: dialogue tags are not dialogue.
pub(super) const OTHER_THINGS: Words = "tag, attribution, 标签, 提示语";

pub(super) const WANTED: Words = "more, prefer, prefers, use, uses, plenty of, lots of, many, always, \
    want, wants, like, likes, love, loves, favour, favor, keep, keeps, frequent, 多, 偏好, 喜欢, 喜爱, 要, 尽量, \
    使用, 保留, 增加, 偏爱, fine, welcome, allowed, encouraged, enjoy, 爱, 欢迎, 可以, 允许, 无妨, 不吝, 不必吝啬";

pub(super) const UNWANTED: Words = "not, no, never, avoid, avoids, avoiding, avoided, removed, 太多, \
    don't, do not, without, less, fewer, few, cut, cuts, drop, limit, reduce, rarely, seldom, \
    sparingly, minimum, too, rather than, instead of, over, stop, dislike, dislikes, hate, hates, \
    remove, delete, 不, 不要, 别, 少, 少用, 避免, 勿, 忌, 减少, 删, 删去, 慎用, 讨厌, 杜绝, 太, 过多, 而不是, 而非, 不用, 不喜欢, 尽量不, \
    尽量少, 尽量避免, hardly any, hardly, as little, as few, little, strip, away from, banned, forbidden, \
    能省则省, 能删就删, 省去, 去掉, 禁用, 戒, 莫";

/// The markers that express an amount after a noun. Other words do not: "dialogue should not explain" is no claim about
/// the amount of dialogue.
pub(super) const HOW_MUCH: Words = "more, less, fewer, sparingly, rarely, seldom, cut, avoided, \
    removed, minimum, 多, 少, 少用, 避免, 减少, 删, 删去, 不用, 慎用, 增加, 太多, 过多, 尽量少, fine, welcome, allowed, encouraged, banned, forbidden, \
    保留, 欢迎, 无妨, 不必吝啬, 能省则省, 能删就删, 省去, 去掉, 禁用";

/// Phrases that name a kind of scene. 对白 alone is not one, because "more dialogue" is a claim about an amount.
pub(super) const SCENES: &[(SceneType, Words)] = &[
    (
        SceneType::Action,
        "action scenes, action scene, fight scenes, fight scene, battle scenes, in action, 动作场景, 动作戏, \
            打斗场景, 打斗, 战斗场景",
    ),
    (
        SceneType::Dialogue,
        "dialogue scenes, dialogue scene, in dialogue, dialogue:, 对白场景, 对话场景, 对白里, 对话里, 对白中, 对话中",
    ),
    (
        SceneType::Description,
        "descriptive passages, descriptive scenes, in descriptions, in description, description:, 描写场景, \
            描写段落, 景物描写, 描写里, 描写中, 写景",
    ),
    (
        SceneType::Introspection,
        "introspection, interior monologue, inner monologue, 内心场景, 内心独白, 心理描写",
    ),
    (SceneType::Exposition, "exposition, 说明段落"),
    (
        SceneType::Narration,
        "in narration, narration:, narrative passages, 叙述段落, 叙述里, 叙述中",
    ),
];

/// Nouns that name a kind of scene as the subject of a sentence, before one of the [`VERBS`].
pub(super) const SCENES_AS_SUBJECT: &[(SceneType, Words)] = &[
    (SceneType::Action, "action, fights, 动作, 打斗, 打戏, 战斗"),
    (SceneType::Dialogue, "dialogue, dialog, speech, 对白, 对话"),
    (SceneType::Description, "descriptions, description, 描写, 景物"),
    (SceneType::Introspection, "thoughts, 内心, 心理"),
    (SceneType::Exposition, "exposition, 说明"),
    (SceneType::Narration, "narration, narrative, 叙述, 叙事"),
];

/// Words after a noun that make it the subject of a sentence.
pub(super) const VERBS: Words = ":, ：, carries, carry, has, have, needs, need, should, must, takes, take, gets, get, \
    wants, want, uses, use, avoids, avoid, prefers, prefer, does, do, can, may, never, without, with, in, is, are, \
    里, 中, 时, 要, 应, 该, 需, 宜, 可, 不, 别, 少, 多, 用, 尽, 避, 偏, 以, 勿, 忌, 句";
