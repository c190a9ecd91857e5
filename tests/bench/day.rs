//! A first day: a writer with one taste asks for candidates, paragraph after paragraph, from the first act on.
//!
//! The offers, the capture, the distillation and the questions are those of the desk. So it shows what holds a taste
//! back: paragraphs without an offer, offers without her taste, and evidence that does not suffice yet.

use std::io::{self, Write as _};
use std::path::PathBuf;
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

/// Acts between two distillations, as in the desk's default.
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
    /// In this many of the first acts she follows her taste three times in four.
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

/// Lives through one day and prints what happened at which act.
pub fn run(options: &Options) -> io::Result<()> {
    let text = std::fs::read_to_string(&options.paragraphs)?;
    let paragraphs: Vec<&str> = text
        .split("\n\n")
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect();
    let test = TestProject::new();
    let mut out = io::stdout().lock();
    let mut tally = Tally::default();
    let mut seen = Vec::new();
    let mut chance = Chance(7);
    for (act, paragraph) in (1..=options.acts).zip(paragraphs.iter().cycle()) {
        test.pass(TimeDelta::minutes(1));
        let request = request(paragraph, options);
        let offer = test
            .project
            .learning()
            .offer(&request)
            .map_err(io::Error::other)?;
        if let Some(episode) = tally.act(act, options, &request, &offer, &mut chance) {
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
            report(&mut out, act, &test.project, &mut seen, options)?;
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
        out,
        "{} acts: nothing to offer {nothing}, one candidate {one}, alike in her taste {alike}, telling {telling}; taken {taken}",
        options.acts
    )
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
        let follows = act > options.mixed || chance.next() < 0.75;
        if offer.candidates.len() > 1 {
            *(if tells { &mut self.telling } else { &mut self.alike }) += 1;
        }
        let selected = if tells && follows {
            Some(favourites[0])
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

fn report(
    out: &mut impl io::Write,
    act: usize,
    project: &Arc<Project>,
    seen: &mut Vec<String>,
    options: &Options,
) -> io::Result<()> {
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
        if !seen.contains(&line) && rule.state != RuleState::Noticed
            || rule.feature == Some(options.taste.feature)
        {
            writeln!(out, "{act:4}: {line}")?;
            seen.push(line);
        }
    }
    for question in project.learning().questions().map_err(io::Error::other)? {
        if !seen.contains(&question.id) {
            writeln!(out, "{act:4}: asks {}", sides(&question))?;
            seen.push(question.id.clone());
        }
        if options.answers {
            let right = question.a.rule_id.as_deref() == Some(&options.taste.to_string());
            let request = AnswerRequest {
                question_id: question.id.clone(),
                answer: if right { Answer::A } else { Answer::Neither },
            };
            project.learning().answer(&request).map_err(io::Error::other)?;
        }
    }
    Ok(())
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
