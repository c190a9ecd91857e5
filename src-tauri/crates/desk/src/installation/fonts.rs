//! The fonts of this system, for PDF export.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use press::{Book, Face, Family, Fonts, is_wide};

/// The maximum size of a font file: Noto Serif CJK has 25 MB.
const LIMIT: u64 = 64 * 1024 * 1024;

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
/// characters that these lack, any font of the system with them is added. The PDF export reports the characters that no
/// font has.
pub(crate) fn for_book(book: &Book) -> Fonts {
    let mut fonts = Fonts::default();
    if fonts.lack(book).is_empty() {
        return fonts;
    }
    let files = files(&folders());
    if fonts.lack(book).iter().any(|character| is_wide(*character))
        && let Some(family) = chinese(&files, book.language.eq_ignore_ascii_case("zh-hant"))
    {
        fonts.add(family);
    }
    for path in files.iter().take(LOOKED_AT) {
        let lacking = fonts.lack(book);
        if lacking.is_empty() {
            break;
        }
        let face = face(path, &[]).filter(|face| lacking.iter().any(|character| face.has(*character)));
        if let Some(face) = face {
            fonts.add(face.into());
        }
    }
    fonts
}

fn chinese(files: &[PathBuf], traditional: bool) -> Option<Family> {
    let families: Vec<&str> = match traditional {
        true => TRADITIONAL.into_iter().chain(SIMPLIFIED).collect(),
        false => SIMPLIFIED.into_iter().chain(TRADITIONAL).collect(),
    };
    let named = |name: &str| {
        let is_it = |path: &&PathBuf| {
            path.file_stem()
                .is_some_and(|stem| stem.eq_ignore_ascii_case(name))
        };
        face(files.iter().find(is_it)?, &families)
    };
    CHINESE.iter().find_map(|(regular, bold)| {
        let mut family = Family::from(named(regular)?);
        family.bold = named(bold);
        Some(family)
    })
}

fn face(path: &Path, families: &[&str]) -> Option<Face> {
    Face::of(Arc::new(vault::read_bytes(path, LIMIT).ok()?), families)
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
