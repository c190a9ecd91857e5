//! Policies: the strictness of each step, as data with defaults, and the decisions made by each policy.

mod decision;
mod tables;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use decision::{Decision, Principle, Source, Step, prevailing};
pub use tables::{Chunks, Insights, Retry, Routing, RoutingMode, SanitizeRules, Steps, Thresholds, Upkeep};

use learning::preference::{PreferenceKeys, Setting};

/// Every policy, by its table below `[memory]`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Policies {
    /// How the notes of a day are routed.
    pub routing: Routing,
    /// When an update is refused.
    pub guard: Thresholds,
    /// The rules by which lines are removed from a reply.
    pub sanitize: SanitizeRules,
    /// How long insights are kept, and how many of them a prompt gets.
    pub insights: Insights,
    /// How long memory files stay unarchived, and the limits of upkeep.
    pub upkeep: Upkeep,
    /// How much text a model gets in one request.
    pub chunks: Chunks,
    /// The number of repeated requests.
    pub retry: Retry,
    /// Which steps are enabled.
    pub steps: Steps,
    /// The preference keys, each with its strategy: `[memory.preference_keys]`.
    #[serde(skip)]
    pub preference_keys: PreferenceKeys,
    /// The keys of `workflow.toml` that are in force.
    #[serde(skip)]
    set: BTreeSet<String>,
}

/// A setting in `workflow.toml` that is not in force as written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// The key does not exist.
    #[error("workflow.toml sets memory.{key}, which nothing reads; look for a misspelling")]
    Unknown {
        /// The key.
        key: String,
    },
    /// The value has the wrong type.
    #[error("workflow.toml sets memory.{key} to what it cannot be; {instead} holds until that is mended")]
    Invalid {
        /// The key.
        key: String,
        /// The value in force instead, as JSON.
        instead: String,
    },
    /// The value is out of range.
    #[error("workflow.toml sets memory.{key} out of range; {instead} holds, which is as near as it can be")]
    OutOfRange {
        /// The key.
        key: String,
        /// The value in force instead.
        instead: String,
    },
}

/// The range of each number. A limit outside its range would accept every update, or refuse every one.
const RANGES: &[(&str, f64, f64)] = &[
    // 30 to 90 days.
    ("insights.ttl_days", 30.0, 90.0),
    ("insights.context_bullets", 0.0, 100.0),
    ("insights.context_chars", 0.0, 20_000.0),
    // At least two days: today's file is still being written, and after midnight yesterday's may be.
    ("upkeep.archive_days", 2.0, 36_500.0),
    ("upkeep.drop_days", 2.0, 36_500.0),
    ("upkeep.ttl_days", 30.0, 36_500.0),
    ("upkeep.compact_bullets", 1.0, 50.0),
    ("upkeep.bullet_chars", 80.0, 10_000.0),
    ("upkeep.high_non_decisions", 1.0, 1_000_000.0),
    ("upkeep.high_total", 1.0, 1_000_000.0),
    ("upkeep.medium_non_decisions", 1.0, 1_000_000.0),
    ("upkeep.medium_total", 1.0, 1_000_000.0),
    ("chunks.window", 2.0, 10_000.0),
    ("chunks.input_tokens", 1_000.0, 2_000_000.0),
    ("chunks.reply_tokens", 256.0, 200_000.0),
    // At most three, because each attempt costs as much as the first.
    ("retry.attempts", 0.0, 3.0),
    ("guard.max_chars", 1_000.0, 1_000_000.0),
    ("guard.shrink_from_chars", 0.0, 1_000_000.0),
    ("guard.shrink_share", 0.0, 1.0),
    ("guard.unstructured_from_chars", 1.0, 1_000_000.0),
    ("guard.date_lines", 1.0, 1_000_000.0),
    ("guard.date_share", 0.0, 1.0),
    ("guard.url_lines", 1.0, 1_000_000.0),
    ("guard.url_share", 0.0, 1.0),
    // A single line is no repetition, so at least two.
    ("guard.duplicate_lines", 2.0, 1_000_000.0),
    ("guard.duplicate_share", 0.0, 1.0),
    ("guard.heading_retention", 0.0, 1.0),
];

/// Keys below `[memory]` that are read elsewhere.
const ELSEWHERE: &[&str] = &["capacity", "gates", "preference_keys", "root", "root_before"];

impl Policies {
    /// Reads the table `[memory]` of `workflow.toml` over the defaults, given as JSON.
    ///
    /// An invalid value is replaced by its default, and a value out of range by the nearest bound. Neither affects
    /// another value, and each gives a remark.
    pub fn read(memory: &Value) -> (Self, Vec<Remark>) {
        let mut remarks = Vec::new();
        let mut set = BTreeSet::new();
        let mut values = serde_json::to_value(Self::default()).unwrap_or_default();
        let none = Map::new();
        let tables = memory.as_object().unwrap_or(&none);
        for (name, table) in tables
            .iter()
            .filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()))
        {
            let Some(known) = values.get(name).and_then(Value::as_object) else {
                remarks.push(Remark::Unknown { key: name.clone() });
                continue;
            };
            let Some(entries) = table.as_object() else {
                let instead = "what is built in".into();
                remarks.push(Remark::Invalid {
                    key: name.clone(),
                    instead,
                });
                continue;
            };
            let (entries, unknown): (Vec<_>, Vec<_>) =
                entries.iter().partition(|(key, _)| known.contains_key(*key));
            remarks.extend(unknown.iter().map(|(key, _)| Remark::Unknown {
                key: format!("{name}.{key}"),
            }));
            for (key, value) in entries {
                let full = format!("{name}.{key}");
                let (value, clamped) = in_range(&full, value);
                let before = values[name][key].clone();
                values[name][key] = value;
                if serde_json::from_value::<Self>(values.clone()).is_err() {
                    let instead = before.to_string();
                    values[name][key] = before;
                    remarks.push(Remark::Invalid { key: full, instead });
                    continue;
                }
                if clamped {
                    let instead = values[name][key].to_string();
                    remarks.push(Remark::OutOfRange {
                        key: full.clone(),
                        instead,
                    });
                }
                set.insert(full);
            }
        }
        let preference_keys = preference_keys(memory.get("preference_keys"), &mut set, &mut remarks);
        let read: Self = serde_json::from_value(values).unwrap_or_default();
        (
            Self {
                preference_keys,
                set,
                ..read
            },
            remarks,
        )
    }

    /// Returns the source of a policy, given a key such as `guard.max_chars`, or the key of a table.
    pub fn source(&self, key: &str) -> Source {
        let below = format!("{key}.");
        if self.set.iter().any(|set| set == key || set.starts_with(&below)) {
            Source::Workflow
        } else {
            Source::Default
        }
    }

    /// Returns the decision of a step by a policy, with the source of that policy. The verdict is a word, or a value
    /// that is written as a word, such as [`crate::consolidation::guard::Refusal`].
    pub fn decision(
        &self,
        step: Step,
        policy: &str,
        verdict: impl Serialize,
        why: impl Into<String>,
    ) -> Decision {
        Decision {
            step,
            policy: policy.to_owned(),
            source: self.source(policy),
            verdict: match serde_json::to_value(verdict) {
                Ok(Value::String(word)) => word,
                other => other.unwrap_or_default().to_string(),
            },
            why: why.into(),
        }
    }

    /// Returns the keys of `workflow.toml` that are in force.
    pub fn set(&self) -> impl Iterator<Item = &str> {
        self.set.iter().map(String::as_str)
    }

    /// Returns the rules for sanitizing a reply; if the step is off, all rules are off.
    pub fn rules(&self) -> SanitizeRules {
        if self.steps.sanitize {
            self.sanitize.clone()
        } else {
            SanitizeRules::least()
        }
    }
}

/// Returns a value limited to its range, and whether it was out of range. A value that is not a number is unchanged.
fn in_range(key: &str, value: &Value) -> (Value, bool) {
    let range = RANGES.iter().find(|(known, ..)| *known == key);
    let Some((&(_, least, most), number)) = range.zip(value.as_f64()) else {
        return (value.clone(), false);
    };
    if (least..=most).contains(&number) {
        return (value.clone(), false);
    }
    let near = number.clamp(least, most);
    // A whole number stays whole, because 90.0 cannot be parsed as a count.
    let near = if value.is_f64() {
        Value::from(near)
    } else {
        Value::from(near as i64)
    };
    (near, true)
}

fn preference_keys(
    value: Option<&Value>,
    set: &mut BTreeSet<String>,
    remarks: &mut Vec<Remark>,
) -> PreferenceKeys {
    let mut configured = std::collections::BTreeMap::new();
    match value {
        None => {}
        Some(Value::Object(keys)) => {
            for (name, setting) in keys {
                let key = format!("preference_keys.{name}");
                match serde_json::from_value::<Setting>(setting.clone()) {
                    Ok(setting) => {
                        configured.insert(name.clone(), setting);
                        set.insert(key);
                    }
                    Err(_) => remarks.push(Remark::Invalid {
                        key,
                        instead: "what is built in".into(),
                    }),
                }
            }
        }
        Some(_) => {
            let instead = "what is built in".into();
            remarks.push(Remark::Invalid {
                key: "preference_keys".into(),
                instead,
            });
        }
    }
    PreferenceKeys::configured(configured)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consolidation::routing::StructuredSource;
    use learning::preference::Strategy;
    use proptest::prelude::{any, prop_assert, proptest};
    use serde_json::json;

    /// Returns all keys with their values, one per line.
    fn said(policies: &Policies) -> String {
        let values = serde_json::to_value(policies).expect("JSON");
        let tables = values.as_object().expect("tables").iter();
        let keys = tables.flat_map(|(table, keys)| {
            keys.as_object()
                .expect("keys")
                .iter()
                .map(move |key| (table, key))
        });
        keys.map(|(table, (key, value))| format!("{table}.{key} = {value}\n"))
            .collect()
    }

    #[test]
    fn the_defaults_are_those_of_the_specification() {
        insta::assert_snapshot!(said(&Policies::default()), @r#"
        chunks.input_tokens = 24000
        chunks.reply_tokens = 4096
        chunks.window = 100
        guard.date_lines = 3
        guard.date_share = 0.2
        guard.duplicate_lines = 4
        guard.duplicate_share = 0.4
        guard.heading_retention = 0.5
        guard.max_chars = 12000
        guard.shrink_from_chars = 200
        guard.shrink_share = 0.4
        guard.unstructured_from_chars = 120
        guard.url_lines = 3
        guard.url_share = 0.2
        insights.context_bullets = 15
        insights.context_chars = 1200
        insights.ttl_days = 60
        retry.attempts = 1
        routing.mode = "compatible"
        sanitize.code_fence = true
        sanitize.dated_section = true
        sanitize.duplicate_bullet = true
        sanitize.recent_topic_section = true
        sanitize.rejected_headings = []
        sanitize.transient_status_line = true
        steps.daily = true
        steps.history = true
        steps.insights = true
        steps.memory = true
        steps.sanitize = true
        upkeep.archive_days = 30
        upkeep.bullet_chars = 240
        upkeep.compact_bullets = 6
        upkeep.drop_days = 30
        upkeep.high_non_decisions = 50
        upkeep.high_total = 80
        upkeep.medium_non_decisions = 20
        upkeep.medium_total = 30
        upkeep.ttl_days = 90
        "#);
        assert_eq!(Policies::read(&json!({})), (Policies::default(), Vec::new()));
        assert_eq!(Policies::read(&Value::Null), (Policies::default(), Vec::new()));
    }

    #[test]
    fn every_number_has_a_range_that_holds_its_default_and_every_range_a_number() {
        let values = serde_json::to_value(Policies::default()).expect("JSON");
        let numbers: BTreeSet<String> = values
            .as_object()
            .expect("tables")
            .iter()
            .flat_map(|(table, keys)| {
                keys.as_object()
                    .expect("keys")
                    .iter()
                    .map(move |(key, value)| (table, key, value))
            })
            .filter(|(.., value)| value.is_number())
            .map(|(table, key, _)| format!("{table}.{key}"))
            .collect();
        let ranges: BTreeSet<String> = RANGES.iter().map(|(key, ..)| (*key).to_owned()).collect();
        assert_eq!(numbers, ranges);
        for key in &ranges {
            let (table, name) = key.split_once('.').expect("a table");
            assert!(!in_range(key, &values[table][name]).1, "{key}");
        }
    }

    #[test]
    fn one_bad_value_costs_no_other_and_each_is_named() {
        let (policies, remarks) = Policies::read(&json!({
            "routing": {"mode": "preferred"},
            "guard": {"max_chars": "many", "date_share": 0.5, "url_share": 7.5, "duplicate_lines": 1.5},
            "insights": {"ttl_days": 365, "ttl": 3},
            "sanitize": {"dated_section": false, "rejected_headings": ["人物表"]},
            "chunks": 3,
            "retry": {"attempts": -1},
            "rotuing": {"mode": "required"},
            "preference_keys": {"tense": {"strategy": "keep_new"}, "tone": {"strategy": "shout"}},
        }));
        assert_eq!(policies.routing.mode, RoutingMode::Preferred);
        assert_eq!(
            (policies.guard.max_chars, policies.guard.date_share),
            (12_000, 0.5)
        );
        assert_eq!(
            (policies.guard.url_share, policies.guard.duplicate_lines),
            (1.0, 4)
        );
        assert_eq!((policies.insights.ttl_days, policies.retry.attempts), (90, 0));
        assert_eq!(policies.sanitize.rejected_headings, ["人物表"]);
        assert_eq!(policies.preference_keys.strategy("tense"), Strategy::KeepNew);
        assert_eq!(policies.preference_keys.strategy("tone"), Strategy::AskUser);
        let mut said: Vec<String> = remarks.iter().map(ToString::to_string).collect();
        said.sort();
        insta::assert_snapshot!(said.join("\n"), @"
        workflow.toml sets memory.chunks to what it cannot be; what is built in holds until that is mended
        workflow.toml sets memory.guard.duplicate_lines to what it cannot be; 4 holds until that is mended
        workflow.toml sets memory.guard.max_chars to what it cannot be; 12000 holds until that is mended
        workflow.toml sets memory.guard.url_share out of range; 1.0 holds, which is as near as it can be
        workflow.toml sets memory.insights.ttl, which nothing reads; look for a misspelling
        workflow.toml sets memory.insights.ttl_days out of range; 90 holds, which is as near as it can be
        workflow.toml sets memory.preference_keys.tone to what it cannot be; what is built in holds until that is mended
        workflow.toml sets memory.retry.attempts out of range; 0 holds, which is as near as it can be
        workflow.toml sets memory.rotuing, which nothing reads; look for a misspelling
        ");
        let set: Vec<&str> = policies.set().collect();
        assert_eq!(
            set,
            [
                "guard.date_share",
                "guard.url_share",
                "insights.ttl_days",
                "preference_keys.tense",
                "retry.attempts",
                "routing.mode",
                "sanitize.dated_section",
                "sanitize.rejected_headings",
            ]
        );
    }

    #[test]
    fn a_decision_says_where_its_policy_comes_from() {
        let (policies, _) = Policies::read(&json!({"routing": {"mode": "required"}}));
        let decision = policies.decision(
            Step::Daily,
            "routing.mode",
            StructuredSource::RequiredMissing,
            "no sections came",
        );
        assert_eq!(
            serde_json::to_value(&decision).expect("JSON"),
            json!({"step": "daily", "policy": "routing.mode", "source": "workflow.toml",
                   "verdict": "required_missing", "why": "no sections came"})
        );
        assert_eq!(policies.source("routing"), Source::Workflow);
        assert_eq!(policies.source("guard.max_chars"), Source::Default);
    }

    #[test]
    fn safety_prevails_over_recall_and_recall_over_cost() {
        use Principle::{AppendOnlyTraceability, DataSafety, InterruptionSafety, RecallQuality, TokenCost};
        let order = [
            DataSafety,
            AppendOnlyTraceability,
            InterruptionSafety,
            RecallQuality,
            TokenCost,
        ];
        assert!(order.is_sorted());
        assert_eq!(
            prevailing((RecallQuality, "replace"), (DataSafety, "ask")),
            (DataSafety, "ask")
        );
        assert_eq!(
            prevailing((DataSafety, "ask"), (RecallQuality, "replace")),
            (DataSafety, "ask")
        );
        assert_eq!(prevailing((TokenCost, "a"), (TokenCost, "b")), (TokenCost, "a"));
    }

    proptest! {
        #[test]
        fn any_table_leaves_policies_that_are_in_range(number in any::<f64>(), whole in any::<i64>(), key in 0..RANGES.len()) {
            let (table, name) = RANGES[key].0.split_once('.').expect("a table");
            for value in [json!(number), json!(whole)] {
                let (policies, _) = Policies::read(&json!({table: {name: value}}));
                let values = serde_json::to_value(&policies).expect("JSON");
                prop_assert!(!in_range(RANGES[key].0, &values[table][name]).1);
            }
        }
    }
}
