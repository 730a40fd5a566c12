//! The order of painting: CSS 2.2 appendix E, and what newer specifications add.

use crate::declaration::{Column, Effects};
use crate::rules::{Mutation, Rules};
use crate::tree::{Position, Tree};

/// A layer of what is painted together, from below (appendix E).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// 1: the background of the box that all this lies in.
    Background,
    /// 2: contexts with a negative `z-index`.
    Negative,
    /// 3: blocks in the flow.
    Blocks,
    /// 4: floats.
    Floats,
    /// 5: inline content, and items of flex containers and grids.
    Inline,
    /// 6: what is positioned with `z-index` auto or 0, and what makes a context without being positioned.
    Zero,
    /// 7: contexts with a positive `z-index`.
    Positive,
}

impl Layer {
    /// Each of them, from below.
    pub const ALL: [Self; 7] =
        [Self::Background, Self::Negative, Self::Blocks, Self::Floats, Self::Inline, Self::Zero, Self::Positive];

    /// From 1, at the bottom, to 7.
    pub fn number(self) -> usize {
        self as usize + 1
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Background => "the background",
            Self::Negative => "contexts with a negative z-index",
            Self::Blocks => "blocks",
            Self::Floats => "floats",
            Self::Inline => "inline content and items",
            Self::Zero => "layer zero",
            Self::Positive => "contexts with a positive z-index",
        }
    }
}

/// What a box makes for its descendants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Makes {
    /// A stacking context: all its descendants are painted with it.
    Context,
    /// No context, and yet its descendants are painted with it, but for the lifted ones: those take part in the context around.
    Atomic,
    /// Neither: its descendants are painted with whatever it is painted with.
    Nothing,
}

/// Where a box is painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The box with which it is painted, which makes a context or is atomic; `None` is the page.
    pub group: Option<usize>,
    /// In which layer of that.
    pub layer: Layer,
    /// Its `z-index` where it counts, else 0.
    pub z: i32,
    /// Its rank among all boxes of the tree, where `order` counts.
    pub rank: usize,
    /// What it makes for its descendants.
    pub makes: Makes,
    /// The words that have it make a context.
    pub makers: Vec<String>,
}

impl Place {
    /// What it is sorted by in its group. Never the same for two boxes.
    pub(crate) fn key(&self) -> (Layer, i32, usize) {
        (self.layer, self.z, self.rank)
    }
}

/// Every box's place, and the order that they come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Painting {
    places: Vec<Place>,
    order: Vec<usize>,
}

impl Painting {
    /// The boxes from the bottom to the top.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The box on top of all.
    pub fn top(&self) -> usize {
        *self.order.last().expect("a tree has a box")
    }

    /// The boxes that make a context, in document order.
    pub fn contexts(&self) -> Vec<usize> {
        (0..self.places.len()).filter(|&index| self.places[index].makes == Makes::Context).collect()
    }

    /// Every box's place, in document order.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
}

impl Tree {
    /// Where every box is painted.
    pub fn paint(&self, rules: Rules) -> Painting {
        let mut painter = Painter { tree: self, rules, ranks: Vec::new(), places: vec![None; self.nodes.len()] };
        painter.rank(None);
        painter.place(None, None, None);
        let places: Vec<Place> = painter.places.into_iter().map(|place| place.expect("each was placed")).collect();
        let mut order = Vec::with_capacity(places.len());
        collect(&places, None, &mut order);
        Painting { places, order }
    }
}

struct Painter<'a> {
    tree: &'a Tree,
    rules: Rules,
    /// Boxes in document order, but that `order` moves items among their siblings.
    ranks: Vec<usize>,
    places: Vec<Option<Place>>,
}

impl Painter<'_> {
    fn rank(&mut self, parent: Option<usize>) {
        let mut children: Vec<usize> = self.tree.children(parent).collect();
        // A stable sort. What is out of the flow counts as 0 (css-flexbox-1, "Absolutely-Positioned Flex Children").
        let counts = |index: usize| self.tree.is_item(index) && !self.rules.has(Mutation::Order);
        children.sort_by_key(|&index| if counts(index) { self.tree.nodes[index].order() } else { 0 });
        for child in children {
            self.ranks.push(child);
            self.rank(Some(child));
        }
    }

    /// What a box holds, which is painted with `group`, and with `context` where it is lifted.
    fn place(&mut self, parent: Option<usize>, group: Option<usize>, context: Option<usize>) {
        for index in self.tree.children(parent).collect::<Vec<_>>() {
            let place = self.place_of(index, group, context);
            let (is_context, is_group) = (place.makes == Makes::Context, place.makes != Makes::Nothing);
            self.places[index] = Some(place);
            let own = Some(index);
            self.place(own, if is_group { own } else { group }, if is_context { own } else { context });
        }
    }

    fn place_of(&self, index: usize, group: Option<usize>, context: Option<usize>) -> Place {
        let (node, is_item) = (&self.tree.nodes[index], self.tree.is_item(index));
        let position = node.position();
        let is_positioned = position != Position::Static;
        let counts = is_positioned || is_item || node.declarations().any(|word| self.rules.z_index_counts_by(word));
        let z_index = node.z_index().filter(|_| counts);
        let effects = |word: &_| self.rules.effects(word);
        let mut makers: Vec<String> = node
            .declarations()
            .filter(|declaration| effects(declaration).context)
            .map(|declaration| declaration.word.to_owned())
            .collect();
        makers.extend(z_index.map(|z| format!("z{z}")));
        let is_context = !makers.is_empty() || (self.rules.has(Mutation::Traps) && is_positioned);
        let is_lifted = z_index.is_some()
            || node.declarations().map(effects).any(|Effects { lifts, .. }| lifts)
                && (is_positioned || !self.rules.has(Mutation::Unlifted));
        // A float that is an item, or out of the flow, is none (CSS 2.2 section 9.7, css-flexbox-1).
        let is_float = node.has("float") && !is_item && position != Position::OutOfFlow;
        let is_inline = is_item || (node.has("inline") && !is_float);
        let z = z_index.unwrap_or(0);
        let layer = match z {
            ..0 => Layer::Negative,
            1.. => Layer::Positive,
            0 if is_lifted => Layer::Zero,
            _ if is_float && !self.rules.has(Mutation::Floats) => Layer::Floats,
            _ if is_inline => Layer::Inline,
            _ => Layer::Blocks,
        };
        let makes = if is_context {
            Makes::Context
        } else if is_lifted || is_inline || is_float {
            Makes::Atomic
        } else {
            Makes::Nothing
        };
        let moves = layer == Layer::Inline || self.rules.order_moves_lifted();
        let rank = if moves { self.ranks.iter().position(|&it| it == index).expect("each has a rank") } else { index };
        Place { group: if is_lifted { context } else { group }, layer, z, rank, makes, makers }
    }
}

/// The boxes that are painted with one, from the bottom, each followed by those that are painted with it.
fn collect(places: &[Place], group: Option<usize>, order: &mut Vec<usize>) {
    let mut members: Vec<usize> = (0..places.len()).filter(|&index| places[index].group == group).collect();
    members.sort_by_key(|&index| places[index].key());
    for member in members {
        order.push(member);
        collect(places, Some(member), order);
    }
}

/// By the specifications.
impl Default for Rules {
    fn default() -> Self {
        Self::of(Column::Specifications)
    }
}
