//! Signs and blanks that say nothing about style: two spellings of the same quotation mark, dash or ellipsis.
//!
//! A command tidies a chapter: its indents, blank lines, quotation marks, dashes, ellipses and Chinese punctuation. It
//! changes hundreds of signs in one act, and none of them is a choice of the writer. So texts are compared with these
//! signs made alike.

use crate::language::{Language, is_han};

/// Full-width signs of Chinese and their half-width forms.
const FULL_WIDTH: [(char, char); 8] = [
    (',', '，'),
    (';', '；'),
    (':', '：'),
    ('!', '！'),
    ('?', '？'),
    ('.', '。'),
    ('(', '（'),
    (')', '）'),
];

/// Returns a text with the signs and blanks made alike that tidying changes. Its words stay as they are.
///
/// So two texts that differ only in such signs become equal. In two other texts the same signs are made alike, and what
/// is left are the differences that the writer made.
pub fn alike(text: &str) -> String {
    let language = Language::of(text);
    let lines: Vec<String> = text.lines().map(|line| line_alike(line, language)).collect();
    let mut alike = String::with_capacity(text.len());
    let mut breaks = 0;
    for line in lines {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        if !alike.is_empty() {
            // In English a single line break is a soft wrap. In Chinese each line is a paragraph.
            let divides = breaks > 1 || language == Language::Zh;
            alike.push_str(if divides { "\n\n" } else { "\n" });
        }
        alike.push_str(&line);
        breaks = 1;
    }
    alike
}

fn line_alike(line: &str, language: Language) -> String {
    let line = line.trim();
    // A scene break is no dash.
    if line.chars().all(|sign| matches!(sign, '-' | '*' | '_' | ' ')) {
        return line.to_owned();
    }
    let signs: Vec<char> = line.chars().map(quote_alike).collect();
    let mut alike = String::with_capacity(line.len());
    let mut at = 0;
    while let Some(&sign) = signs.get(at) {
        let run = |is: fn(char) -> bool| signs[at..].iter().take_while(|sign| is(**sign)).count();
        let step = match sign {
            '-' | '—' | '―' => {
                let length = run(|sign| matches!(sign, '-' | '—' | '―'));
                let signs = &signs[at..at + length];
                // One hyphen joins words, and five are no dash.
                let hyphens = signs.iter().all(|sign| *sign == '-') && !(2..=4).contains(&length);
                if hyphens {
                    alike.extend(signs);
                } else {
                    alike.push_str(dash(language));
                }
                length
            }
            '.' | '。' | '…' => stops(&signs[at..], language, &mut alike),
            ' ' | '\u{a0}' | '\u{3000}' => {
                let length = run(|sign| matches!(sign, ' ' | '\u{a0}' | '\u{3000}'));
                let next = signs.get(at + length).copied();
                let closes = alike.chars().next_back().is_some_and(is_chinese_mark);
                let opens = next.is_some_and(|next| is_han(next) || is_chinese_mark(next));
                if !(language == Language::Zh && closes && opens) {
                    alike.push(' ');
                }
                length
            }
            _ => {
                alike.push(if language == Language::Zh {
                    wide(sign, &alike)
                } else {
                    sign
                });
                1
            }
        };
        at += step;
    }
    alike
}

const fn dash(language: Language) -> &'static str {
    match language {
        Language::En => "—",
        Language::Zh => "——",
    }
}

/// Writes the full stop or the ellipsis at the start of some signs, and returns its length.
fn stops(signs: &[char], language: Language, alike: &mut String) -> usize {
    let length = signs
        .iter()
        .take_while(|sign| matches!(sign, '.' | '。' | '…'))
        .count();
    match language {
        Language::Zh if length == 1 && signs[0] != '…' => {
            alike.push(wide(signs[0], alike));
            1
        }
        Language::Zh => {
            alike.push_str("……");
            length
        }
        Language::En if signs.starts_with(&['.', '.', '.']) => {
            alike.push('…');
            3
        }
        Language::En => {
            alike.push(signs[0]);
            1
        }
    }
}

const fn quote_alike(sign: char) -> char {
    match sign {
        '“' | '”' | '「' | '」' => '"',
        '‘' | '’' | '『' | '』' => '\'',
        _ => sign,
    }
}

/// Returns the full-width form of a sign behind Chinese text.
fn wide(sign: char, before: &str) -> char {
    let last = before
        .chars()
        .rev()
        .find(|sign| !matches!(sign, '*' | '_' | '~' | '`'));
    let behind = last.is_some_and(|last| is_han(last) || is_chinese_mark(last));
    let full = FULL_WIDTH.iter().find(|(half, _)| *half == sign);
    match full {
        Some((_, full)) if behind || matches!(sign, '(' | ')') => *full,
        _ => sign,
    }
}

fn is_chinese_mark(sign: char) -> bool {
    matches!(sign, '"' | '\'' | '、' | '》' | '《' | '…' | '—')
        || FULL_WIDTH.iter().any(|(_, full)| *full == sign)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_tidying_changes_is_alike() {
        for (draft, tidied) in [
            ("\"Go,\" she said. \"Now.\"", "“Go,” she said. “Now.”"),
            ("'Tis the '90s, isn't it?", "’Tis the ’90s, isn’t it?"),
            ("Wait.... Then", "Wait…. Then"),
            ("He left--at once", "He left—at once"),
            ("He left --- at once", "He left — at once"),
            ("One.  Two. \n\n\n\nThree.", "One. Two.\n\nThree."),
            ("他说:\"走吧\",然后转身.", "他说：“走吧”，然后转身。"),
            ("「好」他说\"不\"", "「好」他说「不」"),
            ("她想:'也许吧'", "她想：‘也许吧’"),
            ("等等...", "等等……"),
            ("等等。。。", "等等……"),
            ("等等…", "等等……"),
            ("他--没有来", "他——没有来"),
            ("他—没有来", "他——没有来"),
            ("真的吗?!", "真的吗？！"),
            ("你好, 世界", "你好，世界"),
            ("他(其实是她)走了", "他（其实是她）走了"),
            ("走了. ", "走了。"),
            ("**好的**,走", "**好的**，走"),
            (
                "一段。\n　OK。\n\n\n“二段。”",
                "　　一段。\n\n　　OK。\n\n　　“二段。”",
            ),
            ("一段。\n　OK。\n\n\n“二段。”", "一段。\nOK。\n“二段。”"),
        ] {
            assert_eq!(alike(draft), alike(tidied), "{draft}");
        }
    }

    #[test]
    fn what_the_writer_chooses_stays_different() {
        for (draft, revised) in [
            ("He left — at once.", "He left, at once."),
            ("He left — at once.", "He left at once."),
            ("Wait… for me.", "Wait for me."),
            ("Go!", "Go."),
            ("One.\n\nTwo.", "One.\nTwo."),
            ("他——没有来。", "他，没有来。"),
            ("等等……我来了。", "等等，我来了。"),
            ("走吧！", "走吧。"),
            ("一段。\n二段。", "一段。二段。"),
        ] {
            assert_ne!(alike(draft), alike(revised), "{draft}");
        }
    }

    /// Signs as they are typed and as tidying leaves them.
    const ENGLISH: [(&str, &str); 6] = [
        ("--", "—"),
        ("...", "…"),
        (" \"", " “"),
        ("\" ", "” "),
        ("  ", " "),
        ("'s ", "’s "),
    ];
    const CHINESE: [(&str, &str); 7] = [
        ("--", "——"),
        ("...", "……"),
        (",", "，"),
        ("!", "！"),
        ("(", "（"),
        ("\"", "“"),
        ("\n\n\n", "\n"),
    ];

    proptest! {
        #[test]
        fn whatever_is_tidied_stays_alike_and_no_word_changes(
            picks in prop::collection::vec((0_usize..7, any::<bool>()), 0..16)
        ) {
            for (word, signs) in [("ferry", &ENGLISH[..]), ("渡船", &CHINESE)] {
                let mut drafts = [word.to_owned(), word.to_owned()];
                for &(pick, tidies) in &picks {
                    let (typed, tidied) = signs[pick % signs.len()];
                    drafts[0].push_str(typed);
                    drafts[1].push_str(if tidies { tidied } else { typed });
                    drafts.iter_mut().for_each(|draft| draft.push_str(word));
                }
                let [typed, tidied] = drafts.each_ref().map(|draft| alike(draft));
                prop_assert_eq!(&typed, &tidied);
                let words = |text: &str| text.chars().filter(|sign| sign.is_alphanumeric()).collect::<String>();
                prop_assert_eq!(words(&typed), words(&drafts[0]));
            }
        }
    }
}
