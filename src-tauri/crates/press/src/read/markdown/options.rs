//! The Markdown extensions that are enabled.

use pulldown_cmark::Options;

pub(crate) const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    // A link to another manuscript, `[[Cast|Wen]]`: a book has its words and not its brackets.
    .union(Options::ENABLE_WIKILINKS);
