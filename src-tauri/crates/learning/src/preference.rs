//! Preference keys: settings such as `tense: past` or 人称：第一人称 that have one value, and the treatment of a second
//! value.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Deserialize;

/// The treatment of a key that gets a second, different value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// The present rule stays, and the new rule is refused.
    KeepOld,
    /// The new rule replaces the present rule.
    KeepNew,
    /// Both stay, and the writer is asked.
    #[default]
    AskUser,
    /// The present rule gets both values, with the date of the new one.
    Merge,
}

/// One key as configured in `workflow.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Setting {
    /// The words before the colon that stand for this key. If empty, the built-in words or the key's own name.
    pub words: Vec<String>,
    /// The treatment of a second value.
    pub strategy: Strategy,
}

/// The keys in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreferenceKeys(BTreeMap<String, Setting>);

/// The built-in keys. Their strategy is to ask, because the writer decides which value to keep.
const BUILT_IN: &[(&str, &[&str])] = &[
    ("person", &["person", "point of view", "pov", "人称", "视角"]),
    ("tense", &["tense", "时态"]),
    ("sentence_length", &["sentence length", "句长", "句子长度"]),
    ("dialogue_style", &["dialogue style", "对白风格", "对话风格"]),
    ("tone", &["tone", "语气", "基调"]),
    ("diction", &["diction", "用词", "文风"]),
    ("language", &["language", "语言"]),
    ("spelling", &["spelling", "拼写"]),
    ("quotation_marks", &["quotation marks", "quotes", "引号"]),
    ("chapter_length", &["chapter length", "章节长度"]),
    // About how the assistant answers the writer, not about her text.
    (
        "communication_style",
        &["communication style", "沟通风格", "交流方式"],
    ),
    ("output_format", &["output format", "输出格式"]),
    ("timezone", &["time zone", "timezone", "时区"]),
];

impl Default for PreferenceKeys {
    fn default() -> Self {
        Self::configured(BTreeMap::new())
    }
}

impl PreferenceKeys {
    /// Returns the built-in keys with the configured changes and additions.
    pub fn configured(configured: BTreeMap<String, Setting>) -> Self {
        let mut keys: BTreeMap<String, Setting> = BUILT_IN
            .iter()
            .map(|(key, words)| {
                let words = words.iter().map(|word| (*word).to_owned()).collect();
                let strategy = Strategy::default();
                ((*key).to_owned(), Setting { words, strategy })
            })
            .collect();
        for (key, setting) in configured {
            let Setting { mut words, strategy } = setting;
            if words.is_empty() {
                let known = keys.get(&key).map(|known| known.words.clone());
                words = known.unwrap_or_else(|| vec![key.replace('_', " ")]);
            }
            keys.insert(key, Setting { words, strategy });
        }
        Self(keys)
    }

    /// Returns the key that a sentence sets and its value, the text after the colon.
    pub fn set_by<'a>(&self, text: &'a str) -> Option<(&str, &'a str)> {
        let (word, value) = text.split_once([':', '：'])?;
        let (word, value) = (word.trim().to_lowercase(), value.trim());
        if value.is_empty() {
            return None;
        }
        self.0
            .iter()
            .find(|(_, setting)| setting.words.iter().any(|own| own.to_lowercase() == word))
            .map(|(key, _)| (key.as_str(), value))
    }

    /// Returns the key that two sentences set to different values.
    pub fn between(&self, a: &str, b: &str) -> Option<&str> {
        let (key, a) = self.set_by(a)?;
        let (other, b) = self.set_by(b)?;
        (key == other && compared(a) != compared(b)).then_some(key)
    }

    /// Returns the treatment of a second value of a key.
    pub fn strategy(&self, key: &str) -> Strategy {
        self.0
            .get(key)
            .map_or(Strategy::default(), |setting| setting.strategy)
    }

    /// Returns the old sentence, followed by the new value with its date.
    pub fn merged(&self, old: &str, new: &str, at: DateTime<Utc>) -> String {
        let value = self.set_by(new).map_or(new, |(_, value)| value);
        let day = at.format("%Y-%m-%d");
        match prose::Language::of(old) {
            prose::Language::En => format!("{old}; {value} ({day})"),
            prose::Language::Zh => format!("{old}；{value}（{day}）"),
        }
    }
}

/// Returns the normal form of a value for comparison, so that two spellings are equal.
pub fn compared(value: &str) -> String {
    value.trim_end_matches(['.', '。']).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_set_twice_is_found_in_both_languages() {
        let keys = PreferenceKeys::default();
        for (a, b, key) in [
            ("Tense: past", "tense: present", Some("tense")),
            ("时态：过去时", "时态: 现在时", Some("tense")),
            ("人称：第一人称", "Person: third", Some("person")),
            ("Tense: past", "Tense: Past.", None),
            ("Tense: past", "Tone: dry", None),
            ("Tense: past", "Past and present are one", None),
            ("Tense:", "Tense: past", None),
        ] {
            assert_eq!(keys.between(a, b), key, "{a} / {b}");
        }
    }

    #[test]
    fn what_is_configured_changes_and_extends_what_is_built_in() {
        let configured = BTreeMap::from([
            (
                "tense".to_owned(),
                Setting {
                    strategy: Strategy::KeepNew,
                    ..Setting::default()
                },
            ),
            (
                "uncle".to_owned(),
                Setting {
                    words: vec!["叔父的称呼".into()],
                    strategy: Strategy::Merge,
                },
            ),
        ]);
        let keys = PreferenceKeys::configured(configured);
        assert_eq!(keys.between("时态：过去", "Tense: present"), Some("tense"));
        assert_eq!(keys.strategy("tense"), Strategy::KeepNew);
        assert_eq!(keys.strategy("tone"), Strategy::AskUser);
        assert_eq!(
            keys.between("叔父的称呼：大伯", "叔父的称呼：伯父"),
            Some("uncle")
        );
    }

    #[test]
    fn a_merge_keeps_both_with_the_day_of_the_new() {
        let keys = PreferenceKeys::default();
        let day = DateTime::UNIX_EPOCH;
        assert_eq!(
            keys.merged("Tense: past", "Tense: present", day),
            "Tense: past; present (1970-01-01)"
        );
        assert_eq!(
            keys.merged("时态：过去时", "时态：现在时", day),
            "时态：过去时；现在时（1970-01-01）"
        );
    }
}
