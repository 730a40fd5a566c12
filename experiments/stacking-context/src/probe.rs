//! What an engine is asked, and what it says.

use harness::Failure;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stacking_context_model::{
    Case, Declaration, Effects, Engine, KEYFRAMES, Kind, PROBE, SIDE, STAGE, Tree, placement,
};

use crate::engines::Browser;

const FUNCTIONS: &str = include_str!("probe.js");

/// The boxes of a tree as an engine stacks them.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Order {
    /// Their indices, from the bottom to the top.
    pub order: Vec<usize>,
    /// How many do not lie on the square, so that the order says nothing.
    pub off: usize,
}

/// What a case of the published page comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown {
    /// The names of the boxes in the middle of the banner, from the top.
    pub names: Vec<String>,
    /// Red, green and blue of the pixel there.
    pub pixel: [u8; 3],
}

impl Shown {
    /// Whether the banner is behind the image, or where the case is about that, over the header or below its child, or the toast is
    /// behind the dialog, or the child behind the background, the header
    /// behind the text, or what is nearer behind what comes later: by hit test and by pixel.
    pub(crate) fn hides(&self, case: &Case) -> [bool; 2] {
        let rank = |name: &str| self.names.iter().position(|one| one == name).unwrap_or(usize::MAX);
        match case.kind {
            Kind::Leak => [rank("banner") < rank("header"), self.shows_banner()],
            Kind::Context => [rank("child") < rank("banner"), self.shows_child()],
            Kind::Canvas => [rank("paint") < rank("child"), !self.shows_child()],
            Kind::Depth => [rank("late") < rank("near"), !self.shows_banner()],
            Kind::Header => [rank("text") < rank("th"), !self.shows_banner()],
            Kind::Toast => [rank("dialog") < rank("toast"), !self.shows_banner()],
            _ => [rank("image") < rank("banner"), !self.shows_banner()],
        }
    }

    /// Whether the pixel has the red of the banner, of the toast, of the header and of what is nearer; a filter of its card changes it a little.
    fn shows_banner(&self) -> bool {
        let [red, green, blue] = self.pixel;
        red > 150 && green < 80 && blue < 80
    }

    /// Whether the pixel has the green of the banner's child.
    fn shows_child(&self) -> bool {
        let [red, green, blue] = self.pixel;
        red < 80 && green > 120 && blue < 80
    }
}

/// Where boxes with `position: absolute` lie, in CSS pixels: left and top.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Absolute {
    /// At 0, 0 of a page whose `<html>` has a margin of 50px.
    pub initial: [f64; 2],
    /// In the flow at 40, 30: without offsets, with left, with top, with both.
    pub offsets: [[f64; 2]; 4],
}

/// The colour of each swatch, without the filter and with it.
pub(crate) type Swatches = Vec<[[u8; 3]; 2]>;

/// The order of each tree.
pub(crate) fn orders(browser: &mut Browser, trees: &[Tree]) -> Result<Vec<Order>, Failure> {
    let styled: Vec<Value> = trees.iter().map(styled).collect();
    let arguments = vec![json!(styles(STAGE.iter().copied())), json!(SIDE), json!(PROBE), json!(styled)];
    let answers = ask(browser, "orders", arguments)?;
    all(browser, trees.len(), answers)
}

/// Requires as many answers as questions.
fn all<T>(browser: &Browser, asked: usize, answers: Vec<T>) -> Result<Vec<T>, Failure> {
    let found = answers.len();
    let why = || format!("it answers {found} of {asked} questions");
    if found == asked { Ok(answers) } else { Err(Failure::program(browser.engine.name(), why())) }
}

fn styled(tree: &Tree) -> Value {
    let boxes = tree.boxes().iter().enumerate().map(|(index, node)| {
        let declared = node.declared();
        let own = declared.iter().map(|(property, value)| (*property, value.as_str()));
        let style = styles(own.chain(placement(tree, index)));
        json!([node.parent().map_or(-1, |parent| parent as i64), style, node.is_open()])
    });
    boxes.collect()
}

/// The answers of rows of the table; `None` for one that the engine does not know.
pub(crate) fn matrix(browser: &mut Browser, rows: &[Declaration]) -> Result<Vec<Option<Effects>>, Failure> {
    let asked: Vec<Value> = rows
        .iter()
        .map(|row| {
            // A call is no declaration.
            let css = if row.pairs().is_empty() { "" } else { row.css() };
            json!({ "on": row.on_what().name(), "css": css, "pairs": row.pairs() })
        })
        .collect();
    let answers: Vec<Option<[bool; 5]>> = ask(browser, "matrix", vec![json!(KEYFRAMES), json!(asked)])?;
    let effects = |answers: Option<[bool; 5]>| answers.map(Effects::of);
    Ok(all(browser, rows.len(), answers)?.into_iter().map(effects).collect())
}

/// A case of the published page, by hit test and pixel.
pub(crate) fn page(browser: &mut Browser, case: &Case) -> Result<Shown, Failure> {
    let tree = Tree::parse(case.tree).expect("the model's own cases are trees");
    let boxes: Vec<Value> = tree
        .boxes()
        .iter()
        .map(|node| {
            let declared = node.declared();
            let style = styles(declared.iter().map(|(property, value)| (*property, value.as_str())));
            json!([node.name(), node.parent().map_or(-1, |parent| parent as i64), style, node.is_open()])
        })
        .collect();
    #[derive(Deserialize)]
    struct Drawn {
        at: [f64; 2],
        names: Vec<String>,
    }
    let Drawn { at, names } = ask(browser, "page", vec![json!(boxes)])?;
    Ok(Shown { names, pixel: Picture::taken(browser)?.pixel(at)? })
}

/// Where absolute boxes lie.
pub(crate) fn absolute(browser: &mut Browser) -> Result<Absolute, Failure> {
    ask(browser, "absolute", vec![])
}

/// What a filter makes of colours.
pub(crate) fn swatches(browser: &mut Browser, filter: &str, colours: &[[u8; 3]]) -> Result<Swatches, Failure> {
    let named: Vec<String> = colours.iter().map(|[red, green, blue]| format!("rgb({red}, {green}, {blue})")).collect();
    let [plain, filtered]: [Vec<[f64; 2]>; 2] = ask(browser, "swatches", vec![json!(filter), json!(named)])?;
    let picture = Picture::taken(browser)?;
    let both = plain.into_iter().zip(filtered).map(|(one, other)| Ok([picture.pixel(one)?, picture.pixel(other)?]));
    all(browser, colours.len(), both.collect::<Result<_, Failure>>()?)
}

fn ask<T: DeserializeOwned>(browser: &mut Browser, function: &str, arguments: Vec<Value>) -> Result<T, Failure> {
    let call = format!(
        "{FUNCTIONS}\nconst all = [...arguments], done = all.pop();\n\
         Promise.resolve().then(() => {function}(...all)).then((answer) => done({{ answer }}), (error) => done({{ error: String(error) }}));"
    );
    let mut said = browser.ask(&call, arguments)?;
    let failed = |why: &str| Failure::program(browser.engine.name(), format!("asked for {function}: {why}"));
    if let Some(error) = said["error"].as_str() {
        return Err(failed(error));
    }
    serde_json::from_value(said["answer"].take()).map_err(|error| failed(&error.to_string()))
}

fn styles<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    pairs.into_iter().map(|(property, value)| format!("{property}: {value}")).collect::<Vec<_>>().join("; ")
}

/// What is in view.
struct Picture {
    engine: Engine,
    width: usize,
    channels: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn taken(browser: &mut Browser) -> Result<Self, Failure> {
        let engine = browser.engine;
        let failed = |why: String| Failure::program(engine.name(), format!("its screenshot cannot be read: {why}"));
        let taken = browser.screenshot()?;
        let mut reader =
            png::Decoder::new(std::io::Cursor::new(taken)).read_info().map_err(|error| failed(error.to_string()))?;
        let size = reader.output_buffer_size().ok_or_else(|| failed("it is too large".to_owned()))?;
        let mut bytes = vec![0; size];
        let frame = reader.next_frame(&mut bytes).map_err(|error| failed(error.to_string()))?;
        let channels = frame.color_type.samples();
        if frame.bit_depth != png::BitDepth::Eight || channels < 3 {
            return Err(failed(format!("it has colours as {:?} of {:?} bits", frame.color_type, frame.bit_depth)));
        }
        Ok(Self { engine, width: frame.width as usize, channels, bytes })
    }

    fn pixel(&self, [x, y]: [f64; 2]) -> Result<[u8; 3], Failure> {
        let at = (y as usize * self.width + x as usize) * self.channels;
        let found = self.bytes.get(at..at + 3).filter(|_| (x as usize) < self.width);
        let outside = || Failure::program(self.engine.name(), format!("its screenshot has no pixel at {x}, {y}"));
        found.and_then(|found| found.try_into().ok()).ok_or_else(outside)
    }
}
