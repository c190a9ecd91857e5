//! A first day: a writer with one taste asks for candidates, paragraph after paragraph, from the first act on.
//!
//! The offers, the capture, the distillation and the questions are those of the desk. So it shows what holds a taste
//! back: paragraphs without an offer, offers without her taste, and evidence that does not suffice yet.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::TimeDelta;
use clap::Args;
use contract::{
    AnswerRequest, DistillTrigger, EpisodeInput, EpisodeKind, Offer, OfferRequest, QuestionView, SkillName,
};
use desk::Project;
use learning::question::Answer;
use learning::rule::{Leaning, RuleKey, RuleState};
use prose::{Language, measure};
use support::TestProject;

/// Acts between two distillations.
const ACTS: usize = 5;

/// The text, the taste and the length of the day.
#[derive(Args)]
pub struct Options {
    /// A text of paragraphs with an empty line between two of them.
    #[arg(long)]
    paragraphs: PathBuf,
    /// Her taste, as the id of a rule: any.filler_density.less.
    #[arg(long)]
    taste: RuleKey,
    /// The number of acts.
    #[arg(long, default_value_t = 150)]
    acts: usize,
    /// Every sixth of the first acts takes a candidate that does not show her taste. This is the number of these acts.
    #[arg(long, default_value_t = 0)]
    mixed: usize,
    /// She answers questions about her taste with yes, and other questions with no.
    #[arg(long)]
    answers: bool,
    /// Of the offers that do not show her taste she takes a candidate in this share.
    #[arg(long, default_value_t = 0.25)]
    takes: f64,
    /// Tightens instead of polishing.
    #[arg(long)]
    tighten: bool,
    /// Lives this many days, each with the paragraphs in another order, and prints a line for each and their figures.
    /// Without it, one day with the paragraphs in their order is told act by act.
    #[arg(long)]
    days: Option<u64>,
    /// The number of the first of these days.
    #[arg(long, default_value_t = 1)]
    first: u64,
}

/// What the offers of the day were.
#[derive(Default)]
struct Tally {
    /// Paragraphs without any candidate.
    nothing: usize,
    /// Offers with a single candidate.
    one: usize,
    /// Offers in which all candidates show her taste alike.
    alike: usize,
    /// Offers in which one candidate shows it most.
    telling: usize,
    /// Offers of which she took a candidate.
    taken: usize,
}

/// What the desk said on a day, for the figures of many days.
#[derive(Default)]
struct Day {
    /// The act of each question, and its rules.
    questions: Vec<(usize, String, bool)>,
    /// The act at which each rule came into force for the first time, and its id.
    rules: Vec<(usize, String, bool)>,
    /// What happened, act by act.
    told: Vec<u8>,
    /// The number of times that "about N more choices" grew although she was consistent.
    grown: usize,
}

/// Lives through one day, or many, and prints what happened at which act.
pub fn run(options: &Options) -> io::Result<()> {
    let text = std::fs::read_to_string(&options.paragraphs)?;
    let paragraphs: Vec<&str> = text
        .split("\n\n")
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect();
    // An act costs several syncs, and nothing here measures them.
    let in_memory = Path::new("/dev/shm");
    if in_memory.is_dir() {
        // The call fails if a folder was chosen before; then that folder stays.
        let _ = tempfile::env::override_temp_dir(in_memory);
    }
    let mut out = io::stdout().lock();
    let Some(days) = options.days else {
        let day = Day::live(&paragraphs, options, &mut Chance(7))?;
        return out.write_all(&day.told);
    };
    // One day after the other: the ids of a day follow from the days before it, and they decide which offers are drawn.
    let lived = (options.first..options.first + days)
        .map(|seed| {
            let mut chance = Chance::seeded(seed);
            let mut paragraphs = paragraphs.clone();
            for at in (1..paragraphs.len()).rev() {
                paragraphs.swap(at, chance.below(at + 1));
            }
            Day::live(&paragraphs, options, &mut chance).map(|day| (seed, day))
        })
        .collect::<io::Result<Vec<_>>>()?;
    for (seed, day) in &lived {
        let list = |all: &[(usize, String, bool)]| {
            let each = all
                .iter()
                .map(|(act, what, right)| format!("{}{act} {what}", if *right { "" } else { "WRONG " }));
            each.collect::<Vec<_>>().join("; ")
        };
        writeln!(
            out,
            "day {seed}: asked {}\n        rules {}",
            list(&day.questions),
            list(&day.rules)
        )?;
    }
    let days: Vec<Day> = lived.into_iter().map(|(_, day)| day).collect();
    figures(&mut out, &days)
}

/// Prints the figures of many days.
fn figures(out: &mut impl io::Write, days: &[Day]) -> io::Result<()> {
    let firsts: Vec<&(usize, String, bool)> = days.iter().filter_map(|day| day.questions.first()).collect();
    let right = firsts.iter().filter(|(.., right)| *right).count();
    let wrong = |of: fn(&Day) -> &Vec<(usize, String, bool)>| {
        let wrong: usize = days
            .iter()
            .map(|day| of(day).iter().filter(|(.., right)| !right).count())
            .sum();
        wrong as f64 / days.len().max(1) as f64
    };
    let asked: Vec<usize> = firsts.iter().map(|(act, ..)| *act).collect();
    let first_rule = |day: &Day| day.rules.iter().find(|(.., right)| *right).map(|(act, ..)| *act);
    let ruled: Vec<usize> = days.iter().filter_map(first_rule).collect();
    writeln!(out, "{} days", days.len())?;
    writeln!(
        out,
        "first question right: {right} of {} days with a question",
        firsts.len()
    )?;
    writeln!(out, "act of the first question: {}", spread(asked))?;
    writeln!(
        out,
        "days with a right rule: {}; act of the first: {}",
        ruled.len(),
        spread(ruled)
    )?;
    writeln!(
        out,
        "a day: {:.2} wrong questions, {:.2} wrong rules",
        wrong(|day| &day.questions),
        wrong(|day| &day.rules)
    )?;
    let grown: usize = days.iter().map(|day| day.grown).sum();
    writeln!(
        out,
        "\"about N more choices\" grew without a choice against it: {grown} times"
    )
}

/// Returns the smallest number, the median and the greatest.
fn spread(mut numbers: Vec<usize>) -> String {
    numbers.sort_unstable();
    match (numbers.first(), numbers.get(numbers.len() / 2), numbers.last()) {
        (Some(first), Some(middle), Some(last)) => format!("{first} to {last}, median {middle}"),
        _ => "never".into(),
    }
}

impl Day {
    fn live(paragraphs: &[&str], options: &Options, chance: &mut Chance) -> io::Result<Self> {
        let test = TestProject::new();
        let mut tally = Tally::default();
        let mut day = Self::default();
        let mut seen = Seen::default();
        for (act, paragraph) in (1..=options.acts).zip(paragraphs.iter().cycle()) {
            test.pass(TimeDelta::minutes(1));
            let request = request(paragraph, options);
            let offer = test
                .project
                .learning()
                .offer(&request)
                .map_err(io::Error::other)?;
            if let Some(episode) = tally.act(act, options, &request, &offer, chance) {
                test.project
                    .learning()
                    .record(episode)
                    .map_err(io::Error::other)?;
            }
            if act.is_multiple_of(ACTS) {
                test.project
                    .learning()
                    .distil(DistillTrigger::Manual)
                    .map_err(io::Error::other)?;
                day.report(act, &test.project, &mut seen, options)?;
            }
        }
        let Tally {
            nothing,
            one,
            alike,
            telling,
            taken,
        } = tally;
        writeln!(
            day.told,
            "{} acts: nothing to offer {nothing}, one candidate {one}, alike in her taste {alike}, telling {telling}; taken {taken}",
            options.acts
        )?;
        Ok(day)
    }

    fn report(
        &mut self,
        act: usize,
        project: &Arc<Project>,
        seen: &mut Seen,
        options: &Options,
    ) -> io::Result<()> {
        let is_right = |key: Option<RuleKey>| key.is_some_and(|key| key.leaning() == options.taste.leaning());
        let is_rule_right = |id: &str| is_right(id.parse().ok());
        for rule in project.learning().rules().map_err(io::Error::other)? {
            let rule = rule.rule;
            let line = format!(
                "{:?} {} ({} for, {} against, {} more)",
                rule.state,
                rule.id,
                rule.supports,
                rule.contradicts,
                rule.more_needed.map_or("?".into(), |more| more.to_string())
            );
            if !seen.lines.contains(&line) && rule.state != RuleState::Noticed
                || rule.feature == Some(options.taste.feature)
            {
                writeln!(self.told, "{act:4}: {line}")?;
                seen.lines.insert(line);
            }
            if rule.state == RuleState::Rule && seen.rules.insert(rule.id.clone()) {
                self.rules.push((act, rule.id.clone(), is_right(rule.key())));
            }
            if let Some(more) = rule.more_needed {
                let before = seen.needed.insert(rule.id.clone(), (rule.contradicts, more));
                let grew = |(contradicts, before)| contradicts >= rule.contradicts && more > before;
                self.grown += usize::from(before.is_some_and(grew));
            }
        }
        for question in project.learning().questions().map_err(io::Error::other)? {
            let a = question.a.rule_id.as_deref().is_some_and(is_rule_right);
            let b = question.b.as_ref().and_then(|b| b.rule_id.as_deref());
            let b_right = b.is_some_and(is_rule_right);
            if seen.lines.insert(question.id.clone()) {
                writeln!(self.told, "{act:4}: asks {}", sides(&question))?;
                let ids: Vec<&str> = question.a.rule_id.as_deref().into_iter().chain(b).collect();
                let what = format!(
                    "{} ({} for, {} against)",
                    ids.join(" or "),
                    question.a.supports,
                    question.a.contradicts
                );
                self.questions.push((act, what, a || b_right));
            }
            if options.answers {
                let answer = match (a, b_right) {
                    (true, _) => Answer::A,
                    (_, true) => Answer::B,
                    _ => Answer::Neither,
                };
                let request = AnswerRequest {
                    question_id: question.id.clone(),
                    answer,
                };
                project.learning().answer(&request).map_err(io::Error::other)?;
            }
        }
        Ok(())
    }
}

/// What was seen already on a day.
#[derive(Default)]
struct Seen {
    lines: BTreeSet<String>,
    rules: BTreeSet<String>,
    /// For each rule, the choices against it and how many more choices it was said to need.
    needed: BTreeMap<String, (u32, u32)>,
}

fn request(paragraph: &str, options: &Options) -> OfferRequest {
    OfferRequest {
        path: "one.md".into(),
        skill: if options.tighten {
            SkillName::Tighten
        } else {
            SkillName::Polish
        },
        passage: paragraph.into(),
        above: String::new(),
        before: String::new(),
        after: String::new(),
        scene_type: None,
        pasted: Vec::new(),
    }
}

impl Tally {
    /// Returns what she does with an offer: an episode, or nothing if nothing was offered.
    fn act(
        &mut self,
        act: usize,
        options: &Options,
        request: &OfferRequest,
        offer: &Offer,
        chance: &mut Chance,
    ) -> Option<EpisodeInput> {
        match offer.candidates.len() {
            0 => {
                self.nothing += 1;
                return None;
            }
            1 => self.one += 1,
            _ => {}
        }
        let shown: Vec<f64> = offer
            .candidates
            .iter()
            .map(|candidate| shown(&candidate.text, options.taste.leaning()))
            .collect();
        let most = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let favourites: Vec<usize> = (0..shown.len()).filter(|&one| shown[one] >= most).collect();
        let tells =
            favourites.len() < shown.len() && most > self::shown(&request.passage, options.taste.leaning());
        let other = (0..shown.len()).find(|&one| shown[one] < most);
        let mixes = act <= options.mixed && act.is_multiple_of(6);
        if offer.candidates.len() > 1 {
            *(if tells { &mut self.telling } else { &mut self.alike }) += 1;
        }
        let selected = if tells {
            other.filter(|_| mixes).or(Some(favourites[0]))
        } else if chance.next() < options.takes {
            Some(chance.below(shown.len()))
        } else {
            None
        };
        self.taken += usize::from(selected.is_some());
        let index = selected.unwrap_or(usize::MAX);
        let mut episode = support::taken(request, offer, index);
        episode.kind = EpisodeKind::Choice;
        if selected.is_none() {
            episode.final_text.clone_from(&request.passage);
        }
        if options.tighten {
            episode.skill_used = "tighten".into();
        }
        Some(episode)
    }
}

/// Returns how much a text shows a taste.
fn shown(text: &str, taste: Leaning) -> f64 {
    let measures = measure(text, Language::of(text));
    let value = measures
        .count(taste.feature)
        .map(|count| count as f64)
        .or_else(|| measures.get(taste.feature));
    value.unwrap_or_default() * taste.direction.sign()
}

fn sides(question: &QuestionView) -> String {
    let other = question.b.as_ref().and_then(|b| b.passage.as_deref());
    format!(
        "{}\n        + {}\n        - {}",
        question.a.text,
        question.a.passage.as_deref().unwrap_or("?"),
        other.unwrap_or("?")
    )
}

/// A linear congruential generator: enough for a writer who takes any candidate.
struct Chance(u64);

impl Chance {
    fn seeded(seed: u64) -> Self {
        let mut chance = Self(seed);
        // The first numbers of neighbouring seeds are alike.
        for _ in 0..8 {
            chance.next();
        }
        chance
    }

    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an index")]
    fn below(&mut self, count: usize) -> usize {
        ((self.next() * count as f64) as usize).min(count.saturating_sub(1))
    }
}
