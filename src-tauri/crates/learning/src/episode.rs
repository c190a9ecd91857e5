//! Episodes: one act of choice or revision each.

use chrono::{DateTime, Utc};
use prose::{Language, SceneType};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use specta::Type;

/// The default importance of an episode.
pub const IMPORTANCE: f64 = 0.5;

/// Whether the writer chose among candidates or revised a text of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum EpisodeKind {
    /// A choice among candidates.
    #[default]
    Choice,
    /// A revision of an own draft; the one candidate is the draft.
    Revision,
}

impl EpisodeKind {
    /// Returns the stable name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::Revision => "revision",
        }
    }
}

/// Whose words a text is made of. Only her own say how the writer writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TextOrigin {
    /// The writer typed it, or chose it among candidates.
    #[default]
    Own,
    /// It came through the clipboard or was dropped into the manuscript.
    Pasted,
    /// It came from a file of somebody else's.
    Imported,
    /// A language model wrote it.
    Model,
}

impl TextOrigin {
    /// Returns the origin with the given stable name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "own" => Some(Self::Own),
            "pasted" => Some(Self::Pasted),
            "imported" => Some(Self::Imported),
            "model" => Some(Self::Model),
            _ => None,
        }
    }

    /// Returns whether the words are the writer's.
    pub fn is_own(&self) -> bool {
        *self == Self::Own
    }
}

/// One act of choice or revision: the candidates, the choice, and the final text.
///
/// The serialised form is the import format and the body of a journal line. Fields that are not in the import format
/// are optional.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// Unique within a project.
    pub id: String,
    /// When the act happened.
    pub created_at: DateTime<Utc>,
    /// The project it happened in.
    pub project_id: String,
    /// A choice or a revision.
    #[serde(default)]
    pub kind: EpisodeKind,
    /// The kind of scene.
    pub scene_type: SceneType,
    /// The skill that was run; `revise` for a revision of the writer's own draft.
    pub skill_used: String,
    /// The text around the passage.
    #[serde(default)]
    pub input_context: String,
    /// The candidates, in the order in which they were shown.
    pub candidates: Vec<String>,
    /// The index of the taken candidate; −1 if all were refused.
    pub selected_index: i32,
    /// The final text.
    pub final_text: String,
    /// The language of the passage.
    pub language: Language,
    /// The manuscript, relative to the project; empty for an import without one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub chapter_id: String,
    /// Whether the writer later undid the acceptance.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
    /// The seconds from the acceptance to its undo, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_after: Option<u32>,
    /// Whether only a part of the candidate was taken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_part: bool,
    /// How many times in a row the writer had run the same skill in the same kind of scene directly before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeated: u32,
    /// The claims that shaped the candidates, each as the id of a learned rule. Agreement with these candidates is
    /// agreement with the desk itself, so it is no evidence for these claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shaped_by: Vec<String>,
    /// Claims left out of the offer so that the choice could test them, each as the id of a learned rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub held_out: Vec<String>,
    /// The origin of the text the writer worked on: the passage of an offer, or the draft of a revision with the text
    /// inserted into it.
    #[serde(default, skip_serializing_if = "TextOrigin::is_own")]
    pub origin: TextOrigin,
    /// The importance, 0 to 1; a more important episode fades more slowly.
    #[serde(default = "ordinary", skip_serializing_if = "is_ordinary")]
    pub importance: f64,
    /// Whether the writer confirmed that it stays; then it keeps its text at any age.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub user_confirmed: bool,
}

const fn ordinary() -> f64 {
    IMPORTANCE
}

fn is_ordinary(importance: &f64) -> bool {
    *importance == IMPORTANCE
}

/// A later change of an episode: it was undone, or its text was edited further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amendment {
    /// The id of the episode.
    pub episode_id: String,
    /// The new final text, if the writer edited it further.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_text: Option<String>,
    /// Whether the acceptance was undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undone: bool,
    /// The seconds from the acceptance to its undo, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone_after: Option<u32>,
}

/// The seconds within which an undo takes the choice back (seed of the implicit signals).
const UNDONE_AT_ONCE: u32 = 30;

/// What an act says about taste without a question asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Signal {
    /// Taken as offered.
    DirectAccept,
    /// Taken, then edited a little; also what lies between little and heavy.
    LightEdit,
    /// Taken, then rewritten by more than three fifths, or undone late.
    HeavyRewrite,
    /// Every candidate refused.
    FullReject,
    /// Taken, then undone at once: within thirty seconds, or at an unknown time.
    UndoAfterAccept,
    /// Taken and edited by a fifth to three fifths, after the same skill in the same kind of scene: she came back
    /// for it.
    RepeatedSceneSkill,
}

impl Signal {
    /// Returns the fixed weight of the signal, −1 to 1; for a repetition, the weight of each repetition.
    pub const fn weight(self) -> f64 {
        match self {
            Self::DirectAccept => 1.0,
            Self::LightEdit => 0.45,
            Self::HeavyRewrite => -0.45,
            Self::FullReject => -0.8,
            Self::UndoAfterAccept => -1.0,
            Self::RepeatedSceneSkill => 0.15,
        }
    }
}

/// The reason why a record is not an episode. It names the field and the required value, never the actual value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` must be {expected}")]
pub struct Invalid {
    /// The invalid field.
    pub field: &'static str,
    /// The required value.
    pub expected: &'static str,
}

const fn invalid(field: &'static str, expected: &'static str) -> Invalid {
    Invalid { field, expected }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape serde asks for")]
const fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Episode {
    /// Reads one record of the import format, one JSON object per line.
    ///
    /// Unknown fields are ignored. A missing `language` is detected from the text. The fields are read one by one, not
    /// with serde's derive, because serde quotes the invalid value in its messages. A message must never contain the
    /// writer's text.
    pub fn from_json(record: &Value) -> Result<Self, Invalid> {
        let record = record.as_object().ok_or(invalid("record", "a JSON object"))?;
        let text = |field: &'static str| match record.get(field) {
            Some(Value::String(text)) => Ok(text.clone()),
            _ => Err(invalid(field, "a string")),
        };
        let optional_text = |field: &'static str| match record.get(field) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(invalid(field, "a string")),
        };

        let texts = |field: &'static str| match record.get(field) {
            Some(Value::Array(items)) => items
                .iter()
                .map(|item| item.as_str().map(str::to_owned))
                .collect::<Option<Vec<_>>>()
                .ok_or(invalid(field, "a list of strings")),
            _ => Err(invalid(field, "a list of strings")),
        };
        let optional_texts = |field: &'static str| match record.get(field) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(_) => texts(field),
        };

        let candidates = texts("candidates")?;
        let selected_index = record
            .get("selected_index")
            .and_then(Value::as_i64)
            .and_then(|index| i32::try_from(index).ok())
            .ok_or(invalid(
                "selected_index",
                "a whole number, -1 when all were refused",
            ))?;
        let created_at = DateTime::parse_from_rfc3339(&text("created_at")?)
            .map_err(|_| invalid("created_at", "a time like 2026-11-21T09:30:00Z (RFC 3339)"))?
            .with_timezone(&Utc);
        let scene_type = SceneType::from_name(&text("scene_type")?).ok_or(invalid(
            "scene_type",
            "one of action, dialogue, description, introspection, exposition, narration, other",
        ))?;
        let kind = match optional_text("kind")?.as_deref() {
            None | Some("choice") => EpisodeKind::Choice,
            Some("revision") => EpisodeKind::Revision,
            Some(_) => return Err(invalid("kind", "choice or revision")),
        };
        let final_text = text("final_text")?;
        let language = match optional_text("language")?.as_deref() {
            None => Language::of(&final_text),
            Some("en") => Language::En,
            Some("zh") => Language::Zh,
            Some(_) => return Err(invalid("language", "en or zh")),
        };
        let optional_flag = |field: &'static str| match record.get(field) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(invalid(field, "true or false")),
        };
        let importance = match record.get("importance") {
            None | Some(Value::Null) => IMPORTANCE,
            Some(given) => given
                .as_f64()
                .filter(|importance| (0.0..=1.0).contains(importance))
                .ok_or(invalid("importance", "a number from 0 to 1"))?,
        };
        let repeated = match record.get("repeated") {
            None | Some(Value::Null) => 0,
            Some(count) => count
                .as_u64()
                .and_then(|count| u32::try_from(count).ok())
                .ok_or(invalid("repeated", "a whole number"))?,
        };
        let origin = match optional_text("origin")?.as_deref() {
            None => TextOrigin::Own,
            Some(name) => {
                TextOrigin::from_name(name).ok_or(invalid("origin", "own, pasted, imported or model"))?
            }
        };

        let episode = Self {
            id: text("id")?,
            created_at,
            project_id: text("project_id")?,
            kind,
            scene_type,
            skill_used: text("skill_used")?,
            input_context: optional_text("input_context")?.unwrap_or_default(),
            candidates,
            selected_index,
            final_text,
            language,
            chapter_id: optional_text("chapter_id")?.unwrap_or_default(),
            undone: optional_flag("undone")?,
            undone_after: None,
            in_part: optional_flag("in_part")?,
            repeated,
            shaped_by: optional_texts("shaped_by")?,
            held_out: optional_texts("held_out")?,
            origin,
            importance,
            user_confirmed: optional_flag("user_confirmed")?,
        };
        episode.validate()?;
        Ok(episode)
    }

    /// Checks the conditions that the types cannot express: names that must not be blank, an index within the
    /// candidates.
    pub fn validate(&self) -> Result<(), Invalid> {
        for (field, value) in [
            ("id", &self.id),
            ("project_id", &self.project_id),
            ("skill_used", &self.skill_used),
        ] {
            if value.trim().is_empty() {
                return Err(invalid(field, "a name that is not blank"));
            }
        }
        let taken = usize::try_from(self.selected_index);
        match (self.selected_index, taken) {
            (-1, _) => {}
            (_, Ok(index)) if index < self.candidates.len() => {}
            _ => {
                return Err(invalid(
                    "selected_index",
                    "-1 or the position of a candidate, counted from 0",
                ));
            }
        }
        if self.kind == EpisodeKind::Revision && self.candidates.len() != 1 {
            return Err(invalid("candidates", "exactly the draft, for a revision"));
        }
        Ok(())
    }

    /// Returns the taken candidate; `None` if all were refused.
    pub fn chosen(&self) -> Option<&str> {
        usize::try_from(self.selected_index)
            .ok()
            .and_then(|index| self.candidates.get(index))
            .map(String::as_str)
    }

    /// Returns the episode after an amendment.
    pub fn amended(mut self, amendment: &Amendment) -> Self {
        self.undone |= amendment.undone;
        self.undone_after = self.undone_after.or(amendment.undone_after);
        if let Some(final_text) = &amendment.final_text {
            self.final_text.clone_from(final_text);
        }
        self
    }

    /// Returns the signal of the act. An undo decides first, then a refusal, then the amount of editing.
    ///
    /// An undo at once takes the choice back. A later one is a rewriting: by then the text around it may have changed too.
    /// The edited share counts the characters of the changed words.
    pub fn signal(&self) -> Signal {
        if self.undone {
            let is_late = self.undone_after.is_some_and(|seconds| seconds > UNDONE_AT_ONCE);
            return if is_late {
                Signal::HeavyRewrite
            } else {
                Signal::UndoAfterAccept
            };
        }
        let Some(chosen) = self.chosen() else {
            return Signal::FullReject;
        };
        if chosen == self.final_text {
            return Signal::DirectAccept;
        }
        let edited = prose::diff::share_changed(chosen, &self.final_text);
        if edited > 0.6 {
            Signal::HeavyRewrite
        } else if edited >= 0.2 && self.repeated > 0 {
            Signal::RepeatedSceneSkill
        } else {
            Signal::LightEdit
        }
    }

    /// Returns the weight of the choice, −1 to 1. The weights of repetitions are added, up to 1.
    pub fn weight(&self) -> f64 {
        let signal = self.signal();
        let times = if signal == Signal::RepeatedSceneSkill {
            self.repeated
        } else {
            1
        };
        (signal.weight() * f64::from(times)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn record() -> Value {
        json!({
            "id": "e1",
            "created_at": "2026-11-21T09:30:00Z",
            "project_id": "p",
            "scene_type": "action",
            "skill_used": "polish",
            "candidates": ["他跑。", "他一直跑。"],
            "selected_index": 0,
            "final_text": "他跑。",
        })
    }

    fn with(field: &str, value: Value) -> Value {
        let mut record = record();
        record[field] = value;
        record
    }

    /// Returns an act on a candidate with `words` words of four letters or characters, of which the first `exchanged`
    /// were replaced. Including separators and the end, the candidate has five times as many characters as words.
    fn edited(language: Language, words: usize, exchanged: usize, repeated: u32) -> Episode {
        let (old, new, between, end) = match language {
            Language::En => (
                "bold keen wise dark tiny warm cold deep pale loud",
                "lamp door road hill lake ship bell rope salt iron",
                " ",
                ".",
            ),
            Language::Zh => (
                "风和日丽 山清水秀 鸟语花香 春暖人间 张灯结彩 车水马龙 门庭若市 高朋满座 欢声笑语 其乐无穷",
                "夜深更残 冰封雪冻 枯藤老树 孤舟独钓 断壁颓垣 寒鸦啼霜 荒村野店 冷灶破锅 愁眉苦脸 泪眼模糊",
                "、",
                "。",
            ),
        };
        let written = |exchanged: usize| {
            let (new, old) = (
                new.split(' ').take(exchanged),
                old.split(' ').take(words).skip(exchanged),
            );
            new.chain(old).collect::<Vec<_>>().join(between) + end
        };
        Episode {
            candidates: vec![written(0), written(words)],
            final_text: written(exchanged),
            language,
            repeated,
            ..Episode::from_json(&record()).expect("an episode")
        }
    }

    #[test]
    fn each_signal_has_its_weight_and_they_are_told_apart_in_the_order_of_the_specification() {
        use Signal::*;
        // The expected weights, repeated here so that a change of the function is noticed.
        for (signal, weight) in [
            (DirectAccept, 1.0),
            (LightEdit, 0.45),
            (HeavyRewrite, -0.45),
            (FullReject, -0.8),
            (UndoAfterAccept, -1.0),
            (RepeatedSceneSkill, 0.15),
        ] {
            assert_eq!(signal.weight(), weight, "{signal:?}");
        }
        let undone = |episode| Episode {
            undone: true,
            ..episode
        };
        let refused = |episode| Episode {
            selected_index: -1,
            ..episode
        };
        let nothing = |episode| Episode {
            candidates: Vec::new(),
            ..refused(episode)
        };
        for language in [Language::En, Language::Zh] {
            let act = |exchanged, repeated| edited(language, 10, exchanged, repeated);
            let undone_after = |seconds| Episode {
                undone_after: Some(seconds),
                ..undone(act(0, 0))
            };
            for (name, episode, signal, weight) in [
                ("taken", act(0, 0), DirectAccept, 1.0),
                ("taken, again", act(0, 3), DirectAccept, 1.0),
                ("under a fifth", act(2, 0), LightEdit, 0.45),
                ("under a fifth, again", act(2, 3), LightEdit, 0.45),
                ("between, once", act(4, 0), LightEdit, 0.45),
                ("between, again", act(4, 1), RepeatedSceneSkill, 0.15),
                (
                    "between, for the fourth time",
                    act(4, 3),
                    RepeatedSceneSkill,
                    0.45,
                ),
                (
                    "between, for the seventh time",
                    act(4, 6),
                    RepeatedSceneSkill,
                    0.9,
                ),
                (
                    "no act is more than a whole one",
                    act(4, 7),
                    RepeatedSceneSkill,
                    1.0,
                ),
                (
                    "nor where it goes on for ever",
                    act(4, u32::MAX),
                    RepeatedSceneSkill,
                    1.0,
                ),
                ("over three fifths", act(7, 0), HeavyRewrite, -0.45),
                ("over three fifths, again", act(7, 3), HeavyRewrite, -0.45),
                ("everything", act(10, 0), HeavyRewrite, -0.45),
                ("refused", refused(act(0, 0)), FullReject, -0.8),
                ("refused, again", refused(act(4, 3)), FullReject, -0.8),
                ("nothing offered", nothing(act(0, 0)), FullReject, -0.8),
                ("undone", undone(act(0, 0)), UndoAfterAccept, -1.0),
                ("undone after 30 s", undone_after(30), UndoAfterAccept, -1.0),
                ("undone after 31 s", undone_after(31), HeavyRewrite, -0.45),
                ("edited and undone", undone(act(4, 3)), UndoAfterAccept, -1.0),
                (
                    "refused and undone",
                    undone(refused(act(0, 0))),
                    UndoAfterAccept,
                    -1.0,
                ),
            ] {
                assert_eq!(episode.signal(), signal, "{language:?}: {name}");
                assert!(
                    (episode.weight() - weight).abs() < 1e-12,
                    "{language:?}: {name}: {}",
                    episode.weight()
                );
            }
        }
    }

    #[test]
    fn a_fifth_is_no_small_edit_any_more_and_three_fifths_are_no_rewrite_yet() {
        for language in [Language::En, Language::Zh] {
            for (words, exchanged, share, once, again) in [
                (10, 2, 0.18, Signal::LightEdit, Signal::LightEdit),
                (4, 1, 0.2, Signal::LightEdit, Signal::RepeatedSceneSkill),
                (3, 2, 0.6, Signal::LightEdit, Signal::RepeatedSceneSkill),
                (6, 4, 19.0 / 30.0, Signal::HeavyRewrite, Signal::HeavyRewrite),
            ] {
                let [first, second] = [0, 1].map(|repeated| edited(language, words, exchanged, repeated));
                let changed = prose::diff::share_changed(&first.candidates[0], &first.final_text);
                assert_eq!(changed, share, "{language:?}");
                assert_eq!(
                    [first.signal(), second.signal()],
                    [once, again],
                    "{language:?}: {share}"
                );
            }
        }
    }

    #[test]
    fn an_episode_says_what_shaped_it_and_whose_words_it_is_about_only_where_that_is_not_the_rule() {
        let plain = Episode::from_json(&record()).expect("an episode");
        let written = serde_json::to_value(&plain).expect("JSON");
        for field in ["shaped_by", "held_out", "origin"] {
            assert_eq!(written.get(field), None, "{field}");
        }
        let shaped = Episode {
            shaped_by: vec!["action.sentence_length.less".into()],
            held_out: vec!["any.comma_rate.more".into()],
            origin: TextOrigin::Pasted,
            ..plain
        };
        let written = serde_json::to_value(&shaped).expect("JSON");
        assert_eq!(Episode::from_json(&written).as_ref(), Ok(&shaped));
        assert_eq!(serde_json::from_value::<Episode>(written).ok(), Some(shaped));
    }

    #[test]
    fn what_is_no_origin_and_no_list_of_rules_is_refused_by_name() {
        for (field, wrong) in [
            ("origin", json!("borrowed")),
            ("shaped_by", json!("action.sentence_length.less")),
            ("held_out", json!([1])),
        ] {
            let refused = Episode::from_json(&with(field, wrong)).expect_err("no episode");
            assert_eq!(refused.field, field);
        }
    }
}
