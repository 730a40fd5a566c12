use crate::package::{read, with_cover};
use crate::samples::Sample;
use crate::xml::Document;

fn covered(text: &str) -> String {
    with_cover(Document::scan(text).unwrap(), "cover.png", "image/png").unwrap()
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
            let package = read(Document::scan(&new).unwrap(), "a/content.opf").unwrap();
            assert_eq!(package.cover.unwrap().image.as_deref(), Some("a/cover.png"));
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
    let package = read(Document::scan(text).unwrap(), "a.opf").unwrap();
    assert_eq!((package.title.as_str(), package.authors), ("Old", vec!["A".to_owned()]));
    assert!(covered(text).contains(r#"<x-metadata><meta name="cover" content="cover-image"/></x-metadata>"#));
}

#[test]
fn all_ways_to_declare_a_cover_are_read() {
    let found = |metadata: &str, item: &str, guide: &str| {
        let text = format!(
            r#"<package version="3.0"><metadata>{metadata}</metadata><manifest>{item}</manifest>
            <guide>{guide}</guide></package>"#
        );
        let cover = read(Document::scan(&text).unwrap(), "OPS/a.opf").unwrap().cover;
        cover.map(|cover| (cover.image, cover.page))
    };
    let item = r#"<item id="c" href="../i/c%20d.jpg#x"/>"#;
    let image = || Some("i/c d.jpg".to_owned());
    assert_eq!(found(r#"<meta name="cover" content="c"/>"#, item, ""), Some((image(), None)));
    assert_eq!(found("", &item.replace("id=", "properties='svg cover-image' id="), ""), Some((image(), None)));
    let reference = r#"<reference type="Cover" href="title.xhtml"/>"#;
    assert_eq!(found("", item, reference), Some((None, Some("OPS/title.xhtml".to_owned()))));
    assert_eq!(found(r#"<meta name="cover" content="d"/>"#, item, ""), None);
    assert_eq!(found("", item, ""), None);
}
