use std::collections::BTreeMap;

use super::opened;
use crate::samples::{Member, Sample, archive};
use crate::{Image, Note, Refused, crc32};

const PICTURE: &[u8] = b"a picture";

/// Every entry's compressed bytes with what is before them, by name.
fn entries(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let book = opened(bytes).unwrap();
    let archive = book.archive();
    let of = |entry: &crate::Entry| bytes[entry.range.start as usize..entry.range.end as usize].to_vec();
    archive.entries.iter().map(|entry| (archive.name(entry).into_owned(), of(entry))).collect()
}

#[test]
fn every_entry_but_the_package_document_stays_bit_for_bit() {
    for sample in [
        Sample::new(2),
        Sample::new(3),
        Sample { package: "EPUB/deep/book.opf".to_owned(), has_prefix: true, ..Sample::new(3) },
    ] {
        let old = sample.bytes();
        let plan = opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap();
        let new = plan.apply(&old);
        assert_eq!(new.len() as u64, plan.length());
        let (before, mut after) = (entries(&old), entries(&new));
        assert_eq!((after.len(), plan.entries, plan.unchanged), (before.len() + 1, before.len() + 1, before.len() - 1));
        assert!(after.remove(&plan.cover).unwrap().ends_with(PICTURE));
        for (name, bytes) in before {
            assert_eq!(after[&name] == bytes, name != sample.package, "{name}");
        }
        // The package document's date stays, and a second cover is not put in without being asked for.
        assert_eq!(
            opened(&new).unwrap().plan(Image::png(PICTURE), false).unwrap_err(),
            Refused::HasCover(plan.cover.clone())
        );
        let again = opened(&new).unwrap().plan(Image::png(b"another"), true).unwrap();
        assert_eq!(again.cover, plan.cover.replace("cover.", "cover-2."));
        assert_eq!(opened(&again.apply(&new)).unwrap().cover.unwrap().image, Some(again.cover));
    }
}

#[test]
fn the_package_document_may_be_first_last_or_between() {
    for place in 0..12 {
        let mut members = Sample::new(2).members();
        let package = members.remove(2);
        members.insert(place, package);
        let old = archive(&members, false);
        let new = opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap().apply(&old);
        let (before, after) = (entries(&old), entries(&new));
        assert!(before.iter().all(|(name, bytes)| name == "content.opf" || after[name] == *bytes), "{place}");
        // The content has the checksum that the directory says.
        assert!(after["cover.png"].windows(4).any(|four| four == crc32(PICTURE).to_le_bytes()));
    }
}

#[test]
fn a_name_that_is_taken_in_any_case_is_not_taken_again() {
    let mut members = Sample::new(2).members();
    members.push(Member::new("Cover.PNG", "x"));
    members.push(Member::new("cover-2.png", "x"));
    let old = archive(&members, false);
    assert_eq!(opened(&old).unwrap().plan(Image::png(PICTURE), false).unwrap().cover, "cover-3.png");
}

#[test]
fn a_utf_16_package_document_stays_utf_16() {
    for (is_big, mark) in [(true, true), (false, true), (false, false)] {
        let text = Sample::new(2).package_document().replace("utf-8", "utf-16").replace("Lantern", "Läntern");
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        let bytes: Vec<u8> =
            units.flat_map(|unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect();
        let mut members = Sample::new(2).members();
        members[2] = Member::new("content.opf", bytes);
        let old = archive(&members, false);
        let book = opened(&old).unwrap();
        assert_eq!(book.title, "A Läntern for the Ferryman");
        let new = book.plan(Image::png(PICTURE), false).unwrap().apply(&old);
        let again = opened(&new).unwrap();
        assert_eq!((again.title.as_str(), again.cover.is_some()), ("A Läntern for the Ferryman", true));
    }
}

#[test]
fn a_book_tells_what_its_cover_says() {
    let sample = Sample { title: "Salt & <Iron>".to_owned(), fandom: "A & B".to_owned(), ..Sample::new(2) };
    let book = opened(&sample.bytes()).unwrap();
    assert_eq!((book.title.as_str(), book.authors.as_slice()), ("Salt & <Iron>", &["quietharbour".to_owned()][..]));
    assert_eq!((book.version.as_str(), book.subjects.len(), book.kind()), ("2.0", 5, "A & B".to_owned()));
    // Without a page that names the fandom, it is the subjects; without these, the title.
    let mut members = sample.members();
    members.retain(|member| member.name != "preface.xhtml");
    let book = opened(&archive(&members, false)).unwrap();
    assert!(book.fandom.is_none() && book.kind().starts_with("Fanworks\nGeneral"));
    members[2] = Member::new("content.opf", "<package><metadata><title>T</title></metadata><manifest/></package>");
    assert_eq!(opened(&archive(&members, false)).unwrap().kind(), "T");
}

/// A book whose cover page, `pages/title page.xhtml`, has this in its body, and is named by the guide or by a landmark.
fn with_cover_page(version: u8, body: &str) -> Vec<Member> {
    let sample = Sample { has_cover: true, package: "OPS/book.opf".to_owned(), ..Sample::new(version) };
    let mut members = sample.members();
    let page = format!(
        r#"<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:x="http://www.w3.org/1999/xlink"><body>{body}</body></html>"#
    );
    members.insert(1, Member::new("OPS/pages/title page.xhtml", page));
    for member in &mut members {
        let text = String::from_utf8_lossy(&member.content).into_owned();
        let guide = r#"<guide><reference type="cover" href="pages/title%20page.xhtml"/></guide></package>"#;
        let landmarks = r#"<nav epub:type="landmarks"><ol><li><a epub:type="cover" href="pages/title%20page.xhtml">
            Cover</a></li></ol></nav></body>"#;
        member.content = match member.name.as_str() {
            "OPS/book.opf" if version == 2 => text.replace("</package>", guide).into(),
            "OPS/nav.xhtml" => text.replace("</body>", landmarks).into(),
            _ => continue,
        };
    }
    members
}

#[test]
fn a_cover_page_shows_the_new_cover_or_is_noted() {
    const PAGE: &str = "OPS/pages/title page.xhtml";
    for version in [2, 3] {
        for (body, expected) in [
            (
                r#"<img alt="" src="../cover.png"/><img src="../other.png"/>"#,
                Some(r#"src="../cover-2.png"/><img src="../other.png""#),
            ),
            (r#"<svg><image x:href='../cover.png'/></svg>"#, Some("x:href='../cover-2.png'")),
            ("<p>Only words</p>", None),
            (r#"<img src="../other.png"/>"#, None),
            ("<img src='../cover.png'>", None),
        ] {
            let members = with_cover_page(version, body);
            let old = archive(&members, false);
            let book = opened(&old).unwrap();
            let existing = book.cover.clone().unwrap();
            assert_eq!((existing.image.as_deref(), existing.page.as_deref()), (Some("OPS/cover.png"), Some(PAGE)));
            let notes = if expected.is_some() { vec![] } else { vec![Note::CoverPage(PAGE.to_owned())] };
            assert_eq!(book.notes, notes, "{body}");
            let plan = book.plan(Image::png(PICTURE), true).unwrap();
            let new = plan.apply(&old);
            let (before, mut after) = (entries(&old), entries(&new));
            let changed: Vec<&str> =
                before.iter().filter(|(name, bytes)| after[*name] != **bytes).map(|(name, _)| name.as_str()).collect();
            let both = ["OPS/book.opf", PAGE];
            assert_eq!(changed, both[..if expected.is_some() { 2 } else { 1 }]);
            assert_eq!((plan.unchanged, plan.cover.as_str()), (before.len() - changed.len(), "OPS/cover-2.png"));
            if let Some(expected) = expected {
                let page = after.remove(PAGE).unwrap();
                let text = inflated(&page[30 + PAGE.len()..]);
                assert!(text.contains(expected), "{text}");
            }
            assert_eq!(opened(&new).unwrap().cover.unwrap().image, Some(plan.cover));
        }
    }
}

/// A stored or compressed content as text.
fn inflated(content: &[u8]) -> String {
    let inflated = miniz_oxide::inflate::decompress_to_vec(content);
    String::from_utf8(inflated.unwrap_or_else(|_| content.to_vec())).unwrap()
}

#[test]
fn a_landmark_alone_is_a_cover() {
    let mut members = with_cover_page(3, r#"<img src="../art.png"/>"#);
    members.push(Member::stored("OPS/art.png", "x"));
    for member in &mut members {
        if member.name == "OPS/book.opf" {
            let text = String::from_utf8_lossy(&member.content).into_owned();
            let text = text.replace(r#"<meta name="cover" content="old-cover"/>"#, "");
            member.content = text.replace(r#" properties="cover-image""#, "").replace("old-cover", "picture").into();
        }
    }
    let old = archive(&members, false);
    let book = opened(&old).unwrap();
    let refused = book.plan(Image::png(PICTURE), false).unwrap_err();
    assert_eq!(refused, Refused::HasCover("OPS/pages/title page.xhtml".to_owned()));
    // Its only picture is the cover.
    assert_eq!(book.notes, []);
    assert_eq!(book.plan(Image::png(PICTURE), true).unwrap().unchanged, members.len() - 2);
}

#[test]
fn a_name_that_the_manifest_has_is_not_taken_again() {
    let sample = Sample { has_cover: true, ..Sample::new(2) };
    let mut members = sample.members();
    members.retain(|member| member.name != "cover.png");
    let old = archive(&members, false);
    let book = opened(&old).unwrap();
    assert!(book.cover.is_none());
    assert_eq!(book.plan(Image::png(PICTURE), false).unwrap().cover, "cover-2.png");
}
