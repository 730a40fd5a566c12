//! The order of painting: CSS 2.2 appendix E, and what newer specifications add.

use crate::declaration::{Column, Declaration, Effects};
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
    /// Over layer 5, where an engine paints boxes that have a layer of its own making and are not lifted.
    Raised,
    /// 6: what is positioned with `z-index` auto or 0, and what makes a context without being positioned.
    Zero,
    /// 7: contexts with a positive `z-index`.
    Positive,
    /// Over all of the page: what is opened in the top layer, in the order of opening (css-position-4).
    Top,
}

impl Layer {
    /// Each of them, from below.
    pub const ALL: [Self; 9] = [
        Self::Background,
        Self::Negative,
        Self::Blocks,
        Self::Floats,
        Self::Inline,
        Self::Raised,
        Self::Zero,
        Self::Positive,
        Self::Top,
    ];

    /// From 1, at the bottom, to 7, and 8 for the top layer. The specifications have nothing between 5 and 6.
    pub fn number(self) -> usize {
        let below = self as usize;
        if self > Self::Inline { below } else { below + 1 }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Background => "the background",
            Self::Negative => "contexts with a negative z-index",
            Self::Blocks => "blocks",
            Self::Floats => "floats",
            Self::Inline => "inline content and items",
            Self::Raised => "over inline content, in this engine",
            Self::Zero => "layer zero",
            Self::Positive => "contexts with a positive z-index",
            Self::Top => "the top layer",
        }
    }
}

limits::named! {
    /// What a box makes for its descendants.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Makes as "MakesName" {
        /// A stacking context: all its descendants are painted with it.
        Context = "context",
        /// No context, and yet its descendants are painted with it, but for the lifted ones: those take part in the context around.
        Atomic = "atomic",
        /// Neither: its descendants are painted with whatever it is painted with.
        Nothing = "nothing",
    }
}

/// Where a box is painted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The box with which it is painted, which makes a context or is atomic; `None` is the page.
    pub group: Option<usize>,
    /// The layer within that group.
    pub layer: Layer,
    /// Its `z-index` where it counts, else 0.
    pub z: i32,
    /// Its rank among the boxes of its layer: in document order, but for `order` and what the engine does otherwise.
    pub rank: usize,
    /// What it makes for its descendants.
    pub makes: Makes,
    /// The words that have it make a context.
    pub makers: Vec<String>,
    /// Ranks, from the outermost, of the boxes between `group` and this one that stay in their layers while what they lift does not:
    /// see [`Does::KeepClipped`].
    pub(crate) kept_in: Vec<usize>,
}

/// What boxes are sorted by in their group.
pub(crate) type Key = Vec<(Layer, i32, usize)>;

impl Place {
    /// What it is sorted by in its group. Never the same for two boxes.
    pub(crate) fn key(&self) -> Key {
        let kept = self.kept_in.iter().map(|&rank| (Layer::Raised, 0, rank));
        kept.chain([(self.layer, self.z, self.rank)]).collect()
    }
}

/// Every box's place, and the order that they come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Painting {
    places: Vec<Place>,
    order: Vec<usize>,
    planes: Vec<Planes>,
}

/// Planes that a box lies in, from the outermost space (css-transforms-2, "3D Rendering Contexts").
pub(crate) type Planes = Vec<Plane>;

/// A plane of what is sorted by depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Plane {
    /// The box that opens the space, and keeps depth.
    pub space: usize,
    /// How far the plane is in front of that, in CSS pixels.
    pub depth: i32,
}

impl Painting {
    /// The planes of each box, in document order.
    pub(crate) fn planes(&self) -> &[Planes] {
        &self.planes
    }

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
        painter.place(None, &Around::default());
        let places: Vec<Place> = painter.places.into_iter().map(|place| place.expect("each was placed")).collect();
        let mut order = Vec::with_capacity(places.len());
        collect(&places, None, &mut order);
        let planes = self.planes(rules.column());
        sort_by_depth(&planes, &mut order, 0);
        Painting { places, order, planes }
    }

    /// What a box that keeps depth holds directly shares its space. All else lies in the plane of what holds it, where a box that keeps
    /// depth opens a space of its own.
    fn planes(&self, column: Column) -> Vec<Planes> {
        let mut all: Vec<Planes> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.iter().enumerate() {
            let around = node.parent.filter(|_| !node.is_open());
            let mut planes = around.map_or_else(Planes::new, |parent| all[parent].clone());
            if around.is_some_and(|parent| self.nodes[parent].keeps_depth(column)) {
                planes.last_mut().expect("it opened a space").depth += node.depth_offset();
            } else if node.keeps_depth(column) {
                planes.push(Plane { space: index, depth: 0 });
            }
            all.push(planes);
        }
        all
    }
}

/// The boxes around others with which those are painted; nothing is the page.
#[derive(Debug, Clone, Default)]
struct Around {
    /// With which those are painted that stay in their layers.
    group: Option<usize>,
    /// With which those are painted that are raised.
    layer: Nearest,
    /// With which those are painted that are lifted.
    context: Nearest,
}

/// A box, and what [`Place::kept_in`] has of those between it and what is painted with it.
#[derive(Debug, Clone, Default)]
struct Nearest {
    index: Option<usize>,
    kept_in: Vec<usize>,
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
        let is_layer = |index: usize| nodes[index].clips() || self.is_lifted(index) || self.is_raised(index);
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

    /// Places the boxes in a box.
    fn place(&mut self, parent: Option<usize>, around: &Around) {
        for index in self.tree.children(parent).collect::<Vec<_>>() {
            let place = self.place_of(index, around);
            let mut within = around.clone();
            if place.makes != Makes::Nothing {
                within.group = Some(index);
            }
            if place.layer == Layer::Raised || self.is_lifted(index) {
                within.layer = Nearest { index: Some(index), kept_in: Vec::new() };
            }
            if place.makes == Makes::Context {
                within.context = Nearest { index: Some(index), kept_in: Vec::new() };
            } else if !place.makers.is_empty() {
                within.layer.kept_in.push(index);
                within.context = within.layer.clone();
            }
            self.places[index] = Some(place);
            self.place(Some(index), &within);
        }
    }

    /// The `z-index` where it counts; `None` is auto.
    fn z_index(&self, index: usize) -> Option<i32> {
        let node = &self.tree.nodes[index];
        let is_announced = self.rules.departs(Does::CountAnnounced) && node.has("will-position");
        node.z_index().filter(|_| is_announced || self.z_index_counts(index))
    }

    /// Whether a `z-index` counts on a box by the specifications.
    fn z_index_counts(&self, index: usize) -> bool {
        self.tree.nodes[index].position() != Position::Static || self.tree.is_item(index)
    }

    /// Effects of a declaration on a box. A `z-index` that is announced makes a context wherever one that is set would
    /// (css-will-change-1).
    fn effects(&self, index: usize, declaration: &Declaration) -> Effects {
        let effects = self.rules.effects(declaration);
        let is_announced = declaration.word == "will-z-index" && self.z_index_counts(index);
        Effects { context: effects.context || is_announced, lifts: effects.lifts || is_announced, ..effects }
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
        let mut lifting = node.declarations().filter(|declaration| self.effects(index, declaration).lifts).peekable();
        let is_positioned = node.position() != Position::Static;
        if self.z_index(index).is_some() {
            return true;
        }
        if lifting.peek().is_none() || (self.rules.has(Mutation::Unlifted) && !is_positioned) {
            return false;
        }
        let is_kept = self.rules.departs(Does::KeepClipped) && node.clips();
        !is_kept || lifting.any(|declaration| !["contain-layout", "backface"].contains(&declaration.word))
    }

    /// Whether it has a layer over inline content, and is not lifted.
    fn is_raised(&self, index: usize) -> bool {
        let raises =
            |declaration| self.effects(index, declaration).over_inline && !self.effects(index, declaration).lifts;
        !self.is_lifted(index) && self.tree.nodes[index].declarations().any(raises)
    }

    fn place_of(&self, index: usize, around: &Around) -> Place {
        let (node, is_item) = (&self.tree.nodes[index], self.tree.is_item(index));
        let z_index = self.z_index(index);
        let mut makers: Vec<String> = node
            .declarations()
            .filter(|declaration| self.effects(index, declaration).context)
            .map(|declaration| declaration.word.to_owned())
            .collect();
        makers.extend(z_index.map(|z| format!("z{z}")));
        let is_trap = self.rules.has(Mutation::Traps) && node.position() != Position::Static;
        let (is_lifted, is_float) = (self.is_lifted(index), self.is_float(index));
        let is_kept = self.rules.departs(Does::KeepClipped) && !is_lifted;
        let is_context = !is_kept && (!makers.is_empty() || is_trap);
        let is_inline = is_item || (node.has("inline") && !is_float);
        let is_raised = self.is_raised(index);
        // No z-index moves a box within the top layer.
        let z = z_index.filter(|_| !node.is_open()).unwrap_or(0);
        let layer = match z {
            _ if node.is_open() => Layer::Top,
            ..0 => Layer::Negative,
            1.. => Layer::Positive,
            0 if is_lifted => Layer::Zero,
            _ if is_raised => Layer::Raised,
            _ if is_float && !self.rules.has(Mutation::Floats) => Layer::Floats,
            _ if is_inline => Layer::Inline,
            _ => Layer::Blocks,
        };
        let makes = if is_context {
            Makes::Context
        } else if is_lifted || is_raised || is_inline || is_float {
            Makes::Atomic
        } else {
            Makes::Nothing
        };
        let ranks = match layer {
            _ if is_lifted => &self.ranks.lifted,
            Layer::Floats => &self.ranks.floats,
            _ => &self.ranks.all,
        };
        let rank = if is_raised || layer == Layer::Top { index } else { rank_in(ranks, index) };
        let (group, kept_in) = match layer {
            Layer::Top => (None, Vec::new()),
            _ if is_lifted => (around.context.index, around.context.kept_in.clone()),
            Layer::Raised => (around.layer.index, around.layer.kept_in.clone()),
            _ => (around.group, Vec::new()),
        };
        Place { group, layer, z, rank, makes, makers, kept_in }
    }
}

fn rank_in(ranks: &[usize], index: usize) -> usize {
    ranks.iter().position(|&it| it == index).expect("each has a rank")
}

/// The boxes that are painted with one, from the bottom, each followed by those that are painted with it.
fn collect(places: &[Place], group: Option<usize>, order: &mut Vec<usize>) {
    let mut members: Vec<usize> = (0..places.len()).filter(|&index| places[index].group == group).collect();
    members.sort_by_cached_key(|&index| places[index].key());
    for member in members {
        order.push(member);
        collect(places, Some(member), order);
    }
}

/// Puts the boxes of a space in the order of their depths, and so on in each plane. What is of a space is painted one after the other.
fn sort_by_depth(planes: &[Planes], order: &mut [usize], level: usize) {
    let space = |index: usize| planes[index].get(level).map(|plane| plane.space);
    for boxes in order.chunk_by_mut(|&one, &other| space(one) == space(other)) {
        if space(boxes[0]).is_some() {
            boxes.sort_by_key(|&index| planes[index][level].depth);
            for plane in boxes.chunk_by_mut(|&one, &other| planes[one][level] == planes[other][level]) {
                sort_by_depth(planes, plane, level + 1);
            }
        }
    }
}

/// The rules of the specifications.
impl Default for Rules {
    fn default() -> Self {
        Self::of(Column::Specifications)
    }
}
