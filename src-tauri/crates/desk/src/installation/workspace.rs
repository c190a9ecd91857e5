//! The workspace: the open files and positions in a project. It is a file of this installation, because each machine
//! has its own.

use contract::Workspace;

use crate::installation::settings::over;
use crate::{Error, Installation, Result};

/// The maximum size of a workspace, in bytes; some hundred open files have 40 KB.
const LIMIT: u64 = 1024 * 1024;

impl Installation {
    /// Returns the workspace of the project with this id. An unreadable workspace file counts as missing.
    pub fn workspace(&self, project: &str) -> Workspace {
        name_of(project)
            .and_then(|name| vault::read_text(&self.path(&name), LIMIT).ok())
            .and_then(|file| read(&file.text))
            .unwrap_or_default()
    }

    /// Stores the workspace of the project with this id.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a workspace too large to be read again, and the errors of writing.
    pub fn keep_workspace(&self, project: &str, workspace: &Workspace) -> Result<()> {
        let unwritable = || Error::Unwritable {
            what: "what stands open",
        };
        let name = name_of(project).ok_or_else(unwritable)?;
        let text = serde_json::to_string_pretty(workspace).map_err(|_| unwritable())?;
        if text.len() as u64 >= LIMIT {
            return Err(Error::Invalid {
                field: "workspace",
                expected: "at most 1 MB",
            });
        }
        self.write(&name, format!("{text}\n").as_bytes())
    }
}

/// Reads a workspace. A field that an older desk did not write has its default.
fn read(text: &str) -> Option<Workspace> {
    let usual = serde_json::to_value(Workspace::default()).ok()?;
    serde_json::from_value(over(&usual, &serde_json::from_str(text).ok()?)).ok()
}

/// Returns the file's name. The project's id is checked, because it comes from a journal, which may be malicious.
fn name_of(project: &str) -> Option<String> {
    vault::is_portable(project).then(|| format!("workspaces/{project}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_desk_wrote_is_found_again() {
        let older =
            r#"{ "open": [{ "path": "稿.md", "anchor": 3, "head": 3, "top": 0 }], "panelShown": false }"#;
        let workspace = read(older).unwrap();
        assert_eq!(workspace.open[0].path, "稿.md");
        assert!(!workspace.panel_shown && workspace.targets.is_empty() && workspace.days.is_empty());
        assert_eq!(read("[1]"), None);
    }
}
