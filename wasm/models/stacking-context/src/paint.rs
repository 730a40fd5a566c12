//! The order of painting: CSS 2.2 appendix E, and what newer specifications add.

use crate::declaration::Column;
use crate::rules::{Does, Mutation, Rules};
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
    /// Its rank among the boxes of its layer: in document order, but for `order` and what the engine does otherwise.
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
        let mut painter = Painter { tree: self, rules, ranks: Ranks::default(), places: vec![None; self.nodes.len()] };
        painter.ranks = painter.ranked();
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
    ranks: Ranks,
    places: Vec<Option<Place>>,
}

/// Boxes in the order in which those of a layer come to lie over each other: as the specifications have it, in document order, but
/// that `order` moves items among their siblings, and takes along what they hold. Engines depart from that in some layers.
#[derive(Debug, Clone, Default)]
struct Ranks {
    all: Vec<usize>,
    floats: Vec<usize>,
    lifted: Vec<usize>,
}

impl Painter<'_> {
    fn ranked(&self) -> Ranks {
        let mut ranks = Ranks::default();
        self.rank(None, &mut ranks.all);
        if self.rules.departs(Does::OwnFloatsLast) {
            self.rank_floats(None, &mut ranks.floats);
        } else {
            ranks.floats.clone_from(&ranks.all);
        }
        if self.rules.departs(Does::OrderNoLayers) {
            ranks.lifted = (0..self.tree.nodes.len()).collect();
        } else if self.rules.departs(Does::OrderNearLayers) {
            self.rank_layers(None, &mut ranks.lifted);
        } else {
            ranks.lifted.clone_from(&ranks.all);
        }
        ranks
    }

    fn rank(&self, parent: Option<usize>, ranks: &mut Vec<usize>) {
        let mut children: Vec<usize> = self.tree.children(parent).collect();
        // A stable sort. What is out of the flow counts as 0 (css-flexbox-1, "Absolutely-Positioned Flex Children").
        children.sort_by_key(|&index| if self.tree.is_item(index) { self.order(index) } else { 0 });
        for child in children {
            ranks.push(child);
            self.rank(Some(child), ranks);
        }
    }

    fn order(&self, index: usize) -> i32 {
        if self.rules.has(Mutation::Order) { 0 } else { self.tree.nodes[index].order() }
    }

    /// See [`Does::OwnFloatsLast`]. What lies in an anonymous block is not the block's own.
    fn rank_floats(&self, parent: Option<usize>, ranks: &mut Vec<usize>) {
        let wrapped = self.tree.anonymous(parent).concat();
        let is_own = |&index: &usize| self.is_float(index) && !wrapped.contains(&index);
        let (own, others): (Vec<usize>, Vec<usize>) = self.tree.children(parent).partition(is_own);
        for child in others.into_iter().chain(own) {
            ranks.push(child);
            self.rank_floats(Some(child), ranks);
        }
    }

    /// See [`Does::OrderNearLayers`]: the layers in `around`, sorted, each with those in it.
    fn rank_layers(&self, around: Option<usize>, ranks: &mut Vec<usize>) {
        let nodes = &self.tree.nodes;
        let is_layer = |index: usize| nodes[index].clips() || self.is_lifted(index);
        let lies_in = |index: usize| {
            let mut up = std::iter::successors(nodes[index].parent, |&it| nodes[it].parent);
            up.find(|&it| is_layer(it)) == around
        };
        let mut layers: Vec<usize> = (0..nodes.len()).filter(|&index| is_layer(index) && lies_in(index)).collect();
        // Two layers without a container in common are not compared, so that this is no order, and it matters how Chromium's stable
        // sort goes: by insertion in each half, and then by merging them.
        let mut later = self.inserted(layers.split_off(layers.len() / 2)).into_iter().peekable();
        let mut sorted = Vec::new();
        for layer in self.inserted(layers) {
            while let Some(first) = later.next_if(|&it| self.order_puts_before(it, layer)) {
                sorted.push(first);
            }
            sorted.push(layer);
        }
        for layer in sorted.into_iter().chain(later) {
            ranks.push(layer);
            self.rank_layers(Some(layer), ranks);
        }
    }

    fn inserted(&self, mut layers: Vec<usize>) -> Vec<usize> {
        for sorted in 1..layers.len() {
            let mut at = sorted;
            while at > 0 && self.order_puts_before(layers[at], layers[at - 1]) {
                layers.swap(at, at - 1);
                at -= 1;
            }
        }
        layers
    }

    fn order_puts_before(&self, one: usize, other: usize) -> bool {
        let parent = |index: usize| self.tree.nodes[index].parent;
        // The box itself, or what it lies directly in: whichever lies in a flex container or a grid.
        let in_container = |index: usize| {
            if self.tree.is_in_container(index) {
                return Some(index);
            }
            let is_wrapped = self.tree.anonymous(parent(index)).concat().contains(&index);
            parent(index).filter(|&around| !is_wrapped && self.tree.is_in_container(around))
        };
        let order = |index: usize, of: usize| {
            let counts = of != index || self.tree.is_item(index);
            if counts { self.order(of) } else { 0 }
        };
        match (in_container(one), in_container(other)) {
            (Some(a), Some(b)) if parent(a) == parent(b) => order(one, a) < order(other, b),
            _ => false,
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

    /// Where it counts; `None` is auto.
    fn z_index(&self, index: usize) -> Option<i32> {
        let node = &self.tree.nodes[index];
        let is_announced = self.rules.departs(Does::CountAnnounced) && node.has("will-position");
        let counts = node.position() != Position::Static || self.tree.is_item(index) || is_announced;
        node.z_index().filter(|_| counts)
    }

    /// A float that is an item, or out of the flow, is none (CSS 2.2 section 9.7, css-flexbox-1).
    fn is_float(&self, index: usize) -> bool {
        let node = &self.tree.nodes[index];
        let is_inert = self.tree.is_item(index) && !self.rules.departs(Does::FloatItems);
        node.has("float") && !is_inert && node.position() != Position::OutOfFlow
    }

    /// Whether it is in a layer of its `z-index`, zero or another.
    fn is_lifted(&self, index: usize) -> bool {
        let node = &self.tree.nodes[index];
        let mut lifting = node.declarations().filter(|declaration| self.rules.effects(declaration).lifts).peekable();
        let is_positioned = node.position() != Position::Static;
        if self.z_index(index).is_some() {
            return true;
        }
        if lifting.peek().is_none() || (self.rules.has(Mutation::Unlifted) && !is_positioned) {
            return false;
        }
        let is_kept = self.rules.departs(Does::KeepClipped) && node.clips();
        !is_kept || lifting.any(|declaration| declaration.word() != "contain-layout")
    }

    fn place_of(&self, index: usize, group: Option<usize>, context: Option<usize>) -> Place {
        let (node, is_item) = (&self.tree.nodes[index], self.tree.is_item(index));
        let z_index = self.z_index(index);
        let mut makers: Vec<String> = node
            .declarations()
            .filter(|declaration| self.rules.effects(declaration).context)
            .map(|declaration| declaration.word.to_owned())
            .collect();
        makers.extend(z_index.map(|z| format!("z{z}")));
        let is_trap = self.rules.has(Mutation::Traps) && node.position() != Position::Static;
        let is_context = !makers.is_empty() || is_trap;
        let (is_lifted, is_float) = (self.is_lifted(index), self.is_float(index));
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
        let ranks = match layer {
            _ if is_lifted => &self.ranks.lifted,
            Layer::Floats => &self.ranks.floats,
            _ => &self.ranks.all,
        };
        let rank = ranks.iter().position(|&it| it == index).expect("each has a rank");
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
