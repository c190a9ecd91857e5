//! The command `consolidate`: a conversation and the replies of a model, both read from files.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;

use clap::Args;
use contract::{ErrorCode, Fault};
use desk::{Consolidation, Error, Project, Stretch};
use memory::consolidation::message::Conversation;
use memory::proposal::{Proposal, ProposalState};
use models::Scripted;
use serde_json::{Value, json};

/// The arguments of `consolidate`.
#[derive(Debug, Args)]
pub(crate) struct Consolidate {
    /// The file of messages in JSON Lines: id, at, role, name, tools and content.
    #[arg(long, value_name = "FILE")]
    messages: std::path::PathBuf,
    /// The file of model replies in JSON Lines: {"save_memory": {…}}, {"text": "…"} or {"error": "context_overflow"}.
    #[arg(long, value_name = "FILE")]
    replies: std::path::PathBuf,
    /// The key of the conversation; a known key continues that conversation.
    #[arg(long, default_value = "conversation")]
    session: String,
    /// The conversation is over: also consolidate its latest messages.
    #[arg(long)]
    all: bool,
    /// Only show the effect of the first stretch.
    #[arg(long)]
    dry_run: bool,
    /// Show each decision with its policy and reason.
    #[arg(long)]
    explain: bool,
}

/// Consolidates a conversation. Returns the result as text and as JSON, and whether some messages could not be read.
pub(crate) fn consolidate(project: &Project, what: &Consolidate) -> Result<(String, Value, bool), Fault> {
    let conversation = Conversation::read(&read(&what.messages)?);
    let model = Scripted::parse(&read(&what.replies)?).map_err(|bad| Fault {
        code: ErrorCode::InvalidArgument,
        message: format!("{}: {bad}", what.replies.display()),
        details: [("path".to_owned(), what.replies.display().to_string())].into(),
    })?;
    let done = project
        .store().consolidate(
            &Consolidation {
                session: &what.session,
                conversation: &conversation,
                everything: what.all,
                dry_run: what.dry_run,
            },
            &model,
        )
        .map_err(|error| match error {
            // A file is not a model that may be reachable later, so the message must not promise a retry.
            Error::Model => Fault {
                message: format!(
                    "{} has no further answer; add one for every stretch and consolidate again: what was done stays done",
                    what.replies.display()
                ),
                details: [("path".to_owned(), what.replies.display().to_string())].into(),
                ..error.fault()
            },
            error => error.fault(),
        })?;
    let mut text = String::new();
    for stretch in &done {
        say(&mut text, stretch, what);
    }
    if done.is_empty() {
        let latest = !what.all && !conversation.messages.is_empty();
        text.push_str("nothing is due");
        text.push_str(if latest {
            "; the latest messages wait for more to follow, and --all takes them too\n"
        } else {
            "\n"
        });
    }
    for line in &conversation.refused {
        let _ = writeln!(
            text,
            "line {line} of {} is no message and was passed over",
            what.messages.display()
        );
    }
    let json = json!({ "dry_run": what.dry_run, "stretches": done, "refused_lines": conversation.refused });
    Ok((text, json, !conversation.refused.is_empty()))
}

/// Appends a stretch as text. The results of `write!` are ignored, because writing into a string cannot fail.
fn say(text: &mut String, stretch: &Stretch, what: &Consolidate) {
    let (first, behind) = stretch.messages;
    let outcome = json!(stretch.outcome);
    let _ = write!(
        text,
        "messages {} to {behind}: {}",
        first + 1,
        outcome.as_str().unwrap_or_default().replace('_', " ")
    );
    if let Some(reason) = &stretch.guard_reason {
        let _ = write!(text, " ({})", json!(reason).as_str().unwrap_or_default());
    }
    let verb = if what.dry_run { "would change" } else { "changed" };
    let files = if stretch.files.is_empty() {
        "no file".to_owned()
    } else {
        stretch.files.join(", ")
    };
    let _ = write!(text, "; {verb} {files}");
    let _ = match &stretch.run_id {
        Some(run) => writeln!(text, "  [run {run}]"),
        None => writeln!(text),
    };
    if stretch.proposals > 0 {
        let _ = writeln!(
            text,
            "  {} changes of your own lines wait for you: `commonplace proposals list`",
            stretch.proposals
        );
    }
    if stretch.too_long {
        text.push_str(
            "  MEMORY.md is too long for what is yours in it; move what is no longer needed elsewhere\n",
        );
    }
    if what.explain {
        for decision in &stretch.decisions {
            let _ = writeln!(
                text,
                "  {}: {} ({}, {}): {}",
                json!(decision.step).as_str().unwrap_or_default(),
                decision.verdict,
                decision.policy,
                json!(decision.source).as_str().unwrap_or_default(),
                decision.why
            );
        }
    }
}

/// Returns the open proposals as text.
pub(crate) fn proposals(proposals: &[Proposal]) -> String {
    let mut text = String::new();
    for proposal in proposals
        .iter()
        .filter(|proposal| proposal.state == ProposalState::Pending)
    {
        let _ = writeln!(text, "{}  {} › {}", proposal.id, proposal.path, proposal.section);
        for (mark, lines) in [('-', &proposal.before), ('+', &proposal.after)] {
            for line in lines.iter().flat_map(|lines| lines.lines()) {
                let _ = writeln!(text, "  {mark} {line}");
            }
        }
    }
    if text.is_empty() {
        text.push_str("nothing waits\n");
    }
    text
}

#[expect(
    clippy::disallowed_methods,
    reason = "the writer named the file, and a link or a pipe is as good to her"
)]
fn read(path: &Path) -> Result<String, Fault> {
    std::fs::read_to_string(path).map_err(|error| Fault {
        code: match error.kind() {
            ErrorKind::NotFound => ErrorCode::NotFound,
            ErrorKind::InvalidData => ErrorCode::FileNotUtf8,
            _ => ErrorCode::Io,
        },
        message: format!(
            "{} cannot be read; check that it is there and is UTF-8 text",
            path.display()
        ),
        details: [("path".to_owned(), path.display().to_string())].into(),
    })
}
