//! Writes a book as EPUB 3, including the EPUB 2 table of contents for older readers.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use super::package::Package;
use super::unprintable::Unprintable;
use super::xhtml::{self, Setting, escaped};
use crate::block::beginnings;
use crate::book::Book;

struct Ebook<'a> {
    /// The path of each picture in the package.
    pictures: BTreeMap<&'a str, String>,
    /// For each footnote, the chapter that contains it.
    homes: &'a [usize],
    mentioned: Vec<bool>,
    chapter: usize,
}

impl Setting for Ebook<'_> {
    const MENTION: &'static str = " epub:type=\"noteref\" role=\"doc-noteref\"";

    fn picture(&self, path: &str) -> Option<String> {
        self.pictures.get(path).cloned()
    }

    fn note(&mut self, number: usize) -> (String, Option<String>) {
        let first = !std::mem::replace(&mut self.mentioned[number], true);
        let home = self.homes[number];
        let file = if home == self.chapter {
            String::new()
        } else {
            chapter_file(home)
        };
        (
            format!("{file}#note-{}", number + 1),
            first.then(|| format!("mention-{}", number + 1)),
        )
    }

    fn lower(&self) -> u8 {
        0
    }
}

fn chapter_file(chapter: usize) -> String {
    format!("chapter-{:03}.xhtml", chapter + 1)
}

/// Returns the file's bytes.
pub(crate) fn book(
    book: &Book,
    mut package: Package,
    on: &mut dyn FnMut(usize),
) -> Result<Vec<u8>, Unprintable> {
    let pictures: BTreeMap<&str, String> = book
        .pictures
        .iter()
        .zip(1..)
        .map(|((path, picture), number)| {
            (
                path.as_str(),
                format!("picture-{number:03}.{}", picture.kind.extension()),
            )
        })
        .collect();
    let mut ebook = Ebook {
        homes: &book.homes,
        mentioned: vec![false; book.notes.len()],
        chapter: 0,
        pictures,
    };
    // Readers recognise an e-book by its first bytes, so this part is first and not compressed.
    package.stored("mimetype", b"application/epub+zip")?;
    package.add("META-INF/container.xml", CONTAINER)?;
    package.add("EPUB/style.css", &format!("{}{STYLE}", xhtml::TYPE))?;
    let titled = !book.is_headed_by_its_title();
    if titled {
        let author = book
            .author
            .as_ref()
            .map(|author| format!("<p>{}</p>\n", escaped(author)))
            .unwrap_or_default();
        let body = format!(
            "<section class=\"title\" epub:type=\"titlepage\">\n<h1>{}</h1>\n{author}</section>\n",
            escaped(&book.title)
        );
        package.add("EPUB/title.xhtml", &page(book, &book.title, &body))?;
    }
    for (at, chapter) in book.chapters().enumerate() {
        on(at);
        ebook.chapter = at;
        package.begin(&format!("EPUB/{}", chapter_file(at)))?;
        package.write(&head(book, &chapter.title))?;
        package.write("<section epub:type=\"chapter\">\n")?;
        for (block, begins) in beginnings(&chapter.blocks) {
            package.write(&xhtml::block(&mut ebook, block, begins))?;
        }
        for (note, number) in book.notes.iter().zip(1..) {
            if ebook.homes[number - 1] != at {
                continue;
            }
            let blocks = xhtml::blocks(&mut ebook, note);
            package.write(&format!(
                "<aside id=\"note-{number}\" epub:type=\"footnote\" role=\"doc-footnote\">\n<p class=\"first\"><a href=\"#mention-{number}\">{number}</a></p>\n{blocks}</aside>\n"
            ))?;
        }
        package.write("</section>\n")?;
        package.write(FOOT)?;
    }
    for (path, picture) in &book.pictures {
        package.stored(&format!("EPUB/{}", ebook.pictures[path.as_str()]), &picture.bytes)?;
    }
    package.add("EPUB/nav.xhtml", &nav(book))?;
    package.add("EPUB/toc.ncx", &ncx(book))?;
    package.add("EPUB/package.opf", &opf(book, &ebook.pictures, titled))?;
    package.finish()
}

const CONTAINER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n\
<rootfiles><rootfile full-path=\"EPUB/package.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles>\n\
</container>\n";

const STYLE: &str = "\
nav ol { list-style: none; padding: 0; }
nav ol ol { padding-inline-start: 1.5em; }
body { line-height: 1.6; }
:lang(zh) { line-break: strict; }
section.title { margin-top: 30%; text-align: center; }
section.title h1 { text-align: center; }
section.title p { text-indent: 0; }
aside { font-size: 0.85em; margin-top: 1em; }
";

const FOOT: &str = "</body>\n</html>\n";

fn page(book: &Book, title: &str, body: &str) -> String {
    format!("{}{body}{FOOT}", head(book, title))
}

/// Returns the beginning of a page, up to its body.
fn head(book: &Book, title: &str) -> String {
    let language = escaped(&book.language);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n\
         <html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" lang=\"{language}\" xml:lang=\"{language}\">\n\
         <head>\n<meta charset=\"utf-8\" />\n<title>{}</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\" />\n</head>\n\
         <body>\n",
        escaped(title)
    )
}

fn nav(book: &Book) -> String {
    let entries = xhtml::contents(&book.chapters, chapter_file);
    let name = if book.is_chinese() { "目录" } else { "Contents" };
    let body =
        format!("<nav epub:type=\"toc\" role=\"doc-toc\">\n<h1>{name}</h1>\n<ol>\n{entries}</ol>\n</nav>\n");
    page(book, name, &body)
}

fn ncx(book: &Book) -> String {
    let points: String = book
        .chapters
        .iter()
        .enumerate()
        .map(|(at, chapter)| {
            format!(
                "<navPoint id=\"p{0}\" playOrder=\"{0}\"><navLabel><text>{1}</text></navLabel><content src=\"{2}\"/></navPoint>\n",
                at + 1,
                escaped(&chapter.title),
                chapter_file(at)
            )
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\" version=\"2005-1\">\n\
         <head><meta name=\"dtb:uid\" content=\"{}\"/></head>\n<docTitle><text>{}</text></docTitle>\n<navMap>\n{points}</navMap>\n</ncx>\n",
        identifier(book),
        escaped(&book.title)
    )
}

fn opf(book: &Book, pictures: &BTreeMap<&str, String>, titled: bool) -> String {
    let mut manifest = String::from(
        "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n\
         <item id=\"ncx\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>\n\
         <item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n",
    );
    let mut spine = String::new();
    let mut item = |id: &str, file: &str| {
        manifest += &format!("<item id=\"{id}\" href=\"{file}\" media-type=\"application/xhtml+xml\"/>\n");
        spine += &format!("<itemref idref=\"{id}\"/>\n");
    };
    if titled {
        item("title", "title.xhtml");
    }
    for at in 0..book.chapters.len() {
        item(&format!("c{}", at + 1), &chapter_file(at));
    }
    for ((path, file), number) in pictures.iter().zip(1..) {
        let media_type = book.pictures[*path].kind.media_type();
        manifest += &format!("<item id=\"i{number}\" href=\"{file}\" media-type=\"{media_type}\"/>\n");
    }
    let author = book
        .author
        .as_ref()
        .map(|author| format!("<dc:creator>{}</dc:creator>\n", escaped(author)))
        .unwrap_or_default();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" unique-identifier=\"id\" xml:lang=\"{language}\">\n\
         <metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n<dc:identifier id=\"id\">{}</dc:identifier>\n<dc:title>{}</dc:title>\n\
         {author}<dc:language>{language}</dc:language>\n<meta property=\"dcterms:modified\">{}</meta>\n</metadata>\n\
         <manifest>\n{manifest}</manifest>\n<spine toc=\"ncx\">\n{spine}</spine>\n</package>\n",
        identifier(book),
        escaped(&book.title),
        book.date.format("%Y-%m-%dT%H:%M:%SZ"),
        language = escaped(&book.language),
    )
}

/// Returns the identifier of the book. Each export of a book has the same identifier, so that a reader replaces the
/// older file.
fn identifier(book: &Book) -> String {
    let author = book.author.as_deref().unwrap_or_default();
    let mut bytes: [u8; 16] = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(format!("{}\0{author}\0{}", book.title, book.language))[..16]);
    // The version and variant bits of a custom UUID (version 8).
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!(
        "urn:uuid:{}-{}-{}-{}-{}",
        &hex[..8],
        &hex[8..12],
        &hex[12..16],
        &hex[16..20],
        &hex[20..]
    )
}
