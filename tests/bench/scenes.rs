//! How often the kind of scene is detected as a careful reader sees it.

use std::io::{self, Write as _};

use prose::Language;
use support::scenes::{Confusion, REGISTERS, paragraphs};

/// Prints the confusion over the paragraphs that nothing was tuned on, by language and by kind of fiction.
pub fn run() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for language in [Language::En, Language::Zh] {
        let paragraphs = paragraphs(language);
        let held_out = || paragraphs.iter().filter(|paragraph| paragraph.is_held_out);
        let all = Confusion::of(held_out(), language);
        writeln!(out, "\n{language:?}, held out (goal: 0.850 right)\n{all}")?;
        for register in REGISTERS {
            let of_register = Confusion::of(held_out().filter(|one| one.register == register), language);
            writeln!(
                out,
                "\n{language:?}, {register} (goal: 0.800 right)\n{of_register}"
            )?;
        }
    }
    Ok(())
}
