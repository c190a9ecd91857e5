//! Times and languages as text.

use chrono::{DateTime, SecondsFormat, Utc};
use prose::Language;

/// Returns a time as RFC 3339 in UTC, to the second: `2026-11-22T08:30:00Z`.
pub(crate) fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Returns the name of a language: `en` or `zh`.
pub(crate) const fn language(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        Language::Zh => "zh",
    }
}
