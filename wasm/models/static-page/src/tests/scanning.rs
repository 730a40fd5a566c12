use proptest::prelude::*;

use crate::xml::{Document, escaped, resolved};

/// An element's name, and its attributes.
type Found = (String, Vec<(String, String)>);

/// All elements, in the order of their start tags.
fn ours(text: &str) -> Option<Vec<Found>> {
    let document = Document::scan(text).ok()?;
    let all = document.elements.iter().map(|element| {
        let attributes = document.attributes(element).filter(|(name, _)| !name.starts_with("xmlns"));
        let attributes = attributes.map(|(name, value)| (name.to_owned(), resolved(&text[value]))).collect();
        (document.local(element).to_owned(), attributes)
    });
    Some(all.collect())
}

/// The same by a whole parser.
fn theirs(text: &str) -> Option<Vec<Found>> {
    let document = roxmltree::Document::parse(text).ok()?;
    let all = document.descendants().filter(roxmltree::Node::is_element).map(|node| {
        let attributes = node.attributes().map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()));
        (node.tag_name().name().to_owned(), attributes.collect())
    });
    Some(all.collect())
}

/// Elements with attributes, comments, text and each other.
fn documents() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        "[a-z ]{0,8}",
        Just("<!-- <b> -->".to_owned()),
        Just("<![CDATA[ </a> ]]>".to_owned()),
        Just("<?pi <c ?>".to_owned()),
        Just("&amp;&#65;&#x42;".to_owned()),
    ];
    let element = leaf.prop_recursive(4, 40, 5, |inner| {
        let attributes = proptest::collection::btree_map("[a-z]{1,3}", ("[a-z>/ ]{0,6}", any::<bool>()), 0..3);
        ("[A-Za-z_][a-z0-9.-]{0,4}", attributes, proptest::collection::vec(inner, 0..5)).prop_map(
            |(name, attributes, inner)| {
                let attributes = attributes.into_iter().map(|(name, (value, is_double))| {
                    let quote = if is_double { '"' } else { '\'' };
                    format!(" {name} = {quote}{value}{quote}")
                });
                let attributes = attributes.collect::<String>();
                if inner.is_empty() {
                    format!("<{name}{attributes}/>")
                } else {
                    format!("<{name}{attributes} >{}</{name} >", inner.concat())
                }
            },
        )
    });
    element.prop_map(|inner| format!("<?xml version='1.0'?>\n<!-- x -->\n<root>{inner}</root>\n"))
}

proptest! {
    #[test]
    fn elements_and_attributes_are_those_that_a_whole_parser_finds(text in documents()) {
        let theirs = theirs(&text);
        prop_assert!(theirs.is_some(), "{text}");
        prop_assert_eq!(ours(&text), theirs);
    }

    #[test]
    fn escaped_text_reads_as_the_text(text: String) {
        prop_assert_eq!(resolved(&escaped(&text)), text);
    }
}

#[test]
fn what_is_not_well_formed_is_refused_with_the_place() {
    for (text, why, at) in [
        ("", "there is no element", 0),
        ("<a>", "an element does not end", 3),
        ("<a></b>", "an end tag has another name than its start tag", 3),
        ("</a>", "an end tag has no start tag", 0),
        ("<a/><b/>", "there is more than one root element", 4),
        ("x<a/>", "text stands outside of the root element", 0),
        ("<a b=c/>", "an attribute has no value in quotes", 3),
        ("<a b='c/>", "an attribute's value does not end", 3),
        ("<a b='<'/>", "an attribute's value has a <", 3),
        ("<a b='1' b='2'/>", "a tag has an attribute twice", 0),
        ("<a b='1'c='2'/>", "a tag has something that is no attribute", 8),
        ("<a /", "a tag does not end", 0),
        ("<a><!-- </a>", "a comment does not end", 3),
        ("<a>< b/></a>", "a < starts no tag", 3),
    ] {
        let error = Document::scan(text).unwrap_err();
        assert_eq!((error.why, error.at), (why, at), "{text}");
        assert!(roxmltree::Document::parse(text).is_err(), "{text}");
    }
}

#[test]
fn entities_that_stand_for_plain_text_are_read_and_no_others() {
    for subset in [
        "<!ENTITY pub 'A &#8212; B'>",
        "<!-- ]> --><?x ]> ?><!ELEMENT a ANY><!ATTLIST a b CDATA #IMPLIED '>'> <!ENTITY pub \"it's\" >",
        "<!ENTITY pub 'first'><!ENTITY pub 'second'>",
    ] {
        let text = format!("<!DOCTYPE a SYSTEM 'a.dtd' [{subset}] ><a b='&pub;!'> &pub; &amp;</a>");
        let ours = Document::scan(&text).unwrap();
        if !subset.contains("ATTLIST") {
            let options = roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
            let whole = roxmltree::Document::parse_with_options(&text, options).unwrap();
            assert_eq!(ours.words(0), whole.root_element().text().unwrap().trim(), "{text}");
            assert_eq!(ours.attribute(&ours.elements[0], "b").as_deref(), whole.root_element().attribute("b"));
        }
        assert!(!ours.words(0).contains("&pub;") && ours.words(0).ends_with(" &"), "{text}");
    }
    let plain = "a DTD declares an entity that stands for more than plain text, which is not read";
    let other = "a DTD has something in it that is not read";
    for (subset, why) in [
        ("<!ENTITY a SYSTEM '/etc/passwd'>", plain),
        ("<!ENTITY % a 'b'>", plain),
        ("<!ENTITY a '<b/>'>", plain),
        ("<!ENTITY a '&#60;b/>'>", plain),
        ("<!ENTITY a '&b;&b;'>", plain),
        ("%a;", other),
    ] {
        assert_eq!(Document::scan(&format!("<!DOCTYPE a [{subset}]><a/>")).unwrap_err().why, why, "{subset}");
    }
    let many: String = (0..101).map(|number| format!("<!ENTITY e{number} 'x'>")).collect();
    assert!(Document::scan(&format!("<!DOCTYPE a [{many}]><a/>")).unwrap_err().why.contains("100 entities"));
    // What they add to a text has a limit.
    let text = format!("<!DOCTYPE a [<!ENTITY x '{}'>]><a>{}</a>", "y".repeat(1000), "&x;".repeat(10_000));
    assert!(Document::scan(&text).unwrap().words(0).len() < 150_000);
}

#[test]
fn depth_and_number_of_elements_have_limits() {
    let nested = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    assert!(Document::scan(&nested(256)).is_ok());
    assert!(Document::scan(&nested(257)).unwrap_err().why.contains("256 elements"));
    let many = |count: usize| format!("<r>{}</r>", "<a/>".repeat(count));
    assert!(Document::scan(&many(199_999)).is_ok());
    assert!(Document::scan(&many(200_000)).unwrap_err().why.contains("200,000 elements"));
}

#[test]
fn words_are_the_text_of_an_element_alone() {
    let document = Document::scan("<t> A &amp;\n <!-- no --> B<i>not</i> <![CDATA[<C>]]>\u{a0}</t>").unwrap();
    assert_eq!(document.words(0), "A & B <C>");
    assert_eq!(Document::scan("<t/>").unwrap().words(0), "");
}
