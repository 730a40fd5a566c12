//! By whose account, and with which mistake, boxes are painted.

use crate::declaration::{Column, Declaration, Effects, Engine};

/// By which rules boxes are painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    column: Column,
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
        match self {
            Self::Overflow => "overflow",
            Self::ContainerType => "container-type",
            Self::Opacity => "opacity",
            Self::Isolation => "isolation",
            Self::Floats => "floats",
            Self::Order => "order",
            Self::Traps => "traps",
            Self::Unlifted => "unlifted",
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Overflow => "overflow: hidden makes a context",
            Self::ContainerType => "container-type makes a context",
            Self::Opacity => "opacity makes none",
            Self::Isolation => "isolation: isolate makes none",
            Self::Floats => "floats are painted with the blocks",
            Self::Order => "order changes nothing",
            Self::Traps => "any positioned box keeps its descendants together",
            Self::Unlifted => "contexts that are not positioned stay in their layer",
        }
    }
}

impl Rules {
    /// Those of a column of the table.
    pub fn of(column: Column) -> Self {
        Self { column, mutation: None }
    }

    /// The same with a mistake.
    pub fn mutated(self, mutation: Mutation) -> Self {
        Self { mutation: Some(mutation), ..self }
    }

    /// By whose account.
    pub fn column(self) -> Column {
        self.column
    }

    /// What a declaration does: nothing, where the engine does not know it.
    pub fn effects(self, declaration: &Declaration) -> Effects {
        const CONTEXT: Effects = Effects::of([true, true, false, false]);
        let property = declaration.pairs().first().map_or("", |(property, _)| property);
        match (self.mutation, property) {
            (Some(Mutation::Overflow), "overflow") if declaration.word == "overflow" => CONTEXT,
            (Some(Mutation::ContainerType), "container-type") if declaration.word != "container-normal" => CONTEXT,
            (Some(Mutation::Opacity), "opacity") | (Some(Mutation::Isolation), "isolation") => Effects::default(),
            _ => declaration.effects(self.column).unwrap_or_default(),
        }
    }

    /// Whether `order` moves a lifted child among the layers of its context too. WebKit moves it only among its siblings in the
    /// layer of inline content (bug 221483).
    pub(crate) fn order_moves_lifted(self) -> bool {
        self.column != Column::Engine(Engine::WebKit)
    }

    /// Whether a `z-index` counts by a declaration of a box that is not positioned. In Firefox it does by `will-change: position`.
    pub(crate) fn z_index_counts_by(self, declaration: &Declaration) -> bool {
        self.column == Column::Engine(Engine::Firefox) && declaration.word == "will-position"
    }

    pub(crate) fn has(self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }
}
