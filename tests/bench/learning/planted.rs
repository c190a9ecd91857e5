//! Reads simulated writers from a folder.
//!
//! The folder holds three kinds of files. `truth.jsonl` has one writer a line, with these fields:
//!
//! | Field | Contents |
//! | --- | --- |
//! | `writer` | the name of the episodes' file |
//! | `type` | `stationary`, `drift`, `edit`, `null` or `nullpos` |
//! | `language` | `en` or `zh` |
//! | `consistency` | the share of choices that follow the tastes, or `null` |
//! | `planted` | `feature`, `direction` (+1 or −1), `scene` or `*`, episodes `from` to `to` (exclusive) of each taste |
//! | `drift` | `feature`, `scene`, `kind` (`flip`, `drop` or `new`), directions `before` and `after` of each change |
//!
//! `episodes/<writer>.jsonl` has the episodes in the import format with `kind`, in the order they happened.
//!
//! `feature_correlations.json` is nested by `<language>/<scene>`, by feature and by a second feature. Its values are
//! the rank correlations of the two features among the candidates of an episode.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use chrono::{DateTime, Utc};
use learning::Direction;
use prose::{Feature, Language, SceneType};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::learning::truth::{Act, Claim, Drift, Kind, Plant, Shift, Writer};

/// The rank correlations of pairs of features, by language and scene.
#[derive(Clone, Debug, Default)]
pub struct Correlations(HashMap<(Language, SceneType), Pairs>);

type Pairs = HashMap<(Feature, Feature), f64>;

impl FromIterator<((Language, SceneType), Pairs)> for Correlations {
    fn from_iter<I: IntoIterator<Item = ((Language, SceneType), Pairs)>>(places: I) -> Self {
        Self(places.into_iter().collect())
    }
}

impl Correlations {
    /// Returns the correlation of two features in a scene, or the mean of all scenes for `None`. It is 0 where the
    /// folder has no value for the pair.
    pub fn of(&self, language: Language, scene: Option<SceneType>, pair: (Feature, Feature)) -> f64 {
        let known: Vec<f64> = self
            .0
            .iter()
            .filter(|((of, place), _)| *of == language && scene.is_none_or(|scene| scene == *place))
            .filter_map(|(_, pairs)| pairs.get(&pair).copied())
            .collect();
        known.iter().sum::<f64>() / known.len().max(1) as f64
    }
}

/// The contents of the folder; writers are sorted by name.
pub struct Planted {
    pub writers: Vec<Writer>,
    pub correlations: Correlations,
}

#[derive(Deserialize)]
struct Truth {
    writer: String,
    #[serde(rename = "type")]
    kind: Kind,
    language: Language,
    consistency: Option<f64>,
    planted: Vec<PlantedClaim>,
    drift: Vec<PlantedDrift>,
}

#[derive(Deserialize)]
struct PlantedClaim {
    feature: Feature,
    direction: i8,
    scene: String,
    from: usize,
    to: usize,
}

#[derive(Deserialize)]
struct PlantedDrift {
    feature: Feature,
    scene: String,
    kind: Shift,
    before: i8,
    after: i8,
}

#[derive(Deserialize)]
struct Record {
    created_at: DateTime<Utc>,
    kind: learning::EpisodeKind,
    scene_type: SceneType,
    candidates: Vec<String>,
    selected_index: i32,
}

/// Reads the folder.
///
/// # Errors
/// The error names the file that is missing or has a line that is not in the format above.
pub fn read(folder: &Path) -> io::Result<Planted> {
    let mut writers: Vec<Writer> = lines::<Truth>(&folder.join("truth.jsonl"))?
        .into_iter()
        .map(|(_, truth)| writer(folder, truth))
        .collect::<io::Result<_>>()?;
    writers.sort_by(|a, b| a.name.cmp(&b.name));

    let path = folder.join("feature_correlations.json");
    type Table = HashMap<String, HashMap<Feature, HashMap<Feature, f64>>>;
    let table: Table = serde_json::from_str(&text(&path)?).map_err(|error| wrong(&path, &error))?;
    let correlations = table
        .into_iter()
        .map(|(place, rows)| {
            let place = place
                .split_once('/')
                .and_then(|(language, scene)| Some((language_named(language)?, SceneType::from_name(scene)?)))
                .ok_or_else(|| wrong(&path, &"a place is a language, a slash and a scene"))?;
            let pairs = rows
                .into_iter()
                .flat_map(|(a, row)| row.into_iter().map(move |(b, value)| ((a, b), value)));
            Ok((place, pairs.collect()))
        })
        .collect::<io::Result<_>>()?;
    Ok(Planted {
        writers,
        correlations,
    })
}

fn writer(folder: &Path, truth: Truth) -> io::Result<Writer> {
    let path = folder.join("truth.jsonl");
    let plants = truth
        .planted
        .iter()
        .map(|plant| {
            Ok(Plant {
                claim: claim(&path, plant.feature, plant.direction, &plant.scene)?,
                from: plant.from,
                to: plant.to,
            })
        })
        .collect::<io::Result<_>>()?;
    let drifts = truth
        .drift
        .iter()
        .map(|drift| {
            let direction = match drift.kind {
                Shift::Flip | Shift::Drop => drift.before,
                Shift::New => drift.after,
            };
            Ok(Drift {
                shift: drift.kind,
                claim: claim(&path, drift.feature, direction, &drift.scene)?,
            })
        })
        .collect::<io::Result<_>>()?;
    let episodes = folder.join("episodes").join(format!("{}.jsonl", truth.writer));
    let acts = lines::<Record>(&episodes)?
        .into_iter()
        .map(|(record, read)| act(record, read))
        .collect();
    Ok(Writer {
        name: truth.writer,
        kind: truth.kind,
        language: truth.language,
        consistency: truth.consistency,
        plants,
        drifts,
        acts,
    })
}

fn claim(path: &Path, feature: Feature, direction: i8, scene: &str) -> io::Result<Claim> {
    let scene = match scene {
        "*" => None,
        name => Some(
            SceneType::from_name(name)
                .ok_or_else(|| wrong(path, &"a scene is of a kind that is not known"))?,
        ),
    };
    let direction = match direction {
        1 => Direction::More,
        -1 => Direction::Less,
        _ => return Err(wrong(path, &"a direction is 1 or -1")),
    };
    Ok(Claim {
        feature,
        direction,
        scene,
    })
}

fn act(record: String, read: Record) -> Act {
    let taken = usize::try_from(read.selected_index)
        .ok()
        .filter(|taken| *taken < read.candidates.len());
    let choice = taken
        .filter(|_| read.kind == learning::EpisodeKind::Choice && read.candidates.len() > 1)
        .map(|taken| (read.candidates, taken));
    Act {
        record,
        created_at: read.created_at,
        scene: read.scene_type,
        choice,
    }
}

fn language_named(name: &str) -> Option<Language> {
    match name {
        "en" => Some(Language::En),
        "zh" => Some(Language::Zh),
        _ => None,
    }
}

/// Returns each line as text and parsed.
fn lines<T: DeserializeOwned>(path: &Path) -> io::Result<Vec<(String, T)>> {
    text(path)?
        .lines()
        .map(|line| {
            let read = serde_json::from_str(line).map_err(|error| wrong(path, &error))?;
            Ok((line.to_owned(), read))
        })
        .collect()
}

fn text(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn wrong(path: &Path, what: &dyn std::fmt::Display) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{}: {what}", path.display()))
}

#[cfg(test)]
mod tests {
    use vault::RealDisk;

    use super::*;

    #[test]
    fn a_folder_is_read_with_its_truth_its_acts_and_its_correlations() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let episodes = vault::create_folders(&RealDisk, folder.path(), &folder.path().join("episodes"));
        episodes.expect("a folder");
        for (name, text) in [
            (
                "truth.jsonl",
                r#"{"writer": "b", "type": "nullpos", "language": "en", "consistency": null, "planted": [], "drift": []}
{"writer": "a", "type": "drift", "language": "zh", "consistency": 0.75, "planted": [{"feature": "register", "direction": -1, "scene": "*", "from": 0, "to": 90}], "drift": [{"feature": "register", "scene": "*", "kind": "drop", "before": -1, "after": 0}]}"#,
            ),
            (
                "episodes/a.jsonl",
                r#"{"created_at": "2025-01-06T23:20:00Z", "kind": "choice", "scene_type": "action", "candidates": ["跑。", "走。"], "selected_index": 1}
{"created_at": "2025-01-07T23:20:00Z", "kind": "revision", "scene_type": "action", "candidates": ["跑。"], "selected_index": 0}"#,
            ),
            ("episodes/b.jsonl", ""),
            (
                "feature_correlations.json",
                r#"{"zh/action": {"register": {"register": 1.0, "sentence_length": 0.5}}, "zh/dialogue": {"register": {"sentence_length": 0.1}}}"#,
            ),
        ] {
            vault::write_atomic(&RealDisk, &folder.path().join(name), text.as_bytes()).expect("a file");
        }

        let planted = read(folder.path()).expect("a folder of writers");

        let names: Vec<&str> = planted
            .writers
            .iter()
            .map(|writer| writer.name.as_str())
            .collect();
        assert_eq!(names, ["a", "b"]);
        let claim = Claim {
            feature: Feature::Register,
            direction: Direction::Less,
            scene: None,
        };
        let writer = &planted.writers[0];
        assert_eq!(
            writer.plants,
            [Plant {
                claim,
                from: 0,
                to: 90
            }]
        );
        assert_eq!(
            writer.drifts,
            [Drift {
                shift: Shift::Drop,
                claim
            }]
        );
        assert_eq!(writer.acts.len(), 2);
        assert_eq!(writer.acts[0].choice.as_ref().map(|(_, taken)| *taken), Some(1));
        assert_eq!(writer.acts[1].choice, None, "a revision chooses among nothing");
        let pair = (Feature::Register, Feature::SentenceLength);
        for (scene, expected) in [
            (Some(SceneType::Action), 0.5),
            (None, 0.3),
            (Some(SceneType::Other), 0.0),
        ] {
            let found = planted.correlations.of(Language::Zh, scene, pair);
            assert!((found - expected).abs() < 1e-12, "{scene:?}: {found}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let error = read(folder.path()).err().map(|error| error.to_string());
        assert!(
            error.is_some_and(|error| error.contains("truth.jsonl")),
            "a missing file is named"
        );
    }
}
