//! The encodings of manuscripts.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{GB18030, GBK};

const UTF_8_MARK: &[u8] = b"\xEF\xBB\xBF";
const UTF_16_LE_MARK: &[u8] = b"\xFF\xFE";
const UTF_16_BE_MARK: &[u8] = b"\xFE\xFF";

/// The encoding of a file's characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// UTF-8 with a byte-order mark, as some Windows programs write it.
    Utf8Marked,
    /// UTF-16, little-endian, with a byte-order mark.
    Utf16Le,
    /// UTF-16, big-endian, with a byte-order mark.
    Utf16Be,
    /// A legacy encoding, detected from the text.
    Older(&'static encoding_rs::Encoding),
}

impl Encoding {
    /// Returns the usual name of the encoding.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 | Self::Utf8Marked => "UTF-8",
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Older(encoding) => encoding.name(),
        }
    }

    /// Returns the bytes of a text, or `None` if the encoding lacks one of its characters.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Utf8 => Some(text.as_bytes().to_vec()),
            Self::Utf8Marked => Some([UTF_8_MARK, text.as_bytes()].concat()),
            Self::Utf16Le => Some(marked(
                UTF_16_LE_MARK,
                text.encode_utf16().flat_map(u16::to_le_bytes),
            )),
            Self::Utf16Be => Some(marked(
                UTF_16_BE_MARK,
                text.encode_utf16().flat_map(u16::to_be_bytes),
            )),
            Self::Older(encoding) => {
                let (bytes, _, replaced) = encoding.encode(text);
                (!replaced).then(|| bytes.into_owned())
            }
        }
    }

    /// Returns the text of bytes in a legacy encoding that is known; `None` for another encoding, and if it does not
    /// reproduce the same bytes.
    pub(crate) fn decode(self, bytes: &[u8]) -> Option<String> {
        let Self::Older(encoding) = self else { return None };
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        (is_text(&text) && self.encode(&text)? == bytes).then(|| text.into_owned())
    }

    /// Decodes bytes as UTF-8; returns the bytes unchanged if they are not UTF-8.
    pub(crate) fn decode_utf_8(mut bytes: Vec<u8>) -> Result<(Self, String), Vec<u8>> {
        let encoding = if bytes.starts_with(UTF_8_MARK) {
            bytes.drain(..UTF_8_MARK.len());
            Self::Utf8Marked
        } else {
            Self::Utf8
        };
        match String::from_utf8(bytes) {
            Ok(text) => Ok((encoding, text)),
            Err(error) => Err(match encoding {
                Self::Utf8Marked => [UTF_8_MARK, error.as_bytes()].concat(),
                _ => error.into_bytes(),
            }),
        }
    }

    /// Decodes bytes that are not UTF-8. The encoding must reproduce the same bytes from the text, so that a save loses
    /// nothing.
    pub(crate) fn recognise(bytes: &[u8]) -> Option<(Self, String)> {
        let (encoding, text) = if let Some(units) = bytes.strip_prefix(UTF_16_LE_MARK) {
            (Self::Utf16Le, utf_16(units, u16::from_le_bytes)?)
        } else if let Some(units) = bytes.strip_prefix(UTF_16_BE_MARK) {
            (Self::Utf16Be, utf_16(units, u16::from_be_bytes)?)
        } else {
            older(bytes)?
        };
        (is_text(&text) && encoding.encode(&text)? == bytes).then_some((encoding, text))
    }
}

/// Returns whether decoded bytes can be text. A picture decodes as text in an encoding that has a character for every
/// byte, but contains control characters.
fn is_text(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && !"\t\n\r\u{c}\u{1a}".contains(c))
}

fn marked(mark: &[u8], units: impl Iterator<Item = u8>) -> Vec<u8> {
    mark.iter().copied().chain(units).collect()
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    String::from_utf16(&units.iter().map(|&bytes| unit(bytes)).collect::<Vec<_>>()).ok()
}

fn older(bytes: &[u8]) -> Option<(Encoding, String)> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    // GB 18030 contains GBK and all other characters. Only the euro sign of some GBK files differs, so GBK is tried
    // second.
    let guesses = if guess == GBK {
        vec![GB18030, GBK]
    } else {
        vec![guess]
    };
    guesses.into_iter().find_map(|encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        let same = Encoding::Older(encoding).encode(&text)? == bytes;
        same.then(|| (Encoding::Older(encoding), text.into_owned()))
    })
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, WINDOWS_1251, WINDOWS_1252};
    use proptest::prelude::*;

    use super::*;

    const CHINESE: &str = "春天来了，院子里的梅花开得正好。她推开窗，听见楼下有人在叫她的名字。";
    const TAIWAN: &str = "春天來了，院子裡的梅花開得正好。她推開窗，聽見樓下有人在叫她的名字。";
    const FRENCH: &str = "Elle était restée là, près de la fenêtre, à écouter la pluie. « Déjà ? » dit-il.";
    const RUSSIAN: &str = "Она стояла у окна и слушала дождь, а за дверью кто-то тихо произнёс её имя.";

    #[test]
    fn encodings_are_recognised_and_written_as_they_were() {
        for (encoding, text) in [
            (Encoding::Utf16Le, CHINESE),
            (Encoding::Utf16Be, FRENCH),
            (Encoding::Older(GB18030), CHINESE),
            (Encoding::Older(BIG5), TAIWAN),
            (Encoding::Older(WINDOWS_1252), FRENCH),
            (Encoding::Older(WINDOWS_1251), RUSSIAN),
        ] {
            let text = format!("{text}\r\n{text}\n");
            let bytes = encoding.encode(&text).unwrap();
            assert_eq!(
                Encoding::decode_utf_8(bytes.clone()),
                Err(bytes.clone()),
                "{encoding:?}"
            );
            assert_eq!(
                Encoding::recognise(&bytes),
                Some((encoding, text)),
                "{encoding:?}"
            );
        }
    }

    #[test]
    fn what_is_no_text_or_would_be_written_otherwise_is_not_recognised() {
        let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01";
        let odd = [UTF_16_LE_MARK, b"a\0b"].concat();
        let half_pair = [UTF_16_LE_MARK, b"\x00\xd8a\0"].concat();
        let nul = [UTF_16_LE_MARK, b"\0\0"].concat();
        for bytes in [
            &picture[..],
            &odd,
            &half_pair,
            &nul,
            b"caf\xe9\x00",
            b"\xfftext\x81",
        ] {
            assert_eq!(Encoding::recognise(bytes), None, "{bytes:x?}");
        }
    }

    #[test]
    fn a_character_an_encoding_has_not_is_not_written_as_another() {
        assert_eq!(Encoding::Older(WINDOWS_1252).encode("été 雨"), None);
        assert_eq!(Encoding::Older(BIG5).encode("🌧"), None);
        assert!(Encoding::Older(GB18030).encode("🌧 été 𠮷").is_some());
        assert!(Encoding::Utf16Be.encode("🌧 été 𠮷").is_some());
    }

    proptest! {
        #[test]
        fn whatever_is_recognised_is_written_as_the_same_bytes(bytes: Vec<u8>) {
            if let Some((encoding, text)) = Encoding::recognise(&bytes) {
                prop_assert_eq!(encoding.encode(&text), Some(bytes));
            }
        }
    }
}
