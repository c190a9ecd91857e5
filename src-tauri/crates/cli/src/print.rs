//! The text and JSON forms of results.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use contract::{
    Answer, ErrorCode, Finding, Health, QuestionSide, QuestionView, RestoreOutcome, RestoreRefusal, Restored,
    RunView,
};
use desk::{Fading, Imported, Listed};
use learning::decay::Band;
use learning::inference::verdict::{self, Tested, Verdict};
use learning::rule::RuleWithEvidence;
use learning::{RuleKey, RuleOrigin, RuleState, Scope, wording};
use serde_json::{Value, json};

/// Returns the name of an error code in the protocol.
pub(crate) fn code(code: ErrorCode) -> String {
    name(&json!(code)).to_owned()
}

pub(crate) fn episodes(episodes: &[Listed]) -> String {
    lines(episodes, |episode| {
        let (at, scene, skill, id, more) = match episode {
            Listed::Whole(whole) => (
                whole.created_at,
                whole.scene_type,
                &whole.skill_used,
                &whole.id,
                "",
            ),
            Listed::Compressed(left) => (
                left.created_at,
                left.scene_type,
                &left.skill_used,
                &left.id,
                "  compressed",
            ),
        };
        format!(
            "{}  {:<13}  {skill:<10}  {id}{more}",
            at.format("%Y-%m-%d %H:%M"),
            scene.name()
        )
    })
}

/// Returns the derivation of a verdict as JSON.
pub(crate) fn explanation(verdict: &Verdict, refused: &BTreeSet<RuleKey>) -> Value {
    let (chance, evidence) = verdict::thresholds();
    let tested: Vec<Value> = every_line(verdict, refused)
        .iter()
        .map(|test| {
            json!({
                "id": test.key.to_string(),
                "for": test.supports,
                "against": test.contradicts,
                "e_value": test.log_e_value.exp(),
                "chance": test.chance,
                "threshold": test.threshold,
                "stood": test.stood,
                "verdict": said(test, refused).unwrap_or("nothing"),
            })
        })
        .collect();
    json!({
        "evidence": verdict.log_evidence.exp(),
        "evidence_threshold": evidence,
        "chance_threshold": chance,
        "tested": tested,
    })
}

/// Returns the derivation of a verdict as text: the evidence for any preference at all, then one line for each
/// hypothesis.
pub(crate) fn explained(verdict: &Verdict, refused: &BTreeSet<RuleKey>) -> String {
    let (chance, evidence) = verdict::thresholds();
    let mut text = format!(
        "\nevidence of any preference: {} (a first rule needs {evidence})\n\
         a rule needs a chance of {chance} that it holds, everything else considered; each line says what its own was held\n\
         against: a rule that stands (*) needs less, a question and a notice their own, and her word nothing\n\n\
         {:>5} {:>7} {:>10} {:>7} {:>6}  {:<14} \n",
        figure(verdict.log_evidence),
        "for",
        "against",
        "e-value",
        "chance",
        "needs",
        "verdict",
    );
    for test in every_line(verdict, refused) {
        let needs = test
            .threshold
            .map_or_else(|| "-".to_owned(), |chance| chance.to_string());
        let stood = if test.stood { "*" } else { "" };
        let _ = writeln!(
            text,
            "{:>5} {:>7} {:>10} {:>7.3} {:>6}  {:<14} {}",
            test.supports,
            test.contradicts,
            figure(test.log_e_value),
            test.chance,
            needs + stood,
            match said(&test, refused) {
                Some(REFUSED) => "refused by you",
                said => said.unwrap_or("-"),
            },
            test.key,
        );
    }
    text
}

/// The state of a hypothesis that the writer rejected and that no later evidence revived.
const REFUSED: &str = "refused";

fn said(test: &Tested, refused: &BTreeSet<RuleKey>) -> Option<&'static str> {
    let state = test.state.map(RuleState::name);
    state.or_else(|| refused.contains(&test.key).then_some(REFUSED))
}

/// Returns all hypotheses, sorted by key. Rejected hypotheses without a single episode of evidence are included, with
/// zeros.
fn every_line(verdict: &Verdict, refused: &BTreeSet<RuleKey>) -> Vec<Tested> {
    let silent = |key: &&RuleKey| verdict.tested.iter().all(|test| test.key != **key);
    let silenced = refused.iter().filter(silent).map(|key| Tested {
        key: key.clone(),
        supports: 0,
        contradicts: 0,
        log_e_value: 0.0,
        chance: 0.0,
        state: None,
        stood: false,
        threshold: None,
    });
    let mut lines: Vec<Tested> = verdict.tested.iter().cloned().chain(silenced).collect();
    lines.sort_by(|a, b| a.key.cmp(&b.key));
    lines
}

/// Formats the exponential of a logarithm: as a power of ten where the number would be long.
fn figure(log: f64) -> String {
    if (-4.0..11.0).contains(&log) {
        format!("{:.2}", log.exp())
    } else {
        format!("10^{:.0}", log / std::f64::consts::LN_10)
    }
}

/// Returns the number of episodes in each band of decay and the fate of faded episodes, one line each. The panel
/// uses the same words.
pub(crate) fn fading(fading: &Fading, dry_run: bool) -> String {
    let mut text = String::new();
    for (band, name, range) in [
        (Band::Active, "fresh", "0.7 to 1"),
        (Band::Decaying, "fading", "0.3 to 0.7"),
        (Band::ToCompress, "to be shortened", "0.1 to 0.3"),
        (Band::ToEvict, "to be let go", "below 0.1"),
    ] {
        let count = fading.bands.get(&band).copied().unwrap_or(0);
        let _ = writeln!(text, "{name:<17}{range:<12}{count:>7}");
    }
    let _ = writeln!(text, "{:<17}{:<12}{:>7}", "shortened", "", fading.compressed);
    let (shorten, forget) = if dry_run {
        ("would shorten", "would let go of")
    } else {
        ("shortened", "let go of")
    };
    for (what, ids) in [(shorten, &fading.to_compress), (forget, &fading.to_purge)] {
        let _ = writeln!(text, "{what} {}", ids.len());
        for id in ids {
            let _ = writeln!(text, "  {id}");
        }
    }
    if let Some(exceeded) = &fading.exceeded {
        let _ = writeln!(text, "{}: {exceeded}", code(exceeded.code()));
    }
    text
}

pub(crate) fn rules(rules: &[RuleWithEvidence]) -> String {
    lines(rules, one_line)
}

/// Returns a rule with its latest agreement rate, correlated features and episodes.
pub(crate) fn rule(rule: &RuleWithEvidence) -> String {
    let mut text = one_line(rule) + "\n";
    if let Some(kept) = rule.rule.kept.filter(|kept| kept.of > 0) {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  kept in {} of the last {}", kept.agreed, kept.of);
    }
    if rule.rule.feature.is_none() {
        let claimed = wording::claimed(&rule.rule);
        for sentence in &claimed {
            let _ = writeln!(text, "  measured as: {sentence}");
        }
        if claimed.is_empty() {
            text += "  not measured, so it shapes no offer; `rules edit --means` says what it is about\n";
        }
    }
    for phrase in wording::along_with(&rule.rule) {
        let _ = writeln!(text, "  goes along with it: {phrase}");
    }
    for (title, ids) in [
        ("for", &rule.supporting_episodes),
        ("against", &rule.contradicting_episodes),
    ] {
        for id in ids {
            let _ = writeln!(text, "  {title:<7}  {id}");
        }
    }
    text
}

fn one_line(RuleWithEvidence { rule, .. }: &RuleWithEvidence) -> String {
    let confirmed = if rule.user_confirmed { ", confirmed" } else { "" };
    let resting = if rule.resting { ", resting" } else { "" };
    let everywhere = if rule.scope == Scope::Global {
        ", in every project"
    } else {
        ""
    };
    // A confidence is a prediction of choices. A rule by the writer without evidence makes no prediction.
    let standing = if rule.origin != RuleOrigin::Learned && rule.supports + rule.contradicts == 0 {
        "written by you".to_owned()
    } else {
        format!(
            "{:.2}  {:>3} for, {:>3} against",
            rule.confidence.get(),
            rule.supports,
            rule.contradicts
        )
    };
    format!(
        "{:<8}  {standing:<26}  {}  [{}{confirmed}{resting}{everywhere}]",
        rule.state.name(),
        rule.text,
        rule.id
    )
}

pub(crate) fn imported(imported: &Imported) -> String {
    let mut text = format!(
        "{} recorded, {} known before, {} refused\n",
        imported.acknowledged.len(),
        imported.known.len(),
        imported.refused.len()
    );
    text += &lines(&imported.refused, |refused| {
        format!(
            "line {}: {}: {}",
            refused.line,
            code(refused.code),
            refused.message
        )
    });
    text
}

pub(crate) fn health(health: &Health) -> String {
    lines(&health.checks, |check| {
        let finding = match check.finding {
            Finding::Fine => "fine",
            Finding::Warning => "warning",
            Finding::Broken => "broken",
        };
        let code = check.code.map(|code| self::code(code) + ": ").unwrap_or_default();
        format!("{finding:<7}  {:<19}  {code}{}", check.name, check.message)
    })
}

pub(crate) fn questions(questions: &[QuestionView]) -> String {
    lines(questions, |question| {
        self::question(question).trim_end().to_owned()
    })
}

/// Returns a question with its sides, and under each side a sentence by the writer.
pub(crate) fn question(question: &QuestionView) -> String {
    let answers: Vec<_> = question
        .answers
        .iter()
        .map(|answer| answer_name(*answer))
        .collect();
    let mut text = format!(
        "{}  {}, {}  [{}]\n",
        question.id,
        name(&json!(question.reason)).replace('_', " "),
        name(&json!(question.state)),
        answers.join(", ")
    );
    for (letter, side) in [("a", Some(&question.a)), ("b", question.b.as_ref())] {
        let Some(side) = side else { continue };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "  {letter}  {}", side.text);
        if let Some(passage) = &side.passage {
            let _ = writeln!(text, "     “{passage}”");
        }
    }
    text
}

/// Returns a question as a JSON document, with the field names used in files and in other lists.
pub(crate) fn question_json(question: &QuestionView) -> Value {
    let side = |side: &QuestionSide| {
        json!({
            "rule_id": side.rule_id,
            "text": side.text,
            "passage": side.passage,
            "episode_id": side.episode_id,
            "supports": side.supports,
            "contradicts": side.contradicts,
            "confidence": side.confidence,
        })
    };
    json!({
        "id": question.id,
        "reason": question.reason,
        "state": question.state,
        "a": side(&question.a),
        "b": question.b.as_ref().map(side),
        "answers": question.answers,
        "forward": question.forward,
        "created_at": question.created_at,
        "updated_at": question.updated_at,
    })
}

/// Returns one line for each run: its effect, and whether it can be restored.
pub(crate) fn runs(runs: &[RunView]) -> String {
    lines(runs, |run| {
        let back = match (&run.undone_by, run.restorable) {
            (Some(by), _) => format!("taken back by {by}"),
            (None, true) => "can be taken back".to_owned(),
            (None, false) => "nothing to take back".to_owned(),
        };
        let kind = name(&json!(run.kind)).replace('_', " ");
        format!("{}  {}  {kind:<17}  {}  [{back}]", run.at, run.id, did(run))
    })
}

fn did(run: &RunView) -> String {
    let mut did = Vec::new();
    did.extend(run.undoes.as_ref().map(|undoes| format!("took back {undoes}")));
    for (count, what) in [
        (run.added, "rules new"),
        (run.updated, "rules changed"),
        (run.removed, "rules removed"),
        (run.episodes, "episodes"),
    ] {
        if count > 0 {
            did.push(format!("{count} {what}"));
        }
    }
    did.extend(
        run.files
            .iter()
            .map(|file| format!("{} {}", file.path, name(&json!(file.change)))),
    );
    if did.is_empty() {
        did.push("nothing that shows".to_owned());
    }
    did.join(", ")
}

/// Returns a run as a JSON document, with the field names used in files and in other lists.
pub(crate) fn run_json(run: &RunView) -> Value {
    json!({
        "id": run.id,
        "kind": run.kind,
        "at": run.at,
        "added": run.added,
        "updated": run.updated,
        "removed": run.removed,
        "episodes": run.episodes,
        "files": run.files,
        "undoes": run.undoes,
        "undone_by": run.undone_by,
        "restorable": run.restorable,
    })
}

/// Returns the result of a restore or of a dry run, one line for each file and rule.
pub(crate) fn restored(restored: &Restored, dry_run: bool) -> String {
    let mut text = match (&restored.run_id, dry_run) {
        (Some(id), _) => format!("took back {} in run {id}\n", restored.undoes),
        (None, true) => format!("would take back {}\n", restored.undoes),
        (None, false) => format!("everything is as it was before {} already\n", restored.undoes),
    };
    let outcome = |outcome: RestoreOutcome| match outcome {
        RestoreOutcome::AsItIs => "as it is",
        RestoreOutcome::GoesBack => "goes back",
        RestoreOutcome::Merged => "merged",
        RestoreOutcome::Refused => "refused",
    };
    let since = |since: &[String]| match since {
        [] => String::new(),
        runs => format!("; changed since by {}", runs.join(", ")),
    };
    // Writing into a string cannot fail.
    for file in &restored.files {
        let why = match file.why {
            None => "",
            Some(RestoreRefusal::ChangedSince) => ": it is no longer what the run left",
            Some(RestoreRefusal::Conflicts) => ": what changed since touches what the run did",
            Some(RestoreRefusal::NotKept) => ": what it was before is not kept here",
        };
        let _ = writeln!(
            text,
            "  {:<9}  {}{why}{}",
            outcome(file.outcome),
            file.path,
            since(&file.since)
        );
    }
    for rule in &restored.rules {
        let _ = writeln!(
            text,
            "  {:<9}  {}{}",
            outcome(rule.outcome),
            rule.id,
            since(&rule.since)
        );
    }
    for (count, what) in [
        (restored.questions, "questions"),
        (restored.noes, "noes"),
        (restored.episodes, "episodes"),
    ] {
        if count > 0 {
            let _ = writeln!(text, "  goes back  {count} {what}");
        }
    }
    text
}

/// Returns the result of a restore as a JSON document.
pub(crate) fn restored_json(restored: &Restored, dry_run: bool) -> Value {
    json!({
        "run_id": restored.run_id,
        "undoes": restored.undoes,
        "dry_run": dry_run,
        "files": restored.files,
        "rules": restored.rules,
        "questions": restored.questions,
        "noes": restored.noes,
        "episodes": restored.episodes,
    })
}

fn answer_name(answer: Answer) -> String {
    name(&json!(answer)).replace('_', "-")
}

/// Returns the stable name of an enum variant serialised to JSON.
pub(crate) fn name(member: &Value) -> &str {
    member.as_str().unwrap_or_default()
}

fn lines<T>(items: &[T], line: impl Fn(&T) -> String) -> String {
    items.iter().map(|item| line(item) + "\n").collect()
}
