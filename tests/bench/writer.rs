//! A simulated writer with tastes, in English and Chinese: passages of real chapters, the rewriter's candidates for
//! them, and her choices.

use contract::{EpisodeInput, EpisodeKind, OfferRequest, SkillName};
use learning::Episode;
use learning::episode::IMPORTANCE;
use prose::rewriter::{Skill, Source, alternatives};
use prose::{Feature, Language, measure, scene};
use support::morning;

const CHAPTERS: [&str; 6] = [
    include_str!("../../src-tauri/sample/Part One/01 Counting windows.md"),
    include_str!("../../src-tauri/sample/第一卷/01 广播站.md"),
    include_str!("../../src-tauri/sample/Part One/02 Mrs Quill keeps accounts.md"),
    include_str!("../../src-tauri/sample/第一卷/02 马师傅.md"),
    include_str!("../../src-tauri/sample/Part One/03 The roof.md"),
    include_str!("../../src-tauri/sample/第一卷/03 涨水.md"),
];

/// Characters of a passage: about the length of a selection of one or two paragraphs.
const PASSAGE: usize = 700;

/// Returns every chapter in a language.
pub fn chapters(language: Language) -> String {
    let own = CHAPTERS
        .into_iter()
        .filter(|chapter| Language::of(chapter) == language);
    own.collect()
}

/// All offers that the writer ever gets.
pub struct Writer {
    offers: Vec<Offer>,
}

struct Offer {
    language: Language,
    scene: prose::SceneType,
    skill: Skill,
    candidates: Vec<String>,
    /// The index of the candidate with the shortest sentences.
    favourite: usize,
}

impl Writer {
    /// Makes a writer whose offers are each passage of each chapter, rewritten with each skill.
    pub fn new() -> Self {
        let passages: Vec<Vec<String>> = CHAPTERS.iter().map(|chapter| passages(chapter)).collect();
        let longest = passages.iter().map(Vec::len).max().unwrap_or(0);
        let mut offers = Vec::new();
        // One passage of each chapter in turn, so that languages and scenes mix from the first episode.
        for (number, turn) in (0..longest).flat_map(|number| (0..3).map(move |turn| (number, turn))) {
            for passage in passages.iter().filter_map(|of_one| of_one.get(number)) {
                offers.extend([Skill::Polish, Skill::Tighten].map(|skill| Offer::of(passage, skill, turn)));
            }
        }
        offers.retain(|offer| offer.candidates.len() > 1);
        Self { offers }
    }

    /// Returns one act. In nine acts of ten the writer takes the shortest sentences.
    pub fn episode(&self, number: usize) -> Episode {
        let offer = &self.offers[number % self.offers.len()];
        let favours = !number.is_multiple_of(10);
        let taken = if favours {
            offer.favourite
        } else {
            number % offer.candidates.len()
        };
        Episode {
            id: format!("bench-{number:06}"),
            created_at: morning(),
            project_id: "bench".into(),
            kind: learning::EpisodeKind::Choice,
            scene_type: offer.scene,
            skill_used: offer.skill.name().into(),
            input_context: String::new(),
            candidates: offer.candidates.clone(),
            selected_index: i32::try_from(taken).unwrap_or(0),
            final_text: offer.candidates[taken].clone(),
            language: offer.language,
            chapter_id: "Chapter 1.md".into(),
            undone: false,
            undone_after: None,
            in_part: false,
            repeated: 0,
            shaped_by: Vec::new(),
            held_out: Vec::new(),
            origin: learning::TextOrigin::Own,
            importance: IMPORTANCE,
            user_confirmed: false,
        }
    }

    /// Returns the first `count` acts as records of the import format.
    pub fn records(&self, count: usize) -> Vec<String> {
        (0..count)
            .map(|number| serde_json::to_string(&self.episode(number)).expect("an episode"))
            .collect()
    }

    /// Returns the request that the window sends when the writer selects one of her passages.
    pub fn request(&self, number: usize) -> OfferRequest {
        let offer = &self.offers[number % self.offers.len()];
        OfferRequest {
            path: "Chapter 1.md".into(),
            skill: match offer.skill {
                Skill::Polish => SkillName::Polish,
                Skill::Tighten => SkillName::Tighten,
            },
            passage: offer.candidates[0].clone(),
            above: String::new(),
            before: String::new(),
            after: String::new(),
            scene_type: None,
            pasted: Vec::new(),
        }
    }

    /// Returns one act in the form that the window sends.
    pub fn input(&self, number: usize) -> EpisodeInput {
        let episode = self.episode(number);
        EpisodeInput {
            id: Some(episode.id),
            kind: EpisodeKind::Choice,
            chapter_id: episode.chapter_id,
            scene_type: episode.scene_type.name().into(),
            skill_used: episode.skill_used,
            input_context: episode.input_context,
            candidates: episode.candidates,
            selected_index: episode.selected_index,
            final_text: episode.final_text,
            language: None,
            target_episode_id: None,
            undo_after_accept: false,
            undone_after: None,
            shaped_by: Vec::new(),
            held_out: Vec::new(),
            origin: contract::TextOrigin::Own,
        }
    }
}

impl Offer {
    fn of(passage: &str, skill: Skill, turn: u64) -> Self {
        let language = Language::of(passage);
        let mut candidates = vec![passage.to_owned()];
        candidates.extend(
            alternatives(&Source::alone(passage, language), skill, turn)
                .into_iter()
                .map(|made| made.text),
        );
        candidates.truncate(3);
        let length = |text: &String| {
            measure(text, language)
                .get(Feature::SentenceLength)
                .unwrap_or(0.0)
        };
        let favourite = (0..candidates.len())
            .min_by(|&a, &b| length(&candidates[a]).total_cmp(&length(&candidates[b])))
            .unwrap_or(0);
        Self {
            language,
            scene: scene::detect(passage, language),
            skill,
            candidates,
            favourite,
        }
    }
}

/// Returns one passage per paragraph; each begins at its paragraph.
fn passages(chapter: &str) -> Vec<String> {
    let paragraphs: Vec<&str> = chapter.split("\n\n").skip(1).collect();
    (0..paragraphs.len())
        .map(|first| {
            let mut passage = String::new();
            for paragraph in &paragraphs[first..] {
                if passage.chars().count() >= PASSAGE {
                    break;
                }
                passage = if passage.is_empty() {
                    (*paragraph).into()
                } else {
                    format!("{passage}\n\n{paragraph}")
                };
            }
            passage.chars().take(PASSAGE).collect()
        })
        .collect()
}
