//! The arguments of the command line.

use std::path::PathBuf;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use clap::{Args, Parser, Subcommand, ValueEnum};
use contract::Meaning;
use learning::Leaning;

/// The order of the commands, from a folder of manuscripts to a finished book.
const COURSE: &str = "\
A typical order, each command with `--project Novel`:

    commonplace project init                give a folder of manuscripts a memory
    commonplace episodes import acts.jsonl  import choices made elsewhere
    commonplace distill                     derive rules from the choices
    commonplace rules list                  show the rules
    commonplace questions list              show the open questions
    commonplace runs list                   show the changes of memory; `runs restore RUN` reverts one
    commonplace export --to novel.epub      make a book from the manuscripts";

/// A writing desk that learns how you write: its memory, without the window.
///
/// A failed command prints an error code and a sentence on standard error, and its exit code is not zero. With `--json`
/// standard output is always one document: the result or the error.
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
    /// Manage the project.
    #[command(subcommand)]
    Project(ProjectCommand),
    /// Import and list episodes: acts of choice and revision.
    #[command(subcommand)]
    Episodes(EpisodesCommand),
    /// Distil the episodes into rules.
    Distill {
        /// Show the counts and the verdict for every feature and group of episodes.
        #[arg(long)]
        explain: bool,
    },
    /// Show what the window would offer for each paragraph of a file. It needs no project.
    Offer(crate::offer::Offers),
    /// Manage rules, learned or written by hand.
    #[command(subcommand)]
    Rules(RulesCommand),
    /// List and answer the questions of the desk.
    #[command(subcommand)]
    Questions(QuestionsCommand),
    /// Show memory files: their history, and the origin of each line. Show versions of manuscripts, and order them.
    #[command(subcommand)]
    Files(crate::files::Files),
    /// List the changes of memory, and restore an earlier state.
    #[command(subcommand)]
    Runs(RunsCommand),
    /// Compress faded episodes, purge episodes no longer needed, and count all episodes by decay.
    Decay {
        /// Only show the effect.
        #[arg(long)]
        dry_run: bool,
        /// A time instead of now: a date such as 2026-12-24, which begins at midnight UTC, or a time such as
        /// 2026-12-24T18:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = time)]
        now: Option<DateTime<Utc>>,
    },
    /// Consolidate a conversation into memory.
    Consolidate(crate::consolidation::Consolidate),
    /// Update the daily notes with the latest events.
    Day {
        /// Only this day, such as 2026-11-21, in your time zone.
        #[arg(long, value_name = "DATE")]
        date: Option<NaiveDate>,
    },
    /// Decide on proposed changes of your own lines.
    #[command(subcommand)]
    Proposals(ProposalsCommand),
    /// Check memory files that age, and put them in order.
    Audit(crate::upkeep::Audit),
    /// Show the content of memory, the results of consolidation, and whether the data support a stricter mode.
    Observe {
        /// The first day, such as 2026-11-01; by default the 26 weeks up to the last day.
        #[arg(long, value_name = "DATE")]
        since: Option<NaiveDate>,
        /// The last day; by default today.
        #[arg(long, value_name = "DATE")]
        until: Option<NaiveDate>,
        /// Store the observation under this name.
        #[arg(long, value_name = "NAME")]
        tag: Option<String>,
        /// Compare with the observation stored under this name.
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
    /// Rebuild the index from the journal.
    #[command(subcommand)]
    Index(IndexCommand),
    /// Check that all data can be read, are consistent, and can be rebuilt.
    Doctor,
}

impl Command {
    /// Returns whether the command creates a missing memory root.
    ///
    /// All other commands only read or change an existing memory, so that a command run in the wrong folder leaves no
    /// trace.
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
    /// Make the folder a project. A folder that does not exist is made, if the folder around it exists.
    Init,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EpisodesCommand {
    /// Import episodes, one JSON object per line.
    Import {
        /// The file, or - for standard input.
        file: PathBuf,
    },
    /// List episodes, the newest first.
    List {
        /// The largest number of episodes.
        #[arg(long)]
        limit: Option<usize>,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List all hypotheses, proposals and rules.
    List,
    /// Show one rule with the episodes for and against it.
    Show {
        /// The rule's id or an unambiguous beginning of it; see `rules list`.
        id: String,
    },
    /// Write a rule by hand.
    Add {
        /// The sentence.
        text: String,
        /// The group of the rule.
        #[arg(long, value_enum, default_value_t = Category::Style)]
        category: Category,
        /// The kind of scene for which the rule holds; by default every scene.
        #[arg(long)]
        scene: Option<String>,
    },
    /// Confirm a rule.
    Confirm {
        /// The rule's id; see `rules list`.
        id: String,
    },
    /// Change a rule.
    Edit {
        /// The rule's id; see `rules list`.
        id: String,
        /// The new sentence.
        #[arg(long)]
        text: Option<String>,
        /// The new group.
        #[arg(long, value_enum)]
        category: Option<Category>,
        /// The new confidence, 0 to 1.
        #[arg(long, allow_negative_numbers = true)]
        confidence: Option<f64>,
        /// The claim of a hand-written rule. Write a feature with `.more` or `.less`, such as `sentence_length.less`.
        /// Write `nothing` for a rule that cannot be measured, and `words` to have its sentence read again.
        #[arg(long, value_parser = meaning)]
        means: Option<Meaning>,
        /// The kind of scene for which the rule holds, or `every`.
        #[arg(long)]
        scene: Option<String>,
        /// The skill for which the rule holds, `polish`, `tighten` or `revise`, or `every`.
        #[arg(long)]
        skill: Option<String>,
    },
    /// Let a rule rest: it stays in `MEMORY.md`, and shapes no offer until it is woken.
    Rest {
        /// The rule's id; see `rules list`.
        id: String,
    },
    /// Wake a resting rule.
    Wake {
        /// The rule's id; see `rules list`.
        id: String,
    },
    /// Move a rule of this project to the global memory, so that it holds in every project.
    Promote {
        /// The rule's id.
        id: String,
    },
    /// Move a rule from the global memory to this project, so that it holds here only.
    Demote {
        /// The rule's id.
        id: String,
    },
    /// Reject a rule; the same evidence does not bring it back.
    Delete {
        /// The rule's id; see `rules list`.
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum QuestionsCommand {
    /// List the questions that wait or were put off, the newest last.
    List,
    /// Answer a question.
    Answer {
        /// The question's id; see `questions list`.
        id: String,
        /// One of the answers listed for the question; for a proposal, yes or no.
        #[arg(value_enum)]
        answer: Answer,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ProposalsCommand {
    /// List the proposals that wait.
    List,
    /// Accept a proposal: its change is made.
    Accept {
        /// The proposal's id.
        id: String,
    },
    /// Reject a proposal for good.
    Reject {
        /// The proposal's id.
        id: String,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// List runs, the newest first.
    List,
    /// Restore the state of files and rules before a run. The restore is a new run.
    Restore {
        /// The run's id.
        run: String,
        /// Only this file of the run, relative to the memory folder; may be repeated. The rules go with MEMORY.md.
        #[arg(long = "file", value_name = "PATH")]
        files: Vec<String>,
        /// If a file has changed since, take out the run's change only.
        #[arg(long)]
        merge: bool,
        /// Only show the effect.
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

fn time(said: &str) -> Result<DateTime<Utc>, &'static str> {
    let date = said
        .parse::<NaiveDate>()
        .map(|date| date.and_time(NaiveTime::MIN).and_utc());
    date.or_else(|_| said.parse())
        .map_err(|_| "write a date such as 2026-12-24, or a time with its zone such as 2026-12-24T18:00:00Z")
}

#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Rebuild the index from the journal.
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

/// Parses the claim of a hand-written rule. The desk checks the name of the feature.
fn meaning(said: &str) -> Result<Meaning, &'static str> {
    match said {
        "words" => Ok(Meaning::Words),
        "nothing" => Ok(Meaning::Unmeasured),
        leaning => {
            let leaning: Leaning = leaning.parse().map_err(|_| {
                "write `words`, `nothing`, or a feature with `.more` or `.less` as `distill --explain` lists them, such as \
                 sentence_length.less"
            })?;
            Ok(Meaning::Measures {
                feature: leaning.feature.name().into(),
                direction: leaning.direction,
            })
        }
    }
}
