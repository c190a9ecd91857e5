//! Upkeep: how memory files change as they age, announced before it is done.

use std::cell::RefCell;

use contract::{UpkeepDone, UpkeepView};
use memory::journal::MEMORY_FILE;
use memory::policy::Policies;
use memory::upkeep::{
    self, ARCHIVE, Act, Files, Finding, HISTORY, INSIGHTS, INSIGHTS_ARCHIVE, Plan, Risk, Summary, When,
};
use serde::Serialize;

use crate::memory_root::change::{Change, Known};
use crate::memory_root::draft::{self, Draft};
use crate::store::observe::names;
use crate::{Error, Result, Store, wire};

/// The upkeep that is due, and what it would do.
#[derive(Clone, Debug, Serialize)]
pub struct Audit {
    /// The findings, ordered by file.
    pub findings: Vec<Finding>,
    /// The summary of what [`Act::Apply`] would do.
    pub summary: Summary,
}

/// The result of an act of upkeep, done or planned.
#[derive(Clone, Debug, Serialize)]
pub struct Upkept {
    /// The run; `None` for a dry run, and where there was nothing to do.
    pub run_id: Option<String>,
    /// The result in numbers.
    pub summary: Summary,
    /// The result line by line and file by file.
    pub plan: Plan,
}

impl Store {
    /// Checks the memory files and returns the upkeep that is due. Changes nothing.
    ///
    /// # Errors
    /// The errors of reading a file.
    pub fn audit(&self) -> Result<Audit> {
        let (policies, _) = self.memory.policies();
        let mut draft = Draft::of(
            &self.memory.folder,
            draft::read(&self.memory.folder, MEMORY_FILE)?,
        );
        let files = self.files_of(&mut draft)?;
        let known = self.memory.known()?;
        let when = self.when(&known, "")?;
        Ok(Audit {
            findings: upkeep::look(&files, when, &policies),
            summary: upkeep::plan(Act::Apply, &files, when, &policies).summary(&policies.upkeep),
        })
    }

    /// Looks at the memory files as a front end shows them.
    ///
    /// # Errors
    /// The errors of reading a file.
    pub fn upkeep_view(&self) -> Result<UpkeepView> {
        let audit = self.audit()?;
        Ok(UpkeepView {
            findings: audit.findings.into_iter().map(wire::upkeep_finding).collect(),
            would: wire::upkeep_summary(audit.summary),
        })
    }

    /// Puts the memory files in order: [`Act::Apply`], as a front end asks for it.
    ///
    /// # Errors
    /// The errors of [`Store::upkeep`].
    pub fn put_in_order(&self) -> Result<UpkeepDone> {
        let done = self.upkeep(Act::Apply, false, |_| ())?;
        Ok(UpkeepDone {
            run_id: done.run_id,
            did: wire::upkeep_summary(done.summary),
        })
    }

    /// Carries out an act of upkeep in one run, which can be taken back to the same bytes. A dry run only returns the
    /// plan.
    ///
    /// `tell` receives the summary before the act, and again if another program saves one of the files in between. If
    /// there is nothing to do, there is no run.
    ///
    /// # Errors
    /// `MEMORY_RISK_TOO_HIGH` where [`Act::ApplySafe`] would give up too much. `MEMORY_UNACCOUNTED` where a line would
    /// be lost, which no file can cause. Also the errors of reading or writing a file. After an error nothing has
    /// changed.
    pub fn upkeep(&self, act: Act, dry_run: bool, tell: impl Fn(&Summary)) -> Result<Upkept> {
        let (policies, _) = self.memory.policies();
        let run_id = (self.ports.new_id)();
        let planned = |known: &Known, draft: &mut Draft<'_>| -> Result<Plan> {
            let files = self.files_of(draft)?;
            let plan = upkeep::plan(act, &files, self.when(known, &run_id)?, &policies);
            plan.verify(&files)?;
            tell(&plan.summary(&policies.upkeep));
            Ok(plan)
        };
        if dry_run {
            let mut draft = Draft::of(
                &self.memory.folder,
                draft::read(&self.memory.folder, MEMORY_FILE)?,
            );
            let plan = planned(&self.memory.known()?, &mut draft)?;
            return Ok(upkept(None, plan, &policies));
        }
        let latest = RefCell::new(None);
        let run = self.memory.change_if(act.run_kind(), |known, draft| {
            let plan = planned(known, draft)?;
            let summary = plan.summary(&policies.upkeep);
            if act == Act::ApplySafe && summary.risk == Risk::High {
                return Err(Error::Risk {
                    non_decisions: summary.non_decisions,
                    total: summary.total,
                });
            }
            for (path, text) in &plan.after {
                match text {
                    Some(text) => draft.write(path, text.clone().into_bytes())?,
                    None => draft.remove(path)?,
                }
            }
            let change = (!plan.is_empty()).then(|| Change {
                run_id: Some(run_id.clone()),
                rows: plan.rows(&run_id, &policies.upkeep),
                ..Change::default()
            });
            latest.replace(Some(plan));
            Ok(change)
        })?;
        let plan = latest.into_inner().ok_or(Error::Stopped)?;
        Ok(upkept(run.map(|run| run.id), plan, &policies))
    }

    /// Returns the day up to which files have aged, and the time to be recorded.
    fn when<'a>(&self, known: &Known, run_id: &'a str) -> Result<When<'a>> {
        Ok(When {
            today: self.memory.local_day(self.memory.ages_to()?),
            now: known.now,
            run_id,
        })
    }

    /// Reads the memory files that upkeep is about. A file that is no UTF-8 text is named and left alone.
    fn files_of(&self, draft: &mut Draft<'_>) -> Result<Files> {
        let mut files = Files::default();
        for name in names(self.memory.folder.path())? {
            if upkeep::day_of(&name).is_some() {
                match text(draft, &name)? {
                    Found::Text(text) => drop(files.daily.insert(name, text)),
                    Found::Unreadable => files.skipped.push(name),
                    Found::Nothing => {}
                }
            }
        }
        for name in names(&self.memory.folder.path().join(ARCHIVE))? {
            let path = format!("{ARCHIVE}/{name}");
            if upkeep::archived_day_of(&path).is_some() {
                match text(draft, &path)? {
                    Found::Text(text) => drop(files.archived.insert(path.clone(), text)),
                    Found::Unreadable => files.skipped.push(path.clone()),
                    Found::Nothing => {}
                }
            }
            files.taken.insert(path);
        }
        // Upkeep only checks the length of `MEMORY.md`.
        if let Found::Text(text) = text(draft, MEMORY_FILE)? {
            files.memory = text;
        }
        let others = [
            (HISTORY, &mut files.history),
            (INSIGHTS, &mut files.insights),
            (INSIGHTS_ARCHIVE, &mut files.insights_archive),
        ];
        for (path, known) in others {
            match text(draft, path)? {
                Found::Text(text) => *known = text,
                Found::Nothing => {}
                // Upkeep would add lines to a file that it cannot read.
                Found::Unreadable => {
                    let path = self.memory.folder.path().join(path);
                    return Err(Error::MemoryFile {
                        source: vault::Error::NotUtf8 { path },
                    });
                }
            }
        }
        Ok(files)
    }
}

enum Found {
    Text(String),
    Unreadable,
    Nothing,
}

/// Reads a file with its byte-order mark, so that its bytes can be moved unchanged.
fn text(draft: &mut Draft<'_>, path: &str) -> Result<Found> {
    let bytes = draft.read(path)?;
    Ok(bytes.map_or(Found::Nothing, |bytes| {
        String::from_utf8(bytes.to_vec()).map_or(Found::Unreadable, Found::Text)
    }))
}

fn upkept(run_id: Option<String>, plan: Plan, policies: &Policies) -> Upkept {
    Upkept {
        run_id,
        summary: plan.summary(&policies.upkeep),
        plan,
    }
}
