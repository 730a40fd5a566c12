//! The fandom of a work from Archive of Our Own, which stands on its first page alone: `<dt>Fandom:</dt> <dd>…</dd>`.

use crate::small::{spaced, split};
use crate::xml::resolved;

/// What its first page calls the fandom; none if it does not.
///
/// The page is XHTML of many generators, so it is looked through, not parsed: the text of the first `dd` behind the first `dt`
/// that starts with `Fandom`.
pub(crate) fn of(page: &str) -> Option<String> {
    let mut rest = page;
    loop {
        let (_, behind) = split(rest, "<dt")?;
        let (term, behind) = split(behind, "</dt>")?;
        rest = behind;
        let (_, term) = term.split_once('>')?;
        if !words(term).starts_with("Fandom") {
            continue;
        }
        let (_, definition) = split(rest, "<dd")?;
        let (definition, _) = split(definition, "</dd>")?;
        let (_, definition) = definition.split_once('>')?;
        return Some(words(definition)).filter(|words| !words.is_empty());
    }
}

/// A text without its tags.
fn words(html: &str) -> String {
    let mut said = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        said.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, behind)| behind);
    }
    said.push_str(rest);
    spaced(&resolved(&said))
}
