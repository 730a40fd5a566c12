//! Where the elements of an XML document stand in its text, so that text can be put beside them and nothing else changes.
//!
//! A scanner for container and package documents, not a whole XML parser: it checks that tags nest and attributes are quoted,
//! and keeps no text. Of a DOCTYPE, entities that stand for plain text are read; those that stand for markup, for other entities or for
//! other files are refused, and nothing is fetched.

use std::ops::Range;

use crate::small::{find, from, part, spaced, split, twice};

/// The most elements of a document: 65,534 items, as many references to them, and what else there is.
pub const MAX_ELEMENTS: usize = 200_000;
/// The most elements within each other.
pub const MAX_DEPTH: usize = 256;
/// The most entities that a DTD declares.
const MAX_ENTITIES: usize = 100;
/// The most bytes by which entities make a text longer.
const MOST_EXPANDED: usize = 65_536;

/// Why a document is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotXml {
    /// What is wrong.
    pub why: &'static str,
    /// At which byte.
    pub at: usize,
}

/// An element; ranges count bytes of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its start tag, or its only one.
    pub open: Range<usize>,
    /// Its name in there, with its prefix.
    pub name: Range<usize>,
    /// Its end tag; empty, and where the element ends, if it has only one tag.
    pub close: Range<usize>,
    /// The element that it stands in.
    pub parent: Option<u32>,
}

/// The elements of a document, in the order of their start tags.
#[derive(Debug, Clone)]
pub struct Document<'a> {
    /// The document.
    pub text: &'a str,
    /// Its elements; the first is the root.
    pub elements: Vec<Element>,
    /// Entities that its DTD declares: names, and what they stand for.
    entities: Vec<Entity<'a>>,
}

/// An entity's name and what it stands for.
type Entity<'a> = (&'a str, &'a str);

impl<'a> Document<'a> {
    /// Finds the elements.
    pub fn scan(text: &'a str) -> Result<Self, NotXml> {
        let mut elements: Vec<Element> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let mut entities = Vec::new();
        let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        while at < text.len() {
            let stop = |why| Err(NotXml { why, at });
            let rest = from(text, at);
            let outside = open.is_empty();
            if !rest.starts_with('<') {
                let end = at + rest.find('<').unwrap_or(rest.len());
                if outside && !text.as_bytes()[at..end].iter().all(|&byte| is_space(byte)) {
                    return stop("text stands outside of the root element");
                }
                at = end;
            } else if rest.starts_with("<!--") {
                at = after(text, at + 4, "-->").ok_or(NotXml { why: "a comment does not end", at })?;
            } else if rest.starts_with("<![CDATA[") && !outside {
                at = after(text, at + 9, "]]>").ok_or(NotXml { why: "a CDATA section does not end", at })?;
            } else if rest.starts_with("<?") {
                at = after(text, at + 2, "?>").ok_or(NotXml { why: "an instruction does not end", at })?;
            } else if rest.starts_with("<!DOCTYPE") && elements.is_empty() {
                at = doctype(text, at, &mut entities)?;
            } else if rest.starts_with("</") {
                let end = after(text, at, ">").ok_or(NotXml { why: "an end tag does not end", at })?;
                let name = trimmed(part(text, at + 2..end - 1));
                let Some(top) = open.pop().map(|top| &mut elements[top as usize]) else {
                    return stop("an end tag has no start tag");
                };
                if part(text, top.name.clone()) != name {
                    return stop("an end tag has another name than its start tag");
                }
                top.close = at..end;
                at = end;
            } else {
                if outside && !elements.is_empty() {
                    return stop("there is more than one root element");
                }
                if elements.len() == MAX_ELEMENTS {
                    return stop("there are more than 200,000 elements");
                }
                if open.len() == MAX_DEPTH {
                    return stop("more than 256 elements stand within each other");
                }
                let (element, is_empty) = start_tag(text, at, open.last().copied())?;
                at = element.open.end;
                if !is_empty {
                    open.push(elements.len() as u32);
                }
                elements.push(element);
            }
        }
        let why = if !open.is_empty() { "an element does not end" } else { "there is no element" };
        if elements.is_empty() || !open.is_empty() {
            Err(NotXml { why, at })
        } else {
            Ok(Self { text, elements, entities })
        }
    }

    /// An element's name without its prefix.
    pub fn local(&self, element: &Element) -> &'a str {
        let name = part(self.text, element.name.clone());
        name.split_once(':').map_or(name, |(_, local)| local)
    }

    /// An element's prefix with its colon, or nothing.
    pub fn prefix(&self, element: &Element) -> &'a str {
        let name = part(self.text, element.name.clone());
        part(name, 0..name.find(':').map_or(0, |colon| colon + 1))
    }

    /// The indices of the elements directly in one.
    pub fn children(&self, parent: usize) -> Vec<usize> {
        let end = self.elements[parent].close.end;
        let mut children = Vec::new();
        for (index, element) in self.elements.iter().enumerate().skip(parent + 1) {
            if element.open.start >= end {
                break;
            }
            if element.parent == Some(parent as u32) {
                children.push(index);
            }
        }
        children
    }

    /// The elements directly in one.
    pub fn all_in(&self, parent: usize) -> Vec<&Element> {
        self.children(parent).into_iter().map(|index| &self.elements[index]).collect()
    }

    /// The first element directly in one that has this name, whatever its prefix.
    pub fn child(&self, parent: usize, local: &str) -> Option<usize> {
        self.children(parent).into_iter().find(|&index| self.local(&self.elements[index]) == local)
    }

    /// An element's attributes: names, and where their values stand between the quotes.
    pub fn attributes(&self, element: &Element) -> impl Iterator<Item = (&'a str, Range<usize>)> {
        let text = self.text;
        let mut at = element.name.end;
        std::iter::from_fn(move || {
            let (name, value) = attribute(text, at).ok()??;
            at = value.end + 1;
            Some((part(text, name), value))
        })
    }

    /// An attribute's value, with references resolved.
    pub fn attribute(&self, element: &Element, name: &str) -> Option<String> {
        self.value(element, name).map(|value| self.resolve(part(self.text, value)))
    }

    /// A text of the document with references resolved, those to entities that it declares among them.
    pub fn resolve(&self, text: &str) -> String {
        expanded(text, &self.entities)
    }

    /// Where the value of the first attribute stands that has this name with or without a prefix.
    pub fn suffixed(&self, element: &Element, local: &str) -> Option<Range<usize>> {
        let is = |name: &str| name == local || name.split_once(':').is_some_and(|(_, own)| own == local);
        self.attributes(element).find(|(name, _)| is(name)).map(|(_, value)| value)
    }

    /// Where an attribute's value stands between the quotes.
    pub fn value(&self, element: &Element, name: &str) -> Option<Range<usize>> {
        self.attributes(element).find(|(candidate, _)| *candidate == name).map(|(_, value)| value)
    }

    /// Whether an attribute has this value.
    pub fn has(&self, element: &Element, name: &str, value: &str) -> bool {
        self.attribute(element, name).is_some_and(|own| own == value)
    }

    /// The text directly in an element, with references resolved, runs of white space made one, and none around it.
    pub fn words(&self, index: usize) -> String {
        let element = &self.elements[index];
        if element.close.is_empty() {
            return String::new();
        }
        let mut said = String::new();
        let mut at = element.open.end;
        for child in self.all_in(index) {
            self.add_plain(part(self.text, at..child.open.start), &mut said);
            at = child.close.end;
        }
        self.add_plain(part(self.text, at..element.close.start), &mut said);
        spaced(&said)
    }

    /// Adds the text between tags, without comments and instructions.
    fn add_plain(&self, text: &str, said: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            said.push_str(&self.resolve(part(rest, 0..at)));
            let tail = from(rest, at);
            rest = if let Some(inner) = tail.strip_prefix("<![CDATA[") {
                let (inner, behind) = split(inner, "]]>").unwrap_or((inner, ""));
                said.push_str(inner);
                behind
            } else {
                let end = if tail.starts_with("<!--") { "-->" } else { ">" };
                split(tail, end).map_or("", |(_, behind)| behind)
            };
        }
        said.push_str(&self.resolve(rest));
    }
}

/// A text with the references resolved that need no declaration; others stay as they are.
pub fn resolved(text: &str) -> String {
    expanded(text, &[])
}

/// A text with the references resolved that are declared or need no declaration; others stay as they are.
fn expanded(text: &str, entities: &[Entity<'_>]) -> String {
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        said.push_str(part(rest, 0..at));
        rest = from(rest, at);
        // Longer ones are no entity's name that anybody uses.
        let reference = rest.bytes().take(40).position(|byte| byte == b';').map(|end| (part(rest, 1..end), end));
        let found = reference.and_then(|(name, end)| Some((character(name)?, end)));
        let declared = || {
            let (name, end) = reference.filter(|_| said.len() < text.len() + MOST_EXPANDED)?;
            let &(_, value) = entities.iter().find(|(own, _)| *own == name)?;
            Some((resolved(value), end))
        };
        let (new, end) = match found {
            Some((character, end)) => (String::from(character), end),
            None => declared().unwrap_or(("&".to_owned(), 0)),
        };
        said.push_str(&new);
        rest = from(rest, end + 1);
    }
    said.push_str(rest);
    said
}

fn character(reference: &str) -> Option<char> {
    Some(match reference {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let number = reference.strip_prefix('#')?;
            let hexadecimal = number.strip_prefix('x').map(|digits| u32::from_str_radix(digits, 16));
            char::from_u32(hexadecimal.unwrap_or_else(|| number.parse()).ok()?)?
        }
    })
}

/// A text as it stands in an attribute between double quotes.
pub fn escaped(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => said.push_str("&amp;"),
            '<' => said.push_str("&lt;"),
            '"' => said.push_str("&quot;"),
            other => said.push(other),
        }
    }
    said
}

/// A text without the white space at its end.
pub(crate) fn trimmed(text: &str) -> &str {
    let spaces = text.bytes().rev().take_while(|&byte| is_space(byte)).count();
    part(text, 0..text.len() - spaces)
}

/// White space as XML has it.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a byte may be part of a name. Those of characters beyond ASCII all count: their kinds are not looked at.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b':' | b'_' | b'-' | b'.') || byte >= 0x80
}

/// The end of the first `end` from an offset on.
fn after(text: &str, start: usize, end: &str) -> Option<usize> {
    Some(start + find(text.get(start..)?, end)? + end.len())
}

/// The name at an offset, which is empty if there is none.
fn name(text: &str, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let starts = bytes.get(at).is_some_and(|&byte| is_name(byte) && !byte.is_ascii_digit() && !b"-.".contains(&byte));
    let length = if starts { bytes[at..].iter().take_while(|&&byte| is_name(byte)).count() } else { 0 };
    at..at + length
}

fn spaces(text: &str, at: usize) -> usize {
    at + text.as_bytes()[at..].iter().take_while(|&&byte| is_space(byte)).count()
}

/// A name, and a value in quotes.
type Attribute = (Range<usize>, Range<usize>);

/// The attribute from an offset on; none where the tag ends.
fn attribute(text: &str, at: usize) -> Result<Option<Attribute>, NotXml> {
    let bytes = text.as_bytes();
    let start = spaces(text, at);
    if matches!(bytes.get(start), Some(b'>' | b'/') | None) {
        return Ok(None);
    }
    let stop = |why| Err(NotXml { why, at: start });
    let name = name(text, start);
    if start == at || name.is_empty() {
        return stop("a tag has something that is no attribute");
    }
    let equals = spaces(text, name.end);
    let value = spaces(text, equals + usize::from(bytes.get(equals) == Some(&b'=')));
    let (Some(b'='), Some(&quote @ (b'"' | b'\''))) = (bytes.get(equals), bytes.get(value)) else {
        return stop("an attribute has no value in quotes");
    };
    let Some(length) = bytes[value + 1..].iter().position(|&byte| byte == quote) else {
        return stop("an attribute's value does not end");
    };
    let value = value + 1..value + 1 + length;
    if bytes[value.clone()].contains(&b'<') {
        return stop("an attribute's value has a <");
    }
    Ok(Some((name, value)))
}

/// The element whose start tag is at an offset, and whether that is its only tag.
fn start_tag(text: &str, at: usize, parent: Option<u32>) -> Result<(Element, bool), NotXml> {
    let name = name(text, at + 1);
    if name.is_empty() {
        return Err(NotXml { why: "a < starts no tag", at });
    }
    let mut names: Vec<&[u8]> = Vec::new();
    let mut end = name.end;
    while let Some((attribute, value)) = attribute(text, end)? {
        names.push(&text.as_bytes()[attribute]);
        end = value.end + 1;
    }
    if twice(&names).is_some() {
        return Err(NotXml { why: "a tag has an attribute twice", at });
    }
    let end = spaces(text, end);
    let rest = from(text, end);
    let is_empty = rest.starts_with("/>");
    if !is_empty && !rest.starts_with('>') {
        return Err(NotXml { why: "a tag does not end", at });
    }
    let end = end + if is_empty { 2 } else { 1 };
    Ok((Element { open: at..end, name, close: end..end, parent }, is_empty))
}

/// The end of a DOCTYPE, of which the entities are added that stand for plain text.
fn doctype<'a>(text: &'a str, at: usize, entities: &mut Vec<Entity<'a>>) -> Result<usize, NotXml> {
    let stop = NotXml { why: "a DOCTYPE does not end", at };
    let open = outside_quotes(text, at, b"[>").ok_or(stop)?;
    if text.as_bytes()[open] == b'>' {
        return Ok(open + 1);
    }
    let mut next = open + 1;
    loop {
        next = spaces(text, next);
        let rest = from(text, next);
        next = if rest.starts_with(']') {
            let end = spaces(text, next + 1);
            return if text.as_bytes().get(end) == Some(&b'>') { Ok(end + 1) } else { Err(stop) };
        } else if rest.starts_with("<!--") {
            after(text, next + 4, "-->").ok_or(stop)?
        } else if rest.starts_with("<?") {
            after(text, next + 2, "?>").ok_or(stop)?
        } else if rest.starts_with("<!ENTITY") {
            let (entity, end) = entity(text, next)?;
            if entities.len() == MAX_ENTITIES {
                return Err(NotXml { why: "a DTD declares more than 100 entities", at: next });
            }
            entities.push(entity);
            end
        } else if ["<!ELEMENT", "<!ATTLIST", "<!NOTATION"].iter().any(|kind| rest.starts_with(kind)) {
            outside_quotes(text, next, b">").ok_or(stop)? + 1
        } else {
            return Err(NotXml { why: "a DTD has something in it that is not read", at: next });
        };
    }
}

/// The first of some bytes that stands in no quotes.
fn outside_quotes(text: &str, at: usize, wanted: &[u8]) -> Option<usize> {
    let mut quote = None;
    for (offset, byte) in text.bytes().enumerate().skip(at) {
        match quote {
            Some(open) if open == byte => quote = None,
            Some(_) => {}
            None if wanted.contains(&byte) => return Some(offset),
            None if matches!(byte, b'"' | b'\'') => quote = Some(byte),
            None => {}
        }
    }
    None
}

/// The entity that is declared at an offset, if it stands for plain text, and where its declaration has ended.
fn entity(text: &str, at: usize) -> Result<(Entity<'_>, usize), NotXml> {
    let stop = NotXml { why: "a DTD declares an entity that stands for more than plain text, which is not read", at };
    let start = spaces(text, at + "<!ENTITY".len());
    let name = name(text, start);
    let open = spaces(text, name.end);
    let quote = text.as_bytes().get(open).copied().filter(|byte| matches!(byte, b'"' | b'\'') && !name.is_empty());
    let quote = quote.ok_or(stop)?;
    let length = text.as_bytes()[open + 1..].iter().position(|&byte| byte == quote).ok_or(stop)?;
    let value = part(text, open + 1..open + 1 + length);
    let end = spaces(text, open + length + 2);
    // References to characters may bring markup in, and those to other entities stay.
    let is_plain = !value.contains('%') && !resolved(value).contains(['<', '&']);
    if is_plain && text.as_bytes().get(end) == Some(&b'>') {
        Ok(((part(text, name), value), end + 1))
    } else {
        Err(stop)
    }
}
