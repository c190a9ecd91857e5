//! What is true of a simulated writer, and what a rule claims.

use chrono::{DateTime, Utc};
use learning::Direction;
use prose::{Feature, Language, SceneType};
use serde::Deserialize;

/// What a rule says, and what is planted: more or less of a feature, in one kind of scene or in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    pub feature: Feature,
    pub direction: Direction,
    /// `None` for every scene.
    pub scene: Option<SceneType>,
}

/// A planted preference and the episodes it is followed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plant {
    pub claim: Claim,
    /// The first episode that follows it, counted from 0.
    pub from: usize,
    /// The first that does not any more.
    pub to: usize,
}

impl Plant {
    /// Returns whether the last of `episodes` follows it.
    pub const fn holds_at(&self, episodes: usize) -> bool {
        self.from < episodes && episodes <= self.to
    }
}

/// How a taste changes about half-way. What it was before and is after stands among the plants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shift {
    Flip,
    Drop,
    New,
}

impl Shift {
    pub const ALL: [Self; 3] = [Self::Flip, Self::Drop, Self::New];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Flip => "flip",
            Self::Drop => "drop",
            Self::New => "new",
        }
    }
}

/// One change of taste.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drift {
    pub shift: Shift,
    /// What held before; for [`Shift::New`] what holds after.
    pub claim: Claim,
}

/// What kind of writer is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Keeps the same tastes.
    Stationary,
    /// Changes one about half-way.
    Drift,
    /// Edits nearly half of what was chosen toward the taste, and revises own drafts.
    Edit,
    /// Chooses by chance, or by position, which is chance.
    #[serde(rename = "null", alias = "nullpos")]
    NoTaste,
}

/// One act of a writer.
#[derive(Clone, Debug)]
pub struct Act {
    /// The record in the import format.
    pub record: String,
    pub created_at: DateTime<Utc>,
    pub scene: SceneType,
    /// The candidates of a choice with the place of the one taken; `None` where nothing was chosen among several.
    pub choice: Option<(Vec<String>, usize)>,
}

/// A simulated writer with the truth about them.
#[derive(Clone, Debug)]
pub struct Writer {
    pub name: String,
    pub kind: Kind,
    pub language: Language,
    /// How often the tastes are followed; the other choices are chance.
    pub consistency: Option<f64>,
    pub plants: Vec<Plant>,
    pub drifts: Vec<Drift>,
    pub acts: Vec<Act>,
}

impl Writer {
    /// Returns what is true after so many episodes.
    pub fn plants_at(&self, episodes: usize) -> impl Iterator<Item = &Plant> {
        self.plants.iter().filter(move |plant| plant.holds_at(episodes))
    }

    /// Returns the share of the writer's episodes in scenes of which `holds` is true.
    pub fn share(&self, holds: impl Fn(SceneType) -> bool) -> f64 {
        let held = self.acts.iter().filter(|act| holds(act.scene)).count();
        held as f64 / self.acts.len().max(1) as f64
    }
}
