//! The kinds of scenes.

use serde::{Deserialize, Serialize};

/// The kind of scene of a passage. The writer's own declaration takes precedence over detection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SceneType {
    /// Physical action: pursuit, fight, work.
    Action,
    /// People speaking to each other.
    Dialogue,
    /// A place, a thing or a person described.
    Description,
    /// A character's thoughts and feelings.
    Introspection,
    /// Explanation of facts and their origins.
    Exposition,
    /// Events told in order, without being one of the kinds above.
    Narration,
    /// Text that is not prose, or too short to detect its kind.
    Other,
}

impl SceneType {
    /// Every scene type, in the order the panel shows them.
    pub const ALL: [Self; 7] = [
        Self::Action,
        Self::Dialogue,
        Self::Description,
        Self::Introspection,
        Self::Exposition,
        Self::Narration,
        Self::Other,
    ];

    /// Returns the stable name used in files and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Dialogue => "dialogue",
            Self::Description => "description",
            Self::Introspection => "introspection",
            Self::Exposition => "exposition",
            Self::Narration => "narration",
            Self::Other => "other",
        }
    }

    /// Returns the scene type with the given stable name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scene| scene.name() == name)
    }
}
