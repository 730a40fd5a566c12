//! Books to try things on, of made-up text: valid ones of both versions, and an archive writer that can do what few programs do.
//!
//! The archives are written here by other code than a plan's, so that tests compare two.

use std::fmt::Write as _;

use miniz_oxide::deflate::compress_to_vec;

use crate::bytes::{crc32, put16, put32, put64};

/// An entry to write.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its content.
    pub content: Vec<u8>,
    /// Whether it is compressed, by deflate.
    pub is_deflated: bool,
    /// Whether its sizes follow its content, in a data descriptor, as where somebody writes to a pipe.
    pub has_descriptor: bool,
    /// Whether its sizes and offset stand in ZIP64's extra fields, as where somebody did not know how large it would be.
    pub is_long: bool,
    /// An extra field of its local header.
    pub extra: Vec<u8>,
}

impl Member {
    /// A compressed one.
    pub fn new(name: &str, content: impl Into<Vec<u8>>) -> Self {
        let (name, content) = (name.to_owned(), content.into());
        Self { name, content, is_deflated: true, has_descriptor: false, is_long: false, extra: Vec::new() }
    }

    /// A member that is not compressed.
    pub fn stored(name: &str, content: impl Into<Vec<u8>>) -> Self {
        Self { is_deflated: false, ..Self::new(name, content) }
    }
}

/// A ZIP archive of these entries; with `is_long`, it ends as ZIP64's do.
pub fn archive(members: &[Member], is_long: bool) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let start = bytes.len() as u64;
        let Member { name, content, is_deflated, has_descriptor, is_long, extra } = member;
        let data = if *is_deflated { compress_to_vec(content, 6) } else { content.clone() };
        let version: u16 = if *is_long { 45 } else { 20 };
        let flags: u16 = if *has_descriptor { 8 } else { 0 } | if name.is_ascii() { 0 } else { 1 << 11 };
        let mut start_of_both = Vec::new();
        for value in [version, flags, if *is_deflated { 8 } else { 0 }] {
            put16(&mut start_of_both, value);
        }
        // 1 January 2026, midnight.
        put32(&mut start_of_both, 0x5c21_0000);
        let (crc, lengths) = (crc32(content), [data.len() as u64, content.len() as u64]);
        let sizes = |bytes: &mut Vec<u8>, is_long: bool| {
            put32(bytes, crc);
            for length in lengths {
                put32(bytes, if is_long { u32::MAX } else { length as u32 });
            }
        };
        let long = |values: &[u64]| {
            let mut field = Vec::new();
            put16(&mut field, 1);
            put16(&mut field, 8 * values.len() as u16);
            for &value in values {
                put64(&mut field, value);
            }
            field
        };
        let mut local_extra = if *is_long { long(&[lengths[1], lengths[0]]) } else { Vec::new() };
        local_extra.extend_from_slice(extra);
        bytes.extend_from_slice(b"PK\x03\x04");
        bytes.extend_from_slice(&start_of_both);
        if *has_descriptor {
            bytes.extend_from_slice(&[0; 12]);
        } else {
            sizes(&mut bytes, *is_long);
        }
        put16(&mut bytes, name.len() as u16);
        put16(&mut bytes, local_extra.len() as u16);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&local_extra);
        bytes.extend_from_slice(&data);
        if *has_descriptor {
            bytes.extend_from_slice(b"PK\x07\x08");
            sizes(&mut bytes, false);
        }
        directory.extend_from_slice(b"PK\x01\x02\x2d\x03");
        directory.extend_from_slice(&start_of_both);
        sizes(&mut directory, *is_long);
        let extra = if *is_long { long(&[lengths[1], lengths[0], start]) } else { Vec::new() };
        put16(&mut directory, name.len() as u16);
        put16(&mut directory, extra.len() as u16);
        directory.extend_from_slice(&[0; 10]);
        put32(&mut directory, if *is_long { u32::MAX } else { start as u32 });
        directory.extend_from_slice(name.as_bytes());
        directory.extend_from_slice(&extra);
    }
    let (start, length, count) = (bytes.len() as u64, directory.len() as u64, members.len() as u64);
    bytes.extend_from_slice(&directory);
    if is_long {
        let end = bytes.len() as u64;
        bytes.extend_from_slice(b"PK\x06\x06");
        put64(&mut bytes, 44);
        bytes.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        for value in [count, count, length, start] {
            put64(&mut bytes, value);
        }
        bytes.extend_from_slice(b"PK\x06\x07\0\0\0\0");
        put64(&mut bytes, end);
        put32(&mut bytes, 1);
    }
    let (count, length, start) =
        if is_long { (u16::MAX, u32::MAX, u32::MAX) } else { (count as u16, length as u32, start as u32) };
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    for value in [count, count] {
        put16(&mut bytes, value);
    }
    for value in [length, start] {
        put32(&mut bytes, value);
    }
    put16(&mut bytes, 0);
    bytes
}

/// An archive whose last entry, `hole.bin`, has so many zeros: what stands before them, and what behind. Its checksum says nothing of
/// them: nobody who plans a cover reads them.
pub fn with_hole(mut members: Vec<Member>, hole: u32) -> [Vec<u8>; 2] {
    const HOLE: &str = "hole.bin";
    members.push(Member::stored(HOLE, Vec::new()));
    let mut head = archive(&members, false);
    // What ends the archive has 22 bytes (APPNOTE 6.3.10, 4.3.16).
    let start = head.len() - 22 - members.iter().map(|member| RECORD + member.name.len()).sum::<usize>();
    let last = record(&head, HOLE) - start;
    let mut tail = head.split_off(start);
    let end = tail.len() - 22;
    for (at, value) in [(last + 20, hole), (last + 24, hole), (end + 16, start as u32 + hole)] {
        tail[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }
    [head, tail]
}

/// Bytes of a record of the directory before its name (APPNOTE 6.3.10, 4.3.12).
const RECORD: usize = 46;

/// Where the record of an entry is in an archive's directory.
///
/// # Panics
/// If the archive has no such entry.
pub fn record(archive: &[u8], name: &str) -> usize {
    let at = archive.windows(name.len()).rposition(|window| window == name.as_bytes());
    at.expect("the directory has its name") - RECORD
}

/// Where an entry begins, as its record says.
pub fn offset(archive: &[u8], name: &str) -> u32 {
    number(archive, record(archive, name) + 42)
}

fn number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("they are four"))
}

/// An archive of these entries with bytes behind the first that belong to none.
pub fn with_gap(members: &[Member], gap: &[u8]) -> Vec<u8> {
    let whole = archive(members, false);
    let (before, behind) = whole.split_at(offset(&whole, &members[1].name) as usize);
    let mut bytes = [before, gap, behind].concat();
    // What follows has moved: the later entries, and the directory, whose start the end tells.
    let records = members[1..].iter().map(|member| record(&bytes, &member.name) + 42);
    for place in records.chain([bytes.len() - 6]).collect::<Vec<_>>() {
        let moved = number(&bytes, place) + gap.len() as u32;
        bytes[place..place + 4].copy_from_slice(&moved.to_le_bytes());
    }
    bytes
}

/// A book of made-up text, as e-book programs write them.
#[derive(Debug, Clone)]
pub struct Sample {
    /// 2 or 3.
    pub version: u8,
    /// Its title.
    pub title: String,
    /// Its author.
    pub author: String,
    /// Its subjects, after AO3's first, `Fanworks`.
    pub subjects: Vec<String>,
    /// What its first page calls its fandom.
    pub fandom: String,
    /// How many chapters it has.
    pub chapters: u32,
    /// Where its package document is.
    pub package: String,
    /// Whether the package document's elements have a prefix.
    pub has_prefix: bool,
    /// Whether it has a cover, declared by its version's rule.
    pub has_cover: bool,
}

impl Sample {
    /// A book of a version, of the structure that AO3's have.
    pub fn new(version: u8) -> Self {
        Self {
            version,
            title: "A Lantern for the Ferryman".to_owned(),
            author: "quietharbour".to_owned(),
            subjects: ["General Audiences", "The Ferry Road (made up)", "Night", "Rivers"].map(str::to_owned).into(),
            fandom: "The Ferry Road (made up)".to_owned(),
            chapters: 6,
            package: "content.opf".to_owned(),
            has_prefix: false,
            has_cover: false,
        }
    }

    /// Its entries.
    pub fn members(&self) -> Vec<Member> {
        let folder = crate::path::folder(&self.package);
        let at = |name: &str| format!("{folder}{name}");
        let container = format!(
            r#"<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="{}" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
"#,
            self.package
        );
        let mut members = vec![
            Member::stored("mimetype", "application/epub+zip"),
            Member::new("META-INF/container.xml", container),
            Member::new(&self.package, self.package_document()),
            Member::new(&at("toc.ncx"), self.contents()),
            Member::new(&at("stylesheet.css"), STYLES),
            Member::new(&at("preface.xhtml"), self.preface()),
        ];
        if self.version >= 3 {
            members.push(Member::new(&at("nav.xhtml"), self.navigation()));
        }
        if self.has_cover {
            members.push(Member::stored(&at("cover.png"), PIXEL));
        }
        for number in 1..=self.chapters {
            members.push(Member::new(&at(&file(number)), self.chapter(number)));
        }
        members
    }

    /// Its archive.
    pub fn bytes(&self) -> Vec<u8> {
        archive(&self.members(), false)
    }

    /// Its package document.
    pub fn package_document(&self) -> String {
        let p = if self.has_prefix { "opf:" } else { "" };
        let xmlns = if self.has_prefix { "xmlns:opf" } else { "xmlns" };
        let version = if self.version >= 3 { "3.0" } else { "2.0" };
        let [title, author] = [&self.title, &self.author].map(|text| text.replace('&', "&amp;").replace('<', "&lt;"));
        let mut text = format!(
            r#"<?xml version="1.0" encoding="utf-8"?>
<{p}package {xmlns}="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/" version="{version}" unique-identifier="uid">
  <{p}metadata>
    <dc:identifier id="uid">urn:uuid:12345678-1234-4234-8234-123456789012</dc:identifier>
    <dc:title>{title}</dc:title>
    <dc:creator>{author}</dc:creator>
    <dc:language>en</dc:language>
    <dc:subject>Fanworks</dc:subject>
"#
        );
        for subject in &self.subjects {
            let _ = writeln!(text, "    <dc:subject>{}</dc:subject>", subject.replace('&', "&amp;"));
        }
        if self.version >= 3 {
            let _ = writeln!(text, r#"    <{p}meta property="dcterms:modified">2026-01-01T00:00:00Z</{p}meta>"#);
        }
        if self.has_cover {
            let _ = writeln!(text, r#"    <{p}meta name="cover" content="old-cover"/>"#);
        }
        let _ = writeln!(text, "  </{p}metadata>\n  <{p}manifest>");
        let mut item = |id: &str, href: &str, kind: &str, more: &str| {
            let _ = writeln!(text, r#"    <{p}item id="{id}" href="{href}" media-type="{kind}"{more}/>"#);
        };
        let page = "application/xhtml+xml";
        item("ncx", "toc.ncx", "application/x-dtbncx+xml", "");
        item("css", "stylesheet.css", "text/css", "");
        item("preface", "preface.xhtml", page, "");
        if self.version >= 3 {
            item("nav", "nav.xhtml", page, r#" properties="nav""#);
        }
        if self.has_cover {
            let mark = if self.version >= 3 { r#" properties="cover-image""# } else { "" };
            item("old-cover", "cover.png", "image/png", mark);
        }
        for number in 1..=self.chapters {
            item(&format!("chapter-{number}"), &file(number), page, "");
        }
        let _ = writeln!(text, "  </{p}manifest>\n  <{p}spine toc=\"ncx\">\n    <{p}itemref idref=\"preface\"/>");
        for number in 1..=self.chapters {
            let _ = writeln!(text, r#"    <{p}itemref idref="chapter-{number}"/>"#);
        }
        let _ = writeln!(text, "  </{p}spine>\n</{p}package>");
        text
    }

    fn page(&self, title: &str, body: &str) -> String {
        self.page_with("", title, body)
    }

    /// With more attributes of its root element, a space before each.
    fn page_with(&self, attributes: &str, title: &str, body: &str) -> String {
        let doctype = if self.version >= 3 {
            "<!DOCTYPE html>"
        } else {
            r#"<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">"#
        };
        format!(
            r#"<?xml version="1.0" encoding="utf-8"?>
{doctype}
<html{attributes} xmlns="http://www.w3.org/1999/xhtml">
<head><title>{title}</title><link href="stylesheet.css" rel="stylesheet" type="text/css"/></head>
<body class="calibre">
{body}</body>
</html>
"#
        )
    }

    fn preface(&self) -> String {
        let body = format!(
            r#"<div id="preface"><h2 class="toc-heading">Preface</h2>
<div class="meta"><dl class="tags">
<dt class="calibre1">Rating:</dt><dd class="calibre2">General Audiences</dd>
<dt class="calibre1">Fandom:</dt><dd class="calibre2"><span class="tag">{}</span></dd>
</dl></div></div>
"#,
            self.fandom.replace('&', "&amp;")
        );
        self.page("Preface", &body)
    }

    fn chapter(&self, number: u32) -> String {
        let mut body = format!("<div class=\"userstuff\" id=\"text\"><h2 class=\"heading\">Chapter {number}</h2>\n");
        let mut draw = number.wrapping_mul(2_654_435_761);
        for paragraph in 0..24 {
            let kind = ["first", "calibre3", "letter", "aside"][paragraph % 4];
            let _ = write!(body, r#"<p class="{kind}">"#);
            for word in 0..40 {
                draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let word_there = WORDS[(draw >> 16) as usize % WORDS.len()];
                let _ = write!(body, "{}{word_there}", if word == 0 { "" } else { " " });
            }
            body.push_str(".</p>\n");
        }
        body.push_str("</div>\n");
        self.page(&format!("Chapter {number}"), &body)
    }

    fn contents(&self) -> String {
        let mut text = r#"<?xml version="1.0" encoding="utf-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
<head><meta name="dtb:uid" content="urn:uuid:12345678-1234-4234-8234-123456789012"/></head>
<docTitle><text>Contents</text></docTitle>
<navMap>
"#
        .to_owned();
        for number in 1..=self.chapters {
            let _ = writeln!(
                text,
                r#"<navPoint id="n{number}" playOrder="{number}"><navLabel><text>Chapter {number}</text></navLabel><content src="{}"/></navPoint>"#,
                file(number)
            );
        }
        text.push_str("</navMap>\n</ncx>\n");
        text
    }

    fn navigation(&self) -> String {
        let mut body = "<nav epub:type=\"toc\" id=\"toc\"><ol>\n".to_owned();
        for number in 1..=self.chapters {
            let _ = writeln!(body, "<li><a href=\"{}\">Chapter {number}</a></li>", file(number));
        }
        body.push_str("</ol></nav>\n");
        self.page_with(" xmlns:epub=\"http://www.idpf.org/2007/ops\"", "Contents", &body)
    }
}

/// A PNG of one black pixel. What draws them is not fetched with what plans.
pub(crate) const PIXEL: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x03\0\0\0(\xcb4\xbb\0\0\0\x03PLTE\0\0\0\xa7z=\xda\0\0\0\nIDATx\x9cc`\0\0\0\x02\0\x01H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82";

fn file(number: u32) -> String {
    format!("chapter-{number}.xhtml")
}

const STYLES: &str = "\
.calibre { display: block; font-size: 1em; margin: 0 5pt; padding: 0 }
.calibre1 { display: block; font-weight: bold }
.calibre2 { display: block; margin-left: 40px }
.calibre3 { display: block; margin: 1em 0 }
.toc-heading { display: none }
.meta { display: block; text-align: left }
.tags { display: block; margin: 1em 0 }
.tag { font-style: italic }
.userstuff { display: block; text-align: left }
.heading { display: block; font-size: 1.5em; text-align: center }
.first { display: block; text-indent: 0 }
.letter { display: block; font-style: italic; margin-left: 2em }
.aside { display: block; color: #555; font-size: 0.9em }
#preface .meta { margin-top: 2em }
div.userstuff > p { line-height: 1.4 }
";

const WORDS: [&str; 32] = [
    "river", "lantern", "ferry", "night", "water", "stone", "reed", "oar", "wind", "harbour", "quiet", "under", "over",
    "through", "slowly", "again", "never", "light", "rope", "bell", "road", "hill", "winter", "morning", "carried",
    "waited", "turned", "crossed", "answered", "the", "a", "and",
];
