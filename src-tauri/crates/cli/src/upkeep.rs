//! The command `audit`: the findings in memory files, and the acts of upkeep.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use desk::{Project, Upkept};
use memory::upkeep::{Act, Finding, Kind, Summary};
use serde_json::{Value, json};

/// The arguments of `audit`. Without an act, the findings are only listed.
#[derive(Debug, Args)]
pub(crate) struct Audit {
    /// Do all proposed upkeep, except the removal of expired archived files.
    #[arg(long, group = "act")]
    apply: bool,
    /// Only delete the desk's own items from aged daily files, except decisions; refused at high risk.
    #[arg(long, group = "act")]
    apply_safe: bool,
    /// Move aged daily files to the archive.
    #[arg(long, group = "act")]
    archive: bool,
    /// Move aged daily files to the archive, each with a summary in HISTORY.md.
    #[arg(long, group = "act")]
    compact: bool,
    /// Remove expired daily files from the archive and archive expired insights; the run keeps a copy.
    #[arg(long, group = "act")]
    ttl: bool,
    /// Only show the effect.
    #[arg(long)]
    dry_run: bool,
}

impl Audit {
    fn act(&self) -> Option<Act> {
        let acts = [
            (self.apply, Act::Apply),
            (self.apply_safe, Act::ApplySafe),
            (self.archive, Act::Archive),
            (self.compact, Act::Compact),
            (self.ttl, Act::Expire),
        ];
        acts.into_iter().find_map(|(asked, act)| asked.then_some(act))
    }
}

/// Runs an act of upkeep. In text mode the summary is printed before any file changes.
pub(crate) fn audit(
    project: &Project,
    what: &Audit,
    said: Option<&mut impl Write>,
) -> desk::Result<(String, Value)> {
    let Some(act) = what.act() else {
        let audit = project.store().audit()?;
        let mut text = findings(&audit.findings);
        text.push_str("with --apply:\n");
        text.push_str(&summary(&audit.summary));
        return Ok((text, json!(audit)));
    };
    let said = RefCell::new(said);
    let done = project.store().upkeep(act, what.dry_run, |about| {
        if let Some(said) = said.borrow_mut().as_mut() {
            // A reader that closes the pipe early must not stop the upkeep.
            let _ = said
                .write_all(summary(about).as_bytes())
                .and_then(|()| said.flush());
        }
    })?;
    let mut json = json!(done);
    json["dry_run"] = json!(what.dry_run);
    Ok((outcome(&done, what.dry_run), json))
}

/// Returns the findings as text. The results of `write!` are ignored, because writing into a string cannot fail.
fn findings(findings: &[Finding]) -> String {
    let mut text = String::new();
    for finding in findings {
        let what = match finding.kind {
            Kind::EmptySection => "empty sections or items",
            Kind::Duplicate => "items that say what another line says",
            Kind::LongBullet => "bullets that are too long",
            Kind::CodeFence => "fenced blocks",
            Kind::AgedDaily => "due for the archive",
            Kind::AgedItem => "aged items that are no decisions",
            Kind::ExpiredDaily => "has had its time in the archive",
            Kind::ExpiredInsight => "insights that have had their time",
            Kind::MemoryTooLong => "longer than it may be; the next consolidation archives its oldest items",
            Kind::NotText => "not UTF-8 text",
        };
        let _ = write!(text, "{}: {what}", finding.path);
        let is_counted = !matches!(
            finding.kind,
            Kind::AgedDaily | Kind::ExpiredDaily | Kind::MemoryTooLong | Kind::NotText
        );
        if is_counted {
            let _ = write!(text, " ({})", finding.count + finding.own);
        }
        if is_counted && finding.own > 0 {
            let _ = write!(text, ", {} of them yours and left alone", finding.own);
        }
        text.push('\n');
    }
    if text.is_empty() {
        text.push_str("everything is in order\n");
    }
    text
}

fn summary(about: &Summary) -> String {
    let mut text = format!(
        "risk {}: {} lines go or change, {} of them neither decisions nor tool activity; {} files change\n",
        name(json!(about.risk)),
        about.total,
        about.non_decisions,
        about.files.len()
    );
    for (action, count) in &about.actions {
        let _ = writeln!(
            text,
            "  {} {}  {count}",
            name(json!(action.priority())),
            name(json!(action))
        );
    }
    if about.skipped > 0 {
        let _ = writeln!(
            text,
            "  {} daily files are not UTF-8 text and are left alone",
            about.skipped
        );
    }
    text
}

fn outcome(done: &Upkept, dry_run: bool) -> String {
    let mut text = String::new();
    for file in &done.plan.files {
        let _ = match &file.target {
            Some(target) => writeln!(text, "  {} → {target}", file.path),
            None => writeln!(text, "  {} → kept with the run", file.path),
        };
    }
    let mut last = None;
    for change in &done.plan.lines {
        if last.replace(&change.path) != Some(&change.path) {
            let _ = writeln!(text, "  {}", change.path);
        }
        let _ = writeln!(text, "    line {}: {}", change.line, name(json!(change.action)));
    }
    let _ = match &done.run_id {
        Some(run) => writeln!(
            text,
            "done in run {run}; `commonplace runs restore {run}` takes it back"
        ),
        None if dry_run => writeln!(text, "nothing was changed"),
        None => writeln!(text, "there is nothing to do"),
    };
    text
}

/// Returns the JSON name of a value with spaces between its words.
fn name(of: Value) -> String {
    of.as_str().unwrap_or_default().replace('_', " ")
}
