//! What the lab calls: the model of painting order behind a JavaScript interface.
//!
//! Trees come in as text, in the model's grammar. Whatever a page's address held, the answer is a result or a thrown `Error` whose
//! message a reader can act on, never a panic. [`request`] knows nothing of JavaScript and is tested natively.

pub mod request;

use from_js::{Text, text};
use limits::{Quoted, listed};
use request::{Action, CHARACTERS, column, edited, paired, styles};
use stacking_context_model::{
    CASES, Column, DECLARATIONS, Effects, KEYFRAMES, Kind, MAX_BOXES, MAX_TEXT, Makes, On, PROBE, PUBLISHED, Rules,
    STAGE, Tree,
};
use wasm_bindgen::prelude::*;

from_js::names! {
    /// Whose table of declarations decides what makes a stacking context.
    ColumnName "ColumnName" = Column::KEYS;
    /// A change of a tree: of a box's words, of its z-index, or of the boxes.
    ActionName "ActionName" = Action::NAMES;
}

/// The limits of trees, and the point of the square at which a browser is asked; the characters that they are written in; the columns of the table; the published case and its variants; and
/// which declarations a box of a tree may have, as JSON: `site/wasm-pkg/stacking-context/limits.ts` is made of it.
#[wasm_bindgen]
pub fn limits() -> String {
    let columns = Column::ALL.map(|column| format!("[{},{}]", Quoted(column.key()), Quoted(column.name()))).join(",");
    let shown = CASES
        .iter()
        .filter(|case| matches!(case.kind, Kind::Page | Kind::Cause | Kind::Fix | Kind::Leak | Kind::Context));
    let cases = shown.map(|case| {
        let [id, kind, words, tree] = [case.id, case.kind.name(), case.words, case.tree].map(Quoted);
        format!(r#"{{"id":{id},"kind":{kind},"words":{words},"tree":{tree}}}"#)
    });
    let declarable = DECLARATIONS.iter().filter(|row| row.in_trees() && !row.opens() && row.is_told_by_hits());
    let words: Vec<_> = declarable.map(|row| format!("[{},{}]", Quoted(row.word()), Quoted(row.css()))).collect();
    let actions = listed(&Action::NAMES);
    let [published, characters, keyframes, stage] =
        [PUBLISHED, CHARACTERS, KEYFRAMES, &styles(STAGE.iter().copied())].map(|text| Quoted(text).to_string());
    format!(
        r#"{{"boxes":{MAX_BOXES},"text":{MAX_TEXT},"probe":{PROBE},"characters":{characters},"published":{published},"columns":[{columns}],"cases":[{}],"words":[{}],"actions":{actions},"keyframes":{keyframes},"stage":{stage}}}"#,
        cases.collect::<Vec<_>>().join(","),
        words.join(","),
    )
}

/// A tree as it is painted by the rules of a column, from the bottom to the top.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Painted {
    /// The tree, written in the one way that the model writes it.
    #[wasm_bindgen(readonly)]
    pub tree: String,
    /// Its boxes, parents before their children.
    #[wasm_bindgen(readonly)]
    pub boxes: Vec<PaintedBox>,
    /// The boxes' places in that list, from the bottom to the top.
    #[wasm_bindgen(readonly)]
    pub order: Vec<u32>,
}

/// A box of a tree that is painted.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaintedBox {
    /// Its name.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// Its parent's place in the list; `undefined` for one that stands in the page.
    #[wasm_bindgen(readonly)]
    pub parent: Option<u32>,
    /// Its words, as they are written.
    #[wasm_bindgen(readonly)]
    pub words: Vec<String>,
    /// Each of them in CSS.
    #[wasm_bindgen(readonly, js_name = wordsCss)]
    pub words_css: Vec<String>,
    /// What they say in CSS.
    #[wasm_bindgen(readonly)]
    pub css: String,
    /// What puts it onto the square that all boxes share, in CSS.
    #[wasm_bindgen(readonly)]
    pub placement: String,
    /// The box whose context it is painted in; `undefined` for the page's.
    #[wasm_bindgen(readonly)]
    pub group: Option<u32>,
    /// Its layer there, by the numbers of CSS 2.1, appendix E: 1 to 7.
    #[wasm_bindgen(readonly)]
    pub layer: u8,
    /// The layer in words.
    #[wasm_bindgen(readonly, js_name = layerWords)]
    pub layer_words: String,
    /// Its z-index, 0 for auto.
    #[wasm_bindgen(readonly)]
    pub z: i32,
    /// Whether it makes a context, is painted as a whole all the same, or neither.
    #[wasm_bindgen(readonly)]
    pub makes: Makes,
    /// The words by which it makes a context.
    #[wasm_bindgen(readonly)]
    pub makers: Vec<String>,
}

/// Paints a tree by the rules of a column.
#[wasm_bindgen]
pub fn paint(tree: &Text, by: &ColumnName) -> Result<Painted, JsError> {
    Ok(painted(&request::tree(&text(tree))?, column(&text(by))?))
}

/// The same, for those that are not JavaScript.
pub fn painted(tree: &Tree, by: Column) -> Painted {
    let painting = tree.paint(Rules::of(by));
    let boxes = tree.boxes().iter().zip(painting.places()).enumerate();
    let boxes = boxes.map(|(index, (node, place))| PaintedBox {
        name: node.name().to_owned(),
        parent: node.parent().map(|parent| parent as u32),
        words: node.words().iter().map(ToString::to_string).collect(),
        words_css: node.words().iter().map(|word| styles(word.pairs())).collect(),
        css: styles(node.declared()),
        placement: styles(stacking_context_model::placement(tree, index)),
        group: place.group.map(|group| group as u32),
        layer: place.layer.number() as u8,
        layer_words: place.layer.words().to_owned(),
        z: place.z,
        makes: place.makes,
        makers: place.makers.clone(),
    });
    let order = painting.order().iter().map(|index| *index as u32).collect();
    Painted { tree: tree.to_string(), boxes: boxes.collect(), order }
}

/// Why one box of a tree is above another.
#[wasm_bindgen(getter_with_clone)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// The places of the box above and of the one below.
    #[wasm_bindgen(readonly)]
    pub upper: u32,
    /// See `upper`.
    #[wasm_bindgen(readonly)]
    pub lower: u32,
    /// The chain from either box up to what they share, and the rule that decided: a sentence a step.
    #[wasm_bindgen(readonly)]
    pub sentences: Vec<String>,
}

/// Why one of two boxes is above the other, by the rules of a column. Where the tree has no box of a name, the topmost of the others
/// takes its place; `undefined` where it has one box alone.
#[wasm_bindgen]
pub fn why(tree: &Text, by: &ColumnName, one: &Text, other: &Text) -> Result<Option<Why>, JsError> {
    Ok(compared(&request::tree(&text(tree))?, column(&text(by))?, [&text(one), &text(other)]))
}

/// The same, for those that are not JavaScript.
pub fn compared(tree: &Tree, by: Column, names: [&str; 2]) -> Option<Why> {
    let painting = tree.paint(Rules::of(by));
    let [one, other] = paired(tree, &painting, names)?;
    let found = tree.why(&painting, one, other)?;
    let sentences = found.sentences(tree, &painting);
    Some(Why { upper: found.upper as u32, lower: found.lower as u32, sentences })
}

/// A tree that was changed.
#[wasm_bindgen(getter_with_clone)]
pub struct Edited {
    /// The tree.
    #[wasm_bindgen(readonly)]
    pub tree: String,
    /// The name of the box that the next change is likely to be of.
    #[wasm_bindgen(readonly)]
    pub name: String,
}

/// Changes a tree at the box of this name. `value` is the word of `declare` and `drop`, the number of `z` (nothing for auto), and
/// nothing for all others.
#[wasm_bindgen]
pub fn edit(tree: &Text, name: &Text, action: &ActionName, value: &Text) -> Result<Edited, JsError> {
    let (tree, name) = edited(&text(tree), &text(name), &text(action), &text(value))?;
    Ok(Edited { tree: tree.to_string(), name })
}

/// A row of the table: a declaration, and what it does by each column.
#[wasm_bindgen]
pub struct Row(usize);

#[wasm_bindgen]
impl Row {
    /// The declarations.
    #[wasm_bindgen(getter)]
    pub fn css(&self) -> String {
        DECLARATIONS[self.0].css().to_owned()
    }

    /// What they are declared on.
    #[wasm_bindgen(getter)]
    pub fn on(&self) -> On {
        DECLARATIONS[self.0].on_what()
    }

    /// The answers of each column in turn, a letter for each of the five questions: `y`, `n`, or `-` where the column does not know
    /// the declaration.
    #[wasm_bindgen(getter)]
    pub fn answers(&self) -> Vec<String> {
        Column::ALL.iter().map(|column| request::letters(DECLARATIONS[self.0].effects(*column))).collect()
    }
}

/// All rows of the table.
#[wasm_bindgen]
pub fn rows() -> Vec<Row> {
    (0..DECLARATIONS.len()).map(Row).collect()
}

/// The questions in words.
#[wasm_bindgen]
pub fn questions() -> Vec<String> {
    Effects::QUESTIONS.iter().map(|(_, words)| (*words).to_owned()).collect()
}
