use std::collections::BTreeSet;
use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use learning::preference::PreferenceKeys;
use proptest::prelude::*;

use super::*;
use crate::consolidation::account::{Fate, Why};
use crate::consolidation::arbitrary::{Dice, memory_file, reply};
use crate::document::Item;
use crate::files::archive::Cause;
use crate::proposal::ProposalReason;

static KEYS: LazyLock<PreferenceKeys> = LazyLock::new(PreferenceKeys::default);
static NONE: BTreeSet<String> = BTreeSet::new();

fn day(number: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(number)
}

fn context(maximum: usize) -> Context<'static> {
    Context {
        path: "MEMORY.md",
        run_id: "run-1",
        session: "ferry",
        now: day(20_000),
        maximum,
        keys: &KEYS,
        seen: None,
        settled: &NONE,
    }
}

/// Merges, and verifies the account.
fn merge_within(present: &str, reply: &str, context: &Context<'_>) -> Merged {
    let merged = section_merge(&Document::parse(present), reply, context);
    let output = merged.document.to_string();
    let verdict = merged.account.verify(present, reply, &output, &merged.archived);
    assert_eq!(
        verdict,
        Ok(()),
        "{present:?}\n{reply:?}\n{output:?}\n{:?}",
        merged.account
    );
    merged
}

fn merge(present: &str, reply: &str) -> Merged {
    merge_within(present, reply, &context(MAXIMUM))
}

fn old(words: &str) -> String {
    Item::new(words, "run-0", day(0)).bullet(words)
}

/// Returns a file in short form for reading: `{words}` for each new item and `{words|old}` for each old one.
fn short(text: &str) -> String {
    let told = |line: &str| {
        let said = crate::document::plain(line);
        let body = line.trim_end_matches(['\r', '\n']);
        let noted = &body[said.len()..];
        let ending = &line[body.len()..];
        let mark = match noted {
            "" => "",
            noted if noted.contains("merged") => " (folded)",
            noted if noted.contains("run run-1 ") => " (new)",
            _ => " (old)",
        };
        format!("{said}{mark}{ending}")
    };
    text.split_inclusive('\n').map(told).collect()
}

fn after(present: &str, reply: &str) -> String {
    short(&merge(present, reply).document.to_string())
}

#[test]
fn a_reply_is_joined_section_by_section() {
    for (present, reply, expected) in [
        ("", "## Facts\n- a", "## Facts\n\n- a (new)\n"),
        (
            "# Memory\n",
            "## 人物\n- 甲",
            "# Memory\n\n## 人物\n\n- 甲 (new)\n",
        ),
        ("## Facts\n- a", "## Facts\n- b", "## Facts\n- a\n- b (new)\n"),
        ("## Facts\n- a\n", "## Facts\n- A.\n- Ａ。", "## Facts\n- a\n"),
        (
            "## 人物\r\n- 甲。\r\n",
            "## 人物\n- 甲\n- 乙",
            "## 人物\r\n- 甲。\r\n- 乙 (new)\r\n",
        ),
        (
            "Mine.\n\n## B\n- b\n\n## A\n- a\n",
            "Theirs.\n## A\n- a2\n## C\n- c\n## B\n- b2\n",
            "Mine.\n\n## B\n- b\n- b2 (new)\n\n## A\n- a\n- a2 (new)\n\n## C\n\n- c (new)\n",
        ),
        (
            "## Facts\n",
            "## facts\nOne.\nTwo.",
            "## Facts\n\n- One. (new)\n- Two. (new)\n",
        ),
        (
            "## Style\n- s\n",
            "## 写作风格\n- t",
            "## Style\n- s\n- t (new)\n",
        ),
        (
            "## Cast\n- a\n### Wen\n- b\n",
            "## Cast\n- c\n- b\n### Wen\n- d\n### 林晚\n- b\n",
            "## Cast\n- a\n- c (new)\n### Wen\n- b\n- d (new)\n\n### 林晚\n\n- b (new)\n",
        ),
        (
            "## Facts\n- a\n```\n- x",
            "## Facts\n- b",
            "## Facts\n- a\n- b (new)\n\n```\n- x",
        ),
        (
            "## A\n- a\n## a\n- b\n",
            "## A\n- c\n- b",
            "## A\n- a\n- c (new)\n## a\n- b\n",
        ),
        (
            "## Style\n- r <!-- rule x.y | rule -->\n",
            "## Style\n- r <!-- rule x.y | rule | confirmed -->\n- f <!-- rule f | rule -->\n",
            "## Style\n- r <!-- rule x.y | rule -->\n- f (new)\n",
        ),
    ] {
        assert_eq!(after(present, reply), expected, "{present:?} + {reply:?}");
    }
}

#[test]
fn what_a_reply_leaves_out_stays() {
    let present = format!("Mine.\n## Facts\n- a\n{}\n## Other\n- b\n", old("c"));
    let merged = merge(&present, "## Facts\n- a\n");
    assert_eq!(merged.document.to_string(), present);
    assert!(merged.archived.is_empty() && merged.proposals.is_empty());
}

#[test]
fn a_reply_without_sections_is_not_merged_and_says_why() {
    for (reply, name) in [
        ("", "empty_input"),
        (" \n\t", "empty_input"),
        ("All is well.", "unstructured"),
        ("- a\n- b", "unstructured"),
        ("```\n## Facts\n- a\n```", "unstructured"),
    ] {
        let merged = merge("## Facts\n- a", reply);
        assert_eq!(merged.unmerged.map(Unmerged::name), Some(name), "{reply:?}");
        assert_eq!(merged.document.to_string(), "## Facts\n- a");
    }
}

#[test]
fn a_replaced_section_keeps_what_is_the_writers_and_archives_the_rest() {
    let present = format!(
        "## Facts\n- mine\n{}\n{}\n- r <!-- rule x.y | rule -->\n## Other\n{}\n",
        old("one"),
        old("two"),
        old("three")
    );
    let merged = merge(&present, "## Facts [replace]\n- Two\n- four\n");
    let expected = "## Facts\n- mine\n- two (old)\n- r <!-- rule x.y | rule -->\n- four (new)\n## Other\n- three (old)\n";
    assert_eq!(short(&merged.document.to_string()), expected);
    assert_eq!(merged.archived.len(), 1);
    assert_eq!(merged.archived[0].text, format!("{}\n", old("one")));
    assert!(
        merged.proposals.is_empty(),
        "a replace speaks of the machine's lines alone"
    );
    let cut_off = merge(&present, "## Facts [replace]\n");
    assert_eq!(
        cut_off.document.to_string(),
        present,
        "a section without a word was cut off"
    );
}

#[test]
fn what_is_to_be_retired_goes_if_it_is_the_machines_and_is_proposed_if_it_is_hers() {
    let present = format!(
        "## 人物\n- 甲\n- 丙 <!-- rule x.y | rule -->\n{}\n{}\n",
        old("乙"),
        old("丁")
    );
    let reply = format!(
        "## 人物\n- [撤下] 乙。\n- [retire] {}\n- [retire] 甲\n- [retire] 丙\n- [retire] 戊\n- 乙",
        Item::id_of("丁")
    );
    let merged = merge(&present, &reply);
    let expected = "## 人物\n- 甲\n- 丙 <!-- rule x.y | rule -->\n";
    assert_eq!(merged.document.to_string(), expected);
    assert_eq!(merged.archived.len(), 2);
    let proposals: Vec<_> = merged
        .proposals
        .iter()
        .map(|p| (p.before.as_deref(), p.after.as_deref(), p.reason))
        .collect();
    assert_eq!(proposals, [(Some("- 甲"), None, ProposalReason::Retired)]);
    let whys: Vec<_> = merged
        .account
        .reply
        .iter()
        .map(|stretch| stretch.fate.clone())
        .collect();
    let left = |why| Fate::Reply { why };
    assert_eq!(
        whys[1..],
        [
            left(Why::Done),
            left(Why::Proposed),
            left(Why::Rule),
            left(Why::NotThere),
            left(Why::Retired)
        ]
    );
}

#[test]
fn a_line_of_hers_in_other_words_becomes_a_proposal_and_no_second_line() {
    let key = "* The brass key lies in the left pocket of the old grey coat";
    for (own, said, reason) in [
        (
            key,
            "brass key lies in the left pocket of the old grey coat",
            Some(ProposalReason::Reworded),
        ),
        (
            key,
            "The brass key lies in the right pocket of the new green bag",
            None,
        ),
        (
            "* Tense: past",
            "Tense: present",
            Some(ProposalReason::PreferenceKey),
        ),
        (
            "* 时态：过去时",
            "Tense: present",
            Some(ProposalReason::PreferenceKey),
        ),
    ] {
        let present = format!("## Facts\n{own}\n");
        let merged = merge(&present, &format!("## Facts\n- {said}"));
        let proposed: Vec<_> = merged.proposals.iter().map(|p| p.reason).collect();
        assert_eq!(proposed, Vec::from_iter(reason), "{own} / {said}");
        if let Some(proposal) = merged.proposals.first() {
            assert_eq!(merged.document.to_string(), present);
            assert_eq!(proposal.after.as_deref(), Some(format!("* {said}").as_str()));
            let accepted = proposal.accept(&merged.document).expect("her line stands");
            assert_eq!(accepted, format!("## Facts\n* {said}\n"));
        }
    }
    let same = merge("## Facts\n- Tense: past\n", "## Facts\n- 时态: Past.");
    assert!(same.proposals.is_empty() && same.document.to_string().lines().count() == 2);
}

#[test]
fn what_two_machines_wrote_is_folded_and_what_she_wrote_twice_is_not() {
    let newer = Item {
        since: day(3).date_naive(),
        ..Item::new("A.", "run-2", day(5))
    };
    let present = format!(
        "## Facts\n- own\n- own\n{}\n{}\n{}\n",
        newer.bullet("A."),
        old("a"),
        old("own")
    );
    let merged = merge(&present, "## Facts\n- b");
    insta::assert_snapshot!(merged.document, @"
        ## Facts
        - own
        - own
        - A. <!-- item item-ca978112ca1b | active | run run-2 | since 1970-01-01 | updated 1970-01-06 | merged 1 -->
        - b <!-- item item-3e23e8160039 | active | run run-1 | from ferry | since 2024-10-04 | updated 2024-10-04 -->
        ");
    let texts: Vec<_> = merged.archived.iter().map(|block| short(&block.text)).collect();
    assert_eq!(texts, ["- a (old)\n", "- own (old)\n"]);
}

#[test]
fn a_file_that_grows_too_long_gives_up_its_oldest_items() {
    let items: Vec<String> = (0..10i64)
        .map(|number| {
            let words = format!("item number {number}");
            Item::new(&words, "run-0", day(10 - number)).bullet(&words) + "\n"
        })
        .collect();
    let present = format!("## Facts\n- mine\n{}", items.concat());
    let within = |maximum| merge_within(&present, "## Facts\n- fresh\n", &context(maximum));
    // 16 characters by the writer, ten items of 16 characters, and a new item of 8.
    assert_eq!(within(184).archived.len(), 0, "there is room");
    let merged = within(180);
    assert_eq!(merged.document.length(), 152, "nine tenths of 180 at most");
    let gone: Vec<_> = merged
        .archived
        .iter()
        .map(|block| crate::document::plain(&block.text))
        .collect();
    assert_eq!(gone, ["- item number 9", "- item number 8"]);
    assert!(!merged.ask);
}

#[test]
fn where_her_own_lines_leave_no_room_the_newest_come_in_and_she_is_asked() {
    let present = format!("## Facts\n{}\n", "- 她自己的一行\n".repeat(20));
    let merged = merge_within(&present, "## Facts\n- 一\n- 二\n", &context(100));
    assert!(merged.ask);
    assert_eq!(merged.archived.len(), 0);
    assert!(short(&merged.document.to_string()).contains("- 一 (new)\n- 二 (new)\n"));
}

#[test]
fn one_statement_cannot_push_out_everything_else() {
    let present = format!("## Facts\n{}\n", old("a"));
    let merged = merge_within(
        &present,
        &format!("## Facts\n- {}", "x".repeat(1_000_000)),
        &context(MAXIMUM),
    );
    assert_eq!(merged.document.to_string(), present);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]
    #[test]
    fn whatever_meets_every_line_is_accounted_for_and_a_second_time_changes_nothing(
        of_file in prop::collection::vec(any::<u16>(), 0..160),
        of_reply in prop::collection::vec(any::<u16>(), 0..160),
        maximum in prop_oneof![Just(MAXIMUM), 40usize..600],
    ) {
        let present = memory_file(&mut Dice::new(&of_file));
        let reply = reply(&mut Dice::new(&of_reply), &present);
        let first = merge_within(&present, &reply, &context(maximum));
        let output = first.document.to_string();

        // A line without the comment of an item is the writer's or a rule's, and stays as it stood.
        let unmarked = |text: &str| text.trim_start_matches('\u{feff}').to_owned();
        let (after, before) = (unmarked(&output), unmarked(&present));
        let mut rest = after.lines();
        for line in before.lines().filter(|line| !line.contains("<!-- item ")) {
            prop_assert!(rest.any(|kept| kept.trim_end_matches('\r') == line.trim_end_matches('\r')), "{:?} of {:?} in {:?}", line, present, output);
        }
        let rules = |text: &str| text.matches("<!-- rule ").count();
        prop_assert_eq!(rules(&present), rules(&output));

        // A statement without room finds no room again, and may push out another in its turn.
        if first.archived.iter().all(|block| block.cause != Cause::Compacted) {
            let second = merge_within(&output, &reply, &context(maximum));
            prop_assert_eq!(second.document.to_string(), output, "{:?} + {:?}", present, reply);
            prop_assert!(second.archived.is_empty());
            let ids = |merged: &Merged| -> Vec<String> { merged.proposals.iter().map(|p| p.id.clone()).collect() };
            prop_assert_eq!(ids(&first), ids(&second), "{:?} + {:?}", present, reply);
        }
    }

    #[test]
    fn any_text_meets_any_text(present in any::<String>(), reply in any::<String>(), under in any::<bool>()) {
        let reply = if under { format!("## Facts\n{reply}") } else { reply };
        merge(&present, &reply);
    }
}
