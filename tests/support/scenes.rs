//! Paragraphs of fiction with the kind of scene that a careful reader sees, and what the detector says of them.

use std::fmt;

use prose::{Language, SceneType, scene};

const ENGLISH: &str = include_str!("../fixtures/scenes/english.txt");
const CHINESE: &str = include_str!("../fixtures/scenes/chinese.txt");

/// The kinds of fiction of the paragraphs.
pub const REGISTERS: [&str; 2] = ["literary", "genre"];

/// A labelled paragraph.
pub struct Paragraph {
    /// The words of the paragraph.
    pub text: &'static str,
    /// The kind of scene that a reader sees.
    pub scene: SceneType,
    /// One of [`REGISTERS`].
    pub register: &'static str,
    /// Whether the paragraph is one of those that the word lists and numbers were not tuned on.
    pub is_held_out: bool,
}

/// Returns the labelled paragraphs of a language.
pub fn paragraphs(language: Language) -> Vec<Paragraph> {
    let file = match language {
        Language::En => ENGLISH,
        Language::Zh => CHINESE,
    };
    let mut kind = None;
    let mut paragraphs = Vec::new();
    for block in file.split("\n\n").map(str::trim) {
        if let Some(heading) = block.strip_prefix("=== ") {
            let (scene, register) = heading
                .split_once(", ")
                .expect("a heading names a kind and a register");
            let scene = SceneType::from_name(scene).expect("a heading names a kind of scene");
            kind = Some((scene, register));
        } else if let Some((scene, register)) = kind {
            let number = paragraphs.len() + 1;
            paragraphs.push(Paragraph {
                text: block,
                scene,
                register,
                is_held_out: number % 2 == 1,
            });
        }
    }
    paragraphs
}

/// How often each kind of scene was detected for paragraphs of each kind.
#[derive(Default)]
pub struct Confusion {
    /// The label by row, the detected kind by column, both in the order of [`SceneType::ALL`].
    counts: [[usize; SceneType::ALL.len()]; SceneType::ALL.len()],
}

impl Confusion {
    /// Returns what the detector says of the paragraphs.
    pub fn of<'a>(paragraphs: impl Iterator<Item = &'a Paragraph>, language: Language) -> Self {
        let place = |scene| SceneType::ALL.iter().position(|&kind| kind == scene);
        let mut confusion = Self::default();
        for paragraph in paragraphs {
            let detected = scene::detect(paragraph.text, language);
            if let (Some(row), Some(column)) = (place(paragraph.scene), place(detected)) {
                confusion.counts[row][column] += 1;
            }
        }
        confusion
    }

    /// Returns the share of paragraphs whose detected kind is their label.
    pub fn share_right(&self) -> f64 {
        let right: usize = (0..self.counts.len()).map(|kind| self.counts[kind][kind]).sum();
        let all: usize = self.counts.iter().flatten().sum();
        right as f64 / all as f64
    }
}

impl fmt::Display for Confusion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "  {:<16}", "label \\ detected")?;
        for scene in SceneType::ALL {
            write!(formatter, "{:>15}", scene.name())?;
        }
        for (scene, row) in SceneType::ALL.iter().zip(self.counts) {
            write!(formatter, "\n  {:<16}", scene.name())?;
            for count in row {
                write!(formatter, "{count:>15}")?;
            }
        }
        write!(formatter, "\n  right: {:.3}", self.share_right())
    }
}
