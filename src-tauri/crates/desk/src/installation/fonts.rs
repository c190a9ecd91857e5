//! The fonts of this system, for PDF export.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use press::{Book, Face, Family, Fonts, is_emoji, is_wide};

/// The maximum size of a font file: Noto Serif CJK has 25 MB.
const LIMIT: u64 = 64 * 1024 * 1024;

/// The maximum size of a file of emoji: Apple Color Emoji has 190 MB.
const EMOJI_LIMIT: u64 = 256 * 1024 * 1024;

/// The maximum number of font files that are searched for rare characters.
const LOOKED_AT: usize = 600;

/// Chinese font files by name, the best for a book first, each with the file of its bold face.
///
/// These are names of files and not of families. A system has hundreds of fonts, and reading the family name of each
/// takes a second.
const CHINESE: [(&str, &str); 17] = [
    ("NotoSerifCJK-Regular", "NotoSerifCJK-Bold"),
    ("NotoSerifCJKsc-Regular", "NotoSerifCJKsc-Bold"),
    ("NotoSerifSC-Regular", "NotoSerifSC-Bold"),
    ("SourceHanSerif-Regular", "SourceHanSerif-Bold"),
    ("SourceHanSerifSC-Regular", "SourceHanSerifSC-Bold"),
    ("SourceHanSerifCN-Regular", "SourceHanSerifCN-Bold"),
    ("NotoSerifTC-Regular", "NotoSerifTC-Bold"),
    ("SourceHanSerifTC-Regular", "SourceHanSerifTC-Bold"),
    ("Songti", ""),
    ("simsun", ""),
    ("mingliu", ""),
    ("uming", ""),
    ("NotoSansCJK-Regular", "NotoSansCJK-Bold"),
    ("SourceHanSans-Regular", "SourceHanSans-Bold"),
    ("PingFang", ""),
    ("msyh", "msyhbd"),
    ("wqy-zenhei", ""),
];

/// Font files with emoji by name, those of the systems first. They have the signs that are made of several characters,
/// such as flags and faces of every colour, and a font of symbols shows the parts of these.
const EMOJI: [&str; 7] = [
    "Apple Color Emoji",
    "seguiemj",
    "NotoColorEmoji",
    "NotoColorEmoji-Regular",
    "NotoEmoji-Regular",
    "NotoEmoji",
    "TwitterColorEmoji-SVGinOT",
];

/// Fonts that have a box or nothing for every character. They would be found for any character, and hide that it is
/// missing.
const BOXES: [&str; 4] = ["LastResort", "LastResortHE-Regular", "AdobeBlank", "AdobeNotDef"];

const SIMPLIFIED: [&str; 10] = [
    "Noto Serif CJK SC",
    "Source Han Serif SC",
    "Source Han Serif",
    "Songti SC",
    "SimSun",
    "AR PL UMing CN",
    "Noto Sans CJK SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
];

const TRADITIONAL: [&str; 8] = [
    "Noto Serif CJK TC",
    "Source Han Serif TC",
    "Songti TC",
    "PMingLiU",
    "AR PL UMing TW",
    "Noto Sans CJK TC",
    "PingFang TC",
    "Microsoft JhengHei",
];

/// Returns the fonts a book needs: the desk's own fonts, and a Chinese font if the book contains Chinese. For
/// characters that these lack, any font of the system with them is added, and for emoji one of emoji first. The PDF
/// export reports the characters that no font has.
pub(crate) fn for_book(book: &Book) -> Fonts {
    let mut fonts = Fonts::default();
    if fonts.lack(book).is_empty() {
        return fonts;
    }
    add(&mut fonts, book, &files(&folders()));
    fonts
}

fn add(fonts: &mut Fonts, book: &Book, files: &[PathBuf]) {
    if fonts.lack(book).iter().any(|character| is_wide(*character))
        && let Some(family) = chinese(files, book.language.eq_ignore_ascii_case("zh-hant"))
    {
        fonts.add(family);
    }
    let has_emoji = fonts.lack(book).iter().any(|character| is_emoji(*character));
    // The signs of a text come first. A font of emoji has many of them too, and in colour.
    add_any(fonts, book, files, |character| !is_emoji(character));
    if has_emoji {
        let mut found = EMOJI.iter().filter_map(|name| named(files, name));
        if let Some(face) = found.find_map(|path| face(path, &[], EMOJI_LIMIT)) {
            fonts.add_emoji(face.into());
        }
    }
    add_any(fonts, book, files, |_| true);
}

/// Adds fonts that have a character which the book needs and no font has so far.
fn add_any(fonts: &mut Fonts, book: &Book, files: &[PathBuf], is_wanted: impl Fn(char) -> bool) {
    let mut wanted = fonts.lack(book);
    wanted.retain(|character| is_wanted(*character));
    for path in files.iter().take(LOOKED_AT) {
        if wanted.is_empty() {
            break;
        }
        // A font of emoji is not one for a text, and is added in its place.
        if EMOJI.iter().any(|name| is_called(path, name)) {
            continue;
        }
        let face = face(path, &[], LIMIT).filter(|face| wanted.iter().any(|character| face.has(*character)));
        if let Some(face) = face {
            wanted.retain(|character| !face.has(*character));
            fonts.add(face.into());
        }
    }
}

fn named<'a>(files: &'a [PathBuf], name: &str) -> Option<&'a PathBuf> {
    let is_it = |path: &&PathBuf| is_called(path, name);
    files.iter().find(is_it)
}

fn is_called(path: &Path, name: &str) -> bool {
    path.file_stem()
        .is_some_and(|stem| stem.eq_ignore_ascii_case(name))
}

fn chinese(files: &[PathBuf], traditional: bool) -> Option<Family> {
    let families: Vec<&str> = match traditional {
        true => TRADITIONAL.into_iter().chain(SIMPLIFIED).collect(),
        false => SIMPLIFIED.into_iter().chain(TRADITIONAL).collect(),
    };
    let face_of = |name: &str| face(named(files, name)?, &families, LIMIT);
    CHINESE.iter().find_map(|(regular, bold)| {
        let mut family = Family::from(face_of(regular)?);
        family.bold = face_of(bold);
        Some(family)
    })
}

fn face(path: &Path, families: &[&str], limit: u64) -> Option<Face> {
    Face::of(Arc::new(vault::read_bytes(path, limit).ok()?), families)
}

/// Returns the system's and the user's font folders.
fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = dirs::font_dir().into_iter().collect();
    if let Some(home) = dirs::home_dir() {
        folders.push(home.join(".fonts"));
    }
    if let Some(local) = dirs::data_local_dir() {
        folders.push(local.join("Microsoft/Windows/Fonts"));
    }
    let systems = [
        "/usr/local/share/fonts",
        "/usr/share/fonts",
        "/System/Library/Fonts",
        "/Library/Fonts",
        "C:/Windows/Fonts",
    ];
    folders.extend(systems.map(PathBuf::from));
    folders
}

/// Returns the font files in the folders, ordered by name.
fn files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let is_font = |path: &Path| {
        let extension = path
            .extension()
            .and_then(|extension| extension.to_str())
            .unwrap_or_default();
        ["ttf", "otf", "ttc", "otc"].contains(&extension.to_ascii_lowercase().as_str())
            && !BOXES.iter().any(|name| is_called(path, name))
    };
    let roots = folders.iter().filter_map(|folder| vault::Root::open(folder).ok());
    roots
        .flat_map(|root| {
            let names = root.files(is_font).unwrap_or_default();
            names
                .into_iter()
                .map(|name| root.path().join(name))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "a test writes files of its own")]
mod tests {
    use super::*;

    #[test]
    fn a_font_that_has_a_box_for_every_character_is_none() {
        let folder = tempfile::tempdir().unwrap();
        for name in [
            "LastResort.otf",
            "lastresort.ttf",
            "AdobeBlank.ttf",
            "Last.ttf",
            "notes.txt",
            "宋体.TTC",
        ] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let found = files(&[folder.path().to_owned()]);
        let mut names: Vec<_> = found
            .iter()
            .filter_map(|path| path.file_name()?.to_str())
            .collect();
        names.sort_unstable();
        assert_eq!(names, ["Last.ttf", "宋体.TTC"]);
    }
}
