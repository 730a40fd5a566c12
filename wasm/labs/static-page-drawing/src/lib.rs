//! What the lab calls to have a cover drawn. It is a module of its own, which a page asks for when somebody comes near the tool: the
//! font and its outlines are more than all of the planning.

use std::fmt;

use from_js::{Text, text};
use limits::Quoted;
use static_page_model::colour::Colour;
use static_page_model::cover::{Cover, draw};
use wasm_bindgen::prelude::*;

/// A cover as it was drawn.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// A PNG.
    #[wasm_bindgen(readonly)]
    pub png: Vec<u8>,
    /// The characters that the font has not, each once; a box stands for them.
    #[wasm_bindgen(readonly)]
    pub missing: String,
    /// Whether a text was too long, and ends in an ellipsis.
    #[wasm_bindgen(readonly, js_name = isCut)]
    pub is_cut: bool,
}

/// Something that is no colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoColour(String);

impl fmt::Display for NoColour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "colour is {}; it must be # and six hexadecimal digits", Quoted(&self.0))
    }
}

impl std::error::Error for NoColour {}

/// Draws a cover. `kind` stands at the top; the colour is `#rrggbb`.
#[wasm_bindgen(js_name = draw)]
pub fn draw_for_js(title: &Text, author: &Text, kind: &Text, colour: &Text) -> Result<Drawn, JsError> {
    Ok(drawn([&text(title), &text(author), &text(kind)], &text(colour))?)
}

/// The same, for those that are not JavaScript.
pub fn drawn([title, author, kind]: [&str; 3], colour: &str) -> Result<Drawn, NoColour> {
    let colour = Colour::parse(colour).ok_or_else(|| NoColour(colour.to_owned()))?;
    let drawn = draw(&Cover { title, author, kind, colour });
    Ok(Drawn { png: drawn.png, missing: drawn.missing.into_iter().collect(), is_cut: drawn.is_cut })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_says_what_its_font_lacks() {
        let found = drawn(["Ночь ✨", "a", "b"], "#204060").unwrap();
        assert_eq!(found.missing, "Ночь✨");
        assert!(found.png.starts_with(b"\x89PNG") && !found.is_cut);
    }

    #[test]
    fn what_is_no_colour_is_refused_in_words() {
        let refused = drawn(["a", "b", "c"], "red").unwrap_err().to_string();
        assert_eq!(refused, "colour is \"red\"; it must be # and six hexadecimal digits");
    }
}
