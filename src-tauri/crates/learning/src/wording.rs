//! The sentences for learned rules, in English and in Chinese.

use prose::{Feature, Language, SceneType};

use crate::claim::{Claim, Subject, claims, subjects};
use crate::rule::{Category, Direction, Rule, RuleKey};

/// Returns the sentence for a learned rule, such as "Action scenes: prefers short sentences" or 动作场景偏好短句.
pub fn sentence(key: &RuleKey, language: Language) -> String {
    let phrase = phrase(key.feature, key.direction, language);
    let skill = key.skill.as_deref().map(|skill| skill_name(skill, language));
    match language {
        Language::En => {
            let place = match (key.scene_type.map(|scene| scene_name(scene, language)), skill) {
                (Some(scene), Some(skill)) => format!("{scene}, {skill}: "),
                (Some(scene), None) => format!("{scene}: "),
                (None, Some(skill)) => format!("{}: ", capitalised(&skill)),
                (None, None) => return capitalised(phrase),
            };
            format!("{place}{phrase}")
        }
        Language::Zh => {
            let scene = key
                .scene_type
                .map(|scene| scene_name(scene, language))
                .unwrap_or_default();
            let skill = skill.map(|skill| format!("{skill}时")).unwrap_or_default();
            format!("{scene}{skill}{phrase}")
        }
    }
}

/// Returns a sentence for each claim of a rule that can be measured, in the language of its own sentence.
pub fn claimed(rule: &Rule) -> Vec<String> {
    let language = Language::of(&rule.text);
    claims(rule)
        .iter()
        .filter_map(Claim::key)
        .map(|key| sentence(&key, language))
        .collect()
}

/// Returns the category of the first claim of a sentence; `None` if it claims nothing.
pub fn category_of(text: &str) -> Option<Category> {
    let subjects = subjects(text);
    let first = subjects.first()?;
    Some(match first {
        Subject::Feature(feature) => category(*feature),
        Subject::Named(_) => Category::Style,
    })
}

/// Returns the phrases for a rule's shadows, in the language of its sentence.
pub fn along_with(rule: &Rule) -> impl Iterator<Item = &'static str> {
    let language = Language::of(&rule.text);
    rule.shadows
        .iter()
        .map(move |shadow| phrase(shadow.feature, shadow.direction, language))
}

fn capitalised(phrase: &str) -> String {
    let mut characters = phrase.chars();
    characters
        .next()
        .map(|first| first.to_uppercase().chain(characters).collect())
        .unwrap_or_default()
}

/// Returns the name of a kind of scene in a sentence.
pub const fn scene_name(scene: SceneType, language: Language) -> &'static str {
    match (scene, language) {
        (SceneType::Action, Language::En) => "Action scenes",
        (SceneType::Action, Language::Zh) => "动作场景",
        (SceneType::Dialogue, Language::En) => "Dialogue",
        (SceneType::Dialogue, Language::Zh) => "对白场景",
        (SceneType::Description, Language::En) => "Description",
        (SceneType::Description, Language::Zh) => "描写场景",
        (SceneType::Introspection, Language::En) => "Introspection",
        (SceneType::Introspection, Language::Zh) => "内心场景",
        (SceneType::Exposition, Language::En) => "Exposition",
        (SceneType::Exposition, Language::Zh) => "说明段落",
        (SceneType::Narration, Language::En) => "Narration",
        (SceneType::Narration, Language::Zh) => "叙述段落",
        (SceneType::Other, Language::En) => "Other passages",
        (SceneType::Other, Language::Zh) => "其他段落",
    }
}

/// Returns the name of a skill in a sentence. Names of skills are free text; an unknown name stays unchanged.
pub fn skill_name(skill: &str, language: Language) -> String {
    match (skill, language) {
        ("polish", Language::En) => "polishing".into(),
        ("polish", Language::Zh) => "润色".into(),
        ("tighten", Language::En) => "tightening".into(),
        ("tighten", Language::Zh) => "精简".into(),
        ("revise", Language::En) => "revising".into(),
        ("revise", Language::Zh) => "自己修改".into(),
        _ => skill.replace('_', " "),
    }
}

/// Returns the category of the rules about a feature.
pub const fn category(feature: Feature) -> Category {
    use Feature as F;
    match feature {
        F::SentenceLength | F::SentenceLengthVariation | F::TextLength => Category::Pacing,
        F::ParagraphLength | F::ConnectiveRate => Category::Structure,
        F::DialogueShare | F::FirstPersonRate => Category::Character,
        F::AdverbDensity
        | F::AdjectiveDensity
        | F::LexicalDiversity
        | F::FillerDensity
        | F::SensoryRate
        | F::IdiomRate
        | F::ModalParticleRate
        | F::DeRate => Category::Vocabulary,
        F::PassiveShare
        | F::Register
        | F::ContractionRate
        | F::QuestionRate
        | F::ExclamationRate
        | F::EllipsisRate
        | F::EmDashRate
        | F::SemicolonRate
        | F::ParenthesisRate
        | F::CommaRate
        | F::FigurativeRate => Category::Style,
    }
}

/// Returns the predicate of the sentence. English phrases start in lower case and follow a colon.
pub(crate) const fn phrase(feature: Feature, direction: Direction, language: Language) -> &'static str {
    use Direction::{Less, More};
    use Feature as F;
    let (english, chinese) = match (feature, direction) {
        (F::SentenceLength, More) => ("prefers long sentences", "偏好长句"),
        (F::SentenceLength, Less) => ("prefers short sentences", "偏好短句"),
        (F::SentenceLengthVariation, More) => ("mixes long and short sentences", "偏好长短句交错"),
        (F::SentenceLengthVariation, Less) => ("keeps sentences of even length", "偏好句长均匀"),
        (F::ParagraphLength, More) => ("prefers long paragraphs", "偏好长段落"),
        (F::ParagraphLength, Less) => ("prefers short paragraphs", "偏好短段落"),
        (F::TextLength, More) => ("prefers the fuller version", "偏好更充实的写法"),
        (F::TextLength, Less) => ("prefers the shorter version", "偏好更精简的写法"),
        (F::DialogueShare, More) => ("lets people speak more", "偏好多用对白"),
        (F::DialogueShare, Less) => ("lets people speak less", "偏好少用对白"),
        (F::AdverbDensity, More) => ("keeps adverbs", "偏好保留副词"),
        (F::AdverbDensity, Less) => ("cuts adverbs", "偏好少用副词"),
        (F::AdjectiveDensity, More) => ("prefers more adjectives", "偏好多用形容词"),
        (F::AdjectiveDensity, Less) => ("prefers fewer adjectives", "偏好少用形容词"),
        (F::PassiveShare, More) => ("accepts the passive", "偏好被动句式"),
        (F::PassiveShare, Less) => ("prefers the active voice", "偏好主动句式"),
        (F::Register, More) => ("prefers bookish diction", "偏好书面语"),
        (F::Register, Less) => ("prefers plain diction", "偏好口语化用词"),
        (F::LexicalDiversity, More) => ("avoids repeating words", "偏好避免重复用词"),
        (F::LexicalDiversity, Less) => ("lets words repeat", "偏好重复用词"),
        (F::FillerDensity, More) => ("keeps fillers and intensifiers", "偏好保留强调词"),
        (F::FillerDensity, Less) => ("cuts fillers and intensifiers", "偏好删去强调词"),
        (F::ContractionRate, More) => ("prefers contractions", "偏好缩略形式"),
        (F::ContractionRate, Less) => ("spells contractions out", "偏好不用缩略形式"),
        (F::FirstPersonRate, More) => ("prefers the first person", "偏好第一人称"),
        (F::FirstPersonRate, Less) => ("says I and we less often", "偏好少用第一人称"),
        (F::QuestionRate, More) => ("asks more questions", "偏好多用问句"),
        (F::QuestionRate, Less) => ("asks fewer questions", "偏好少用问句"),
        (F::ExclamationRate, More) => ("keeps exclamation marks", "偏好保留感叹号"),
        (F::ExclamationRate, Less) => ("avoids exclamation marks", "偏好少用感叹号"),
        (F::EllipsisRate, More) => ("keeps ellipses", "偏好保留省略号"),
        (F::EllipsisRate, Less) => ("avoids ellipses", "偏好少用省略号"),
        (F::EmDashRate, More) => ("prefers em dashes", "偏好多用破折号"),
        (F::EmDashRate, Less) => ("avoids em dashes", "偏好少用破折号"),
        (F::SemicolonRate, More) => ("prefers semicolons", "偏好多用分号"),
        (F::SemicolonRate, Less) => ("avoids semicolons", "偏好少用分号"),
        (F::ParenthesisRate, More) => ("prefers parentheses", "偏好多用括号"),
        (F::ParenthesisRate, Less) => ("avoids parentheses", "偏好少用括号"),
        (F::CommaRate, More) => ("prefers more commas", "偏好多用逗号"),
        (F::CommaRate, Less) => ("prefers fewer commas", "偏好少用逗号"),
        (F::ConnectiveRate, More) => ("says how clauses connect", "偏好明写连接词"),
        (F::ConnectiveRate, Less) => ("leaves connectives out", "偏好省去连接词"),
        (F::FigurativeRate, More) => ("prefers figures of likeness", "偏好多用比喻"),
        (F::FigurativeRate, Less) => ("prefers plain statement to likeness", "偏好少用比喻"),
        (F::SensoryRate, More) => ("prefers words of the senses", "偏好感官描写"),
        (F::SensoryRate, Less) => ("prefers fewer words of the senses", "偏好少用感官描写"),
        (F::IdiomRate, More) => ("prefers four-character idioms", "偏好多用成语"),
        (F::IdiomRate, Less) => ("avoids four-character idioms", "偏好少用成语"),
        (F::ModalParticleRate, More) => ("keeps modal particles", "偏好保留语气词"),
        (F::ModalParticleRate, Less) => ("avoids modal particles", "偏好少用语气词"),
        (F::DeRate, More) => ("keeps 的", "偏好保留「的」"),
        (F::DeRate, Less) => ("thins out 的", "偏好少用「的」"),
    };
    match language {
        Language::En => english,
        Language::Zh => chinese,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Leaning;
    use chrono::DateTime;

    fn key(scene: Option<SceneType>, skill: Option<&str>, direction: Direction) -> RuleKey {
        RuleKey {
            scene_type: scene,
            skill: skill.map(str::to_owned),
            feature: Feature::SentenceLength,
            direction,
        }
    }

    #[test]
    fn a_rule_reads_as_a_sentence_in_both_languages() {
        for (key, english, chinese) in [
            (
                key(Some(SceneType::Action), None, Direction::Less),
                "Action scenes: prefers short sentences",
                "动作场景偏好短句",
            ),
            (
                key(None, None, Direction::More),
                "Prefers long sentences",
                "偏好长句",
            ),
            (
                key(Some(SceneType::Dialogue), Some("polish"), Direction::Less),
                "Dialogue, polishing: prefers short sentences",
                "对白场景润色时偏好短句",
            ),
            (
                key(None, Some("write_dialogue"), Direction::Less),
                "Write dialogue: prefers short sentences",
                "write dialogue时偏好短句",
            ),
        ] {
            assert_eq!(sentence(&key, Language::En), english);
            assert_eq!(sentence(&key, Language::Zh), chinese);
        }
    }

    #[test]
    fn what_the_desk_says_of_a_rule_the_desk_understands() {
        let mut misread = Vec::new();
        for language in [Language::En, Language::Zh] {
            for leaning in Leaning::all() {
                for scene_type in [None, Some(SceneType::Action), Some(SceneType::Dialogue)] {
                    let Leaning { feature, direction } = leaning;
                    let key = RuleKey {
                        scene_type,
                        skill: None,
                        feature,
                        direction,
                    };
                    let text = sentence(&key, language);
                    let said = Rule::written(
                        "written".into(),
                        text.clone(),
                        Category::Style,
                        DateTime::UNIX_EPOCH,
                    );
                    let keys: Vec<RuleKey> = claims(&said).iter().filter_map(Claim::key).collect();
                    if keys != [key] {
                        misread.push(format!("{text}: {keys:?}"));
                    }
                }
            }
        }
        assert!(misread.is_empty(), "{}", misread.join("\n"));
    }

    #[test]
    fn no_two_rules_read_alike() {
        for language in [Language::En, Language::Zh] {
            let mut phrases: Vec<_> = Feature::ALL
                .iter()
                .flat_map(|&feature| Direction::ALL.map(|direction| phrase(feature, direction, language)))
                .collect();
            phrases.sort_unstable();
            let before = phrases.len();
            phrases.dedup();
            assert_eq!(phrases.len(), before);
        }
    }
}
