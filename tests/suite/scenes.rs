//! How often the kind of scene is detected as a careful reader sees it.
//!
//! The word lists and the paragraphs were written by the same hand, and each paragraph shows one kind. So the share is
//! an upper bound. Of 208 paragraphs of novels in the public domain, labelled by hand, two in three are detected right.

use prose::Language;
use support::scenes::{Confusion, REGISTERS, paragraphs};

#[test]
fn scenes_are_detected_as_a_reader_sees_them() {
    for language in [Language::En, Language::Zh] {
        let paragraphs = paragraphs(language);
        assert!(paragraphs.len() >= 400, "{language:?}: {}", paragraphs.len());
        let held_out = || paragraphs.iter().filter(|paragraph| paragraph.is_held_out);
        let all = Confusion::of(held_out(), language);
        assert!(all.share_right() >= 0.85, "{language:?}, held out\n{all}");
        for register in REGISTERS {
            let of_register = Confusion::of(held_out().filter(|one| one.register == register), language);
            assert!(
                of_register.share_right() >= 0.80,
                "{language:?}, {register}, held out\n{of_register}"
            );
        }
    }
}
