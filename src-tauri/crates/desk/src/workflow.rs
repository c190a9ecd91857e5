//! `workflow.toml`, the project's optional configuration.

use std::collections::BTreeMap;

use memory::preference::{PreferenceKeys, Setting};
use serde::Deserialize;

use crate::Project;

/// A configuration above this is not one.
const LIMIT: u64 = 1024 * 1024;

#[derive(Default, Deserialize)]
#[serde(default)]
struct Workflow {
    memory: Memory,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Memory {
    preference_keys: BTreeMap<String, Setting>,
}

impl Project {
    /// Returns the preference keys, those of `workflow.toml` over those built in.
    ///
    /// A file that cannot be read leaves those built in, which all ask: nothing is decided by a strategy that was
    /// not understood, and memory goes on.
    pub(crate) fn preference_keys(&self) -> PreferenceKeys {
        let path = self.root.path().join("workflow.toml");
        let workflow = match vault::read_text(&path, LIMIT) {
            Ok(file) => toml::from_str::<Workflow>(&file.text).map_err(|_| "is not the TOML it should be"),
            Err(vault::Error::NotFound { .. }) => return PreferenceKeys::default(),
            Err(_) => Err("cannot be read"),
        };
        workflow
            .map(|workflow| PreferenceKeys::configured(workflow.memory.preference_keys))
            .unwrap_or_else(|what| {
                tracing::warn!("{} {what}; every preference key asks", path.display());
                PreferenceKeys::default()
            })
    }
}
