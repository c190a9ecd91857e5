//! How the writer left the desk in a project: a file of this installation, since two machines stand open at two places.

use contract::Workspace;

use crate::{Error, Installation, Project, Result};

/// Some hundred open files have 40 KB.
const LIMIT: u64 = 1024 * 1024;

impl Installation {
    /// Returns how the writer left the desk in a project; one that cannot be read counts as never left.
    pub fn workspace(&self, project: &Project) -> Workspace {
        name_of(project)
            .and_then(|name| vault::read_text(&self.path(&name), LIMIT).ok())
            .and_then(|file| serde_json::from_str(&file.text).ok())
            .unwrap_or_default()
    }

    /// Keeps how the writer leaves the desk in a project.
    pub fn keep_workspace(&self, project: &Project, workspace: &Workspace) -> Result<()> {
        let unwritable = || Error::Unwritable {
            what: "what stands open",
        };
        let name = name_of(project).ok_or_else(unwritable)?;
        let text = serde_json::to_string_pretty(workspace).map_err(|_| unwritable())?;
        self.write(&name, format!("{text}\n").as_bytes())
    }
}

/// Returns the file's name; the project's id comes out of a journal, which anybody may have written.
fn name_of(project: &Project) -> Option<String> {
    let id = project.id();
    vault::is_portable(id).then(|| format!("workspaces/{id}.json"))
}
