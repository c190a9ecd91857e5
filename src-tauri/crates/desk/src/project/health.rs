//! The doctor: whether the project's data can be read, agree with each other, and can be rebuilt.

use contract::{Finding, Health, HealthCheck};

use crate::error::Room;
use crate::memory_root::health::{check, coded};
use crate::{Error, Project, Result};

impl Project {
    /// Checks the project folder, the journal, `MEMORY.md` and the index, and rebuilds the index elsewhere to compare
    /// the two.
    ///
    /// Changes neither the manuscripts nor the memory. The index takes in the journal lines that it does not hold yet.
    pub fn health(&self) -> Result<Health> {
        self.memory.catch_up()?;
        let mut checks = vec![
            self.folder_check(),
            self.memory.memory_folder_check(),
            self.memory.journal_check(),
            self.memory.memory_check(),
            self.memory.index_check(),
        ];
        checks.extend(self.capacity_checks());
        checks.extend([
            self.maintenance_check(),
            self.memory.workflow_check(),
            self.everywhere_check(),
        ]);
        Ok(Health { checks })
    }

    fn folder_check(&self) -> HealthCheck {
        if let Some(error) = self.manuscripts.order_fault() {
            return coded("project", Finding::Warning, &error.fault());
        }
        match self.manuscripts.files() {
            Ok(files) => check(
                "project",
                Finding::Fine,
                format!("{} manuscripts can be listed", files.len()),
            ),
            Err(error) => check("project", Finding::Broken, error.to_string()),
        }
    }

    fn everywhere_check(&self) -> HealthCheck {
        let root = match self.learning.everywhere() {
            Ok(Some(root)) => root,
            Ok(None) => {
                return check(
                    "global",
                    Finding::Fine,
                    "no rule holds in every project yet; the first one makes the global memory".into(),
                );
            }
            Err(error) => return coded("global", Finding::Broken, &error.fault()),
        };
        let path = root.folder.path().display();
        let checks = [root.journal_check(), root.memory_check(), root.index_check()];
        // The first of the worst checks.
        let worst = checks
            .into_iter()
            .rev()
            .filter(|check| check.finding != Finding::Fine)
            .max_by_key(|check| check.finding == Finding::Broken);
        match worst {
            None => check("global", Finding::Fine, format!("{path} can be read and agrees")),
            Some(worst) => check(
                "global",
                worst.finding,
                format!("in {path}, {}: {}", worst.name, worst.message),
            ),
        }
    }

    fn capacity_checks(&self) -> Vec<HealthCheck> {
        let over = self.learning.over_capacity();
        let rooms = [
            (Room::Whole, "capacity"),
            (Room::Compressed, "capacity_compressed"),
            (Room::Rules, "capacity_rules"),
        ];
        let found = |(room, name): (Room, &str)| {
            let exceeds = |error: &&Error| matches!(error, Error::Capacity { room: of, .. } if *of == room);
            match over.as_ref().map(|over| over.iter().find(exceeds)) {
                Ok(None) => check(name, Finding::Fine, "there is room".into()),
                Ok(Some(error)) => coded(name, Finding::Warning, &error.fault()),
                Err(error) => coded(name, Finding::Broken, &error.fault()),
            }
        };
        rooms.map(found).into()
    }

    fn maintenance_check(&self) -> HealthCheck {
        match self.learning.maintenance_failure() {
            None => check("maintenance", Finding::Fine, "nothing that was due failed".into()),
            Some(fault) => coded("maintenance", Finding::Warning, &fault),
        }
    }
}
