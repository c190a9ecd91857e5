//! A book in both languages exported to each format, and documents of other programs imported.

mod markdown;

use std::io::{Cursor, Read as _, Write as _};

use chrono::{DateTime, Utc};

use crate::import::{LeftOut, Unreadable, docx};
use crate::write::press_within;
use crate::{
    Book, Fonts, Format, Manuscript, Numbers, Paper, Particulars, Picture, Submission, Unprintable, press,
    submission,
};

/// A PNG of one pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\rIDATx\xdac\xfc\xcf\xc0P\x0f\0\x04\x85\x01\x80\x84\xa9\x8c!\0\0\0\0IEND\xaeB`\x82";

fn date() -> DateTime<Utc> {
    "2026-11-21T09:00:00Z".parse().unwrap()
}

fn book(files: &[(&str, &str)]) -> Book {
    arranged(files, false, Numbers::None)
}

fn arranged(files: &[(&str, &str)], parts: bool, numbers: Numbers) -> Book {
    let manuscripts: Vec<Manuscript> = files
        .iter()
        .map(|(path, text)| Manuscript {
            path: (*path).into(),
            text: (*text).into(),
            lines: None,
        })
        .collect();
    let said = Particulars {
        title: None,
        author: None,
        name: "The Salt Road".into(),
        date: date(),
        parts,
        numbers,
    };
    let mut book = Book::of(manuscripts, &said);
    let paths = book.pictures_shown().clone();
    for path in paths.into_iter().filter(|path| !path.contains("gone")) {
        book.pictures.insert(path, Picture::of(PNG.to_vec()).unwrap());
    }
    book
}

fn both() -> Book {
    book(&[
        (
            "Part One/01 Low tide.md",
            "---\nauthor: Wen Li\nscene: action\n---\n# Low *tide*\n\nThe rain had stopped.[^1] She said “no”.\n\n\
             She sat -- **down** & waited.\n\n<!-- scene: dialogue -->\n\n![The map](../maps/low%20tide.png)\n\n\
             ***\n\nA [link](https://example.org/?a=1&b=2), a [file](file:///etc/passwd).\n\n[^1]: It had *not*.\n",
        ),
        (
            "第一卷/第二章.md",
            "---\n标题：渡口\n---\n\n　　雨停了，\n她坐下。**“好。”**他说。[^注]\n\n- 一\n- 二\n  1. 三\n\n> 引文\n\n\
             ```\nif a < b\n```\n\n| 名 | 年 |\n|---|---|\n| 李 | ~~三十~~ |\n\n![](gone.png)\n\n[^注]: 其实没有。\n",
        ),
        ("notes.txt", "# Not a heading\nSecond *line*\n"),
    ])
}

fn pressed(book: &Book, format: Format) -> Vec<u8> {
    press(book, format, &Fonts::default(), &mut |_| ()).unwrap()
}

/// Returns the text of a part of a package.
fn part(package: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// Returns a package made of parts, as other programs make it.
fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        archive
            .start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn document(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><w:document xmlns:w=\"w\" xmlns:r=\"r\" xmlns:a=\"a\" xmlns:mc=\"mc\"><w:body>{body}</w:body></w:document>"
    )
}

#[test]
fn a_set_becomes_one_markdown_file() {
    let text = String::from_utf8(pressed(&both(), Format::Markdown)).unwrap();
    insta::assert_snapshot!(text);
}

#[test]
fn a_set_becomes_one_page() {
    let text = String::from_utf8(pressed(&both(), Format::Html)).unwrap();
    let body = &text[text.find("<body>").unwrap()..];
    insta::assert_snapshot!(body);
    for never in ["<script", "file:", "http-equiv=\"refresh\"", "@import", "url("] {
        assert!(!text.contains(never), "{never}");
    }
}

#[test]
fn an_english_page_has_no_chinese_face_before_that_of_the_system() {
    for (text, language) in [("“No,” she said.\n", "en"), ("“走。”她说。\n", "zh-Hans")] {
        let page = String::from_utf8(pressed(&book(&[("a.md", text)]), Format::Html)).unwrap();
        assert!(page.contains(&format!("<html lang=\"{language}\">")), "{text}");
        let rule = page
            .lines()
            .find(|line| line.starts_with(":root:not(:lang(zh))"))
            .unwrap();
        assert!(rule.contains("serif;") && !rule.contains("CJK"), "{rule}");
    }
}

#[test]
fn a_set_becomes_an_e_book() {
    let bytes = pressed(&both(), Format::Epub);
    // A reader recognises the file by these bytes at this offset.
    assert_eq!(&bytes[30..58], b"mimetypeapplication/epub+zip");
    let names: Vec<String> = zip::ZipArchive::new(Cursor::new(&bytes))
        .unwrap()
        .file_names()
        .map(|name| name.unwrap().into_owned())
        .collect();
    assert_eq!(names[0], "mimetype");
    insta::assert_snapshot!("epub_package", part(&bytes, "EPUB/package.opf"));
    insta::assert_snapshot!("epub_chapter", part(&bytes, "EPUB/chapter-001.xhtml"));
    let package = part(&bytes, "EPUB/package.opf");
    for name in names
        .iter()
        .filter_map(|name| name.strip_prefix("EPUB/"))
        .filter(|name| *name != "package.opf")
    {
        assert!(
            package.contains(&format!("href=\"{name}\"")),
            "{name} is in the manifest"
        );
    }
}

#[test]
fn every_part_of_a_package_is_whole_xml() {
    for format in [Format::Epub, Format::Docx] {
        let bytes = pressed(&both(), format);
        let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
        for at in 0..archive.len() {
            let name = archive.by_index(at).unwrap().name().unwrap().into_owned();
            if !name.ends_with("png") && !name.ends_with("css") && name != "mimetype" {
                let text = part(&bytes, &name).replace("<!DOCTYPE html>", "");
                crate::import::element(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn folders_are_parts_and_chapters_are_numbered_unless_they_are_already() {
    const FILES: [(&str, &str); 6] = [
        ("Novel/00 Before.md", "# Prologue\n\nA.\n"),
        ("Novel/01 Part One/1.md", "# Low tide\n\n## Scene\n\nB.\n"),
        ("Novel/01 Part One/2.md", "C.\n"),
        ("Novel/02 Part Two/3.md", "# Chapter Three: Ash\n\nD.\n"),
        ("Novel/02 Part Two/4.md", "---\ntitle: The ferry\n---\nE.\n"),
        ("Novel/05.md", "# After\n\nF.\n"),
    ];
    let text = |files: &[(&str, &str)], parts, numbers| {
        let text = pressed(&arranged(files, parts, numbers), Format::Markdown);
        let text = String::from_utf8(text).unwrap();
        text.split_once("\n---\n\n").unwrap().1.to_owned()
    };
    assert_eq!(
        text(&FILES, true, Numbers::Words),
        "# Prologue\n\nA.\n\n# Part One\n\n## Chapter One: Low tide\n\n### Scene\n\nB.\n\n## Chapter Two\n\nC.\n\n\
         # Part Two\n\n## Chapter Three: Ash\n\nD.\n\n## Chapter Four: The ferry\n\nE.\n\n# Chapter Five: After\n\nF.\n"
    );
    assert_eq!(
        text(&FILES[1..3], true, Numbers::Figures),
        "# 1. Low tide\n\n## Scene\n\nB.\n\n# 2\n\nC.\n",
        "one folder is no part"
    );
    let deeper = [
        ("01.md", "# Low tide\n\nA.\n"),
        ("02.md", "## Ash\n\nB.\n\n## Soot\n\nC.\n"),
        ("03.md", "# After\n\nD.\n"),
    ];
    assert_eq!(
        text(&deeper, false, Numbers::Words),
        "# Chapter One: Low tide\n\nA.\n\n# Chapter Two: Ash\n\nB.\n\n## Soot\n\nC.\n\n# Chapter Three: After\n\nD.\n",
        "a manuscript with deeper headings only is a chapter too"
    );
    let chinese = [
        ("卷/第一卷/1.md", "# 渡口\n\n雨。\n"),
        ("卷/第二卷/2.txt", "雪夜。\n"),
    ];
    assert_eq!(
        text(&chinese, true, Numbers::Words),
        "# 第一卷\n\n## 第一章\u{3000}渡口\n\n雨。\n\n# 第二卷\n\n## 第二章\n\n雪夜。\n"
    );
    // One file: its chapters are numbered and its title is not, and one story has no chapters.
    let one = [(
        "a.md",
        "# The Salt Road\n\n## Low tide\n\nA.\n\n## The ferry\n\nB.\n",
    )];
    assert_eq!(
        text(&one, true, Numbers::Figures),
        "# The Salt Road\n\n## 1. Low tide\n\nA.\n\n## 2. The ferry\n\nB.\n"
    );
    let story = [("a.md", "# Low tide\n\nA.\n")];
    assert_eq!(text(&story, true, Numbers::Words), "# Low tide\n\nA.\n");

    let bytes = pressed(&arranged(&FILES, true, Numbers::Words), Format::Epub);
    let nav = part(&bytes, "EPUB/nav.xhtml");
    assert!(
        nav.contains(
            "<li><a href=\"chapter-002.xhtml\">Part One</a>\n<ol>\n<li><a href=\"chapter-003.xhtml\">Chapter One: Low tide</a></li>\n\
             <li><a href=\"chapter-004.xhtml\">Chapter Two</a></li>\n</ol>\n</li>\n<li><a href=\"chapter-005.xhtml\">Part Two</a>"
        ),
        "{nav}"
    );
}

#[test]
fn a_submission_has_the_form_that_editors_ask_for() {
    let form = |is_underlined, paper| Submission {
        contact: vec!["Wen Li".into(), "1 Harbour Road & Co".into()],
        paper,
        is_underlined,
    };
    let made = |book: &Book, form: &Submission| submission(book, form, &mut |_| ()).unwrap();
    let novel = book(&[
        (
            "1.md",
            "---\nauthor: Wen Li\n---\n# Low tide\n\nShe *sat*.\n\n***\n\nIt rained.\n",
        ),
        ("2.md", "# The ferry\n\nNobody spoke.\n"),
    ]);
    let bytes = made(&novel, &form(true, Paper::Letter));
    let body = part(&bytes, "word/document.xml");
    for expected in [
        "<w:t xml:space=\"preserve\">Wen Li</w:t><w:tab/><w:t xml:space=\"preserve\">about 100 words</w:t>",
        "1 Harbour Road &amp; Co",
        "by Wen Li",
        "<w:pStyle w:val=\"Heading1\"/><w:pageBreakBefore/>",
        "<w:u w:val=\"single\"/></w:rPr><w:t xml:space=\"preserve\">sat",
        "<w:pStyle w:val=\"SceneBreak\"/></w:pPr><w:r><w:rPr></w:rPr><w:t xml:space=\"preserve\">#</w:t>",
        "<w:t xml:space=\"preserve\">END</w:t></w:r></w:p><w:sectPr><w:headerReference",
        "<w:pgSz w:w=\"12240\" w:h=\"15840\"/>",
        "<w:titlePg/>",
    ] {
        assert!(body.contains(expected), "{expected}\n{body}");
    }
    assert!(!body.contains("<w:i/>"));
    assert!(part(&bytes, "word/header.xml").contains("Li / THE SALT ROAD / "));
    let styles = part(&bytes, "word/styles.xml");
    assert!(
        styles.contains("w:line=\"480\"") && styles.contains("<w:sz w:val=\"24\"/>"),
        "{styles}"
    );
    for part in [
        "word/styles.xml",
        "word/document.xml",
        "word/header.xml",
        "[Content_Types].xml",
    ] {
        crate::import::element(&self::part(&bytes, part)).unwrap();
    }
    // What an editor sends back comes in again, with its scene break.
    let back = docx(&bytes, "p").unwrap().text;
    assert!(
        back.contains("\n\n* * *\n\nIt rained.") && back.contains("# The ferry"),
        "{back}"
    );

    let story = book(&[(
        "a.md",
        "---\n作者：李雯\n---\n# 渡口\n\n雨停了，她*坐下*。\n\n***\n\n没有人说话。\n",
    )]);
    let bytes = made(&story, &form(false, Paper::A4));
    let body = part(&bytes, "word/document.xml");
    assert_eq!(
        body.matches("渡口").count(),
        1,
        "the title of a story is not repeated: {body}"
    );
    assert!(
        !body.contains("pageBreakBefore"),
        "a story begins on the first page"
    );
    for expected in [
        "约 100 字",
        "（全文完）",
        "＊　＊　＊",
        "<w:pgSz w:w=\"11906\" w:h=\"16838\"/>",
    ] {
        assert!(body.contains(expected), "{expected}\n{body}");
    }
    assert!(part(&bytes, "word/header.xml").contains("李雯 / 渡口 / "));
    assert!(part(&bytes, "word/styles.xml").contains("w:line=\"360\""));
}

#[test]
fn the_same_book_is_the_same_bytes() {
    for format in [Format::Markdown, Format::Html, Format::Docx, Format::Epub] {
        assert!(pressed(&both(), format) == pressed(&both(), format), "{format:?}");
    }
}

#[test]
fn a_word_document_comes_back_as_the_manuscript_it_was_made_of() {
    let bytes = pressed(&both(), Format::Docx);
    let imported = docx(&bytes, "book pictures").unwrap();
    insta::assert_snapshot!(imported.text);
    assert_eq!(imported.pictures, [("001.png".to_owned(), PNG.to_vec())]);
    assert_eq!(imported.left_out, []);
    // A second export and import gives the same text again.
    let again = book(&[("a.md", &imported.text)]);
    let twice = docx(&pressed(&again, Format::Docx), "book pictures").unwrap();
    let without_breaks_of_pages = |text: &str| text.replace("\n\n\n", "\n\n");
    assert_eq!(
        without_breaks_of_pages(&twice.text),
        without_breaks_of_pages(&imported.text)
    );
}

#[test]
fn what_other_programs_write_is_read() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    for (body, expected) in [
        // Tracked changes count as accepted.
        ("<w:p><w:r><w:t xml:space=\"preserve\">She </w:t></w:r><w:del><w:r><w:delText>ran</w:delText></w:r></w:del><w:ins><w:r><w:t>walked</w:t></w:r></w:ins></w:p>".to_owned(),
         "She walked\n"),
        // Bold text split over several runs, and turned off in one run.
        ("<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>雨</w:t></w:r><w:r><w:rPr><w:b w:val=\"1\"/></w:rPr><w:t>停</w:t></w:r><w:r><w:rPr><w:b w:val=\"0\"/></w:rPr><w:t>了</w:t></w:r></w:p>".to_owned(),
         "**雨停**了\n"),
        // A heading by its outline level, with a line break inside.
        ("<w:p><w:pPr><w:outlineLvl w:val=\"1\"/></w:pPr><w:r><w:t>One</w:t><w:br/><w:t>two</w:t></w:r></w:p>".to_owned(), "## One two\n"),
        ("<w:p><w:r><w:t>* 1. # not markup</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>　　她</w:t><w:br w:type=\"page\"/></w:r></w:p>".to_owned(),
         "\\* 1. # not markup\n\n她\n"),
        ("<w:sdt><w:sdtContent><w:p><w:hyperlink><w:r><w:t>a</w:t></w:r></w:hyperlink><w:fldSimple><w:r><w:t>b</w:t></w:r></w:fldSimple></w:p></w:sdtContent></w:sdt>".to_owned(), "ab\n"),
        (format!("<w:tbl><w:tr><w:tc><w:p>{0}</w:p><w:p>{0}</w:p></w:tc></w:tr></w:tbl>", run("x")), "| x<br>x |\n| --- |\n"),
        ("<w:p><w:r><w:t>＊＊＊</w:t></w:r></w:p>".to_owned(), "* * *\n"),
        ("<w:p><w:r><w:t>&lt;b&gt; &#38; &amp;</w:t></w:r></w:p>".to_owned(), "\\<b> & &\n"),
    ] {
        let bytes = package(&[("word/document.xml", &document(&body))]);
        assert_eq!(docx(&bytes, "p").map(|imported| imported.text).as_deref(), Ok(expected), "{body}");
    }
}

#[test]
fn remarks_become_comments_and_what_is_no_picture_is_reported() {
    let body = "<w:p><w:r><w:t>她</w:t></w:r><w:r><w:commentReference w:id=\"3\"/></w:r><w:r><w:drawing><a:blip r:embed=\"r1\"/></w:drawing></w:r><w:r><w:drawing/></w:r></w:p>";
    let bytes = package(&[
        ("word/document.xml", &document(body)),
        (
            "word/comments.xml",
            "<w:comments xmlns:w=\"w\"><w:comment w:id=\"3\" w:author=\"Ed\"><w:p><w:r><w:t>slower --> here</w:t></w:r></w:p></w:comment></w:comments>",
        ),
        (
            "word/_rels/document.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Target=\"media/a.emf\"/></Relationships>",
        ),
        ("word/media/a.emf", "no picture"),
    ]);
    let imported = docx(&bytes, "p").unwrap();
    assert_eq!(imported.text, "她<!-- Ed: slower - -  here -->\n");
    assert_eq!(imported.left_out, [LeftOut::Picture, LeftOut::Object]);
}

#[test]
fn a_word_document_without_headings_gets_them_from_its_titles() {
    let paragraph = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body: String = [
        "第一章 渡口",
        "第一章写完的时候雨停了",
        "Chapter Two",
        "It rained.",
    ]
    .map(paragraph)
    .concat();
    let imported = docx(&package(&[("word/document.xml", &document(&body))]), "p").unwrap();
    assert_eq!(
        imported.text,
        "# 第一章 渡口\n\n第一章写完的时候雨停了\n\n# Chapter Two\n\nIt rained.\n"
    );
}

#[test]
fn a_hostile_document_is_refused_and_takes_nothing_down() {
    let deep = document(&"<w:p>".repeat(100_000));
    let entity = "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><w:document><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>";
    let laughs = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]><w:document><w:body>&b;</w:body></w:document>";
    let attributes: String = (0..300).map(|number| format!(" a{number}=\"\"")).collect();
    let attributes = document(&format!("<w:p{attributes}/>"));
    let bomb = " ".repeat(80 * 1024 * 1024);
    for (bytes, expected) in [
        (package(&[("word/document.xml", &deep)]), Unreadable::TooLarge),
        (
            package(&[("word/document.xml", &attributes)]),
            Unreadable::TooLarge,
        ),
        (package(&[("word/document.xml", entity)]), Unreadable::Damaged),
        (package(&[("word/document.xml", laughs)]), Unreadable::Damaged),
        (
            package(&[("word/document.xml", &document("<w:p>&a;</w:p>"))]),
            Unreadable::Damaged,
        ),
        (package(&[("word/document.xml", &bomb)]), Unreadable::TooLarge),
        (
            package(&[("word/document.xml", "<w:document><w:body><w:p>")]),
            Unreadable::Damaged,
        ),
        (package(&[("word/other.xml", "")]), Unreadable::Damaged),
        (b"PK\x03\x04 no package".to_vec(), Unreadable::Damaged),
        (Vec::new(), Unreadable::Damaged),
    ] {
        assert_eq!(docx(&bytes, "p"), Err(expected));
    }
    let whole = pressed(&both(), Format::Docx);
    for cut in (0..whole.len()).step_by(97) {
        // Any result is fine, but it must not panic.
        let _ = docx(&whole[..cut], "p");
    }
}

#[test]
fn a_picture_in_a_sentence_stays_in_it_and_one_alone_stands_between_paragraphs() {
    for (text, html, word) in [
        (
            "He pressed the seal ![seal](seal.png) into the wax.\n",
            "seal <img src=\"#\" alt=\"seal\" /> into the wax.</p>",
            ["FirstParagraph", "<wp:inline", "into the wax."],
        ),
        (
            "他把印![印](印.png)盖在蜡上。\n",
            "他把印<img src=\"#\" alt=\"印\" />盖在蜡上。</p>",
            ["FirstParagraph", "<wp:inline", "盖在蜡上。"],
        ),
        (
            "![map](map.png)\n",
            "<figure><img src=\"#\" alt=\"map\" /></figure>",
            ["Figure", "<wp:inline", "descr=\"map\""],
        ),
        (
            "![图](图.png)\n",
            "<figure><img src=\"#\" alt=\"图\" /></figure>",
            ["Figure", "<wp:inline", "descr=\"图\""],
        ),
        (
            "- 印 ![](印.png)\n",
            "<li>印 <img src=\"#\" alt=\"\" /></li>",
            ["ListParagraph", "印 ", "<wp:inline"],
        ),
        // A picture that was not found has its words.
        (
            "A ![seal](gone.png) b.\n",
            "A seal b.</p>",
            ["FirstParagraph", "seal", " b."],
        ),
    ] {
        let book = book(&[("a.md", text)]);
        let page = String::from_utf8(pressed(&book, Format::Html)).unwrap();
        let source = page
            .find("data:image")
            .map(|at| &page[at..at + page[at..].find('"').unwrap()]);
        let page = source.map_or(page.clone(), |source| page.replace(source, "#"));
        assert!(page.contains(html), "{text}: {page}");
        let document = part(&pressed(&book, Format::Docx), "word/document.xml");
        let paragraph = document
            .split("<w:p>")
            .find(|paragraph| paragraph.contains(&format!("\"{}\"", word[0])));
        let mut rest = paragraph.unwrap_or_else(|| panic!("{text}: {document}"));
        for expected in word {
            let at = rest.find(expected);
            rest = &rest[at.unwrap_or_else(|| panic!("{text}: {expected} in {document}"))..];
        }
    }
}

#[test]
fn a_picture_in_a_word_document_is_no_larger_than_its_page() {
    for (width, height, expected) in [
        (16, 14, "cx=\"152400\" cy=\"133350\""),
        (2000, 1000, "cx=\"5731510\" cy=\"2865755\""),
        (300, 3000, "cx=\"731520\" cy=\"7315200\""),
        (1, 30_000, "cx=\"243\" cy=\"7290000\""),
    ] {
        let mut book = book(&[("a.md", "雨 ![](a.png) rain\n")]);
        let picture = book.pictures.get_mut("a.png").unwrap();
        (picture.width, picture.height) = (width, height);
        let document = part(&pressed(&book, Format::Docx), "word/document.xml");
        assert!(document.contains(expected), "{width} {height}: {document}");
    }
}

#[test]
fn word_keeps_a_scene_break_with_what_follows_and_divides_no_title() {
    for text in [
        "# One\n\nRain.\n\n***\n\nSun.\n",
        "# 一\n\n雨。\n\n＊＊＊\n\n晴。\n",
    ] {
        let book = book(&[("a.md", text)]);
        let form = Submission {
            contact: Vec::new(),
            paper: Paper::A4,
            is_underlined: false,
        };
        let editors = submission(&book, &form, &mut |_| ()).unwrap();
        for (bytes, divides) in [(pressed(&book, Format::Docx), true), (editors, false)] {
            let styles = part(&bytes, "word/styles.xml");
            let style = |id: &str| {
                let from = styles.find(&format!("w:styleId=\"{id}\"")).unwrap();
                &styles[from..from + styles[from..].find("</w:style>").unwrap()]
            };
            assert!(style("SceneBreak").contains("<w:keepNext/>"), "{text}");
            assert!(style("Heading1").contains("<w:keepNext/>"), "{text}");
            // A form for an editor divides no words at all.
            assert_eq!(
                part(&bytes, "word/settings.xml").contains("<w:autoHyphenation/>"),
                divides
            );
            assert_eq!(
                style("Heading1").contains("<w:suppressAutoHyphens/>"),
                divides,
                "{text}"
            );
        }
    }
}

#[test]
fn the_pages_of_a_word_document_have_numbers_and_a_title_page_has_none() {
    for (files, has_title_page) in [
        (
            vec![("a.md", "# One\n\nRain.\n"), ("b.md", "# Two\n\nSun.\n")],
            true,
        ),
        (vec![("雪.md", "# 雪\n\n雨。\n")], false),
    ] {
        let bytes = pressed(&book(&files), Format::Docx);
        assert!(part(&bytes, "word/footer.xml").contains(" PAGE "));
        assert!(part(&bytes, "word/_rels/document.xml.rels").contains("Target=\"footer.xml\""));
        assert!(part(&bytes, "[Content_Types].xml").contains("PartName=\"/word/footer.xml\""));
        assert!(part(&bytes, "word/styles.xml").contains("w:styleId=\"Footer\""));
        let document = part(&bytes, "word/document.xml");
        let section = &document[document.rfind("<w:sectPr>").unwrap()..];
        assert!(section.contains("<w:footerReference w:type=\"default\" r:id=\"footer\"/><w:pgSz"));
        assert_eq!(section.contains("<w:titlePg/>"), has_title_page, "{files:?}");
    }
}

#[test]
fn a_page_never_shows_a_box() {
    let english = book(&[(
        "a.md",
        "# Low tide\n\nThe rain — “no”, she said — had *stopped*.\n",
    )]);
    let bytes = pressed(&english, Format::Pdf);
    assert!(bytes.starts_with(b"%PDF-"));
    assert!(
        bytes == pressed(&english, Format::Pdf),
        "the same book is the same bytes"
    );
}

#[test]
fn a_character_without_a_font_is_named_with_its_place_and_what_to_do() {
    for (files, expected) in [
        (
            vec![
                ("a.md", "# One\n\nRain.\n"),
                ("Part/b.md", "---\ntitle: Two\n---\n\nSun.\n\nThe 😀.\n"),
            ],
            "no font has U+1F600 (Part/b.md:7); install one that does, such as Noto Color Emoji (fonts-noto-color-emoji), \
             write something else there, or take another format",
        ),
        (
            vec![("雪.md", "Rain.\n雨。\n")],
            "no font has U+3002 (雪.md:2), U+96E8 (雪.md:2); install one that does, such as Noto Serif CJK \
             (fonts-noto-cjk), write something else there, or take another format",
        ),
        // A comment is not in the book.
        (
            vec![("a.md", "<!-- 😀\n-->\n\nRain. <!-- 😀 --> ☃ &#x1F600;\n\n😀\n")],
            "no font has U+2603 (a.md:4), U+1F600 (a.md:6); install one that does, such as a Noto font for its script, \
             write something else there, or take another format",
        ),
        (
            vec![("a.txt", "\u{10300}\n")],
            "no font has U+10300 (a.txt:1); install",
        ),
        // An entity has no place, and what is in no manuscript is only named.
        (vec![("a.md", "&#x1F600;\n")], "no font has U+1F600; install"),
        (
            vec![("a.txt", "一二三四五六七\n")],
            "no font has U+4E00 (a.txt:1), U+4E03 (a.txt:1), U+4E09 (a.txt:1), U+4E8C (a.txt:1), U+4E94 (a.txt:1) and 2 \
             more; install",
        ),
    ] {
        let refused = press(&book(&files), Format::Pdf, &Fonts::default(), &mut |_| ());
        let Err(error @ Unprintable::Characters(_)) = refused else {
            panic!("{files:?}: {refused:?}")
        };
        let said = error.to_string();
        assert!(said.starts_with(expected), "{said}");
    }
}

#[test]
fn a_part_that_is_too_large_is_refused_and_never_left_out() {
    let text = "渡口 ".repeat(2_000);
    let book = book(&[("a.md", &text)]);
    for format in [Format::Docx, Format::Epub] {
        for limit in [0, 500, 4_000] {
            let refused = press_within(&book, format, &Fonts::default(), limit, &mut |_| ());
            let Err(Unprintable::TooLarge { limit: said }) = refused else {
                panic!("{format:?} {limit}: {refused:?}")
            };
            assert_eq!(said, limit);
        }
        let whole = press_within(&book, format, &Fonts::default(), 40_000, &mut |_| ()).unwrap();
        assert_eq!(whole, pressed(&book, format));
    }
}
