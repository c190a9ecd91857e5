//! New writers who choose among the passages of known writers, for figures that no method was tuned on.
//!
//! A new writer has the calendar of a known writer and her scenes in another order. Her offers hold two or three
//! passages that were never offered together. With the chance `consistency` she takes the passage with the greatest sum
//! of direction times standardised feature. In all other choices, and without tastes in every choice, she takes a
//! random passage.

use std::collections::{BTreeMap, HashSet};

use learning::Direction;
use prose::{Feature, Language, Measures, SceneType, measure};
use serde_json::json;

use crate::learning::truth::{Act, Claim, Drift, Kind, Plant, Shift, Writer};

/// The features that a taste may concern: a person would name them of a writer, and most passages have some amount of
/// each.
const TASTES: [Feature; 10] = [
    Feature::SentenceLength,
    Feature::ParagraphLength,
    Feature::DialogueShare,
    Feature::AdverbDensity,
    Feature::AdjectiveDensity,
    Feature::PassiveShare,
    Feature::Register,
    Feature::FirstPersonRate,
    Feature::ExclamationRate,
    Feature::SemicolonRate,
];

/// The passages of known writers by language and scene, and the writers themselves as templates for new writers.
pub struct Passages<'a> {
    known: &'a [Writer],
    pools: BTreeMap<(Language, SceneType), Pool<'a>>,
}

/// The passages of one language and scene.
struct Pool<'a> {
    passages: Vec<(&'a str, Measures)>,
    /// The mean and the standard deviation of each of [`TASTES`].
    scales: [(f64, f64); TASTES.len()],
}

impl<'a> Passages<'a> {
    pub fn of(known: &'a [Writer]) -> Self {
        let mut seen = HashSet::new();
        let mut texts: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for writer in known {
            for act in &writer.acts {
                let offered = act.choice.iter().flat_map(|(candidates, _)| candidates);
                let new = offered
                    .map(String::as_str)
                    .filter(|text| seen.insert((act.scene, *text)));
                texts.entry((writer.language, act.scene)).or_default().extend(new);
            }
        }
        let pools = texts
            .into_iter()
            .filter(|(_, texts)| texts.len() >= 3)
            .map(|(place, texts)| (place, Pool::of(texts, place.0)))
            .collect();
        Self { known, pools }
    }

    /// Makes `count` writers, each from a seed of her own; every second one writes Chinese.
    pub fn writers(&self, count: usize, with_taste: bool) -> Vec<Writer> {
        (0..count)
            .filter_map(|number| {
                let language = [Language::En, Language::Zh][number % 2];
                let seed = number as u64 * 2 + u64::from(with_taste);
                self.writer(language, with_taste, &mut fastrand::Rng::with_seed(seed))
            })
            .collect()
    }

    fn writer(&self, language: Language, with_taste: bool, random: &mut fastrand::Rng) -> Option<Writer> {
        let patterns = self.known.iter().filter(|writer| writer.language == language);
        let pattern = random.choice(patterns.collect::<Vec<_>>())?;
        let mut scenes: Vec<SceneType> = pattern
            .acts
            .iter()
            .map(|act| act.scene)
            .filter(|scene| self.pools.contains_key(&(language, *scene)))
            .collect();
        random.shuffle(&mut scenes);

        let mut writer = Writer {
            name: format!("new-{}", random.u32(..)),
            kind: Kind::NoTaste,
            language,
            consistency: None,
            plants: Vec::new(),
            drifts: Vec::new(),
            acts: Vec::new(),
        };
        if with_taste {
            writer.consistency = random.choice([0.75, 0.85, 0.95]);
            plant(&mut writer, &scenes, random);
        }
        writer.acts = scenes
            .into_iter()
            .zip(&pattern.acts)
            .enumerate()
            .map(|(number, (scene, like))| {
                let pool = &self.pools[&(language, scene)];
                let (candidates, taken) = pool.choose(number, scene, &writer, random);
                let record = json!({
                    "id": format!("{}-{number}", writer.name),
                    "created_at": like.created_at,
                    "project_id": writer.name,
                    "kind": "choice",
                    "scene_type": scene,
                    "skill_used": "continue",
                    "input_context": "",
                    "candidates": candidates,
                    "selected_index": taken,
                    "final_text": candidates[taken],
                    "language": language,
                });
                Act {
                    record: record.to_string(),
                    created_at: like.created_at,
                    scene,
                    choice: Some((candidates, taken)),
                }
            })
            .collect();
        Some(writer)
    }
}

/// Gives the writer one to three tastes for different features. In every third writer the first taste changes about
/// half-way.
fn plant(writer: &mut Writer, scenes: &[SceneType], random: &mut fastrand::Rng) {
    let length = scenes.len();
    let mut features = TASTES;
    random.shuffle(&mut features);
    let count = random.usize(1..=3);
    writer.plants = features
        .into_iter()
        .take(count)
        .map(|feature| Plant {
            claim: Claim {
                feature,
                direction: Direction::ALL[random.usize(..2)],
                // One taste in four holds in all scenes.
                scene: if random.u8(..4) == 0 {
                    None
                } else {
                    random.choice(scenes).copied()
                },
            },
            from: 0,
            to: length,
        })
        .collect();
    writer.kind = Kind::Stationary;
    if random.u8(..3) > 0 {
        return;
    }
    writer.kind = Kind::Drift;
    let turn = random.usize(length * 9 / 20..=length * 11 / 20);
    let shift = Shift::ALL[random.usize(..3)];
    let first = &mut writer.plants[0];
    let claim = first.claim;
    writer.drifts.push(Drift { shift, claim });
    match shift {
        Shift::New => first.from = turn,
        Shift::Drop => first.to = turn,
        Shift::Flip => {
            first.to = turn;
            writer.plants.push(Plant {
                claim: Claim {
                    direction: claim.direction.opposite(),
                    ..claim
                },
                from: turn,
                to: length,
            });
        }
    }
}

impl<'a> Pool<'a> {
    fn of(texts: Vec<&'a str>, language: Language) -> Self {
        let passages: Vec<(&str, Measures)> = texts
            .into_iter()
            .map(|text| (text, measure(text, language)))
            .collect();
        let scales = TASTES.map(|feature| {
            let values = || passages.iter().filter_map(|(_, measures)| measures.get(feature));
            let count = values().count().max(1) as f64;
            let mean = values().sum::<f64>() / count;
            let variance = values().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
            (mean, variance.sqrt())
        });
        Self { passages, scales }
    }

    /// Returns the candidates of an offer and the index of the one that the writer takes.
    fn choose(
        &self,
        number: usize,
        scene: SceneType,
        writer: &Writer,
        random: &mut fastrand::Rng,
    ) -> (Vec<String>, usize) {
        // The known writers had offers of two and of three candidates about equally often.
        let size = random.usize(2..=3);
        let offered = random.choose_multiple(&self.passages, size);
        let follows = writer
            .consistency
            .is_some_and(|consistency| random.f64() < consistency);
        let tastes: Vec<Claim> = writer
            .plants_at(number + 1)
            .map(|plant| plant.claim)
            .filter(|claim| claim.scene.is_none_or(|of_taste| of_taste == scene))
            .collect();
        let suits = |place: &usize| -> f64 {
            tastes
                .iter()
                .map(|taste| self.suits(*taste, &offered[*place].1))
                .sum()
        };
        let taken = if follows && !tastes.is_empty() {
            (0..size)
                .max_by(|a, b| suits(a).total_cmp(&suits(b)))
                .unwrap_or(0)
        } else {
            random.usize(..size)
        };
        let texts = offered.iter().map(|(text, _)| (*text).to_owned()).collect();
        (texts, taken)
    }

    fn suits(&self, taste: Claim, measures: &Measures) -> f64 {
        let scale = TASTES
            .iter()
            .zip(self.scales)
            .find(|(feature, _)| **feature == taste.feature);
        match (scale, measures.get(taste.feature)) {
            (Some((_, (mean, deviation))), Some(value)) if deviation > 0.0 => {
                taste.direction.sign() * (value - mean) / deviation
            }
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use prose::SceneType::{Action, Dialogue};

    use super::*;

    const ENGLISH: [&str; 4] = [
        "He ran. He fell.",
        "He ran and then he fell!",
        "They climbed; nobody, not even Wen, found the breath to speak.",
        "I climbed. I spoke. I was heard by nobody.",
    ];
    const CHINESE: [&str; 4] = [
        "他跑。他跌倒。",
        "他一直跑到跌倒在泥里！",
        "他们往上爬；没人说话。",
        "我往上爬。我被人听见了。",
    ];

    /// Two writers of forty choices each; each was offered all passages of one language.
    fn known() -> Vec<Writer> {
        [(Language::En, ENGLISH), (Language::Zh, CHINESE)]
            .into_iter()
            .map(|(language, texts)| Writer {
                name: format!("{language:?}"),
                kind: Kind::NoTaste,
                language,
                consistency: None,
                plants: Vec::new(),
                drifts: Vec::new(),
                acts: (0..40)
                    .map(|number| Act {
                        record: String::new(),
                        created_at: DateTime::UNIX_EPOCH,
                        scene: if number % 4 == 0 { Dialogue } else { Action },
                        choice: Some((texts.map(str::to_owned).to_vec(), 0)),
                    })
                    .collect(),
            })
            .collect()
    }

    #[test]
    fn the_same_seed_makes_the_same_writers_in_both_languages() {
        let known = known();
        let records = || {
            let writers = Passages::of(&known).writers(4, true);
            let acts = writers.into_iter().map(|writer| (writer.language, writer.acts));
            acts.map(|(language, acts)| {
                (
                    language,
                    acts.into_iter().map(|act| act.record).collect::<Vec<_>>(),
                )
            })
            .collect::<Vec<_>>()
        };
        let made = records();
        assert_eq!(made, records());
        assert_eq!(
            made.iter()
                .filter(|(language, _)| *language == Language::Zh)
                .count(),
            2
        );
        for record in made.iter().flat_map(|(_, records)| records) {
            let record = serde_json::from_str(record).expect("a JSON object");
            assert_eq!(learning::Episode::from_json(&record).err(), None);
        }
    }

    #[test]
    fn writers_with_a_taste_follow_it_and_writers_without_do_not() {
        let known = known();
        let passages = Passages::of(&known);
        let pool = &passages.pools[&(Language::En, Action)];
        let mut writer = passages.writers(1, false).remove(0);
        let taste = Claim {
            feature: Feature::SentenceLength,
            direction: Direction::More,
            scene: Some(Action),
        };
        writer.plants = vec![Plant {
            claim: taste,
            from: 0,
            to: 400,
        }];
        // How often the writer takes the candidate with the longest sentences.
        let share = |writer: &Writer, scene| {
            let mut random = fastrand::Rng::with_seed(7);
            let longest = (0..400).filter(|&number| {
                let (texts, taken) = pool.choose(number, scene, writer, &mut random);
                let length = |text: &String| measure(text, Language::En).get(taste.feature).unwrap_or(0.0);
                texts.iter().all(|text| length(text) <= length(&texts[taken]))
            });
            longest.count() as f64 / 400.0
        };
        let by_chance = share(&writer, Action);
        assert!((0.3..0.55).contains(&by_chance), "of two or three: {by_chance}");
        writer.consistency = Some(0.95);
        assert!(share(&writer, Action) > 0.9, "her taste");
        let elsewhere = share(&writer, Dialogue);
        assert!((0.3..0.55).contains(&elsewhere), "not of this scene: {elsewhere}");
    }
}
