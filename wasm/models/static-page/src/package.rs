//! The package document: what it says of the book, and the few places at which a cover is declared.
//!
//! EPUB 2 (OPF 2.0.1) declares a cover by `<meta name="cover" content="ID"/>`, where ID is that of an item of the manifest. EPUB 3
//! (section 5.6.2 and appendix) has `properties="cover-image"` at the item, which EPUB 2 does not allow, and lets the meta stand.
//!
//! Readers find covers by more than that: calibre 9.13 by any meta whose name has `cover` in it, by an item's reference in the place of its
//! ID, by images that the guide calls covers, by an image that starts the spine, and by pages called `calibre:title-page`; others by
//! items whose ID says that they are the cover. A cover in any of these forms is one that the book has.

use std::ops::Range;

use crate::path::resolve;
use crate::refused::Refused;
use crate::small::{find, free, from, joined, part, sorted, spaced};
use crate::xml::{Document, Element, escaped, trimmed};

/// What is read of a package document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Package {
    /// `version` as it stands there; empty if there is none.
    pub version: String,
    pub title: String,
    pub authors: Vec<String>,
    pub subjects: Vec<String>,
    pub cover: Existing,
    /// The entry of the first document of the spine.
    pub first: Option<String>,
    /// The entry of its navigation document.
    pub navigation: Option<String>,
    /// Names that the manifest has for entries with `cover` in them, whether these are there or not; in lower case.
    pub taken: Vec<String>,
}

/// A cover that a book has.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Existing {
    /// The entry of the image that is declared as its cover.
    pub image: Option<String>,
    /// The entry of the page that is called its cover.
    pub page: Option<String>,
}

impl Existing {
    /// Its entry: the image, or else the page; none where there is no cover.
    pub fn name(&self) -> Option<&str> {
        self.image.as_deref().or(self.page.as_deref())
    }
}

/// The entry that a reference in the package document leads to; none if there is none.
type Locate<'a> = &'a dyn Fn(&str) -> Option<String>;

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

    /// These elements directly in the layers, whatever their names' case, with what they say; none of those that say nothing.
    fn all(&self, name: &str) -> Vec<(&Element, String)> {
        let mut said = Vec::new();
        for layer in self.layers() {
            for index in self.document.children(layer) {
                let element = &self.document.elements[index];
                if self.document.local(element).eq_ignore_ascii_case(name) {
                    let words = self.document.words(index);
                    if !words.is_empty() {
                        said.push((element, words));
                    }
                }
            }
        }
        said
    }

    /// What a meta of EPUB 3 says of an element.
    fn refinement(&self, refinements: &[(&Element, String)], of: &Element, property: &str) -> Option<String> {
        let id = self.document.attribute(of, "id")?;
        let refines = |meta: &Element| {
            let refined = self.document.attribute(meta, "refines");
            self.document.has(meta, "property", property)
                && refined.is_some_and(|refined| refined.strip_prefix('#') == Some(spaced(&id).as_str()))
        };
        refinements.iter().find(|(meta, _)| refines(meta)).map(|(_, words)| words.clone())
    }

    /// The metas that refine others.
    fn refinements(&self) -> Vec<(&Element, String)> {
        let mut metas = self.all("meta");
        metas.retain(|(meta, _)| self.document.value(meta, "refines").is_some());
        metas
    }

    /// Elements in the order in which they are to be shown, where `display-seq` says one: then those without one come last.
    fn in_order<'e>(
        &self,
        refinements: &[(&Element, String)],
        elements: Vec<(&'e Element, String)>,
    ) -> Vec<(&'e Element, String)> {
        let place = |index: usize| {
            let place = self.refinement(refinements, elements[index].0, "display-seq");
            (place.and_then(|place| place.parse::<u32>().ok()).unwrap_or(u32::MAX), index)
        };
        let order = sorted(elements.len(), &|one, other| place(one).cmp(&place(other)));
        order.into_iter().map(|index| elements[index].clone()).collect()
    }

    /// The title: the main one of several, or else the first.
    fn title(&self, refinements: &[(&Element, String)]) -> String {
        let titles = self.in_order(refinements, self.all("title"));
        let is_main = |title: &&(&Element, String)| {
            self.refinement(refinements, title.0, "title-type").is_some_and(|kind| kind == "main")
        };
        let title = titles.iter().find(is_main).or_else(|| titles.first());
        title.map(|(_, words)| words.clone()).unwrap_or_default()
    }

    /// Creators whose role is that of an author, or is not stated; all of them if there are none such. Roles are MARC's, by
    /// `opf:role` in EPUB 2, and by a meta in EPUB 3.
    fn authors(&self, refinements: &[(&Element, String)]) -> Vec<String> {
        let creators = self.in_order(refinements, self.all("creator"));
        let is_author = |creator: &&(&Element, String)| {
            let own = self.document.suffixed(creator.0, "role");
            let own = own.map(|role| self.document.resolve(part(self.document.text, role)));
            let role = own.or_else(|| self.refinement(refinements, creator.0, "role"));
            role.is_none_or(|role| ["", "aut", "cre"].iter().any(|author| role.eq_ignore_ascii_case(author)))
        };
        let words = |creators: Vec<&(&Element, String)>| creators.into_iter().map(|(_, words)| words.clone()).collect();
        let authors: Vec<&(&Element, String)> = creators.iter().filter(is_author).collect();
        if authors.is_empty() { words(creators.iter().collect()) } else { words(authors) }
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

    /// The item of a reference from the package document.
    fn item_of(&self, href: &str) -> Option<&Element> {
        let wanted = resolve("", href);
        let leads_there = |item: &&Element| {
            self.document.attribute(item, "href").is_some_and(|own| own == href || resolve("", &own) == wanted)
        };
        self.items().into_iter().find(leads_there)
    }

    /// Whether a media type is a picture's. Drawings in SVG are pages as well, and some books have them as covers.
    fn is_image(&self, item: &Element) -> bool {
        let kind = self.document.attribute(item, "media-type").unwrap_or_default();
        kind.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("image/"))
    }

    /// The metas that declare a cover: those called `cover` in any case, and those with it in their names that lead to an image.
    fn metas(&self) -> Vec<&Element> {
        let mut metas = Vec::new();
        for layer in self.layers() {
            metas.append(&mut self.document.all_in(layer));
        }
        let mut looked_up = 0;
        metas.retain(|meta| {
            let name = self
                .document
                .attribute(meta, "name")
                .filter(|_| self.document.local(meta).eq_ignore_ascii_case("meta"));
            let Some(name) = name.filter(|name| has_cover(name)) else { return false };
            looked_up += 1;
            let leads_to_image = || self.item_of_meta(meta).is_some_and(|item| self.is_image(item));
            spaced(&name).eq_ignore_ascii_case("cover") || looked_up <= MAX_METAS && leads_to_image()
        });
        metas
    }

    /// The item that a meta leads to: by its ID, or by its reference.
    fn item_of_meta(&self, meta: &Element) -> Option<&Element> {
        let content = self.document.attribute(meta, "content")?;
        self.item(&content).or_else(|| self.item_of(&content))
    }

    /// The items with a property, and where their properties stand.
    fn marked(&self, property: &str) -> Vec<(&Element, Range<usize>)> {
        let mut marked = Vec::new();
        for item in self.items() {
            let Some(value) = self.document.value(item, "properties") else { continue };
            let mut words = part(self.document.text, value.clone()).split_ascii_whitespace();
            if words.any(|word| word.eq_ignore_ascii_case(property)) {
                marked.push((item, value));
            }
        }
        marked
    }

    /// The references of the guide that are called covers.
    fn references(&self) -> Vec<&Element> {
        let Some(guide) = self.document.child(0, "guide") else { return Vec::new() };
        let mut references = self.document.all_in(guide);
        references.retain(|element| {
            let kind = self.document.attribute(element, "type").unwrap_or_default().to_ascii_lowercase();
            find(&kind, "back").is_none()
                && ["cover", "thumbimage", "titleimage"].iter().any(|known| find(&kind, known).is_some())
        });
        references.truncate(MAX_METAS);
        references
    }

    /// Items whose ID says that they are the cover: no standard knows that, and readers look for it.
    fn named(&self) -> Vec<&Element> {
        let mut items = self.items();
        items.retain(|item| self.document.attribute(item, "id").is_some_and(|id| is_cover_id(&id)));
        items
    }

    /// The first item of the spine.
    fn first(&self) -> Option<&Element> {
        let spine = self.document.child(0, "spine")?;
        let first = &self.document.elements[self.document.child(spine, "itemref")?];
        self.item(&self.document.attribute(first, "idref")?)
    }

    /// The item of the image that is the cover, by what counts most.
    fn image(&self, locate: Locate<'_>) -> Option<&Element> {
        let is_there = |item: &&Element| self.href(item).is_some_and(|href| locate(&href).is_some());
        let mut found: Vec<&Element> = self.marked(COVER_IMAGE).into_iter().map(|(item, _)| item).collect();
        found.extend(self.metas().into_iter().take(MAX_METAS).filter_map(|meta| self.item_of_meta(meta)));
        let mut pictures: Vec<&Element> = Vec::new();
        for reference in self.references() {
            pictures.extend(self.href(reference).and_then(|href| self.item_of(&href)));
        }
        pictures.append(&mut self.named());
        // A drawing in SVG that starts the spine is a page.
        pictures.extend(self.first().filter(|item| !self.document.has(item, "media-type", "image/svg+xml")));
        pictures.retain(|item| self.is_image(item));
        found.append(&mut pictures);
        found.into_iter().find(is_there)
    }

    /// The page that is the cover.
    fn page(&self, locate: Locate<'_>) -> Option<String> {
        let mut found = self.references();
        found.extend(self.marked("calibre:title-page").into_iter().map(|(item, _)| item));
        found.append(&mut self.named());
        let leads_to_page = |href: &String| self.item_of(href).is_none_or(|item| !self.is_image(item));
        found.into_iter().filter_map(|element| self.href(element)).filter(leads_to_page).find_map(|href| locate(&href))
    }

    fn href(&self, element: &Element) -> Option<String> {
        self.document.attribute(element, "href")
    }
}

const COVER_IMAGE: &str = "cover-image";
/// Metas that declare a cover whose items are looked for, at most: each costs a look at all items.
const MAX_METAS: usize = 8;

fn has_cover(text: &str) -> bool {
    find(&text.to_ascii_lowercase(), "cover").is_some()
}

/// Whether an ID is that of a cover: `cover`, `Cover.jpg`, `cover_img`, `coverpage` and the like.
fn is_cover_id(id: &str) -> bool {
    let letters = id.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| char::from(byte.to_ascii_lowercase()));
    let id: String = letters.collect();
    let rest = id.strip_prefix("cover");
    rest.is_some_and(|rest| ["", "image", "img", "page", "jpg", "jpeg", "png", "gif", "xhtml", "html"].contains(&rest))
}

/// Reads a package document, whose references `locate` follows.
pub(crate) fn read(document: Document<'_>, locate: Locate<'_>) -> Result<Package, Refused> {
    let places = Places::find(document)?;
    let refinements = places.refinements();
    let entry = |item: &Element| places.href(item).and_then(|href| locate(&href));
    let mut taken = Vec::new();
    for item in places.items() {
        taken.extend(places.href(item).map(|href| href.to_ascii_lowercase()).filter(|href| has_cover(href)));
    }
    let subjects = places.all("subject").into_iter().map(|(_, words)| words).collect();
    Ok(Package {
        version: places.version(),
        title: places.title(&refinements),
        authors: places.authors(&refinements),
        subjects,
        cover: Existing { image: places.image(locate).and_then(entry), page: places.page(locate) },
        first: places.first().and_then(entry),
        navigation: places.marked("nav").first().and_then(|(item, _)| entry(item)),
        taken,
    })
}

/// Whether a version takes `properties` at an item.
pub(crate) fn has_properties(version: &str) -> bool {
    version.split('.').next().and_then(|major| major.parse::<u32>().ok()).is_some_and(|major| major >= 3)
}

/// The document with an image of this reference and media type declared as its cover, and no other.
pub(crate) fn with_cover(
    document: Document<'_>,
    locate: Locate<'_>,
    href: &str,
    media_type: &str,
) -> Result<String, Refused> {
    let places = Places::find(document)?;
    let document = &places.document;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // The covers declared so far lead elsewhere, or nowhere.
    for meta in places.metas() {
        edits.push((with_indent(document, meta), String::new()));
    }
    for (_, value) in places.marked(COVER_IMAGE) {
        let mut kept: Vec<&str> = part(document.text, value.clone()).split_ascii_whitespace().collect();
        kept.retain(|word| !word.eq_ignore_ascii_case(COVER_IMAGE));
        let kept = joined(kept.len(), &|word| kept[word], " ");
        // An empty list is none: the attribute goes as a whole, with its name, equals sign and quotes.
        let place = if kept.is_empty() { whole_attribute(document.text, &value) } else { value };
        edits.push((place, kept));
    }
    for reference in places.references() {
        let item = places.href(reference).and_then(|href| places.item_of(&href));
        if item.is_some_and(|item| places.is_image(item)) {
            edits.extend(document.value(reference, "href").map(|value| (value, escaped(href))));
        }
    }
    // The old picture's ID goes to the new one where readers look for it, and nothing else leads to the old one by it.
    let mut id = free_id(document, COVER_IMAGE);
    if let Some(old) = places.image(locate) {
        let own = document.attribute(old, "id").unwrap_or_default();
        if is_cover_id(&own) && !is_referred_to(document, &own) {
            let place = document.value(old, "id");
            edits.extend(place.map(|place| (place, free_id(document, "cover-old"))));
            id = own;
        }
    }
    let meta = |prefix: &str| format!(r#"<{prefix}meta name="cover" content="{}"/>"#, escaped(&id));
    // Metas stand beside `dc-metadata` only in a layer of their own.
    let layer = |name| places.layers().into_iter().find(|&layer| document.local(&document.elements[layer]) == name);
    let is_layered = layer("dc-metadata").is_some() && layer("x-metadata").is_none();
    let metadata = layer("x-metadata").unwrap_or(places.metadata);
    let prefix = document.prefix(&document.elements[metadata]);
    let added =
        if is_layered { format!("<{prefix}x-metadata>{}</{prefix}x-metadata>", meta(prefix)) } else { meta(prefix) };
    insert(document, metadata, &added, &mut edits);
    let prefix = document.prefix(&document.elements[places.manifest]);
    let properties = if has_properties(&places.version()) { r#" properties="cover-image""# } else { "" };
    let (id, href) = (escaped(&id), escaped(href));
    let item = format!(r#"<{prefix}item id="{id}" href="{href}" media-type="{media_type}"{properties}/>"#);
    insert(document, places.manifest, &item, &mut edits);
    Ok(edited(document.text, &edits))
}

/// Whether an element refers to an ID, other than by a meta that declares a cover.
fn is_referred_to(document: &Document<'_>, id: &str) -> bool {
    const REFERENCES: [&str; 6] = ["idref", "fallback", "fallback-style", "refines", "media-overlay", "toc"];
    document.elements.iter().any(|element| {
        document.attributes(element).any(|(name, value)| {
            let value = document.resolve(part(document.text, value));
            REFERENCES.contains(&name) && value.strip_prefix('#').unwrap_or(&value) == id
        })
    })
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

/// An ID that no element has, and that starts with these letters.
fn free_id(document: &Document<'_>, start: &str) -> String {
    let mut taken = Vec::new();
    for element in &document.elements {
        let id = spaced(&document.attribute(element, "id").unwrap_or_default());
        if id.starts_with("cover-") {
            taken.push(id);
        }
    }
    let id = |number: u32| if number == 1 { start.to_owned() } else { format!("{start}-{number}") };
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
