//! The cases of `fixtures/store`: a conversation, the answers of a model, and the required state of memory afterwards.
//! The `README.md` there lists the files of a case and the invariants of all cases.

mod case;
mod look;
mod play;

use std::collections::BTreeSet;
use std::fs;

use case::Case;

/// Makes one test per case of a folder.
macro_rules! cases {
    ($folder:ident: $($case:ident)*) => {
        mod $folder {
            $(#[test]
            fn $case() {
                super::holds(stringify!($folder), stringify!($case));
            })*

            pub(super) const CASES: &[&str] = &[$(stringify!($case)),*];
        }
    };
}

cases! { golden:
    arguments_as_text
    arguments_doubly_encoded
    character_sheets_kept
    consolidated_twice
    consolidated_twice_chinese
    daily_missing_compatible
    daily_missing_preferred
    daily_missing_preferred_twice
    daily_missing_required
    daily_partly_broken
    day_of_the_writer
    day_of_the_writer_chinese
    days_compacted_into_the_story
    diary_refused
    duplicate_bullets_fold
    duplicate_headings_fold
    failure_words_kept
    files_from_before
    forged_annotations
    headings_repaired
    headings_repaired_chinese
    her_code_block
    history_rejected_chinese
    history_rejected_daily_kept
    injected_instructions
    insights_gained
    legacy_daily_entries
    no_tool_call_at_all
    no_tool_call_then_call
    overflow_halves
    overflow_of_one_message
    oversize_message
    partial_reply_changes_nothing
    partial_reply_english
    preference_ask_user
    preference_keep_new
    preference_keep_old
    preference_merge
    preference_of_her_own
    recent_topics_sanitized
    recent_topics_sanitized_english
    replace_section
    reply_cut_off
    rest_stays
    retire_lines
    retry_overflows
    too_long_compacted
    too_long_her_own_lines
    tool_heavy_session
    truncated_context
    window_leaves_the_talk
    word_counts_and_errors_kept
}

cases! { disasters:
    basic_memory_625
    claude_code_1878
    hermes_26045
    koboldai_124
    letta_code_2203
    letta_code_4195
    openclaw_67912
    openclaw_84882
    openclaw_88124
    sillytavern_2297
    sillytavern_3809
    tunnelvision_45
    vellum_24045_default_limit
    vellum_24045_faded
    vellum_24045_same_topic
}

fn holds(folder: &str, case: &str) {
    let name = format!("{folder}/{}", case.replace('_', "-"));
    let case = Case::read(&name);
    let missed = look::missed(&case);
    let says = &case.says;
    assert!(
        missed.is_empty(),
        "{name}: {}\n{}{}{} not as it must be:\n  {}\n",
        says.title,
        says.says,
        says.note,
        missed.len(),
        missed.join("\n  ")
    );
}

#[test]
fn every_case_is_tested() {
    let mut tested = BTreeSet::new();
    for (folder, cases) in [("golden", golden::CASES), ("disasters", disasters::CASES)] {
        tested.extend(
            cases
                .iter()
                .map(|case| format!("{folder}/{}", case.replace('_', "-"))),
        );
    }
    let mut there = BTreeSet::new();
    for folder in ["golden", "disasters"] {
        for entry in fs::read_dir(case::folder().join(folder)).expect("cases") {
            let name = entry.expect("a case").file_name();
            there.insert(format!("{folder}/{}", name.to_string_lossy()));
        }
    }
    assert_eq!(there, tested);
}

#[test]
fn the_readme_says_of_every_case_what_it_is_about_and_where_it_comes_from() {
    let readme = fs::read_to_string(case::folder().join("README.md")).expect("a README");
    let names: Vec<&str> = readme
        .lines()
        .filter_map(|line| {
            line.strip_prefix("| [`")?
                .split_once("`](")
                .and_then(|(_, rest)| rest.split_once(')'))
        })
        .map(|(path, _)| path)
        .collect();
    for name in &names {
        let says = Case::read(name).says;
        let row = readme
            .lines()
            .find(|line| line.contains(&format!("]({name})")))
            .expect("a row");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (source, language, mechanism, holds) = match cells[..] {
            [_, _, language, mechanism, holds, _] => (None, language, mechanism, holds),
            [_, _, language, source, mechanism, holds, _] => (Some(source), language, mechanism, holds),
            _ => panic!("{name}: a row has four cells, and that of a disaster five"),
        };
        assert_eq!(
            (language, mechanism),
            (says.language.as_str(), says.mechanism.as_str()),
            "{name}"
        );
        assert!(
            !holds.is_empty() && !says.title.is_empty() && !says.says.trim().is_empty(),
            "{name}"
        );
        assert_eq!(says.source.is_some(), name.starts_with("disasters/"), "{name}");
        assert_eq!(source.is_some(), says.source.is_some(), "{name}");
        if let Some((source, report)) = source.zip(says.source) {
            assert!(
                source.contains(&format!("]({})", report.issue)) && !report.reported.is_empty(),
                "{name}"
            );
            assert_eq!(report.found, !source.ends_with(", not found"), "{name}");
        }
    }
    assert_eq!(names.len(), golden::CASES.len() + disasters::CASES.len());
}

#[test]
fn each_defect_is_rebuilt_in_both_languages() {
    let readme = fs::read_to_string(case::folder().join("README.md")).expect("a README");
    let (_, table) = readme.split_once("| | English | 中文 |\n").expect("a table");
    let rows: Vec<&str> = table
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .collect();
    assert!(rows.len() > 10);
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        for (cell, language) in cells[1..].iter().zip(["en", "zh"]) {
            let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            assert!(!names.is_empty(), "{row}");
            for name in names {
                let folder = if case::folder().join("golden").join(name).exists() {
                    "golden"
                } else {
                    "disasters"
                };
                assert_eq!(
                    Case::read(&format!("{folder}/{name}")).says.language,
                    language,
                    "{row}"
                );
            }
        }
    }
}
