//! Proposals: changes of the writer's own lines that the desk suggests.
//!
//! Only the writer changes her own lines. A wish to reword or delete a line waits as a proposal until she accepts or
//! rejects it. It is carried out only if the line is unchanged since the proposal. The id is a hash of the wish. So two
//! machines with the same wish make one proposal, and a rejected wish is not proposed again.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::document::{Bullet, Document, Heading, Whose, key};

/// The reason for a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalReason {
    /// The reply contains nearly the same statement in other words.
    Reworded,
    /// The reply sets the same preference key to another value.
    PreferenceKey,
    /// The reply asks to retire the line.
    Retired,
}

/// The state of a proposal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    /// It waits for a decision.
    #[default]
    Pending,
    /// The writer accepted it.
    Accepted,
    /// The writer rejected it.
    Rejected,
}

/// A suggested change of the writer's own lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// A hash of the path, the section, the line and its proposed form.
    pub id: String,
    /// The run that made the proposal.
    pub run_id: String,
    /// The file, relative to the memory root.
    pub path: String,
    /// The title of the line's section.
    pub section: String,
    /// Her present bullet, without the line ending of its last line; `None` for an addition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The new bullet, one line; `None` for a deletion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The reason.
    pub reason: ProposalReason,
    /// Its state.
    #[serde(default)]
    pub state: ProposalState,
    /// The time of the first proposal.
    pub created_at: DateTime<Utc>,
}

/// The writer's decision on a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The id of the proposal.
    pub proposal_id: String,
    /// Whether she accepted it.
    pub accepted: bool,
    /// The time of the decision.
    pub at: DateTime<Utc>,
}

/// A wished change, before it has an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish<'a> {
    /// As in [`Proposal`].
    pub path: &'a str,
    /// As in [`Proposal`].
    pub section: &'a str,
    /// As in [`Proposal`].
    pub before: Option<String>,
    /// As in [`Proposal`].
    pub after: Option<String>,
    /// As in [`Proposal`].
    pub reason: ProposalReason,
}

impl Proposal {
    /// Returns the proposal for a wish.
    pub fn new(wish: Wish<'_>, run_id: &str, now: DateTime<Utc>) -> Self {
        let mut digest = Sha256::new();
        let section = Heading::titled(wish.section).map_or_else(String::new, |heading| heading.key);
        let before = wish.before.as_deref();
        // A wish with another spelling is the same wish.
        let after = wish.after.as_deref().map(key);
        for part in [Some(wish.path), Some(&section), before, after.as_deref()] {
            // The length separates the parts, and distinguishes a missing part from an empty one.
            digest.update(part.map_or(u64::MAX, |part| part.len() as u64).to_le_bytes());
            digest.update(part.unwrap_or_default().as_bytes());
        }
        let id: String = digest.finalize()[..6]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Self {
            id: format!("proposal-{id}"),
            run_id: run_id.to_owned(),
            path: wish.path.to_owned(),
            section: wish.section.to_owned(),
            before: wish.before,
            after: wish.after,
            reason: wish.reason,
            state: ProposalState::Pending,
            created_at: now,
        }
    }

    /// Returns whether it still waits for the writer.
    pub fn is_open(&self) -> bool {
        self.state == ProposalState::Pending
    }

    /// Returns the proposal after the same wish came up again. A rejected proposal stays rejected, and a waiting one
    /// stays waiting. If a line has come back after its change was accepted, the writer is asked again.
    pub fn made_again(self, again: Self) -> Self {
        match self.state {
            ProposalState::Pending | ProposalState::Rejected => self,
            ProposalState::Accepted => again,
        }
    }

    /// Returns the proposal after a decision. If there are several decisions, the first one counts.
    pub fn after(mut self, decided: &Decided) -> Self {
        if self.is_open() {
            self.state = if decided.accepted {
                ProposalState::Accepted
            } else {
                ProposalState::Rejected
            };
        }
        self
    }

    /// Returns the text of the file after the proposal is carried out. `None` if the line has changed or left its
    /// section, and also if it occurs there more than once, because the intended line is then unknown.
    pub fn accept(&self, document: &Document) -> Option<String> {
        let mut changed = document.clone();
        match (&self.before, &self.after) {
            (Some(before), after) => {
                let bullet = standing(document, &self.section, before)?;
                match after {
                    Some(after) => changed.replace(&bullet, after),
                    None => drop(changed.remove(&bullet)),
                }
            }
            (None, Some(after)) => changed.append(&self.section, vec![after.clone()]),
            (None, None) => return None,
        }
        Some(changed.to_string())
    }
}

/// Returns the only unchanged bullet in a section: a bullet of the writer, or an item that sets a preference about
/// which she is asked.
fn standing(document: &Document, section: &str, before: &str) -> Option<Bullet> {
    let section = Heading::titled(section)?;
    let mut found = document
        .parts()
        .into_iter()
        .filter(|part| part.section.as_ref().is_some_and(|own| own.key == section.key))
        .flat_map(|part| part.bullets)
        .filter(|bullet| bullet.whose != Whose::Rule && verbatim(document, bullet) == before);
    let bullet = found.next()?;
    found.next().is_none().then_some(bullet)
}

/// Returns a bullet in the form that a proposal stores.
pub fn verbatim(document: &Document, bullet: &Bullet) -> String {
    let mut text = document.text(&bullet.lines);
    // A final carriage return is half a line ending: it becomes a whole one when a line is added after it.
    let (line, _) = crate::document::split_ending(&text);
    let length = line.trim_end_matches('\r').len();
    text.truncate(length);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn proposal(section: &str, before: Option<&str>, after: Option<&str>) -> Proposal {
        let wish = Wish {
            path: "MEMORY.md",
            section,
            before: before.map(str::to_owned),
            after: after.map(str::to_owned),
            reason: ProposalReason::Reworded,
        };
        Proposal::new(wish, "run-1", NOW)
    }

    #[test]
    fn a_proposal_is_carried_out_only_where_the_line_stands_once_as_it_did() {
        for (text, before, after, expected) in [
            (
                "## Facts\n- a\n- b\n",
                Some("- a"),
                Some("- c"),
                Some("## Facts\n- c\n- b\n"),
            ),
            (
                "## Facts\r\n- a\r\n  more\r\n- b",
                Some("- a\r\n  more"),
                None,
                Some("## Facts\r\n- b"),
            ),
            (
                "## Facts\n* 甲\n",
                Some("* 甲"),
                Some("* 乙"),
                Some("## Facts\n* 乙\n"),
            ),
            ("## Facts\n- a", None, Some("- b"), Some("## Facts\n- a\n- b\n")),
            ("## Facts\n- a.\n", Some("- a"), Some("- c"), None),
            ("## Facts\n- a\n## FACTS\n- a\n", Some("- a"), Some("- c"), None),
            ("## Other\n- a\n", Some("- a"), Some("- c"), None),
            ("## Facts\n```\n- a\n```\n", Some("- a"), Some("- c"), None),
            (
                "## Facts\n- a <!-- rule x -->\n",
                Some("- a <!-- rule x -->"),
                None,
                None,
            ),
            ("## Facts\n- a\n  more\n", Some("- a"), None, None),
            ("## Facts\n- a\n", None, None, None),
        ] {
            let accepted = proposal("Facts", before, after).accept(&Document::parse(text));
            assert_eq!(accepted.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn the_same_wish_is_the_same_proposal_whenever_and_however_it_comes_up() {
        let first = proposal("Facts", Some("- a"), Some("- He said: no"));
        let again = proposal("FACTS", Some("- a"), Some("- he said： no."));
        assert_eq!(first.id, again.id);
        for other in [
            proposal("Other", Some("- a"), Some("- He said: no")),
            proposal("Facts", Some("- b"), Some("- He said: no")),
            proposal("Facts", Some("- a"), Some("- He said: yes")),
            proposal("Facts", Some("- a"), None),
            proposal("Facts", None, Some("- a")),
        ] {
            assert_ne!(first.id, other.id);
        }
    }

    #[test]
    fn the_first_word_stands_and_what_was_rejected_does_not_come_back() {
        let wish = proposal("人物", Some("- 甲"), Some("- 乙"));
        let decided = |accepted| Decided {
            proposal_id: wish.id.clone(),
            accepted,
            at: NOW,
        };
        let rejected = wish.clone().after(&decided(false));
        assert_eq!(
            rejected.clone().after(&decided(true)).state,
            ProposalState::Rejected
        );
        assert_eq!(rejected.made_again(wish.clone()).state, ProposalState::Rejected);
        let accepted = wish.clone().after(&decided(true));
        assert_eq!(accepted.state, ProposalState::Accepted);
        assert!(
            accepted.made_again(wish.clone()).is_open(),
            "she put the line back"
        );
        let later = Proposal {
            run_id: "run-2".into(),
            ..wish.clone()
        };
        assert_eq!(wish.clone().made_again(later), wish);
    }

    #[test]
    fn a_proposal_is_kept_as_json_without_what_it_does_not_have() {
        let json = serde_json::to_value(proposal("Facts", Some("- a"), None)).expect("plain data");
        assert_eq!(json["reason"], "reworded");
        assert!(json.get("after").is_none());
        let back: Proposal = serde_json::from_value(json).expect("what was written");
        assert_eq!(back, proposal("Facts", Some("- a"), None));
    }
}
