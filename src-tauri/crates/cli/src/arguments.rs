//! What can be said on the command line.

use std::path::PathBuf;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// How the commands go together, from a folder of manuscripts to a finished book.
const COURSE: &str = "\
A course through it, each command with `--project Novel`:

    commonplace project init                give a folder of manuscripts a memory
    commonplace episodes import acts.jsonl  bring in choices made elsewhere
    commonplace distill                     turn choices into rules
    commonplace rules list                  read them
    commonplace questions list              see what waits for an answer
    commonplace runs list                   see what changed the memory; `runs restore RUN` takes it back
    commonplace export --to novel.epub      make a book of the manuscripts";

/// A writing desk that learns how you write: its memory, without the window.
///
/// A command that fails says a code and a sentence on standard error, and its exit code is not zero. With `--json`
/// standard output is one document in either case: the answer, or the fault.
#[derive(Debug, Parser)]
#[command(name = "commonplace", version, after_long_help = COURSE)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub everywhere: Everywhere,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Args)]
pub(crate) struct Everywhere {
    /// The project folder.
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    pub project: PathBuf,
    /// Print exactly one JSON document on standard output.
    #[arg(long, global = true)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The project itself.
    #[command(subcommand)]
    Project(ProjectCommand),
    /// Acts of choice and revision.
    #[command(subcommand)]
    Episodes(EpisodesCommand),
    /// Distil the episodes into rules.
    Distill {
        /// Say for every feature and group of episodes what was counted and what came of it.
        #[arg(long)]
        explain: bool,
    },
    /// What was learned, and what was written by hand.
    #[command(subcommand)]
    Rules(RulesCommand),
    /// What the desk asks instead of guessing.
    #[command(subcommand)]
    Questions(QuestionsCommand),
    /// The memory files, how each came to be, and why a line stands in it.
    #[command(subcommand)]
    Files(crate::files::Files),
    /// What the desk did to memory, and the way back.
    #[command(subcommand)]
    Runs(RunsCommand),
    /// Shorten episodes that have faded, let go of those nothing needs, and say how far the others have faded.
    Decay {
        /// Only say what would be done.
        #[arg(long)]
        dry_run: bool,
        /// Another time than now: a date such as 2026-12-24, which begins at midnight UTC, or a time such as
        /// 2026-12-24T18:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = time)]
        now: Option<DateTime<Utc>>,
    },
    /// Make memory of a conversation.
    Consolidate(crate::consolidation::Consolidate),
    /// Bring the notes of the days up to date with what happened.
    Day {
        /// Only this day, such as 2026-11-21, by your own clock.
        #[arg(long, value_name = "DATE")]
        date: Option<NaiveDate>,
    },
    /// Changes of your own lines that wait for your word.
    #[command(subcommand)]
    Proposals(ProposalsCommand),
    /// Look what there is to do about memory files as they age, and do it.
    Audit(crate::upkeep::Audit),
    /// See what memory files hold, what consolidation did, and whether it may be asked to be stricter.
    Observe {
        /// The first day, such as 2026-11-01; without it, the 26 weeks up to the last day.
        #[arg(long, value_name = "DATE")]
        since: Option<NaiveDate>,
        /// The last day; today without it.
        #[arg(long, value_name = "DATE")]
        until: Option<NaiveDate>,
        /// Keep what was seen under this name.
        #[arg(long, value_name = "NAME")]
        tag: Option<String>,
        /// Say what is different since what was kept under this name.
        #[arg(long, value_name = "NAME")]
        against: Option<String>,
        /// Print tables in Markdown.
        #[arg(long, conflicts_with = "json")]
        markdown: bool,
    },
    /// Make manuscripts into one file: Markdown, HTML, Word, EPUB or PDF.
    Export(crate::press::Export),
    /// Make Word documents and texts into manuscripts, in a new folder.
    Import(crate::press::Import),
    /// The index, which can be rebuilt at any time.
    #[command(subcommand)]
    Index(IndexCommand),
    /// Look whether everything can be read, agrees, and can be rebuilt.
    Doctor,
}

impl Command {
    /// Returns whether the command makes the memory root where there is none.
    ///
    /// The others only ask or change what is there: one of them in the wrong folder leaves no trace.
    pub(crate) const fn makes_a_project(&self) -> bool {
        matches!(
            self,
            Self::Project(ProjectCommand::Init)
                | Self::Episodes(EpisodesCommand::Import { .. })
                | Self::Rules(RulesCommand::Add { .. })
        )
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProjectCommand {
    /// Make a folder a project.
    Init,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EpisodesCommand {
    /// Import episodes, one JSON object a line.
    Import {
        /// The file, or - for standard input.
        file: PathBuf,
    },
    /// List episodes, the newest act first.
    List {
        /// At most so many.
        #[arg(long)]
        limit: Option<usize>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List everything noticed, proposed, learned or written.
    List,
    /// Show one rule with the episodes for and against it.
    Show {
        /// The rule's id, or enough of its beginning; `rules list` shows it.
        id: String,
    },
    /// Write a rule by hand.
    Add {
        /// The sentence.
        text: String,
        /// The group it is kept under.
        #[arg(long, value_enum, default_value_t = Category::Style)]
        category: Category,
        /// The kind of scene it holds for; every scene where absent.
        #[arg(long)]
        scene: Option<String>,
    },
    /// Say yes to a rule.
    Confirm {
        /// The rule's id; `rules list` shows it.
        id: String,
    },
    /// Change a rule.
    Edit {
        /// The rule's id; `rules list` shows it.
        id: String,
        /// A new sentence.
        #[arg(long)]
        text: Option<String>,
        /// Another group.
        #[arg(long, value_enum)]
        category: Option<Category>,
        /// Another confidence, 0 to 1.
        #[arg(long, allow_negative_numbers = true)]
        confidence: Option<f64>,
    },
    /// Let a rule of this project hold in every project.
    Promote {
        /// The rule's id.
        id: String,
    },
    /// Let a rule that holds in every project hold in this one only.
    Demote {
        /// The rule's id.
        id: String,
    },
    /// Say no to a rule; it is not learned again from the same evidence.
    Delete {
        /// The rule's id; `rules list` shows it.
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuestionsCommand {
    /// List the questions that wait or were put off, the newest last.
    List,
    /// Answer a question.
    Answer {
        /// The question's id; `questions list` shows it.
        id: String,
        /// One of the answers the question lists; to a proposal, yes or no.
        #[arg(value_enum)]
        answer: Answer,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProposalsCommand {
    /// List those that wait.
    List,
    /// Let a change happen.
    Accept {
        /// The proposal's id.
        id: String,
    },
    /// Put a change away for good.
    Reject {
        /// The proposal's id.
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// List runs, the newest first.
    List,
    /// Take a run back: its files and rules become what they were before it. That is a run of its own.
    Restore {
        /// The run's id.
        run: String,
        /// Only this file of it, relative to the memory folder; may be given more than once. Rules go with MEMORY.md.
        #[arg(long = "file", value_name = "PATH")]
        files: Vec<String>,
        /// Where a file has changed since, take out only what the run did.
        #[arg(long)]
        merge: bool,
        /// Only say what would be done.
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Answer {
    A,
    B,
    BothByScene,
    BothByProject,
    Neither,
    Yes,
    No,
    Later,
}

impl From<Answer> for contract::Answer {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::A | Answer::Yes => Self::A,
            Answer::B => Self::B,
            Answer::BothByScene => Self::BothByScene,
            Answer::BothByProject => Self::BothByProject,
            Answer::Neither | Answer::No => Self::Neither,
            Answer::Later => Self::Later,
        }
    }
}

/// Reads a date or a time.
fn time(said: &str) -> Result<DateTime<Utc>, &'static str> {
    let date = said
        .parse::<NaiveDate>()
        .map(|date| date.and_time(NaiveTime::MIN).and_utc());
    date.or_else(|_| said.parse())
        .map_err(|_| "write a date such as 2026-12-24, or a time with its zone such as 2026-12-24T18:00:00Z")
}

#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Build the index anew from the journal.
    Rebuild,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Category {
    Style,
    Structure,
    Character,
    Pacing,
    Vocabulary,
}

impl From<Category> for contract::Category {
    fn from(category: Category) -> Self {
        match category {
            Category::Style => Self::Style,
            Category::Structure => Self::Structure,
            Category::Character => Self::Character,
            Category::Pacing => Self::Pacing,
            Category::Vocabulary => Self::Vocabulary,
        }
    }
}
