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
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "a DTD with declarations of its own is not read", 0),
    ] {
        let error = Document::scan(text).unwrap_err();
        assert_eq!((error.why, error.at), (why, at), "{text}");
        assert!(roxmltree::Document::parse(text).is_err(), "{text}");
    }
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
