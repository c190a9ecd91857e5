//! The command `files`: memory files, their history, the origin of their lines, and the versions and the order of
//! manuscripts.

use std::fmt::Write as _;

use clap::Subcommand;
use contract::{
    ChangedBy, FileStory, LineMark, LineOrigin, LineOwner, MemoryFile, VersionEntry, VersionRequest,
};
use desk::{Error, Project};
use serde_json::{Value, json};

use crate::print::name;

#[derive(Debug, Subcommand)]
pub(crate) enum Files {
    /// List the memory files, each with the author of its last change.
    List,
    /// Show the runs that changed a file, the newest first, with the added and removed lines.
    History {
        /// The file, relative to the memory folder, such as MEMORY.md.
        file: String,
    },
    /// Show the origin of a line: its owner, its run and its conversation.
    Why {
        /// The file, relative to the memory folder.
        file: String,
        /// The number of the line, counted from 1.
        line: usize,
    },
    /// List the versions of a manuscript, the newest first, or print one version.
    Versions {
        /// The manuscript, relative to the project.
        file: String,
        /// Print the version with this name instead of the list.
        #[arg(long, value_name = "NAME")]
        print: Option<String>,
    },
    /// List the manuscripts in reading order, or put one of them before or after another one of its folder.
    Order {
        /// The manuscript or folder to put elsewhere, relative to the project.
        #[arg(requires = "place")]
        file: Option<String>,
        /// The manuscript or folder that FILE comes before.
        #[arg(long, value_name = "OTHER", group = "place", requires = "file")]
        before: Option<String>,
        /// The manuscript or folder that FILE comes after.
        #[arg(long, value_name = "OTHER", group = "place", requires = "file")]
        after: Option<String>,
    },
}

pub(crate) fn files(project: &Project, what: &Files) -> desk::Result<(String, Value)> {
    match what {
        Files::List => {
            let files = project.store().memory_files()?;
            let json: Vec<Value> = files.iter().map(file_json).collect();
            Ok((list(&files), json!(json)))
        }
        Files::History { file } => {
            let story = project.store().file_story(&in_memory(project, file))?;
            Ok((history(&story), history_json(&story)))
        }
        Files::Why { file, line } => {
            let text = project.store().read_memory_file(&in_memory(project, file))?.text;
            let stands = line.checked_sub(1).and_then(|before| text.lines().nth(before));
            let stands = stands.ok_or(Error::Invalid {
                field: "line",
                expected: "the number of a line that the file has",
            })?;
            let origin = project.store().line_origin(stands)?;
            Ok((why(&origin), why_json(&origin)))
        }
        Files::Versions { file, print: None } => {
            let versions = project.manuscripts().versions(file)?;
            let json: Vec<Value> = versions.iter().map(version_json).collect();
            Ok((versions.iter().map(version_line).collect(), json!(json)))
        }
        Files::Versions {
            file,
            print: Some(name),
        } => {
            let request = VersionRequest {
                path: file.clone(),
                id: name.clone(),
                now: String::new(),
            };
            let text = project.manuscripts().version(&request)?.text;
            Ok((text.clone(), json!({ "name": name, "text": text })))
        }
        Files::Order { file, before, after } => {
            if let (Some(file), Some(other)) = (file, before.as_ref().or(after.as_ref())) {
                project.manuscripts().order(file, other, after.is_some())?;
            }
            let files = project.manuscripts().files()?.into_iter();
            let paths: Vec<String> = files.map(|file| file.path).collect();
            let text = paths.iter().map(|path| format!("{path}\n")).collect();
            Ok((text, json!(paths)))
        }
    }
}

/// Returns the project path of a memory file. Arguments name memory files relative to the memory folder, as `runs list`
/// and `runs restore --file` do.
fn in_memory(project: &Project, file: &str) -> String {
    format!("{}/{file}", project.memory().memory_name())
}

fn list(files: &[MemoryFile]) -> String {
    let mut text = String::new();
    for file in files {
        let by = match file.changed_by {
            Some(ChangedBy::Writer) => "you",
            Some(ChangedBy::Desk) => "the desk",
            None => "not known",
        };
        let at = file.modified_at.as_deref().unwrap_or("at no known time");
        let _ = writeln!(text, "{at}  {:>9} bytes  {}  [{by}]", file.bytes, file.name);
    }
    text
}

fn version_line(version: &VersionEntry) -> String {
    let words = version
        .length
        .map_or_else(|| "?".to_owned(), |length| length.words.to_string());
    format!(
        "{}  {words:>7} words  +{} -{}  {}\n",
        version.at, version.added.words, version.removed.words, version.id
    )
}

fn version_json(version: &VersionEntry) -> Value {
    json!({
        "name": version.id,
        "at": version.at,
        "length": version.length,
        "added": version.added,
        "removed": version.removed,
    })
}

fn file_json(file: &MemoryFile) -> Value {
    json!({
        "name": file.name,
        "bytes": file.bytes,
        "bullets": file.bullets,
        "modified_at": file.modified_at,
        "changed_by": file.changed_by,
    })
}

/// Returns the runs with their lines in diff notation; `~` marks a line of which only the annotation changed.
fn history(story: &FileStory) -> String {
    let mut text = String::new();
    for run in &story.runs {
        let kind = name(&json!(run.kind)).replace('_', " ");
        let change = json!(run.change);
        let _ = write!(text, "{}  {}  {kind}: {}", run.at, run.run, name(&change));
        let _ = match &run.undone_by {
            Some(by) => writeln!(text, " [taken back by {by}]"),
            None => writeln!(text),
        };
        for line in run.lines.iter().flatten() {
            let mark = match line.mark {
                LineMark::Same => ' ',
                LineMark::Added => '+',
                LineMark::Removed => '-',
                LineMark::Noted => '~',
                LineMark::Gap => '…',
            };
            let _ = writeln!(text, "  {mark} {}", line.text);
        }
        if run.lines.is_none() {
            text.push_str("  what stood there is not kept on this machine\n");
        }
        if run.left_off > 0 {
            let _ = writeln!(text, "  and {} more lines", run.left_off);
        }
    }
    if story.older > 0 {
        let _ = writeln!(text, "and {} older runs", story.older);
    }
    if text.is_empty() {
        let _ = writeln!(text, "no run has changed {}", story.name);
    }
    text
}

fn history_json(story: &FileStory) -> Value {
    let runs = story.runs.iter().map(|run| {
        let lines = run.lines.as_ref().map(|lines| -> Vec<Value> {
            let line = |line: &contract::DiffLine| json!({ "mark": line.mark, "text": line.text });
            lines.iter().map(line).collect()
        });
        json!({
            "run_id": run.run,
            "kind": run.kind,
            "at": run.at,
            "change": run.change,
            "lines": lines,
            "left_off": run.left_off,
            "undone_by": run.undone_by,
            "restorable": run.restorable,
        })
    });
    json!({ "name": story.name, "runs": runs.collect::<Vec<_>>(), "older": story.older })
}

fn why(origin: &LineOrigin) -> String {
    let mut text = match (origin.owner, &origin.rule) {
        (LineOwner::Writer, _) => "it is yours\n".to_owned(),
        (LineOwner::Item, _) => "the desk noted it from a conversation\n".to_owned(),
        (LineOwner::Rule, Some(rule)) => {
            format!("it is a rule; `commonplace rules show {rule}` shows what it rests on\n")
        }
        (LineOwner::Rule, None) => "it is a rule\n".to_owned(),
    };
    if let Some(run) = &origin.run {
        let kind = name(&json!(run.kind)).replace('_', " ");
        let _ = writeln!(text, "written by {} ({kind}) at {}", run.id, run.at);
    }
    if let Some(conversation) = &origin.conversation {
        let _ = write!(
            text,
            "from {} messages of {:?}",
            conversation.messages, conversation.session
        );
        if let (Some(from), Some(to)) = (&conversation.from, &conversation.to) {
            let _ = write!(text, ", {from} to {to}");
        }
        text.push('\n');
    }
    if let (Some(since), Some(updated)) = (&origin.since, &origin.updated) {
        let _ = writeln!(text, "since {since}, last changed {updated}");
    }
    if origin.merged > 0 {
        let _ = writeln!(text, "{} others that said the same are part of it", origin.merged);
    }
    text
}

fn why_json(origin: &LineOrigin) -> Value {
    let run = origin.run.as_ref();
    let conversation = origin.conversation.as_ref();
    json!({
        "owner": origin.owner,
        "rule_id": origin.rule,
        "run": run.map(|run| json!({ "run_id": run.id, "kind": run.kind, "at": run.at })),
        "conversation": conversation.map(|conversation| json!({
            "session": conversation.session,
            "from": conversation.from,
            "to": conversation.to,
            "messages": conversation.messages,
        })),
        "since": origin.since,
        "updated": origin.updated,
        "merged": origin.merged,
    })
}
