//! `workflow.toml`, the project's optional configuration.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use learning::decay::lifecycle::Limits;
use learning::preference::PreferenceKeys;
use memory::metrics::gates;
use memory::policy::Policies;
use serde::de::DeserializeOwned;
use serde_json::Value;
use toml_edit::{DocumentMut, Item, Table};
use vault::{Disk, Root};

use crate::{Error, MemoryRoot, Result};

/// The largest configuration file, in bytes.
pub(crate) const LIMIT: u64 = 1024 * 1024;

/// Every table of the file, as JSON.
pub(crate) type Tables = BTreeMap<String, Value>;

/// Returns the path of the configuration of a project.
pub(crate) fn file(project: &Path) -> PathBuf {
    project.join("workflow.toml")
}

/// Reads the configuration of a project. Without the file there are no tables. Where the file is not valid TOML, the
/// error is a sentence with its path.
pub(crate) fn tables(project: &Path) -> std::result::Result<Tables, String> {
    let path = file(project);
    let said = |what: &str| {
        format!(
            "{} {what}; what is built in holds until it is mended",
            path.display()
        )
    };
    match vault::read_text(&path, LIMIT) {
        Ok(file) => toml::from_str(&file.text).map_err(|_| said("is not the TOML it should be")),
        Err(vault::Error::NotFound { .. }) => Ok(Tables::new()),
        Err(_) => Err(said("cannot be read")),
    }
}

/// Changes a table of `workflow.toml` and leaves the rest of the file as it is, comments included.
///
/// # Errors
/// `WORKFLOW_UNUSABLE` where the file is no TOML or the table is none, and the errors of writing.
pub(crate) fn change(
    disk: &dyn Disk,
    project: &Root,
    table: &str,
    change: impl FnOnce(&mut Table),
) -> Result<()> {
    let path = file(project.path());
    let unusable = || Error::Workflow { path: path.clone() };
    let (text, hash) = match vault::read_text(&path, LIMIT) {
        Ok(file) => (file.text, Some(file.hash)),
        Err(vault::Error::NotFound { .. }) => (String::new(), None),
        Err(_) => return Err(unusable()),
    };
    let mut document: DocumentMut = text.parse().map_err(|_| unusable())?;
    let found = document
        .entry(table)
        .or_insert(Item::Table(Table::new()))
        .as_table_mut()
        .ok_or_else(unusable)?;
    change(found);
    vault::replace(disk, &path, hash.as_ref(), document.to_string().as_bytes())?;
    Ok(())
}

impl MemoryRoot {
    /// Returns the preference keys: `workflow.toml` overrides the built-in keys.
    ///
    /// If the file cannot be read, the built-in keys apply, and all of them ask the writer. So no strategy that was not
    /// understood decides anything, and memory goes on. [`Project::health`](crate::Project::health) reports the
    /// unreadable file.
    pub(crate) fn preference_keys(&self) -> PreferenceKeys {
        self.policies().0.preference_keys
    }

    /// Returns the thresholds of the gates: `workflow.toml` overrides the built-in thresholds.
    pub(crate) fn gates(&self) -> gates::Policy {
        self.table("gates")
    }

    /// Returns the limits of what the project keeps.
    pub(crate) fn limits(&self) -> Limits {
        self.table::<Limits>("capacity").configured()
    }

    /// Returns a table below `[memory]`, or the built-in values if the table is missing or invalid.
    fn table<T: Default + DeserializeOwned>(&self, name: &str) -> T {
        let tables = tables(self.project.path()).unwrap_or_default();
        let said = tables.get("memory").and_then(|memory| memory.get(name));
        said.and_then(|said| serde_json::from_value(said.clone()).ok())
            .unwrap_or_default()
    }

    /// Returns the policies: `workflow.toml` overrides the built-in policies. Also returns a sentence for every value
    /// of the file that does not apply as it is written.
    ///
    /// An invalid value affects no other value. If the file cannot be read, the built-in policies apply.
    pub fn policies(&self) -> (Policies, Vec<String>) {
        match tables(self.project.path()) {
            Ok(tables) => policies_of(&tables),
            Err(what) => (Policies::default(), vec![what]),
        }
    }
}

fn policies_of(tables: &Tables) -> (Policies, Vec<String>) {
    let (policies, remarks) = Policies::read(tables.get("memory").unwrap_or(&Value::Null));
    (policies, remarks.iter().map(ToString::to_string).collect())
}

#[cfg(test)]
mod tests {
    use learning::preference::Strategy;
    use memory::policy::RoutingMode;
    use memory::policy::Source;

    use super::*;

    #[test]
    fn what_the_file_says_holds_and_what_it_cannot_mean_is_named() {
        let text = r#"
            [memory.routing]
            mode = "preferred"

            [memory.guard]
            date_share = 1
            max_chars = nan
            url_lines = 2026-11-21

            [memory.insights]
            ttl_days = 7

            [memory.preference_keys.tense]
            words = ["时态"]
            strategy = "merge"
        "#;
        let tables: Tables = toml::from_str(text).expect("TOML");
        let (policies, remarks) = policies_of(&tables);
        assert_eq!(policies.routing.mode, RoutingMode::Preferred);
        assert_eq!(policies.source("routing.mode"), Source::Workflow);
        assert_eq!(
            (policies.guard.date_share, policies.guard.max_chars),
            (1.0, 12_000)
        );
        assert_eq!((policies.guard.url_lines, policies.insights.ttl_days), (3, 30));
        assert_eq!(policies.preference_keys.strategy("tense"), Strategy::Merge);
        for key in ["guard.max_chars", "guard.url_lines", "insights.ttl_days"] {
            let named = remarks.iter().filter(|remark| remark.contains(key)).count();
            assert_eq!(named, 1, "{key}: {remarks:?}");
        }
        assert_eq!(remarks.len(), 3);
    }

    #[test]
    fn the_specification_shows_every_policy_as_it_is_built_in() {
        let page = include_str!("../../../../docs/file-format.md");
        let block = page
            .split("```toml\n")
            .find(|block| block.starts_with("[memory.routing]"))
            .and_then(|block| block.split("```").next())
            .expect("the block of policies");
        let (policies, remarks) = policies_of(&toml::from_str(block).expect("TOML"));
        assert_eq!(remarks, [""; 0]);
        let shown: Vec<&str> = policies.set().collect();
        let values = serde_json::to_value(&policies).expect("JSON");
        assert_eq!(values, serde_json::to_value(Policies::default()).expect("JSON"));
        let tables = values.as_object().expect("tables").values();
        let every: usize = tables
            .filter_map(Value::as_object)
            .map(serde_json::Map::len)
            .sum();
        assert_eq!(shown.len(), every, "{shown:?}");
    }

    #[test]
    fn a_file_without_memory_leaves_what_is_built_in() {
        let tables: Tables = toml::from_str("title = \"x\"\n[other]\nroot = 3\n").expect("TOML");
        assert_eq!(policies_of(&tables), (Policies::default(), Vec::new()));
    }
}
