//! Decodes text in the encodings that writers use.
//!
//! A manuscript that is opened for editing must be encodable to the same bytes again; otherwise it is not opened. An
//! import only reads, so it may replace a broken byte by a replacement character.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::imported::Unreadable;

/// Returns the text of a file. A byte-order mark decides the encoding. Without a mark, valid UTF-8 without zero bytes
/// is read as UTF-8, and a file with many zero bytes as UTF-16. Otherwise the most likely encoding is used, such as
/// GB18030, Big5 or a Western encoding.
pub(super) fn text(bytes: &[u8]) -> Result<String, Unreadable> {
    let (encoding, bytes) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => (encoding, &bytes[length..]),
        None => (guessed(bytes), bytes),
    };
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    // A file that is not text is full of characters that do not occur in text.
    let wrong = text
        .chars()
        .filter(|&c| c == '\u{fffd}' || (c.is_control() && !"\n\r\t\u{c}".contains(c)))
        .count();
    if wrong * 100 > text.chars().count() {
        return Err(Unreadable::NotText);
    }
    Ok(text.into_owned())
}

fn guessed(bytes: &[u8]) -> &'static Encoding {
    if std::str::from_utf8(bytes).is_ok() && !bytes.contains(&0) {
        return UTF_8;
    }
    // Spaces and line breaks, which occur in any text, are zero in one of their two bytes.
    let noughts = |first: usize| {
        bytes
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let (even, odd) = (noughts(0), noughts(1));
    if (even + odd) * 50 > bytes.len() {
        return if odd > even { UTF_16LE } else { UTF_16BE };
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Allow);
    // A single broken byte makes the detector reject a Chinese encoding. But no Western text consists mainly of
    // accented letters.
    let high = bytes.iter().filter(|byte| **byte >= 0x80).count();
    if guess == WINDOWS_1252 && high * 5 > bytes.len() * 2 {
        // These characters are frequent in any Chinese text. Decoded with the wrong encoding, the text contains none of
        // them.
        let likely = |encoding: &&'static Encoding| {
            let (text, _) = encoding.decode_without_bom_handling(bytes);
            text.chars()
                .filter(|character| "，。的了不是".contains(*character))
                .count()
        };
        return [GB18030, BIG5].into_iter().max_by_key(likely).unwrap_or(guess);
    }
    guess
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_in_the_encoding_it_is_in() {
        let simplified = "雨停了，她把灯放在窗台上，看着河对岸的渡船慢慢离开。没有人说话。\r\n第二段。";
        let traditional = "雨停了，她把燈放在窗臺上，看著河對岸的渡船慢慢離開。沒有人說話。";
        let western = "“Voilà,” she said, “the café is closed.” It’s déjà vu — très bien.";
        let utf_16 =
            |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<u8>>();
        for (bytes, expected) in [
            (simplified.as_bytes().to_vec(), simplified),
            ([b"\xEF\xBB\xBF", simplified.as_bytes()].concat(), simplified),
            (GB18030.encode(simplified).0.into_owned(), simplified),
            (BIG5.encode(traditional).0.into_owned(), traditional),
            (WINDOWS_1252.encode(western).0.into_owned(), western),
            (
                [vec![0xFF, 0xFE], utf_16(simplified, u16::to_le_bytes)].concat(),
                simplified,
            ),
            (
                [vec![0xFE, 0xFF], utf_16(simplified, u16::to_be_bytes)].concat(),
                simplified,
            ),
            (utf_16(western, u16::to_le_bytes), western),
            (utf_16(western, u16::to_be_bytes), western),
            (Vec::new(), ""),
        ] {
            assert_eq!(text(&bytes).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn a_chinese_text_with_a_broken_end_is_still_chinese() {
        let half = "雨停了，她坐在窗台上，看著河。".repeat(20);
        for encoding in [GB18030, BIG5] {
            let bytes = encoding.encode(&half).0.into_owned();
            let broken = [&bytes[..], b"\x81 ", &bytes[..bytes.len() - 1]].concat();
            assert!(text(&broken).unwrap().starts_with(&half), "{}", encoding.name());
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let picture: Vec<u8> = (0..4_000u32)
            .map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        assert_eq!(text(&picture), Err(Unreadable::NotText));
    }
}
