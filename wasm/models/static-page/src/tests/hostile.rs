use super::opened;
use crate::samples::{Member, Sample, archive, offset, record, with_gap};
use crate::{Image, Note, Refused};

fn members() -> Vec<Member> {
    Sample::new(2).members()
}

/// What is said of a book with another entry in the place of one, or more.
fn said(name: &str, content: &[u8]) -> String {
    let mut members = members();
    members.retain(|member| member.name != name);
    members.push(Member::new(name, content));
    opened(&archive(&members, false)).unwrap_err().to_string()
}

#[test]
fn what_is_no_archive_is_refused_in_a_line() {
    let book = Sample::new(2).bytes();
    let starting = |bytes: &[u8]| opened(bytes).unwrap_err();
    assert_eq!(starting(b""), Refused::Empty);
    assert_eq!(starting(b"P"), Refused::NotZip);
    assert_eq!(starting(b"%PDF-1.7 and so on, for longer than the end of an archive"), Refused::NotZip);
    assert_eq!(starting(&book[..book.len() / 2]), Refused::Cut);
    assert_eq!(starting(&book[..book.len() - 1]), Refused::Cut);
    assert_eq!(starting(&[b"#!/bin/sh\n", &book[..]].concat()), Refused::Shifted(10));
    let gap = [&book[..book.len() - 22], b"gap", &book[book.len() - 22..]].concat();
    assert_eq!(starting(&gap), Refused::Shifted(3));
    let message = Refused::Cut.to_string();
    assert!(message.contains("fetch it again") && !message.contains('\n'));
}

#[test]
fn an_archive_that_is_no_book_is_refused() {
    let without = |name: &str| {
        let mut members = members();
        members.retain(|member| member.name != name);
        opened(&archive(&members, false)).unwrap_err()
    };
    assert_eq!(without("META-INF/container.xml"), Refused::NoContainer);
    assert_eq!(without("content.opf"), Refused::NoPackage("content.opf".to_owned()));
    assert_eq!(opened(&archive(&[], false)).unwrap_err(), Refused::NoContainer);
    let container = "META-INF/container.xml";
    assert_eq!(said(container, b"<container/>"), "META-INF/container.xml names no package document (OPF)");
    assert!(said(container, b"<container").contains("META-INF/container.xml, byte 0: a tag does not end"));
    let empty = br#"<c><rootfile full-path="" media-type="application/oebps-package+xml"/></c>"#;
    assert!(said(container, empty).contains("with an empty full-path"));
    let outside = br#"<c><rootfile full-path="../../etc/passwd" media-type="application/oebps-package+xml"/></c>"#;
    assert!(said(container, outside).contains("names ../../etc/passwd, which is not in the archive"));
    assert!(said("content.opf", b"<package><metadata/></package>").contains("no <manifest>"));
    assert!(said("content.opf", b"<book/>").contains("no <package>"));
    assert!(
        said("content.opf", b"<?xml version='1.0' encoding='iso-8859-1'?><package>\xe4</package>").contains("UTF-8")
    );
}

#[test]
fn declared_entities_are_refused_before_any_of_them_is_read() {
    let laughs = br#"<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><package>&b;</package>"#;
    assert!(said("content.opf", laughs).contains("an entity that stands for more than plain text"));
}

#[test]
fn a_bomb_is_refused_by_the_size_that_it_says_or_can_have() {
    let mut bomb = members();
    bomb[2] = Member::new("content.opf", vec![b' '; 9 << 20]);
    let limit = crate::MAX_PACKAGE;
    let refused = opened(&archive(&bomb, false)).unwrap_err();
    assert_eq!(refused, Refused::TooLarge { what: "the package document", bytes: 9 << 20, limit });
    // One that says that it is small.
    let mut bytes = archive(&bomb, false);
    let said = |size: u32, bytes: &mut Vec<u8>| {
        let at = record(bytes, "content.opf");
        bytes[at + 24..at + 28].copy_from_slice(&size.to_le_bytes());
    };
    said(5000, &mut bytes);
    assert!(matches!(opened(&bytes).unwrap_err(), Refused::Damaged(why) if why.contains("decompressed")));
    // And one that says that it is larger than deflate can make it.
    let mut small = archive(&members(), false);
    said(8 << 20, &mut small);
    assert!(matches!(opened(&small).unwrap_err(), Refused::Damaged(why) if why.contains("can't have the size")));
}

#[test]
fn names_that_are_there_twice_and_entries_that_share_bytes_are_refused() {
    let mut twice = members();
    twice.push(Member::new("content.opf", "<package/>"));
    assert_eq!(opened(&archive(&twice, false)).unwrap_err(), Refused::Duplicate("content.opf".to_owned()));
    let mut bytes = Sample::new(2).bytes();
    let (at, start) = (record(&bytes, "toc.ncx") + 42, offset(&bytes, "content.opf"));
    bytes[at..at + 4].copy_from_slice(&start.to_le_bytes());
    let refused = opened(&bytes).unwrap_err();
    assert!(matches!(&refused, Refused::Overlap(..)), "{refused}");
}

#[test]
fn bytes_between_entries_stay_where_no_entry_reads_them() {
    let gap = b"hidden between";
    let bytes = with_gap(&members(), gap);
    let new = opened(&bytes).unwrap().plan(Image::png(b"x"), false).unwrap().apply(&bytes);
    assert!(opened(&new).is_ok() && new.windows(gap.len()).any(|window| window == gap));
}

#[test]
fn a_damaged_entry_is_refused_and_one_that_nobody_reads_is_not() {
    let bytes = Sample::new(2).bytes();
    let with = |name: &[u8]| {
        let mut bytes = bytes.clone();
        let at = bytes.windows(name.len()).position(|window| window == name).unwrap() + name.len() + 40;
        bytes[at] ^= 0x55;
        bytes
    };
    assert!(matches!(opened(&with(b"content.opf")), Err(Refused::Damaged(_))));
    assert!(opened(&with(b"chapter-3.xhtml")).is_ok());
}

#[test]
fn encrypted_books_are_refused_but_for_obfuscated_fonts() {
    let encryption = |algorithm: &str| {
        format!(
            r#"<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod
            Algorithm="{algorithm}"/><enc:CipherData><enc:CipherReference URI="chapter-1.xhtml"/></enc:CipherData>
            </enc:EncryptedData></encryption>"#
        )
    };
    let drm = said("META-INF/encryption.xml", encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc").as_bytes());
    assert_eq!(drm, "chapter-1.xhtml is encrypted (DRM); a cover can't be put into this book");
    for algorithm in ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"] {
        let mut members = members();
        members.push(Member::new("META-INF/encryption.xml", encryption(algorithm)));
        members.push(Member::new("META-INF/signatures.xml", "<signatures/>"));
        assert_eq!(opened(&archive(&members, false)).unwrap().notes, [Note::Signed]);
    }
    // One without a method says how an entry is compressed; and a list that is empty lists nothing.
    let of = |xml: String| {
        let mut members = members();
        members.push(Member::new("META-INF/encryption.xml", xml));
        opened(&archive(&members, false)).unwrap().notes
    };
    let without = encryption("").replace("<enc:EncryptionMethod\n            Algorithm=\"\"/>", "");
    assert!(!without.contains("EncryptionMethod"));
    assert_eq!([of(without), of(String::new())], [vec![], vec![Note::EmptyEncryption]]);
    assert!(Note::EmptyEncryption.to_string().contains("META-INF/encryption.xml is empty"));
    let mut bytes = Sample::new(2).bytes();
    let at = record(&bytes, "toc.ncx");
    bytes[at + 8] |= 1;
    assert_eq!(opened(&bytes).unwrap_err(), Refused::Encrypted("toc.ncx".to_owned()));
}

#[test]
fn of_several_package_documents_the_first_gets_the_cover() {
    let mut two = members();
    let container = std::str::from_utf8(&two[1].content).unwrap();
    let more = r#"<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles>"#;
    two[1] = Member::new("META-INF/container.xml", container.replace("</rootfiles>", more));
    // One that is not there is no edition.
    assert_eq!(opened(&archive(&two, false)).unwrap().notes, []);
    two.push(Member::new("b.opf", "not looked at"));
    let book = opened(&archive(&two, false)).unwrap();
    assert_eq!((book.package_name(), book.notes.as_slice()), ("content.opf", &[Note::Packages(2)][..]));
    assert!(book.notes[0].to_string().contains("2 editions"));
}
