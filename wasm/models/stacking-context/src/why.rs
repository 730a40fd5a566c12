//! Why one box is on top of another.

use crate::paint::{Layer, Makes, Painting};
use crate::tree::Tree;

/// Two boxes, and where they are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The one on top.
    pub upper: usize,
    /// The other.
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
    /// One of them is that one: its own background lies below all that it holds.
    Background,
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
        let decided = match (upper_chain.last(), lower_chain.last()) {
            (Some(&a), Some(&b)) if places[a].layer != places[b].layer => Decision::Layer,
            (Some(&a), Some(&b)) if places[a].z != places[b].z => Decision::Z,
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
        let (u, l) = (name(upper), name(lower));
        let in_layer = |layer: Layer| format!("layer {} of 7 ({})", layer.number(), layer.words());
        sentences.push(match self.decided {
            Decision::Layer => format!(
                "In {within}, {u} is in {}, which is painted over {}, where {l} is.",
                in_layer(above.layer),
                in_layer(below.layer)
            ),
            Decision::Z => {
                format!(
                    "In {within}, {u} has z-index {}, and {l} has {}: the higher one is over the lower.",
                    above.z, below.z
                )
            }
            Decision::Order => format!(
                "In {within}, both are in {} with the same z-index, and order puts {u} after {l}.",
                in_layer(above.layer)
            ),
            Decision::Inner => format!(
                "In {within}, both are in {}, and {l} lies in an inner block, whose floats this engine paints first.",
                in_layer(above.layer)
            ),
            Decision::Document | Decision::Background => format!(
                "In {within}, both are in {} with the same z-index, and {u} comes later in the document.",
                in_layer(above.layer)
            ),
        });
        sentences
    }
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
