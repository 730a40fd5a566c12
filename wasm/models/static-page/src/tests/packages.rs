use crate::package::{Package, with_cover};
use crate::path::resolve;
use crate::samples::Sample;
use crate::xml::Document;

/// Every entry is there, but for those called `gone`.
fn locate(href: &str) -> Option<String> {
    Some(resolve("OPS/", href)).filter(|name| !name.contains("gone"))
}

fn covered(text: &str) -> String {
    with_cover(Document::scan(text).unwrap(), &locate, "cover.png", "image/png").unwrap()
}

fn read(text: &str) -> Package {
    crate::package::read(Document::scan(text).unwrap(), &locate).unwrap()
}

#[test]
fn nothing_but_the_two_elements_is_added() {
    for version in [2, 3] {
        for has_prefix in [false, true] {
            let text = Sample { has_prefix, ..Sample::new(version) }.package_document();
            let new = covered(&text);
            let added: Vec<&str> = new.lines().filter(|line| !text.lines().any(|old| old == *line)).collect();
            let p = if has_prefix { "opf:" } else { "" };
            let properties = if version == 3 { r#" properties="cover-image""# } else { "" };
            assert_eq!(
                added,
                [
                    format!(r#"    <{p}meta name="cover" content="cover-image"/>"#),
                    format!(r#"    <{p}item id="cover-image" href="cover.png" media-type="image/png"{properties}/>"#),
                ]
            );
            let rest: Vec<&str> = new.lines().filter(|line| !added.contains(line)).collect();
            assert_eq!(rest, text.lines().collect::<Vec<_>>());
            assert_eq!(read(&new).cover.image.as_deref(), Some("OPS/cover.png"));
        }
    }
}

#[test]
fn an_empty_metadata_and_manifest_get_their_end_tags() {
    let new = covered(r#"<package version="2.0"><metadata/><manifest /></package>"#);
    assert_eq!(
        new,
        concat!(
            r#"<package version="2.0"><metadata><meta name="cover" content="cover-image"/></metadata>"#,
            r#"<manifest ><item id="cover-image" href="cover.png" media-type="image/png"/></manifest></package>"#
        )
    );
}

#[test]
fn a_declaration_that_is_there_is_taken_away() {
    let new = covered(concat!(
        r#"<package version="3.0"><metadata><meta name="cover" content="gone"/> <meta name="cover" content="b"/></metadata>"#,
        r#"<manifest><item id="b" href="b.png" properties = "cover-image"/>"#,
        r#"<item id="cover-image" href="c.svg" properties="svg cover-image"/></manifest></package>"#
    ));
    assert_eq!(
        new,
        concat!(
            r#"<package version="3.0"><metadata><meta name="cover" content="cover-image-2"/></metadata>"#,
            r#"<manifest><item id="b" href="b.png"/><item id="cover-image" href="c.svg" properties="svg"/>"#,
            r#"<item id="cover-image-2" href="cover.png" media-type="image/png" properties="cover-image"/></manifest></package>"#
        )
        // The white space before the second declaration stays with the new one.
        .replacen("<metadata><meta", "<metadata> <meta", 1)
    );
}

#[test]
fn old_books_with_two_layers_of_metadata_are_read_and_edited() {
    let text = concat!(
        r#"<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "oebpkg12.dtd">"#,
        r#"<package><metadata><dc-metadata><dc:Title>Old</dc:Title><dc:Creator>A</dc:Creator></dc-metadata>"#,
        r#"<x-metadata></x-metadata></metadata><manifest></manifest></package>"#
    );
    let package = read(text);
    assert_eq!((package.title.as_str(), package.authors), ("Old", vec!["A".to_owned()]));
    let layer = r#"<x-metadata><meta name="cover" content="cover-image"/></x-metadata>"#;
    assert!(covered(text).contains(layer));
    // EPUB 2 allows no meta beside dc-metadata.
    let without = text.replace("<x-metadata></x-metadata>", "");
    assert!(covered(&without).contains(&format!("</dc-metadata>{layer}</metadata>")));
}

/// A package document with this in its metadata, manifest, spine and guide.
fn package([metadata, manifest, spine, guide]: [&str; 4]) -> String {
    format!(
        r#"<package version="3.0"><metadata>{metadata}</metadata><manifest>{manifest}</manifest>
        <spine>{spine}</spine><guide>{guide}</guide></package>"#
    )
}

#[test]
fn all_ways_to_declare_a_cover_are_read() {
    let image = r#"<item id="c" href="../i/c%20d.jpg#x" media-type="image/jpeg"/>"#;
    let page = r#"<item id="p" href="title.xhtml" media-type="application/xhtml+xml"/>"#;
    let [is_image, is_page] = [(Some("i/c d.jpg"), None), (None, Some("OPS/title.xhtml"))];
    let nothing = (None, None);
    for (parts, expected) in [
        // The standards' ways.
        ([r#"<meta name="cover" content="c"/>"#, image, "", ""], is_image),
        (["", &image.replace("id=", "properties='svg cover-image' id="), "", ""], is_image),
        (["", page, "", r#"<reference type="Cover" href="title.xhtml"/>"#], is_page),
        // What calibre takes besides.
        ([r#"<meta name="Cover" content="c"/>"#, image, "", ""], is_image),
        ([r#"<META name="Cover ThumbNail Image" content="c"/>"#, image, "", ""], is_image),
        ([r#"<meta name="cover" content="../i/c%20d.jpg#x"/>"#, image, "", ""], is_image),
        ([r#"<meta name="cover" content="../i/c d.jpg"/>"#, image, "", ""], is_image),
        (["", image, "", r#"<reference type="other.ms-coverimage-standard" href="../i/c%20d.jpg"/>"#], is_image),
        (["", image, r#"<itemref idref="c"/>"#, ""], is_image),
        (["", &page.replace("id=", "properties='calibre:title-page' id="), "", ""], is_page),
        // What others take.
        (["", &image.replace(r#""c""#, r#""cover""#), "", ""], is_image),
        (["", &image.replace(r#""c""#, r#""Cover.jpg""#), "", ""], is_image),
        (["", &image.replace(r#""c""#, r#""cover_img""#), "", ""], is_image),
        (["", &page.replace(r#""p""#, r#""coverpage""#), "", ""], is_page),
        // What is no cover, or is not there.
        ([r#"<meta name="cover" content="d"/>"#, image, "", ""], nothing),
        ([r#"<meta name="coverage" content="p"/>"#, page, r#"<itemref idref="p"/>"#, ""], nothing),
        ([r#"<meta name="cover" content="c"/>"#, &image.replace("c%20d", "gone"), "", ""], nothing),
        (
            [
                "",
                &image.replace(r#""c""#, r#""discovery""#),
                "",
                r#"<reference type="back-cover" href="title.xhtml"/>"#,
            ],
            nothing,
        ),
        (["", &image.replace("jpeg", "svg+xml"), r#"<itemref idref="c"/>"#, ""], nothing),
        (["", image, "", ""], nothing),
    ] {
        let found = read(&package(parts)).cover;
        let wanted = (expected.0.map(str::to_owned), expected.1.map(str::to_owned));
        assert_eq!((found.image, found.page), wanted, "{parts:?}");
    }
}

#[test]
fn a_replaced_cover_is_declared_nowhere_any_more() {
    let guide = r#"<reference type="cover" href="old.jpg"/><reference type="text" href="one.xhtml"/>"#;
    let item = r#"<item id="cover" href="old.jpg" media-type="image/jpeg"/>"#;
    let new = covered(&package([r#"<meta name="Cover" content="old.jpg"/>"#, item, "", guide]));
    assert!(new.contains(r#"<metadata><meta name="cover" content="cover"/></metadata>"#), "{new}");
    assert!(new.contains(r#"<item id="cover-old" href="old.jpg" media-type="image/jpeg"/>"#), "{new}");
    assert!(new.contains(r#"<item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>"#));
    assert!(new.contains(r#"<reference type="cover" href="cover.png"/><reference type="text" href="one.xhtml"/>"#));
    // What refers to the old picture by its ID still does.
    let used = covered(&package(["", item, r#"<itemref idref="cover"/>"#, ""]));
    assert!(used.contains(item) && used.contains(r#"<item id="cover-image" href="cover.png""#), "{used}");
}

#[test]
fn illustrators_and_translators_are_no_authors_and_an_order_is_kept() {
    let creators = |creators: &str| read(&package([creators, "", "", ""])).authors;
    let two = r#"<dc:creator opf:role="ill">I</dc:creator><dc:creator opf:role="aut">A</dc:creator><dc:creator>B</dc:creator>"#;
    assert_eq!(creators(two), ["A", "B"]);
    assert_eq!(creators(r#"<dc:creator opf:role="edt">E</dc:creator>"#), ["E"]);
    let refined = r##"<dc:creator id="t">T</dc:creator><dc:creator id="b">B</dc:creator><dc:creator id="a">A</dc:creator>
        <meta refines="#t" property="role" scheme="marc:relators">trl</meta><meta refines="#a" property="role">aut</meta>
        <meta refines="#a" property="display-seq">1</meta><meta refines="#b" property="display-seq">2</meta>"##;
    assert_eq!(creators(refined), ["A", "B"]);
    let title = |titles: &str| read(&package([titles, "", "", ""])).title;
    let both = r##"<dc:title id="s">Sub</dc:title><dc:title id="m">Main</dc:title>"##;
    assert_eq!(title(both), "Sub");
    assert_eq!(title(&format!(r##"{both}<meta refines="#m" property="title-type">main</meta>"##)), "Main");
    assert_eq!(title(&format!(r##"{both}<meta refines="#m" property="display-seq">1</meta>"##)), "Main");
}
