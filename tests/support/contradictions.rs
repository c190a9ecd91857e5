//! Pairs of rules that contradict each other, and pairs that only seem to, in English and Chinese.
//!
//! The sentences are such as a writer might put into her memory file. Each pair enters through a real path: the memory
//! file, the panel, or annotated bullets for learned rules.

use std::fs;

use contract::{Category, NewRule};
use learning::wording::sentence;
use learning::{Direction, Rule};
use prose::{Feature, Language};

use crate::TestProject;

/// How one rule of a pair enters the memory.
#[derive(Clone, Debug)]
enum Said {
    /// A bullet of the writer's own.
    Written(String),
    /// A bullet with the annotation of a learned rule, confirmed or not.
    Learned(String, bool),
}

/// Two rules; the first enters the memory before the second.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The kind of the pair, as the table prints it.
    pub kind: &'static str,
    first: Said,
    second: Said,
}

/// How the desk treated a set of pairs.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Pairs tried.
    pub pairs: usize,
    /// Pairs that raised a question.
    pub asked: usize,
    /// Pairs in which a rule was deleted or changed before the writer had answered.
    pub overwritten: usize,
    /// Pairs that raised no question, as `kind: first / second`.
    pub unasked: Vec<String>,
    /// Pairs that raised a question, in the same format.
    pub raised: Vec<String>,
}

/// An axis in the words of writers: sentences for more of it and for less of it, in English and in Chinese.
struct Axis {
    feature: Option<Feature>,
    more: [&'static [&'static str]; 2],
    less: [&'static [&'static str]; 2],
}

const AXES: &[Axis] = &[
    Axis {
        feature: Some(Feature::SentenceLength),
        more: [
            &[
                "Prefer long sentences",
                "Let the sentences run long",
                "I like long, flowing sentences",
            ],
            &["偏好长句", "句子可以写得长一些", "多用绵密的长句"],
        ],
        less: [
            &[
                "Prefer short sentences",
                "Avoid long sentences",
                "Keep sentences short and clean",
            ],
            &["偏好短句", "不要长句", "句子尽量短"],
        ],
    },
    Axis {
        feature: Some(Feature::ParagraphLength),
        more: [
            &[
                "Prefer long paragraphs",
                "Paragraphs should be long",
                "Avoid short paragraphs",
            ],
            &["偏好长段落", "段落要长", "避免短段落"],
        ],
        less: [
            &[
                "Keep paragraphs short",
                "Never write long paragraphs",
                "Short paragraphs read better",
            ],
            &["段落要短", "不要太长的段落", "喜欢短段落"],
        ],
    },
    Axis {
        feature: Some(Feature::Register),
        more: [
            &[
                "Ornate, elaborate prose",
                "Prefer formal diction",
                "The language may be flowery",
            ],
            &["偏好华丽辞藻", "用词典雅", "语言要书面一些"],
        ],
        less: [
            &["Plain prose", "Prefer simple words", "Avoid ornate language"],
            &["文风朴素", "用词平实", "避免华丽的辞藻"],
        ],
    },
    Axis {
        feature: Some(Feature::FirstPersonRate),
        more: [
            &[
                "Write in the first person",
                "First person throughout",
                "Tell it in first-person",
            ],
            &["用第一人称写", "偏好第一人称", "全书第一人称"],
        ],
        less: [
            &[
                "Write in the third person",
                "Third person throughout",
                "Never use the first person",
            ],
            &["使用第三人称全知", "偏好第三人称", "不要第一人称"],
        ],
    },
    Axis {
        feature: None,
        more: [
            &[
                "Write in the past tense",
                "Past tense throughout",
                "Keep to the past tense",
            ],
            &["用过去时叙述", "全书过去时", "偏好过去时"],
        ],
        less: [
            &[
                "Write in the present tense",
                "Avoid the past tense",
                "Present tense for everything",
            ],
            &["用现在时叙述", "避免过去时", "偏好现在时"],
        ],
    },
    Axis {
        feature: Some(Feature::DialogueShare),
        more: [
            &[
                "More dialogue",
                "Use plenty of dialogue",
                "Prefer dialogue to summary",
            ],
            &["多用对白", "多写对话", "对白多一些"],
        ],
        less: [
            &[
                "Less dialogue",
                "Use dialogue sparingly",
                "Avoid dialogue where a gesture will do",
            ],
            &["少用对白", "少写对话", "对白少一点"],
        ],
    },
    Axis {
        feature: Some(Feature::AdverbDensity),
        more: [
            &["Keep adverbs", "Use adverbs freely", "I like adverbs"],
            &["多用副词", "保留副词", "喜欢用副词"],
        ],
        less: [
            &["No adverbs", "Cut adverbs", "Avoid adverbs ending in -ly"],
            &["少用副词", "删去副词", "避免副词"],
        ],
    },
    Axis {
        feature: Some(Feature::AdjectiveDensity),
        more: [
            &["More adjectives", "Use many adjectives", "Prefer rich adjectives"],
            &["多用形容词", "形容词多一些", "喜欢形容词"],
        ],
        less: [
            &[
                "Fewer adjectives",
                "Cut the adjectives",
                "Too many adjectives spoil a page",
            ],
            &["少用形容词", "删掉形容词", "形容词少一点"],
        ],
    },
    Axis {
        feature: Some(Feature::EmDashRate),
        more: [
            &["Use em dashes", "Prefer em dashes to commas", "I love em-dashes"],
            &["多用破折号", "喜欢破折号", "保留破折号"],
        ],
        less: [
            &["No em dashes", "Avoid em dashes", "Em dashes sparingly"],
            &["不用破折号", "破折号少用", "避免破折号"],
        ],
    },
    Axis {
        feature: Some(Feature::SemicolonRate),
        more: [
            &[
                "Use semicolons",
                "More semicolons",
                "Prefer semicolons to full stops",
            ],
            &["多用分号", "喜欢分号", "保留分号"],
        ],
        less: [
            &["No semicolons", "Avoid semicolons", "Never use a semicolon"],
            &["不用分号", "少用分号", "避免分号"],
        ],
    },
    Axis {
        feature: Some(Feature::ExclamationRate),
        more: [
            &[
                "Keep exclamation marks",
                "Use exclamation marks",
                "More exclamation marks",
            ],
            &["多用感叹号", "保留感叹号", "喜欢感叹号"],
        ],
        less: [
            &[
                "No exclamation marks",
                "Avoid exclamation points",
                "Fewer exclamation marks",
            ],
            &["不用感叹号", "少用感叹号", "感叹号尽量少"],
        ],
    },
    Axis {
        feature: Some(Feature::FigurativeRate),
        more: [
            &["More similes", "Use metaphors", "Prefer figurative language"],
            &["多用比喻", "喜欢比喻", "比喻多一些"],
        ],
        less: [
            &["Fewer similes", "Avoid metaphors", "Cut figurative language"],
            &["少用比喻", "避免比喻", "比喻少一点"],
        ],
    },
    Axis {
        feature: Some(Feature::PassiveShare),
        more: [
            &[
                "Use the passive voice",
                "The passive voice is fine here",
                "Prefer passive voice",
            ],
            &["多用被动句", "偏好被动句", "保留被动句"],
        ],
        less: [
            &[
                "Prefer the active voice",
                "Avoid the passive voice",
                "Active voice only",
            ],
            &["用主动句", "避免被动句", "少用被动句"],
        ],
    },
    Axis {
        feature: None,
        more: [
            &["A fast pace", "Keep the pace brisk", "Quick pacing"],
            &["节奏要快", "节奏紧凑", "快节奏"],
        ],
        less: [
            &["A slow pace", "The pace should be unhurried", "Slower pacing"],
            &["节奏要慢", "节奏舒缓", "慢节奏"],
        ],
    },
];

/// Pairs of lines that give the same key two different values.
const KEYS: &[(&str, &str)] = &[
    ("Tense: past", "Tense: present"),
    ("时态：过去时", "时态：现在时"),
    ("Person: first", "Person: third, limited"),
    ("人称：第一人称", "人称：第三人称"),
    ("Point of view: Mara", "POV: the ferryman"),
    ("视角：师傅", "视角：徒弟"),
    ("Tone: dry", "Tone: warm"),
    ("语气：冷峻", "语气：温和"),
    ("Spelling: British", "Spelling: American"),
    ("Quotation marks: single", "Quotation marks: double"),
    ("引号：直角引号", "引号：弯引号"),
    ("Language: English", "Language: Chinese"),
    ("语言：中文", "语言：英文"),
    ("Dialogue style: clipped", "Dialogue style: rambling"),
    ("对白风格：含蓄", "对白风格：直白"),
    ("Chapter length: 3,000 words", "Chapter length: 5,000 words"),
    ("章节长度：三千字", "章节长度：五千字"),
];

/// Contradictions in colloquial words. Words that the desk's lists missed here were added to the lists.
const IN_PASSING: &[(&str, &str)] = &[
    (
        "Give me sentences that breathe and go on",
        "Sentences no longer than ten words",
    ),
    ("I want my sentences longer", "Sentences ought to be short"),
    ("Chapters should be short", "Long chapters please"),
    ("Stay away from long paragraphs", "Paragraphs may be long"),
    ("Everything in first person", "Switch to third person"),
    (
        "The narrator is omniscient",
        "Limited viewpoint, one head at a time",
    ),
    ("Adverbs are fine, use them", "Hardly any adverbs"),
    (
        "Dialogue carries the story, so write lots of dialogue",
        "As little dialogue as possible",
    ),
    ("Don’t be afraid of adjectives", "Strip out adjectives"),
    ("Dashes are my punctuation of choice", "I hate dashes"),
    ("Semicolons are welcome", "Semicolons are to be avoided"),
    ("Spelling is British", "Use American spelling"),
    ("Rich, ornate style", "Unadorned style"),
    ("Passives are allowed", "No passives"),
    ("Ask the reader more questions", "Avoid questions to the reader"),
    ("No contractions in narration", "Use contractions in narration"),
    ("More sensory detail", "Less sensory detail, more event"),
    ("Pace must be slow", "Pace must be quick"),
    ("Fewer commas", "Commas wherever one breathes, use many commas"),
    ("Do not use parentheses", "Use parentheses for asides"),
    ("句子越长越好", "句子不超过十个字"),
    ("我爱写长句", "我只写短句"),
    ("章节宜短", "每章写长一点"),
    ("段落别太短", "段落宜短"),
    ("以第一人称叙述", "改成第三人称叙述"),
    ("叙述者是全知的", "严格的限知视角"),
    ("副词无妨，可以多用", "副词能省则省"),
    ("对话占一半篇幅，多用对话", "对话越少越好"),
    ("形容词不必吝啬", "形容词能删就删"),
    ("破折号是好东西，多用破折号", "讨厌破折号"),
    ("欢迎分号", "忌用分号"),
    ("拼写用英式", "拼写用美式"),
    ("文字要华美", "文字要朴实"),
    ("可以用被动句", "别用被动句"),
    ("多用反问和问句", "少用问句"),
    ("成语多用", "成语少用"),
    ("增加感官描写", "减少感官描写"),
    ("节奏放慢", "节奏加快"),
    ("逗号少用", "逗号多用"),
    ("语气词保留", "语气词删去"),
];

/// Contradictions in other words. They were written after the word lists were finished, and were never used to change
/// the lists.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("Stretch the sentences out, long and slow", "Clipped sentences"),
    ("Sentences should be lengthy", "I always want short sentences"),
    (
        "Break the page into brief paragraphs",
        "Prefer lengthy paragraphs",
    ),
    ("First-person narration only", "No first person"),
    ("Stick to the present tense", "Stick to the past tense"),
    (
        "Let people talk: more dialogue",
        "Dialogue only when needed, cut dialogue",
    ),
    ("Delete adverbs", "I enjoy adverbs"),
    ("Simple everyday language", "Elevated, formal language"),
    ("Avoid metaphors", "Metaphors on every page"),
    ("Exclamation marks are banned", "Exclamation marks welcome"),
    (
        "Ellipses suit my characters, keep ellipses",
        "Never end on an ellipsis",
    ),
    ("Use idioms", "Idioms make it stale"),
    ("American spelling, please", "British spelling, please"),
    (
        "Write mostly in active voice",
        "Passive voice whenever the agent is unknown",
    ),
    ("No brackets", "Brackets for whispered asides"),
    ("长句为主", "短句为主"),
    ("喜欢把句子拉长", "句子切短"),
    ("一段不要太长", "段落长一点才有气势"),
    ("坚持第一人称", "换用第三人称"),
    ("叙事一律用现在时", "叙事一律用过去时"),
    ("对白宜多", "对白宜少"),
    ("副词一个不留", "喜欢副词"),
    ("用语浅白直白", "用语典雅"),
    ("比喻泛滥，少用", "比喻是我的长处，多用比喻"),
    ("禁用感叹号", "感叹号可以用"),
    ("省略号太多了", "省略号多来几个"),
    ("四字成语要少", "爱用成语"),
    ("主动语态优先", "被动语态优先"),
    ("括号不要", "爱用括号"),
    ("快节奏", "节奏慢下来"),
];

/// Pairs of sentences that may look like contradictions but are not.
const HARMLESS: &[(&str, &str)] = &[
    (
        "Short sentences in action scenes",
        "Long sentences in descriptions",
    ),
    ("动作场景用短句", "描写段落用长句"),
    ("Prefer short sentences", "Prefer long paragraphs"),
    ("偏好短句", "偏好长段落"),
    ("Prefer long sentences", "Avoid short sentences"),
    ("偏好长句", "避免短句"),
    ("Mix long and short sentences", "Prefer short sentences"),
    ("长短句交错", "偏好长句"),
    ("Dialogue should sound natural", "Less dialogue"),
    ("对白要自然", "少用对白"),
    ("Keep dialogue tags simple", "More dialogue"),
    ("对白标签尽量少", "多用对白"),
    (
        "Mara never lies to her brother",
        "Mara always tells her brother the truth",
    ),
    ("师傅从不说谎", "徒弟总是说谎"),
    ("No adverbs", "Use adjectives"),
    ("少用副词", "多用形容词"),
    ("Use em dashes", "No semicolons"),
    ("多用破折号", "不用分号"),
    ("Plain prose", "A fast pace"),
    ("文风朴素", "节奏要快"),
    ("Tense: past", "Tone: dry"),
    ("时态：过去时", "语气：冷峻"),
    ("Tense: past", "tense: Past."),
    ("Her past is a secret", "The present tense of grief is a theme"),
    ("第一章要短", "主角成长很慢"),
    ("The long river", "A short bridge"),
    ("校长喜欢短句", "句号之后空一格"),
    ("Write in the past tense", "Write in the third person"),
    ("用过去时叙述", "用第三人称写"),
    ("Short sentences rather than long ones", "Keep sentences short"),
    ("短句而不是长句", "句子要短"),
];

fn learned(feature: Feature, scene: &str, direction: Direction) -> String {
    format!("{scene}.{}.{}", feature.name(), direction.name())
}

fn written(text: &str) -> Said {
    Said::Written(text.to_owned())
}

/// Returns the pairs that contradict each other.
pub fn contradictions() -> Vec<Pair> {
    let mut pairs = Vec::new();
    for axis in AXES {
        for language in [0, 1] {
            for (more, less) in axis.more[language].iter().zip(axis.less[language]) {
                pairs.push(Pair {
                    kind: [
                        "written against written, English",
                        "written against written, Chinese",
                    ][language],
                    first: written(more),
                    second: written(less),
                });
            }
            pairs.push(Pair {
                kind: "written against written, across languages",
                first: written(axis.less[language][0]),
                second: written(axis.more[1 - language][1]),
            });
            let Some(feature) = axis.feature else { continue };
            for (text, direction) in [
                (axis.more[language][1], Direction::Less),
                (axis.less[language][2], Direction::More),
            ] {
                for scene in ["any", "action"] {
                    pairs.push(Pair {
                        kind: "written against learned",
                        first: written(text),
                        second: Said::Learned(learned(feature, scene, direction), false),
                    });
                }
            }
        }
    }
    for feature in Feature::ALL {
        let more = learned(*feature, "dialogue", Direction::More);
        let less = learned(*feature, "dialogue", Direction::Less);
        for (kind, confirmed) in [
            ("learned against learned", false),
            ("learned against confirmed", true),
        ] {
            pairs.push(Pair {
                kind,
                first: Said::Learned(more.clone(), confirmed),
                second: Said::Learned(less.clone(), false),
            });
        }
    }
    pairs.extend(IN_PASSING.iter().map(|(first, second)| Pair {
        kind: "in passing",
        first: written(first),
        second: written(second),
    }));
    pairs.extend(KEYS.iter().map(|(first, second)| Pair {
        kind: "one preference key twice",
        first: written(first),
        second: written(second),
    }));
    pairs
}

/// Returns pairs that contradict each other in words that the desk's lists were never fitted to.
pub fn in_other_words() -> Vec<Pair> {
    OTHER_WORDS
        .iter()
        .map(|(first, second)| Pair {
            kind: "in other words",
            first: written(first),
            second: written(second),
        })
        .collect()
}

/// Returns the pairs that do not contradict each other.
pub fn harmless() -> Vec<Pair> {
    let mut pairs: Vec<Pair> = HARMLESS
        .iter()
        .map(|(first, second)| Pair {
            kind: "harmless",
            first: written(first),
            second: written(second),
        })
        .collect();
    for axis in AXES {
        for language in [0, 1] {
            pairs.push(Pair {
                kind: "agreeing",
                first: written(axis.more[language][0]),
                second: written(axis.more[1 - language][2]),
            });
        }
    }
    for feature in Feature::ALL {
        pairs.push(Pair {
            kind: "an exception learned apart",
            first: Said::Learned(learned(*feature, "any", Direction::More), false),
            second: Said::Learned(learned(*feature, "action", Direction::Less), false),
        });
        pairs.push(Pair {
            kind: "other scenes",
            first: Said::Learned(learned(*feature, "action", Direction::Less), true),
            second: Said::Learned(learned(*feature, "description", Direction::More), true),
        });
    }
    pairs
}

/// Brings each pair into the memory of one project, the first rule before the second, and records which pairs raise a
/// question.
pub fn outcome(pairs: &[Pair]) -> Outcome {
    let test = TestProject::new();
    let mut outcome = Outcome::default();
    for pair in pairs {
        let bullet = |said: &Said| match said {
            Said::Written(text) => format!("- {text}\n"),
            Said::Learned(id, confirmed) => {
                let confirmed = if *confirmed { " | confirmed" } else { "" };
                let text = sentence(&id.parse().expect("the id of a learned rule"), Language::En);
                format!(
                    "- {text} <!-- rule {id} | rule{confirmed} | confidence 0.90 | 30 for, 2 against -->\n"
                )
            }
        };
        let first = format!("# Memory\n\n## Style\n\n{}", bullet(&pair.first));
        save(&test, &first);
        let before = rules(&test);
        match &pair.second {
            Said::Written(text) => {
                test.project
                    .learning()
                    .add_rule(&NewRule {
                        text: text.clone(),
                        category: Category::Style,
                        scene_type: None,
                    })
                    .expect("a rule by hand");
            }
            learned @ Said::Learned(..) => save(&test, &(first + &bullet(learned))),
        }

        let asked = !test.project.learning().questions().expect("questions").is_empty();
        let after = rules(&test);
        let same = |rule: &Rule| {
            let id = |other: &&Rule| other.id == rule.id && other.text == rule.text;
            after.iter().any(|other| id(&other))
        };
        let name = format!("{}: {:?} / {:?}", pair.kind, pair.first, pair.second);
        outcome.pairs += 1;
        outcome.asked += usize::from(asked);
        let intact = before.iter().all(same) && after.len() == 2;
        outcome.overwritten += usize::from(!intact);
        let list = if asked {
            &mut outcome.raised
        } else {
            &mut outcome.unasked
        };
        list.push(name);
        // The pair is deleted, and with it its question, so that the next pair starts without either.
        save(&test, "# Memory\n\n## Notes\n\n- nothing here\n");
        assert!(
            test.project.learning().questions().expect("questions").is_empty(),
            "a question outlived its rules: {pair:?}"
        );
    }
    outcome
}

fn rules(test: &TestProject) -> Vec<Rule> {
    let rules = test.project.learning().rules().expect("rules");
    rules.into_iter().map(|weighed| weighed.rule).collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the writer's own program writes the file"
)]
fn save(test: &TestProject, text: &str) {
    fs::create_dir_all(test.path().join("memory")).expect("a folder");
    fs::write(test.memory_path(), text).expect("a memory file");
    test.project
        .memory()
        .follow()
        .expect("a file that can be followed");
}
