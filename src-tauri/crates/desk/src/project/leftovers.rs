//! The files that a killed desk left behind.

use crate::Project;

impl Project {
    /// Removes the temporary files of desks that were killed while they wrote: in the project, in its memory and in the
    /// folder of the installation.
    ///
    /// Such a file can hold a whole manuscript, and its name is hidden. A file that another desk is writing at this moment
    /// stays.
    pub fn clear_leftovers(&self) {
        let memory = (!self
            .memory
            .project
            .reaches(&self.memory.folder.path().join("any")))
        .then(|| self.memory.folder.clone());
        let installation = self
            .learning
            .installation()
            .and_then(|installation| vault::Root::open(installation.folder()).ok());
        let roots = [Some(self.memory.project.clone()), memory, installation];
        let cleared: usize = roots.iter().flatten().map(vault::clear_leftovers).sum();
        if cleared > 0 {
            tracing::info!("{cleared} temporary files of a desk that was killed were removed");
        }
    }
}
