//! Rules of painting: whose account they follow, and with which mistake.

use crate::declaration::{Column, Declaration, Effects, Engine};

/// What an engine does otherwise than the specifications say, besides its column of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Departure {
    pub(crate) does: Does,
    /// Its name in records.
    pub key: &'static str,
    /// The engine.
    pub engine: Engine,
    /// What it does, in words.
    pub words: &'static str,
    /// A tree that it has in another order than the specifications.
    pub example: &'static str,
}

/// What is done otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Does {
    /// `order` moves a lifted box among the boxes of its layer only as far as the engine's own tree of layers goes: a layer is a
    /// box that is lifted or clips. Where the box that has the `order` is none, it moves what lies directly in it, and nothing
    /// that lies deeper.
    OrderNearLayers,
    /// `order` moves no lifted box (WebKit bug 221483).
    OrderNoLayers,
    /// An item of a flex container or a grid that has `float` is painted with floats.
    FloatItems,
    /// A `z-index` counts by `will-change: position`.
    CountAnnounced,
    /// A block's own floats are painted over those of the blocks in it.
    OwnFloatsLast,
    /// A box that clips its overflow, and is lifted by layout containment or a hidden back alone, stays in its layer. The lifted boxes
    /// of its context are painted over the inline content of the layer around.
    KeepClipped,
}

/// Each of them that was found, in Chromium 156, Firefox ESR 153 and WebKitGTK 2.50.
#[rustfmt::skip]
pub static DEPARTURES: [Departure; 6] = [
    Departure { does: Does::OrderNearLayers, key: "order-near", engine: Engine::Chromium, words: "order moves no positioned box two levels below the item", example: "a.flex(b.o1(c(d.rel));e.rel)" },
    Departure { does: Does::FloatItems, key: "float-items", engine: Engine::Firefox, words: "a flex item with float is painted among floats", example: "a.flex(b;c.float)" },
    Departure { does: Does::CountAnnounced, key: "announced", engine: Engine::Firefox, words: "will-change: position makes z-index count", example: "a.rel.z1;b.will-position.z2" },
    Departure { does: Does::OrderNoLayers, key: "order-none", engine: Engine::WebKit, words: "order moves no positioned item", example: "a.flex(b.rel;c.rel.o-1)" },
    Departure { does: Does::OwnFloatsLast, key: "own-floats", engine: Engine::WebKit, words: "a float lies over a later one in an inner block", example: "a.float;b(c.float)" },
    Departure { does: Does::KeepClipped, key: "clipped", engine: Engine::WebKit, words: "contain: layout lifts no box with overflow: clip", example: "a.contain-layout.overflow-clip;b" },
];

/// The rules by which boxes are painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    column: Column,
    departs: bool,
    mutation: Option<Mutation>,
}

/// A mistake, put in on purpose: a test that the random trees can't tell from the truth would be worth nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mutation {
    /// `overflow: hidden` makes a context.
    Overflow,
    /// `container-type` makes a context, as guides said until 2026.
    ContainerType,
    /// `opacity` does nothing.
    Opacity,
    /// `isolation: isolate` does nothing.
    Isolation,
    /// Floats are painted with the blocks.
    Floats,
    /// `order` is ignored.
    Order,
    /// A positioned box keeps its positioned descendants to itself though its `z-index` is auto.
    Traps,
    /// What makes a context without being positioned stays in its layer.
    Unlifted,
}

impl Mutation {
    /// Each of them.
    pub const ALL: [Self; 8] = [
        Self::Overflow,
        Self::ContainerType,
        Self::Opacity,
        Self::Isolation,
        Self::Floats,
        Self::Order,
        Self::Traps,
        Self::Unlifted,
    ];

    /// Its name in records.
    pub fn key(self) -> &'static str {
        self.told().0
    }

    /// In words.
    pub fn words(self) -> &'static str {
        self.told().1
    }

    fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Overflow => ("overflow", "overflow: hidden makes a context"),
            Self::ContainerType => ("container-type", "container-type makes a context"),
            Self::Opacity => ("opacity", "opacity makes none"),
            Self::Isolation => ("isolation", "isolation: isolate makes none"),
            Self::Floats => ("floats", "floats are painted with the blocks"),
            Self::Order => ("order", "order changes nothing"),
            Self::Traps => ("traps", "any positioned box keeps its descendants together"),
            Self::Unlifted => ("unlifted", "contexts that are not positioned stay in their layer"),
        }
    }
}

impl Rules {
    /// The rules of a column of the table, with its engine's other departures.
    pub fn of(column: Column) -> Self {
        Self { column, departs: true, mutation: None }
    }

    /// The specifications' rules for what the declarations do by the same column.
    pub fn without_departures(self) -> Self {
        Self { departs: false, ..self }
    }

    /// The same with a mistake.
    pub fn mutated(self, mutation: Mutation) -> Self {
        Self { mutation: Some(mutation), ..self }
    }

    /// The column whose account the rules follow.
    pub fn column(self) -> Column {
        self.column
    }

    /// What a declaration does: nothing, where the engine does not know it.
    pub fn effects(self, declaration: &Declaration) -> Effects {
        const CONTEXT: Effects = Effects::of([true, true, true, false, false]);
        let property = declaration.pairs().first().map_or("", |(property, _)| property);
        match (self.mutation, property) {
            (Some(Mutation::Overflow), "overflow") if declaration.word == "overflow" => CONTEXT,
            (Some(Mutation::ContainerType), "container-type") if declaration.word != "container-normal" => CONTEXT,
            (Some(Mutation::Opacity), "opacity") | (Some(Mutation::Isolation), "isolation") => Effects::default(),
            _ => declaration.effects(self.column).unwrap_or_default(),
        }
    }

    /// Whether something is done otherwise than the specifications say.
    pub(crate) fn departs(self, does: Does) -> bool {
        let is_own = |departure: &Departure| self.column == Column::Engine(departure.engine);
        self.departs && DEPARTURES.iter().any(|departure| departure.does == does && is_own(departure))
    }

    pub(crate) fn has(self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }
}
