//! The time to open a project with a large `MEMORY.md`.

use std::io;

use support::TestProject;

use super::Measured;
use crate::table::Durations;

const BULLETS: [usize; 4] = [1_000, 4_000, 16_000, 64_000];

/// Returns the text of the bullet with a number.
type Bullet = fn(usize) -> String;

/// The kinds of bullets in the file. The rules of the last kind all contradict each other.
const KINDS: [(&str, Bullet); 3] = [
    ("the writer's own", |number| {
        format!("- No word of witness {number}")
    }),
    ("the desk's", |number| {
        let more = if number.is_multiple_of(2) { "more" } else { "less" };
        format!(
            "- Rule {number} <!-- rule any+s{}.comma_rate.{more} | rule -->",
            number / 2
        )
    }),
    ("contradictory", |number| {
        let long = if number.is_multiple_of(2) { "long" } else { "short" };
        format!("- Prefer {long} sentences, {number}")
    }),
];

/// Times the first opening of a project of each kind, and a change of one rule, which writes the file.
pub(super) fn rows() -> io::Result<Vec<Measured>> {
    let mut rows = Vec::new();
    for (whose, bullet) in KINDS {
        for count in BULLETS {
            let lines: Vec<String> = (0..count).map(bullet).collect();
            let text = format!("# Memory\n\n## Style\n\n{}\n", lines.join("\n"));
            let (mut open, mut change) = (Durations::default(), Durations::default());
            let test = TestProject::new();
            let path = test.path().join("memory/MEMORY.md");
            std::fs::write(&path, &text)?;
            open.time(|| test.project.memory().follow())
                .expect("a file that can be followed");
            let known = test.project.learning().rules().expect("rules");
            assert_eq!(known.len(), count, "every bullet is a rule");
            let id = &known[0].rule.id;
            change
                .time(|| test.project.learning().delete_rule(id))
                .expect("a rule that can go");
            let remark = format!("{} KB", text.len() / 1_000);
            rows.push((format!("{count} bullets, {whose}"), open, remark));
            rows.push((
                format!("{count} bullets, {whose}: one goes"),
                change,
                String::new(),
            ));
        }
    }
    Ok(rows)
}
