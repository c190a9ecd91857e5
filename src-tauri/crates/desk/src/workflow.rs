//! `workflow.toml`, the project's optional configuration.

use std::collections::BTreeMap;

use memory::lifecycle::Limits;
use memory::preference::{PreferenceKeys, Setting};
use serde::Deserialize;

use crate::Project;

/// A configuration above this is not one.
const LIMIT: u64 = 1024 * 1024;

/// What the file says.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Workflow {
    memory: Memory,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Memory {
    preference_keys: BTreeMap<String, Setting>,
    capacity: Limits,
}

impl Project {
    /// Returns the preference keys, those of `workflow.toml` over those built in.
    ///
    /// A file that cannot be read leaves those built in, which all ask: nothing is decided by a strategy that was
    /// not understood, and memory goes on. [`Project::health`] says that it was not.
    pub(crate) fn preference_keys(&self) -> PreferenceKeys {
        PreferenceKeys::configured(self.configured().preference_keys)
    }

    /// Returns how much the project keeps; what is built in where `workflow.toml` does not say or cannot be read.
    pub(crate) fn limits(&self) -> Limits {
        self.configured().capacity.configured()
    }

    fn configured(&self) -> Memory {
        let workflow = self.workflow().unwrap_or_else(|what| {
            tracing::warn!("{what}");
            None
        });
        workflow.unwrap_or_default().memory
    }

    /// Reads `workflow.toml`; `None` where there is none.
    ///
    /// # Errors
    /// A sentence with the path, where it cannot be read or is not the TOML it should be.
    pub(crate) fn workflow(&self) -> std::result::Result<Option<Workflow>, String> {
        let path = self.root.path().join("workflow.toml");
        let said = |what: &str| {
            format!(
                "{} {what}; every preference key asks, and there is room as without it, until it is mended",
                path.display()
            )
        };
        match vault::read_text(&path, LIMIT) {
            Ok(file) => match toml::from_str(&file.text) {
                Ok(workflow) => Ok(Some(workflow)),
                Err(_) => Err(said("is not the TOML it should be")),
            },
            Err(vault::Error::NotFound { .. }) => Ok(None),
            Err(_) => Err(said("cannot be read")),
        }
    }
}
