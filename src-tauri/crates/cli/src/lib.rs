//! The `commonplace` command line: the use cases of the desk without its window.
//!
//! With `--json` every command prints exactly one JSON document on standard output, also when it fails. The document of
//! a failed command is the fault, and the exit code is not zero.

mod arguments;
mod consolidation;
mod files;
mod observation;
mod offer;
mod press;
mod print;
mod upkeep;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{CommandFactory as _, Parser as _};
use contract::{
    AnswerRequest, DistillTrigger, ErrorCode, Fault, Finding, NewRule, RestoreRequest, RulePatch, RulePlace,
};
use desk::{Installation, Ports, Project};
use learning::decay::Band;
use learning::rule::RuleWithEvidence;
use serde_json::{Value, json};

use crate::arguments::{
    Arguments, Command, EpisodesCommand, IndexCommand, ProjectCommand, ProposalsCommand, QuestionsCommand,
    RulesCommand, RunsCommand,
};

/// The result of a command: as text for a person, and as JSON for a program.
struct Answer {
    text: String,
    json: Value,
    /// Whether a part of the work failed although the command itself succeeded, such as one refused line of an import.
    partly_failed: bool,
}

/// Returns all commands with their help, for the generated page of the documentation.
pub fn commands() -> clap::Command {
    Arguments::command()
}

/// Returns the place that an edit gives a rule: the named scene and skill, and for the other the one that the rule has.
/// `None` where neither is named.
fn place(
    project: &Project,
    id: &str,
    scene: Option<&String>,
    skill: Option<&String>,
) -> desk::Result<Option<RulePlace>> {
    if scene.is_none() && skill.is_none() {
        return Ok(None);
    }
    let rule = project.learning().rule(id)?.rule;
    let named = |said: &String| Some(said.clone()).filter(|said| said != "every");
    Ok(Some(RulePlace {
        scene_type: scene.map_or_else(|| rule.scene_type.map(|scene| scene.name().into()), named),
        skill: skill.map_or(rule.skill, named),
    }))
}

/// Runs one command. Nothing outside its arguments is global, so that a test can run it in its own process.
pub fn run(
    installation: &Installation,
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    input: impl BufRead,
    mut output: impl Write,
    mut errors: impl Write,
) -> ExitCode {
    let line: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let arguments = match Arguments::try_parse_from(&line) {
        Ok(arguments) => arguments,
        Err(usage) => {
            let json = line.iter().any(|argument| argument == "--json");
            return match misunderstood(&usage, json, output, errors) {
                Ok(()) => ExitCode::from(u8::try_from(usage.exit_code()).unwrap_or(2)),
                Err(_) => ExitCode::FAILURE,
            };
        }
    };
    let json = arguments.everywhere.json;
    let answer = answer(installation, &arguments, input, &mut output);
    let (printed, code) = match answer {
        Ok(answer) => {
            let printed = if json {
                writeln!(output, "{:#}", answer.json)
            } else {
                output.write_all(answer.text.as_bytes())
            };
            (
                printed,
                if answer.partly_failed {
                    ExitCode::FAILURE
                } else {
                    ExitCode::SUCCESS
                },
            )
        }
        Err(fault) => {
            let code = print::code(fault.code);
            let printed = writeln!(errors, "{code}: {}", fault.message).and_then(|()| {
                if json {
                    writeln!(output, "{:#}", json!(fault))
                } else {
                    Ok(())
                }
            });
            (printed, ExitCode::FAILURE)
        }
    };
    // A reader that closes the pipe early (`commonplace … | head`) is no failure of the command.
    match printed.and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        _ => code,
    }
}

/// Reports a usage error, or prints the requested help.
fn misunderstood(
    usage: &clap::Error,
    json: bool,
    mut output: impl Write,
    mut errors: impl Write,
) -> io::Result<()> {
    if !usage.use_stderr() {
        return write!(output, "{usage}");
    }
    write!(errors, "{}: {usage}", print::code(ErrorCode::InvalidArgument))?;
    let where_to_look = list_to_look_at(usage);
    if let Some(where_to_look) = &where_to_look {
        writeln!(errors, "{where_to_look}")?;
    }
    if json {
        let kind = || usage.kind().as_str().unwrap_or("not a command").to_owned();
        let what = where_to_look
            .or_else(|| std::error::Error::source(usage).map(ToString::to_string))
            .unwrap_or_else(kind);
        let fault = Fault {
            code: ErrorCode::InvalidArgument,
            message: format!("the command line is not understood ({what}); see `commonplace --help`"),
            details: Default::default(),
        };
        writeln!(output, "{:#}", json!(fault))?;
    }
    Ok(())
}

/// Returns a hint at the listing command, if an id or an answer is missing.
fn list_to_look_at(usage: &clap::Error) -> Option<String> {
    let said = usage.to_string();
    let lacks = usage.kind() == clap::error::ErrorKind::MissingRequiredArgument && said.contains("<ID>");
    let of = ["rules", "questions"]
        .into_iter()
        .find(|of| said.contains(&format!(" {of} ")))?;
    lacks.then(|| format!("an argument is missing; `commonplace {of} list` shows what can stand there"))
}

fn answer(
    installation: &Installation,
    arguments: &Arguments,
    input: impl BufRead,
    output: &mut impl Write,
) -> Result<Answer, Fault> {
    let ports = Ports::real(Arc::new(|_| ()));
    let whole = |(text, json)| Answer {
        text,
        json,
        partly_failed: false,
    };
    // `import` makes a new folder. It opens the project of that folder itself, if it has to mark the words.
    if let Command::Import(what) = &arguments.command {
        return press::import(installation, &arguments.everywhere.project, what, &ports).map(whole);
    }
    if let Command::Offer(what) = &arguments.command
        && !what.with_rules
    {
        return offer::offers(None, what, (ports.now)())
            .map(whole)
            .map_err(|error| error.fault());
    }
    if !arguments.command.makes_a_project() {
        is_project(&arguments.everywhere.project)?;
    }
    if let Command::Project(ProjectCommand::Init) = &arguments.command {
        desk::make_folder(&*ports.disk, &arguments.everywhere.project).map_err(|error| error.fault())?;
    }
    let now = (ports.now)();
    let project = installation
        .open(&arguments.everywhere.project, ports)
        .map_err(|error| error.fault())?;
    match &arguments.command {
        Command::Episodes(EpisodesCommand::Import { file }) => {
            let acknowledged = (!arguments.everywhere.json).then_some(output);
            import(&project, file, input, acknowledged)
        }
        Command::Consolidate(what) => {
            let (text, json, partly_failed) = consolidation::consolidate(&project, what)?;
            Ok(Answer {
                text,
                json,
                partly_failed,
            })
        }
        Command::Audit(what) => {
            let said = (!arguments.everywhere.json).then_some(output);
            upkeep::audit(&project, what, said)
                .map(whole)
                .map_err(|error| error.fault())
        }
        Command::Export(what) => press::export(&project, what).map(whole),
        Command::Offer(what) => offer::offers(Some(&project), what, now)
            .map(whole)
            .map_err(|error| error.fault()),
        command => others(&project, command).map_err(|error| error.fault()),
    }
}

/// Refuses an existing folder that is not a project, before anything is written into it.
fn is_project(folder: &Path) -> Result<(), Fault> {
    if !folder.is_dir() || desk::is_project(folder) {
        return Ok(());
    }
    Err(Fault {
        code: ErrorCode::NotFound,
        message: format!(
            "{} is no project; check the path, or run `commonplace project init` there to make it one",
            folder.display()
        ),
        details: [("path".to_owned(), folder.display().to_string())].into(),
    })
}

fn others(project: &Project, command: &Command) -> desk::Result<Answer> {
    let whole = |text: String, json: Value| {
        Ok(Answer {
            text,
            json,
            partly_failed: false,
        })
    };
    match command {
        Command::Project(ProjectCommand::Init) => {
            let view = project.view()?;
            let json = json!({ "id": view.id, "root": view.root, "memory_root": view.memory_root });
            whole(
                format!(
                    "{} is a project; its memory is in {}\n",
                    view.root, view.memory_root
                ),
                json,
            )
        }
        Command::Episodes(EpisodesCommand::List { limit }) => {
            let mut episodes = project.learning().listed_episodes()?;
            episodes.truncate(limit.unwrap_or(usize::MAX));
            whole(print::episodes(&episodes), json!(episodes))
        }
        // `answer` handles these commands before. Importing and auditing print while they work; consolidation, export
        // and import use files outside the project.
        Command::Episodes(EpisodesCommand::Import { .. })
        | Command::Consolidate(_)
        | Command::Audit(_)
        | Command::Export(_)
        | Command::Import(_)
        | Command::Offer(_) => whole(String::new(), Value::Null),
        Command::Distill { explain } => {
            let report = project.learning().distil(DistillTrigger::Manual)?;
            let rules = project.learning().rules()?;
            let mut json = json!({
                "run_id": report.run_id,
                "episodes": report.episodes,
                "tested": report.tested,
                "added": report.added,
                "updated": report.updated,
                "asked": report.asked,
                "withdrawn": report.withdrawn,
                "rules": rules,
            });
            let head = format!(
                "{} episodes, {} hypotheses tested: {} new, {} changed, {} withdrawn\n",
                report.episodes, report.tested, report.added, report.updated, report.withdrawn
            );
            let mut text = head + &print::rules(&rules);
            if *explain {
                let (verdict, refused) = (project.learning().explain()?, project.learning().refused()?);
                text += &print::explained(&verdict, &refused);
                json["explanation"] = print::explanation(&verdict, &refused);
            }
            whole(text, json)
        }
        Command::Rules(RulesCommand::List) => {
            let rules = project.learning().rules()?;
            whole(print::rules(&rules), json!(rules))
        }
        Command::Rules(RulesCommand::Show { id }) => {
            let rule = project
                .learning()
                .rule(&begun(id, &project.learning().rules()?))?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(RulesCommand::Add {
            text,
            category,
            scene,
        }) => {
            let new = NewRule {
                text: text.clone(),
                category: (*category).into(),
                scene_type: scene.clone(),
            };
            let rule = project.learning().add_rule(&new)?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(RulesCommand::Confirm { id }) => {
            let rule = project.learning().update_rule(
                id,
                &RulePatch {
                    confirmed: Some(true),
                    ..RulePatch::default()
                },
            )?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(RulesCommand::Edit {
            id,
            text,
            category,
            confidence,
            means,
            scene,
            skill,
        }) => {
            let patch = RulePatch {
                text: text.clone(),
                category: category.map(Into::into),
                confidence: *confidence,
                meaning: means.clone(),
                place: place(project, id, scene.as_ref(), skill.as_ref())?,
                ..RulePatch::default()
            };
            let rule = project.learning().update_rule(id, &patch)?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(command @ (RulesCommand::Rest { id } | RulesCommand::Wake { id })) => {
            let rule = project.learning().update_rule(
                id,
                &RulePatch {
                    resting: Some(matches!(command, RulesCommand::Rest { .. })),
                    ..RulePatch::default()
                },
            )?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(RulesCommand::Promote { id }) => {
            let rule = project.learning().promote(id)?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(RulesCommand::Demote { id }) => {
            let rule = project.learning().demote(id)?;
            whole(print::rule(&rule), json!(rule))
        }
        Command::Rules(RulesCommand::Delete { id }) => {
            project.learning().delete_rule(id)?;
            whole(format!("deleted {id}\n"), json!({ "deleted": id }))
        }
        Command::Questions(QuestionsCommand::List) => {
            let questions = project.learning().questions()?;
            let json: Vec<Value> = questions.iter().map(print::question_json).collect();
            whole(print::questions(&questions), json!(json))
        }
        Command::Questions(QuestionsCommand::Answer { id, answer }) => {
            let question = project.learning().answer(&AnswerRequest {
                question_id: id.clone(),
                answer: (*answer).into(),
            })?;
            whole(print::question(&question), print::question_json(&question))
        }
        Command::Day { date } => {
            let noted = match date {
                Some(date) => project.store().note_day(*date)?.into_iter().collect(),
                None => project.store().note_days()?,
            };
            let files: Vec<&str> = noted
                .iter()
                .flat_map(|run| &run.files)
                .map(|swap| swap.path.as_str())
                .collect();
            let text = match &files[..] {
                [] => "nothing new to note\n".to_owned(),
                files => format!("noted in {}\n", files.join(", ")),
            };
            whole(text, json!({ "files": files }))
        }
        Command::Proposals(ProposalsCommand::List) => {
            let proposals = project.store().proposals()?;
            let waiting: Vec<_> = proposals.iter().filter(|proposal| proposal.is_open()).collect();
            whole(consolidation::proposals(&proposals), json!(waiting))
        }
        Command::Proposals(ProposalsCommand::Accept { id } | ProposalsCommand::Reject { id }) => {
            let accepted = matches!(command, Command::Proposals(ProposalsCommand::Accept { .. }));
            let run = project.store().decide_proposal(id, accepted)?;
            let said = if accepted { "done" } else { "put away" };
            let json = json!({ "run_id": run.id, "proposal_id": id, "accepted": accepted });
            whole(format!("{said} in run {}\n", run.id), json)
        }
        Command::Files(what) => {
            let (text, json) = files::files(project, what)?;
            whole(text, json)
        }
        Command::Runs(RunsCommand::List) => {
            let runs = project.memory().runs()?;
            let json: Vec<Value> = runs.iter().map(print::run_json).collect();
            whole(print::runs(&runs), json!(json))
        }
        Command::Runs(RunsCommand::Restore {
            run,
            files,
            merge,
            dry_run,
        }) => {
            let restored = project.memory().restore(&RestoreRequest {
                run_id: run.clone(),
                paths: (!files.is_empty()).then(|| files.clone()),
                merge: *merge,
                dry_run: *dry_run,
            })?;
            whole(
                print::restored(&restored, *dry_run),
                print::restored_json(&restored, *dry_run),
            )
        }
        Command::Decay { dry_run, now } => {
            // A time given by the writer is used as it is. Without one, a wrong clock must not age episodes.
            let now = now.map_or_else(|| project.memory().ages_to(), Ok)?;
            let fading = if *dry_run {
                project.learning().fading(now)?
            } else {
                project.learning().fade(now)?
            };
            let exceeded = fading.exceeded.as_ref().map(desk::Error::fault);
            let of = |band| fading.bands.get(&band).copied().unwrap_or(0);
            let json = json!({
                "now": now,
                "dry_run": dry_run,
                "bands": {
                    "active": of(Band::Active),
                    "decaying": of(Band::Decaying),
                    "to_compress": of(Band::ToCompress),
                    "to_evict": of(Band::ToEvict),
                    "compressed": fading.compressed,
                },
                "to_compress": fading.to_compress,
                "to_purge": fading.to_purge,
                "exceeded": exceeded,
            });
            Ok(Answer {
                text: print::fading(&fading, *dry_run),
                json,
                partly_failed: fading.exceeded.is_some(),
            })
        }
        Command::Observe {
            since,
            until,
            tag,
            against,
            markdown,
        } => {
            let seen = project.store().observe(*since, *until)?;
            let mut json = json!(seen);
            let mut text = observation::text(&seen, *markdown);
            if let Some(against) = against {
                let differences = project.store().differences(against, &seen)?;
                text += &observation::differences(against, &differences, *markdown);
                json["against"] = json!(against);
                json["differences"] = json!(differences);
            }
            if let Some(tag) = tag {
                let path = project.store().keep_observation(tag, &seen)?;
                text += &format!("\nkept in {path}\n");
                json["kept"] = json!(path);
            }
            whole(text, json)
        }
        Command::Index(IndexCommand::Rebuild) => {
            project.memory().rebuild()?;
            let (episodes, rules) = (
                project.learning().listed_episodes()?.len(),
                project.learning().rules()?.len(),
            );
            let json = json!({ "episodes": episodes, "rules": rules });
            whole(format!("built anew: {episodes} episodes, {rules} rules\n"), json)
        }
        Command::Doctor => {
            let health = project.health()?;
            let partly_failed = health.checks.iter().any(|check| check.finding == Finding::Broken);
            Ok(Answer {
                text: print::health(&health),
                json: json!(health),
                partly_failed,
            })
        }
    }
}

/// Returns the id of the only rule whose id has the given prefix. If no rule or several rules match, it returns the
/// prefix. The command then reports the prefix as unknown.
fn begun(beginning: &str, rules: &[RuleWithEvidence]) -> String {
    let mut ids = rules.iter().map(|weighed| &weighed.rule.id);
    let mut begun = ids.clone().filter(|id| id.starts_with(beginning));
    match (ids.any(|id| id == beginning), begun.next(), begun.next()) {
        (false, Some(only), None) => only.clone(),
        _ => beginning.to_owned(),
    }
}

/// Imports a file of episodes. Without `--json` each acknowledged id is printed as soon as it is on the disk. So the
/// sender of the episodes knows how far the import came, even if this process is killed.
fn import(
    project: &Project,
    file: &Path,
    input: impl BufRead,
    mut acknowledged: Option<&mut impl Write>,
) -> Result<Answer, Fault> {
    let unreadable = |error: &io::Error| Fault {
        code: if error.kind() == io::ErrorKind::NotFound {
            ErrorCode::NotFound
        } else {
            ErrorCode::Io
        },
        message: format!(
            "{} cannot be read; check the path and its permissions",
            file.display()
        ),
        details: [("path".to_owned(), file.display().to_string())].into(),
    };
    let from_file;
    let lines: Box<dyn Iterator<Item = io::Result<Vec<u8>>>> = if file == Path::new("-") {
        Box::new(input.split(b'\n'))
    } else {
        #[expect(
            clippy::disallowed_methods,
            reason = "the writer named the file, and a link or a pipe is as good to her"
        )]
        let opened = File::open(file);
        from_file = opened.map_err(|error| unreadable(&error))?;
        Box::new(BufReader::new(from_file).split(b'\n'))
    };
    let mut broken = None;
    let lines = lines.map_while(|line| line.map_err(|error| broken = Some(error)).ok());
    let imported = project
        .learning()
        .import(lines, |id| {
            if let Some(output) = &mut acknowledged {
                // A reader that closes the pipe early must not stop the import.
                let _ = writeln!(output, "recorded {id}").and_then(|()| output.flush());
            }
        })
        .map_err(|error| error.fault())?;
    if let Some(error) = broken {
        return Err(unreadable(&error));
    }
    Ok(Answer {
        text: print::imported(&imported),
        json: json!(imported),
        partly_failed: !imported.refused.is_empty(),
    })
}
