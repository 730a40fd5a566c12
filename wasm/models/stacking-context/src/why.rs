//! Why one box is on top of another.

use crate::paint::{Layer, Makes, Painting, Place};
use crate::tree::Tree;

/// Two boxes, and where they are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Index of the box on top.
    pub upper: usize,
    /// Index of the box below it.
    pub lower: usize,
    /// The innermost box with which both are painted, or which one of them is; `None` is the page.
    pub common: Option<usize>,
    /// From the upper box up to the one that lies directly in `common`; empty where it is `common` itself.
    pub upper_chain: Vec<usize>,
    /// The same of the lower box.
    pub lower_chain: Vec<usize>,
    /// What decided between the ends of both chains.
    pub decided: Decision,
}

/// What decides between two boxes that are painted with the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// One of the two is the common box: its own background lies below all that it holds.
    Background,
    /// A transform puts one of them in front of the other, and what holds them keeps depth.
    Depth,
    /// They are in different layers.
    Layer,
    /// Their `z-index`.
    Z,
    /// `order` puts one after the other, against the order of the document.
    Order,
    /// An inner block's float lies under one of the block around, against the order of the document.
    Inner,
    /// One comes later in the document.
    Document,
}

impl Tree {
    /// Why one of two boxes is on top of the other; `None` if they are the same box.
    ///
    /// # Panics
    /// If there is no such box.
    pub fn why(&self, painting: &Painting, one: usize, other: usize) -> Option<Comparison> {
        let rank = |index| painting.order().iter().position(|&it| it == index).expect("every box is painted");
        let (upper, lower) = if rank(one) > rank(other) { (one, other) } else { (other, one) };
        if upper == lower {
            return None;
        }
        let places = painting.places();
        // From a box up to the page.
        let up = |index: usize| std::iter::successors(Some(index), |&it| places[it].group).collect::<Vec<_>>();
        let (mut upper_chain, mut lower_chain) = (up(upper), up(lower));
        let mut common = None;
        while let (Some(a), Some(b)) = (upper_chain.last(), lower_chain.last())
            && a == b
        {
            common = upper_chain.pop();
            lower_chain.pop();
        }
        let mut planes = painting.planes()[upper].iter().zip(&painting.planes()[lower]);
        let nearer = planes.find(|(one, other)| one != other).is_some_and(|(one, other)| one.space == other.space);
        let decided = match (upper_chain.last(), lower_chain.last()) {
            _ if nearer => Decision::Depth,
            (Some(&a), Some(&b)) if differing(&places[a], &places[b]).is_some_and(|[a, b]| a.0 != b.0) => {
                Decision::Layer
            }
            (Some(&a), Some(&b)) if differing(&places[a], &places[b]).is_some_and(|[a, b]| a.1 != b.1) => Decision::Z,
            (Some(&a), Some(&b)) if a < b && places[a].layer == Layer::Floats && !self.is_item(a) => Decision::Inner,
            (Some(&a), Some(&b)) if a < b => Decision::Order,
            (Some(_), Some(_)) => Decision::Document,
            _ => Decision::Background,
        };
        Some(Comparison { upper, lower, common, upper_chain, lower_chain, decided })
    }
}

impl Comparison {
    /// Step by step: from each box up to where they are compared, and what decides there.
    pub fn sentences(&self, tree: &Tree, painting: &Painting) -> Vec<String> {
        let name = |index: usize| tree.nodes[index].name.as_str();
        let mut sentences = Vec::new();
        for chain in [&self.upper_chain, &self.lower_chain] {
            // The last one lies in `common`, where it is compared.
            for pair in chain.windows(2) {
                sentences.push(format!("{} is painted with {}.", name(pair[0]), described(tree, painting, pair[1])));
            }
        }
        let within = self.common.map_or("the page".to_owned(), |common| name(common).to_owned());
        let ends = [&self.upper_chain, &self.lower_chain].map(|chain| chain.last().copied());
        let [Some(upper), Some(lower)] = ends else {
            let above = name(self.upper_chain.last().copied().unwrap_or(self.upper));
            sentences.push(format!(
                "{above} is painted with {within}, and the background of {within} is below all that is."
            ));
            return sentences;
        };
        let [above, below] = [upper, lower].map(|index| &painting.places()[index]);
        let [(above, z_above, _), (below, z_below, _)] =
            differing(above, below).expect("no two boxes have the same place");
        let (u, l) = (name(upper), name(lower));
        let in_layer = |layer: Layer| match layer {
            Layer::Top => layer.words().to_owned(),
            _ => format!("layer {} of 7 ({})", layer.number(), layer.words()),
        };
        sentences.push(match self.decided {
            Decision::Depth => format!("In {within}, {u} is nearer than {l} by a transform, and depth is kept there."),
            Decision::Layer => format!(
                "In {within}, {u} is in {}, which is painted over {}, where {l} is.",
                in_layer(above),
                in_layer(below)
            ),
            Decision::Z => {
                format!(
                    "In {within}, {u} has z-index {z_above}, and {l} has {z_below}: the higher one is over the lower."
                )
            }
            Decision::Order => format!(
                "In {within}, both are in {} with the same z-index, and order puts {u} after {l}.",
                in_layer(above)
            ),
            Decision::Inner => format!(
                "In {within}, both are in {}, and {l} lies in an inner block, whose floats this engine paints first.",
                in_layer(above)
            ),
            Decision::Document | Decision::Background => format!(
                "In {within}, both are in {} with the same z-index, and {u} comes later in the document.",
                in_layer(above)
            ),
        });
        sentences
    }
}

/// The first of what two boxes of a group are sorted by in which they differ.
fn differing(one: &Place, other: &Place) -> Option<[(Layer, i32, usize); 2]> {
    one.key().into_iter().zip(other.key()).find(|(one, other)| one != other).map(<[_; 2]>::from)
}

/// A box that others are painted with.
fn described(tree: &Tree, painting: &Painting, index: usize) -> String {
    let (name, place) = (&tree.nodes[index].name, &painting.places()[index]);
    if place.makes == Makes::Context {
        let makers = if place.makers.is_empty() { "its position".to_owned() } else { place.makers.join(" and ") };
        format!("{name}, a stacking context made by {makers} (z-index {})", place.z)
    } else {
        format!(
            "{name}, which makes no context; its descendants are painted with it unless they are positioned or make a context"
        )
    }
}
