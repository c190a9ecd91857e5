//! Finds the preferences that a reply sets to another value than the memory.
//!
//! Only the affected bullet is changed; the rest of a reply is processed as usual.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::document::{category, continues, without_comments};
use crate::files::lines::lines;
use crate::policy::{Principle, prevailing};
use crate::words::{compared, one_line};
use learning::preference::{self, PreferenceKeys, Strategy};

/// The maximum length of a merged bullet, in characters. A longer text is no longer a value, so the writer is asked.
const LONGEST: usize = 240;

/// The owner of a bullet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    /// The writer.
    Writer,
    /// A rule.
    Rule,
    /// An item that a consolidation wrote.
    Machine,
}

/// A bullet that sets a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setter {
    /// The number of its line, counted from 1.
    pub line: usize,
    /// Its text, without marker and annotation.
    pub text: String,
    /// Its owner.
    pub owner: Owner,
}

/// The treatment of a key that gets a second value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "resolution", rename_all = "snake_case")]
pub enum Resolution {
    /// The old bullet stays; the new one is left out.
    KeepOld,
    /// The new bullet replaces the old one, which is archived.
    KeepNew,
    /// The old bullet stays, the new one is left out until the writer has answered a question.
    AskUser,
    /// The old bullet gets both values, and the new one is left out.
    Merge {
        /// The text with both values.
        text: String,
    },
    /// The memory does not set the key; of the reply's own bullets, the last one is written.
    LastStands,
}

impl Resolution {
    /// Returns its name in the metrics.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::KeepOld => "keep_old",
            Self::KeepNew => "keep_new",
            Self::AskUser => "ask_user",
            Self::Merge { .. } => "merge",
            Self::LastStands => "last_stands",
        }
    }

    /// Returns whether the reply's bullet is written unchanged.
    pub const fn writes_new(&self) -> bool {
        matches!(self, Self::KeepNew | Self::LastStands)
    }
}

/// A key that a reply sets to another value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The key.
    pub key: String,
    /// The bullet in the memory that sets it; `None` if there is none and the reply sets it twice.
    pub old: Option<Setter>,
    /// The text of the reply's last bullet for it.
    pub new: String,
    /// Its treatment.
    pub resolution: Resolution,
    /// The principle that the treatment serves.
    pub principle: Principle,
    /// The lines of the reply that are left out, counted from 1: all bullets for the key but the last, and the last too
    /// if it is not written. If it is written, repetitions of the old value are left out too, because they would
    /// restore it.
    pub left_out: Vec<usize>,
}

/// Returns each key that `reply` sets to another value than `memory`, or sets twice.
///
/// A bullet that repeats the memory is no conflict. No strategy replaces or merges the writer's own bullets and rules.
/// Then the writer is asked, whatever `workflow.toml` says, because data safety takes precedence over recall.
pub fn conflicts(memory: &str, reply: &str, keys: &PreferenceKeys, at: DateTime<Utc>) -> Vec<Conflict> {
    let old = set(memory, keys);
    let found = set(reply, keys).into_iter().filter_map(|(key, said)| {
        let known = old.get(&key).map_or(&[][..], Vec::as_slice);
        let repeats = |said: &Set| known.iter().any(|known| known.value == said.value);
        let (repeated, mut others): (Vec<Set>, Vec<Set>) = said.into_iter().partition(repeats);
        let new = others.pop()?;
        let text = new.setter.text.clone();
        let old = known.last().map(|old| old.setter.clone());
        let (principle, resolution) = match &old {
            None => {
                others
                    .iter()
                    .any(|other| other.value != new.value)
                    .then_some(())?;
                (Principle::RecallQuality, Resolution::LastStands)
            }
            Some(old) => resolved(&key, old, &text, keys, at),
        };
        let replaced = matches!(resolution, Resolution::KeepNew | Resolution::Merge { .. });
        let left_out = others
            .into_iter()
            .chain((!resolution.writes_new()).then_some(new))
            .chain(repeated.into_iter().filter(|_| replaced));
        let mut left_out: Vec<usize> = left_out.flat_map(|set| set.lines).collect();
        left_out.sort_unstable();
        Some(Conflict {
            key,
            old,
            new: text,
            resolution,
            principle,
            left_out,
        })
    });
    found.collect()
}

/// Returns a reply without the lines that are left out.
pub fn without(reply: &str, conflicts: &[Conflict]) -> String {
    let gone: BTreeSet<usize> = conflicts
        .iter()
        .flat_map(|conflict| conflict.left_out.iter().copied())
        .collect();
    let lines = reply.split_inclusive('\n').zip(1..);
    lines
        .filter(|(_, number)| !gone.contains(number))
        .map(|(line, _)| line)
        .collect()
}

fn resolved(
    key: &str,
    old: &Setter,
    new: &str,
    keys: &PreferenceKeys,
    at: DateTime<Utc>,
) -> (Principle, Resolution) {
    let strategy = match keys.strategy(key) {
        Strategy::KeepOld => (Principle::DataSafety, Resolution::KeepOld),
        Strategy::AskUser => (Principle::DataSafety, Resolution::AskUser),
        Strategy::KeepNew => (Principle::RecallQuality, Resolution::KeepNew),
        // A value that was merged before is not merged again; otherwise the bullet would grow each time.
        Strategy::Merge if holds(&old.text, new, keys) => (Principle::DataSafety, Resolution::KeepOld),
        Strategy::Merge => {
            let text = keys.merged(&old.text, new, at);
            if text.chars().count() <= LONGEST {
                (Principle::RecallQuality, Resolution::Merge { text })
            } else {
                (Principle::DataSafety, Resolution::AskUser)
            }
        }
    };
    match old.owner {
        Owner::Machine => strategy,
        Owner::Writer | Owner::Rule => prevailing(strategy, (Principle::DataSafety, Resolution::AskUser)),
    }
}

/// Returns whether an earlier merged bullet contains a value: `Tense: past; present (2026-11-21)`.
fn holds(merged: &str, new: &str, keys: &PreferenceKeys) -> bool {
    let (Some((_, values)), Some((_, value))) = (keys.set_by(merged), keys.set_by(new)) else {
        return false;
    };
    let bare = |value: &str| compared(value.split(['(', '（']).next().unwrap_or(value));
    values.split([';', '；']).any(|held| bare(held) == bare(value))
}

/// A bullet that sets a key, with all its lines.
struct Set {
    setter: Setter,
    /// The value in its normal form for comparison.
    value: String,
    lines: Vec<usize>,
}

/// Returns the bullets that set a key, by key, from the top. Only bullets under a heading of preferences or of rules
/// count.
fn set(text: &str, keys: &PreferenceKeys) -> BTreeMap<String, Vec<Set>> {
    let all = lines(text);
    let mut found: BTreeMap<String, Vec<Set>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for (at, line) in all.iter().enumerate() {
        let Some(bullet) = line
            .bullet()
            .filter(|_| line.section.is_some_and(holds_preferences))
        else {
            continue;
        };
        let said = one_line(&without_comments(bullet));
        let Some((key, value)) = keys.set_by(&said) else {
            continue;
        };
        let (key, value) = (key.to_owned(), preference::compared(value));
        // A copied annotation belongs to its first bullet, as in the memory file.
        let annotation = bullet.rfind("<!-- ").map(|at| &bullet[at..]);
        let annotation = annotation.filter(|annotation| seen.insert((*annotation).to_owned()));
        let owner = match annotation {
            Some(annotation) if annotation.starts_with("<!-- rule ") => Owner::Rule,
            Some(annotation) if annotation.starts_with("<!-- item ") => Owner::Machine,
            _ => Owner::Writer,
        };
        let below = all[at + 1..].iter().take_while(|line| continues(line.text));
        let lines = [line.number].into_iter().chain(below.map(|line| line.number));
        found.entry(key).or_default().push(Set {
            lines: lines.collect(),
            value,
            setter: Setter {
                line: line.number,
                text: said,
                owner,
            },
        });
    }
    found
}

fn holds_preferences(title: &str) -> bool {
    // After the title, a reply may have a mark for the section: `## Preferences [replace]`.
    let title = title.split(['[', '［', '【']).next().unwrap_or(title);
    category::is_of_preferences(title) || category::category_of_heading(title).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use learning::preference::Setting;
    use proptest::prelude::{prop_assert_eq, proptest};

    const ITEM: &str =
        "<!-- item item-0123456789ab | active | run r | since 2026-11-01 | updated 2026-11-01 -->";

    fn keys(strategy: Strategy) -> PreferenceKeys {
        let setting = Setting {
            words: Vec::new(),
            strategy,
        };
        PreferenceKeys::configured(BTreeMap::from([("tense".to_owned(), setting)]))
    }

    fn found(memory: &str, reply: &str, strategy: Strategy) -> Vec<Conflict> {
        conflicts(memory, reply, &keys(strategy), DateTime::UNIX_EPOCH)
    }

    #[test]
    fn each_strategy_decides_about_an_item_of_the_machine_in_both_languages() {
        for (old, new, merged) in [
            (
                "Tense: past",
                "tense: present",
                "Tense: past; present (1970-01-01)",
            ),
            (
                "时态：过去时",
                "时态：现在时",
                "时态：过去时；现在时（1970-01-01）",
            ),
        ] {
            for (strategy, resolution) in [
                (Strategy::KeepOld, Resolution::KeepOld),
                (Strategy::KeepNew, Resolution::KeepNew),
                (Strategy::AskUser, Resolution::AskUser),
                (Strategy::Merge, Resolution::Merge { text: merged.into() }),
            ] {
                let memory = format!("# M\n\n## 偏好\n- {old} {ITEM}\n");
                let conflict = found(&memory, &format!("## Preferences\n- {new}\n"), strategy).remove(0);
                assert_eq!(conflict.resolution, resolution, "{strategy:?}");
                assert_eq!((conflict.key.as_str(), conflict.new.as_str()), ("tense", new));
                let old = Setter {
                    line: 4,
                    text: old.into(),
                    owner: Owner::Machine,
                };
                assert_eq!(conflict.old, Some(old));
            }
        }
    }

    #[test]
    fn no_strategy_touches_a_line_of_the_writers_or_a_rule() {
        for (line, owner) in [
            ("- Tense: past\n".to_owned(), Owner::Writer),
            (
                "- Tense: past <!-- rule written-abcdefabcdef | rule | confirmed -->\n".into(),
                Owner::Rule,
            ),
            // A copied annotation belongs to the first bullet.
            (
                format!("- Tone: dry {ITEM}\n- Tense: past {ITEM}\n"),
                Owner::Writer,
            ),
        ] {
            for (strategy, resolution) in [
                (Strategy::KeepOld, Resolution::KeepOld),
                (Strategy::KeepNew, Resolution::AskUser),
                (Strategy::AskUser, Resolution::AskUser),
                (Strategy::Merge, Resolution::AskUser),
            ] {
                let conflict = found(
                    &format!("## Style\n{line}"),
                    "## Preferences\n- Tense: present\n",
                    strategy,
                )
                .remove(0);
                assert_eq!(conflict.resolution, resolution, "{strategy:?}");
                assert_eq!(conflict.old.map(|old| old.owner), Some(owner));
                assert_eq!(conflict.principle, Principle::DataSafety);
            }
        }
    }

    #[test]
    fn of_one_reply_the_last_stands_and_what_it_repeats_says_nothing_new() {
        let memory = format!("## Preferences\n- Tense: past {ITEM}\n");
        // The new value above a repetition of the old one is still the new value.
        let reply =
            "## Preferences\n- Tense: present\n  so far\n- Tense: future\n- Tense: Past.\n- Tone: dry\n";
        for (strategy, left) in [
            (
                Strategy::KeepNew,
                "## Preferences\n- Tense: future\n- Tone: dry\n",
            ),
            (Strategy::Merge, "## Preferences\n- Tone: dry\n"),
            (Strategy::AskUser, "## Preferences\n- Tense: Past.\n- Tone: dry\n"),
            (Strategy::KeepOld, "## Preferences\n- Tense: Past.\n- Tone: dry\n"),
        ] {
            let conflicts = found(&memory, reply, strategy);
            assert_eq!((conflicts.len(), conflicts[0].new.as_str()), (1, "Tense: future"));
            assert_eq!(without(reply, &conflicts), left, "only the bullet in question");
        }

        let reply = "## 偏好\n- 语气：冷\n- 语气：暖\n- 语气：冷\n";
        let twice = found("", reply, Strategy::KeepNew);
        assert_eq!(twice[0].resolution, Resolution::LastStands);
        assert_eq!(without(reply, &twice), "## 偏好\n- 语气：冷\n");
        assert_eq!(
            found("", "## 偏好\n- 语气：冷\n- 语气：冷\n", Strategy::KeepNew),
            []
        );
    }

    #[test]
    fn a_value_that_was_merged_before_is_not_merged_again() {
        for (old, new) in [
            ("Tense: past; present (2026-11-01)", "Tense: Present"),
            ("时态：过去时；现在时（2026-11-01）", "时态：现在时"),
        ] {
            let memory = format!("## Preferences\n- {old} {ITEM}\n");
            let reply = format!("## Preferences\n- {new}\n");
            let conflicts = found(&memory, &reply, Strategy::Merge);
            assert_eq!(conflicts[0].resolution, Resolution::KeepOld);
            assert_eq!(without(&reply, &conflicts), "## Preferences\n");
        }
    }

    #[test]
    fn what_is_too_long_to_be_a_value_is_not_merged() {
        let memory = format!("## Preferences\n- Tense: past {ITEM}\n");
        let reply = format!("## Preferences\n- Tense: {}\n", "长".repeat(1_000_000));
        assert_eq!(
            found(&memory, &reply, Strategy::Merge)[0].resolution,
            Resolution::AskUser
        );
        let many = format!(
            "## Preferences\n{}",
            "- Tense: present\n- Tense: past\n".repeat(20_000)
        );
        assert_eq!(found(&memory, &many, Strategy::KeepNew)[0].left_out.len(), 39_999);
    }

    #[test]
    fn what_is_no_preference_or_agrees_is_no_conflict() {
        for (memory, reply) in [
            (
                "## Preferences\n- Tense: past\n",
                "## Preferences\n- tense: Past.\n",
            ),
            (
                "## Preferences\n- Tense: past\n",
                "## Facts\n- Tense: present in chapter 3\n",
            ),
            ("## Facts\n- Tense: past\n", "## Preferences\n- Tense: present\n"),
            ("## Preferences\n- Tense: past\n", "## Preferences\n- Tone: dry\n"),
            (
                "## Preferences\n```\n- Tense: past\n```\n",
                "## Preferences\n- Tense: present\n",
            ),
            ("", "## Preferences\n- Tense: present\n"),
            (
                "## Preferences\n- Tense: past\n- Tense: present\n",
                "## Preferences\n- Tense: past\n",
            ),
        ] {
            assert_eq!(found(memory, reply, Strategy::KeepNew), [], "{memory} / {reply}");
        }
    }

    #[test]
    fn every_heading_of_preferences_and_of_rules_counts() {
        for heading in [
            "Preferences",
            "Preferences [replace]",
            "偏好【替换】",
            "preferences",
            "偏好",
            "用户偏好",
            "Style",
            "写作风格",
            "Vocabulary",
        ] {
            let memory = format!("## {heading}\n- Output format: Markdown {ITEM}\n");
            let reply = "## Preferences\n- 输出格式：纯文本\n";
            assert_eq!(
                found(&memory, reply, Strategy::KeepNew)[0].key,
                "output_format",
                "{heading}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_two_texts_are_compared(
            memory in "(## Preferences\n|- Tense: past|- Tense: x|<!-- item |-->|\n|：|字){0,30}",
            reply in "(## 偏好\n|- Tense: past|- Tense: y|<!-- rule |-->|\n|：|字){0,30}",
        ) {
            for conflict in found(&memory, &reply, Strategy::KeepNew) {
                let writes = reply.lines().count() - conflict.left_out.len();
                prop_assert_eq!(without(&reply, &[conflict]).lines().count(), writes);
            }
            prop_assert_eq!(found(&memory, &memory, Strategy::KeepNew).iter().filter(|conflict| conflict.old.is_some()).count(), 0);
        }
    }
}
