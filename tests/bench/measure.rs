//! The time to measure a text. It must grow linearly with the length of the text.

use std::hint::black_box;
use std::io;

use prose::{Language, measure, scene};

use crate::table::{Durations, print};
use crate::writer::chapters;

/// The sizes of the measured texts, in bytes.
const SIZES: [(usize, &str); 3] = [(10_000, "10 KB"), (100_000, "100 KB"), (1_000_000, "1 MB")];
const ROUNDS: usize = 5;

/// Times the features and the scene of ever longer texts: ordinary prose, and one sentence without an end.
pub fn features() -> io::Result<()> {
    for language in [Language::En, Language::Zh] {
        let prose = chapters(language);
        let endless: String = prose.chars().filter(|character| !is_end(*character)).collect();
        let mut rows = Vec::new();
        for (kind, text) in [("prose", &prose), ("one sentence", &endless)] {
            let mut a_byte = None;
            for (size, name) in SIZES {
                let text = repeated(text, size);
                let mut durations = Durations::default();
                for _ in 0..ROUNDS {
                    durations.time(|| black_box((measure(&text, language), scene::detect(&text, language))));
                }
                let own = durations.quantile(0.5) / text.len() as f64;
                let first = *a_byte.get_or_insert(own);
                rows.push((
                    format!("{kind}, {name}"),
                    durations,
                    format!("{:.2} a byte of the shortest", own / first),
                ));
            }
        }
        let rows: Vec<_> = rows
            .iter()
            .map(|(name, durations, remark)| (name.as_str(), durations, remark.clone()))
            .collect();
        let title = match language {
            Language::En => "Features and scene of a text in English (linear: about 1 a byte)",
            Language::Zh => "Features and scene of a text in Chinese (linear: about 1 a byte)",
        };
        print(title, &rows)?;
    }
    Ok(())
}

fn is_end(character: char) -> bool {
    matches!(character, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '\n')
}

/// Returns the text repeated to at least `bytes` bytes.
fn repeated(text: &str, bytes: usize) -> String {
    text.repeat(bytes.div_ceil(text.len()))
}
