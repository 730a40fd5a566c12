//! The package document: what it says of the book, and the few places at which a cover is declared.
//!
//! EPUB 2 (OPF 2.0.1) declares a cover by `<meta name="cover" content="ID"/>`, where ID is that of an item of the manifest. EPUB 3
//! (section 5.6.2 and appendix) has `properties="cover-image"` at the item, which EPUB 2 does not allow, and lets the meta stand.

use std::ops::Range;

use crate::path::{folder, resolve};
use crate::refused::Refused;
use crate::small::{free, from, joined, part, sorted, spaced};
use crate::xml::{Document, Element, escaped, trimmed};

/// What is read of a package document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    /// `version` as it stands there; empty if there is none.
    pub version: String,
    pub title: String,
    pub authors: Vec<String>,
    pub subjects: Vec<String>,
    pub cover: Option<Existing>,
    /// The entry of the first document of the spine.
    pub first: Option<String>,
}

/// A cover that a book has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Existing {
    /// The entry of the image that is declared as its cover.
    pub image: Option<String>,
    /// The entry of the page that its guide calls the cover.
    pub page: Option<String>,
}

/// Where in the document things stand.
struct Places<'a> {
    document: Document<'a>,
    metadata: usize,
    manifest: usize,
}

impl<'a> Places<'a> {
    fn find(document: Document<'a>) -> Result<Self, Refused> {
        if document.local(&document.elements[0]) != "package" {
            return Err(Refused::Lacks("package"));
        }
        let child = |name| document.child(0, name).ok_or(Refused::Lacks(name));
        let (metadata, manifest) = (child("metadata")?, child("manifest")?);
        Ok(Self { document, metadata, manifest })
    }

    fn version(&self) -> String {
        spaced(&self.document.attribute(&self.document.elements[0], "version").unwrap_or_default())
    }

    /// Old books (OEB 1.2, and EPUB 2 by its rules) have two more layers, `dc-metadata` and `x-metadata`.
    fn layers(&self) -> Vec<usize> {
        let mut layers = vec![self.metadata];
        for name in ["dc-metadata", "x-metadata"] {
            layers.extend(self.document.child(self.metadata, name));
        }
        layers
    }

    /// What these elements directly in the layers say, whatever their names' case; none of those that say nothing.
    fn all(&self, name: &str) -> Vec<String> {
        let mut said = Vec::new();
        for layer in self.layers() {
            for index in self.document.children(layer) {
                if self.document.local(&self.document.elements[index]).eq_ignore_ascii_case(name) {
                    let words = self.document.words(index);
                    if !words.is_empty() {
                        said.push(words);
                    }
                }
            }
        }
        said
    }

    /// The manifest's items.
    fn items(&self) -> Vec<&Element> {
        let mut items = self.document.all_in(self.manifest);
        items.retain(|element| self.document.local(element) == "item");
        items
    }

    fn item(&self, id: &str) -> Option<&Element> {
        self.items().into_iter().find(|item| self.document.has(item, "id", id))
    }

    /// The metas that declare a cover.
    fn metas(&self) -> Vec<&Element> {
        let mut metas = Vec::new();
        for layer in self.layers() {
            metas.append(&mut self.document.all_in(layer));
        }
        metas.retain(|meta| self.document.local(meta) == "meta" && self.document.has(meta, "name", "cover"));
        metas
    }

    /// The items that say that they are the cover's image, and where their properties stand.
    fn marked(&self) -> Vec<(&Element, Range<usize>)> {
        let mut marked = Vec::new();
        for item in self.items() {
            let Some(value) = self.document.value(item, "properties") else { continue };
            let mut words = part(self.document.text, value.clone()).split_ascii_whitespace();
            if words.any(|word| word == COVER_IMAGE) {
                marked.push((item, value));
            }
        }
        marked
    }

    fn reference(&self) -> Option<String> {
        let guide = self.document.child(0, "guide")?;
        let cover = self.document.all_in(guide).into_iter().find(|element| {
            self.document.attribute(element, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("cover"))
        });
        self.document.attribute(cover?, "href")
    }
}

const COVER_IMAGE: &str = "cover-image";
/// Of so many metas that declare a cover, the items are looked for: each costs a look at all items.
const MAX_METAS: usize = 8;

/// Reads a package document, which is the entry `name`.
pub(crate) fn read(document: Document<'_>, name: &str) -> Result<Package, Refused> {
    let places = Places::find(document)?;
    let document = &places.document;
    let folder = folder(name);
    let href = |item: &Element| document.attribute(item, "href").map(|href| resolve(folder, &href));
    let by_meta = || {
        places
            .metas()
            .into_iter()
            .take(MAX_METAS)
            .find_map(|meta| places.item(&document.attribute(meta, "content")?))
            .and_then(&href)
    };
    let image = places.marked().into_iter().find_map(|(item, _)| href(item)).or_else(by_meta);
    let page = places.reference().map(|reference| resolve(folder, &reference));
    let spine = document.child(0, "spine");
    let first = spine.and_then(|spine| document.child(spine, "itemref"));
    let first = first.and_then(|first| document.attribute(&document.elements[first], "idref"));
    Ok(Package {
        version: places.version(),
        title: places.all("title").into_iter().next().unwrap_or_default(),
        authors: places.all("creator"),
        subjects: places.all("subject"),
        cover: (image.is_some() || page.is_some()).then_some(Existing { image, page }),
        first: first.and_then(|id| places.item(&id)).and_then(href),
    })
}

/// Whether a version takes `properties` at an item.
pub(crate) fn has_properties(version: &str) -> bool {
    version.split('.').next().and_then(|major| major.parse::<u32>().ok()).is_some_and(|major| major >= 3)
}

/// The document with an image of this reference and media type declared as its cover, and no other.
pub(crate) fn with_cover(document: Document<'_>, href: &str, media_type: &str) -> Result<String, Refused> {
    let places = Places::find(document)?;
    let document = &places.document;
    let id = free_id(document);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // Those that are there lead elsewhere, or nowhere.
    for meta in places.metas() {
        edits.push((with_indent(document, meta), String::new()));
    }
    for (_, value) in places.marked() {
        let mut kept: Vec<&str> = part(document.text, value.clone()).split_ascii_whitespace().collect();
        kept.retain(|word| *word != COVER_IMAGE);
        let kept = joined(kept.len(), &|word| kept[word], " ");
        // An empty list is none: the attribute goes as a whole, with its name, equals sign and quotes.
        let place = if kept.is_empty() { whole_attribute(document.text, &value) } else { value };
        edits.push((place, kept));
    }
    let layer = places.layers().into_iter().find(|&layer| document.local(&document.elements[layer]) == "x-metadata");
    let metadata = layer.unwrap_or(places.metadata);
    let prefix = document.prefix(&document.elements[metadata]);
    insert(document, metadata, &format!(r#"<{prefix}meta name="cover" content="{id}"/>"#), &mut edits);
    let prefix = document.prefix(&document.elements[places.manifest]);
    let properties = if has_properties(&places.version()) { r#" properties="cover-image""# } else { "" };
    let item = format!(r#"<{prefix}item id="{id}" href="{}" media-type="{media_type}"{properties}/>"#, escaped(href));
    insert(document, places.manifest, &item, &mut edits);
    Ok(edited(document.text, &edits))
}

/// Puts an element behind the last in `parent`, with the same white space before it.
fn insert(document: &Document<'_>, parent: usize, element: &str, edits: &mut Vec<(Range<usize>, String)>) {
    let outer = &document.elements[parent];
    if outer.close.is_empty() {
        // One tag becomes two.
        let slash = outer.open.end - 2;
        let name = part(document.text, outer.name.clone());
        edits.push((slash..outer.open.end, format!(">{element}</{name}>")));
        return;
    }
    let Some(&last) = document.all_in(parent).last() else {
        edits.push((outer.close.start..outer.close.start, element.to_owned()));
        return;
    };
    let before = indent(document, last);
    edits.push((last.close.end..last.close.end, format!("{}{element}", part(document.text, before))));
}

/// The white space before an element.
fn indent(document: &Document<'_>, element: &Element) -> Range<usize> {
    let before = part(document.text, 0..element.open.start);
    trimmed(before).len()..before.len()
}

/// An element, and the white space before it.
fn with_indent(document: &Document<'_>, element: &Element) -> Range<usize> {
    indent(document, element).start..element.close.end
}

fn whole_attribute(text: &str, value: &Range<usize>) -> Range<usize> {
    let before = trimmed(part(text, 0..value.start - 1));
    let name = trimmed(before.strip_suffix('=').unwrap_or(before));
    trimmed(name.strip_suffix("properties").unwrap_or(name)).len()..value.end + 1
}

/// An id that no element has.
fn free_id(document: &Document<'_>) -> String {
    let mut taken = Vec::new();
    for element in &document.elements {
        let id = spaced(&document.attribute(element, "id").unwrap_or_default());
        if id.starts_with("cover-") {
            taken.push(id);
        }
    }
    let id = |number: u32| if number == 1 { COVER_IMAGE.to_owned() } else { format!("{COVER_IMAGE}-{number}") };
    id(free(&taken, &id))
}

fn edited(text: &str, edits: &[(Range<usize>, String)]) -> String {
    // What is removed comes before what is inserted at its end; of the same place, what was found first.
    let place = |index: usize| (edits[index].0.start, edits[index].0.end, index);
    let mut result = String::with_capacity(text.len() + 256);
    let mut at = 0;
    for index in sorted(edits.len(), &|one, other| place(one).cmp(&place(other))) {
        let (range, new) = &edits[index];
        result.push_str(part(text, at..range.start));
        result.push_str(new);
        at = range.end;
    }
    result.push_str(from(text, at));
    result
}
