//! The known tastes of a simulated writer, and the claim of a rule.

use chrono::{DateTime, Utc};
use learning::Direction;
use prose::{Feature, Language, SceneType};
use serde::Deserialize;

/// The claim of a rule or of a planted taste: more or less of a feature, in one kind of scene or in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    pub feature: Feature,
    pub direction: Direction,
    /// `None` for every scene.
    pub scene: Option<SceneType>,
}

/// A planted taste and the range of episodes in which the writer follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plant {
    pub claim: Claim,
    /// The first episode that follows the taste, counted from 0.
    pub from: usize,
    /// The first episode that no longer follows it.
    pub to: usize,
}

impl Plant {
    /// Returns whether the last of the first `episodes` episodes follows the taste.
    pub const fn holds_at(&self, episodes: usize) -> bool {
        self.from < episodes && episodes <= self.to
    }
}

/// How a taste changes about half-way. The plants hold the tastes before and after the change.
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
    /// The taste before the change; for [`Shift::New`] the taste after the change.
    pub claim: Claim,
}

/// The behaviour of a simulated writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Keeps the same tastes.
    Stationary,
    /// Changes one taste about half-way.
    Drift,
    /// Edits nearly half of the chosen candidates toward her tastes, and revises her own drafts.
    Edit,
    /// Chooses at random, or by position. The position of a candidate is random, so both have no taste.
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
    /// The candidates of a choice and the index of the taken one; `None` for an act without several candidates.
    pub choice: Option<(Vec<String>, usize)>,
}

/// A simulated writer with her known tastes.
#[derive(Clone, Debug)]
pub struct Writer {
    pub name: String,
    pub kind: Kind,
    pub language: Language,
    /// The share of choices that follow the tastes; the other choices are random.
    pub consistency: Option<f64>,
    pub plants: Vec<Plant>,
    pub drifts: Vec<Drift>,
    pub acts: Vec<Act>,
}

impl Writer {
    /// Returns the tastes that hold after `episodes` episodes.
    pub fn plants_at(&self, episodes: usize) -> impl Iterator<Item = &Plant> {
        self.plants.iter().filter(move |plant| plant.holds_at(episodes))
    }

    /// Returns the share of the writer's episodes whose scene satisfies `holds`.
    pub fn share(&self, holds: impl Fn(SceneType) -> bool) -> f64 {
        let held = self.acts.iter().filter(|act| holds(act.scene)).count();
        held as f64 / self.acts.len().max(1) as f64
    }
}
