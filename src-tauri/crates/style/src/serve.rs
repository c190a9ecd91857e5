//! The check as a child process: one line of input, one line of output.

use std::io::{self, BufRead, Write};

use crate::Checker;

/// Prints `ready` once the rules are loaded, and answers each input line with one output line until the input ends.
///
/// The first input line is the name of a variety of English as a JSON string, such as `"en_GB"`. Each later line is a
/// JSON array of such a name and a paragraph. Each answer is a JSON array of remarks.
///
/// # Errors
/// Fails when the parent process has closed the pipe, or when a line has another form.
pub fn serve(questions: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    let mut lines = questions.lines();
    let Some(english) = lines.next().transpose()? else {
        return Ok(());
    };
    let mut checker = Checker::of(&serde_json::from_str::<String>(&english)?);
    // Part of the rules is loaded with the first paragraph.
    checker.remarks("It is ready.");
    say(&mut answers, "ready")?;
    for line in lines {
        let (english, paragraph): (String, String) = serde_json::from_str(&line?)?;
        if !checker.is_of(&english) {
            checker = Checker::of(&english);
        }
        say(
            &mut answers,
            &serde_json::to_string(&checker.remarks(&paragraph))?,
        )?;
    }
    Ok(())
}

fn say(answers: &mut impl Write, line: &str) -> io::Result<()> {
    writeln!(answers, "{line}")?;
    answers.flush()
}

#[cfg(test)]
mod tests {
    use contract::{StyleKind, StyleRemark};

    use super::*;

    #[test]
    fn each_question_has_a_line_of_answer() {
        let questions = "\"en_US\"\n[\"en_US\",\"She saw the the river.\"]\n[\"en_GB\",\"雨停了。\"]\n";
        let mut answers = Vec::new();
        serve(questions.as_bytes(), &mut answers).expect("answers");
        let answers = String::from_utf8(answers).expect("text");
        let lines: Vec<&str> = answers.lines().collect();
        let [ready, found, nothing] = lines.as_slice() else {
            panic!("{answers}")
        };
        assert_eq!((*ready, *nothing), ("ready", "[]"));
        let found: Vec<StyleRemark> = serde_json::from_str(found).expect("remarks");
        assert_eq!((found.len(), found[0].kind), (1, StyleKind::Repetition));
    }

    #[test]
    fn what_is_no_question_ends_it() {
        for questions in ["nonsense\n", "\"en_US\"\n{}\n"] {
            assert!(serve(questions.as_bytes(), Vec::new()).is_err(), "{questions}");
        }
        assert!(serve(&b""[..], Vec::new()).is_ok());
    }
}
