//! Declarations, and their effects by the specifications and in each engine.

/// An engine that draws pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// Blink, in Chromium.
    Chromium,
    /// Gecko, in Firefox.
    Firefox,
    /// WebKit, in WebKitGTK: Safari's engine, and not Safari.
    WebKit,
}

impl Engine {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Chromium, Self::Firefox, Self::WebKit];

    /// Its name in commands and addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        }
    }

    /// Its name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "Chromium",
            Self::Firefox => "Firefox",
            Self::WebKit => "WebKitGTK",
        }
    }

    /// The engine of this [key](Self::key).
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|engine| engine.key() == key)
    }
}

/// A column of the table: by whose account a declaration does something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The specifications, as of 2026.
    Specifications,
    /// What an engine was seen to do.
    Engine(Engine),
}

impl Column {
    /// Each of them.
    pub const ALL: [Self; 4] = [
        Self::Specifications,
        Self::Engine(Engine::Chromium),
        Self::Engine(Engine::Firefox),
        Self::Engine(Engine::WebKit),
    ];

    /// Its name in commands and addresses.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Specifications => "specifications",
            Self::Engine(engine) => engine.key(),
        }
    }

    /// The [key](Self::key) of each, in the same order.
    pub const KEYS: [&'static str; 4] = {
        let (mut keys, mut i) = ([""; 4], 0);
        while i < keys.len() {
            keys[i] = Self::ALL[i].key();
            i += 1;
        }
        keys
    };

    /// Its name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Specifications => "Specifications",
            Self::Engine(engine) => engine.name(),
        }
    }

    /// The column of this [key](Self::key).
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.key() == key)
    }
}

/// Effects of a declaration on the box that has it: the questions of the matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Effects {
    /// It makes a stacking context: a child with `z-index: -1` stays above the background of the block around the box.
    pub context: bool,
    /// It lifts the box over an earlier positioned sibling: into layer zero, unless a `z-index` says another.
    pub lifts: bool,
    /// The box is painted over inline content that comes later: what lifts does that, and in an engine something else besides.
    pub over_inline: bool,
    /// It contains absolutely positioned descendants.
    pub contains_absolute: bool,
    /// It contains fixed descendants.
    pub contains_fixed: bool,
}

impl Effects {
    /// The questions, each by its key and in words.
    pub const QUESTIONS: [(&'static str, &'static str); 5] = [
        ("context", "makes a stacking context"),
        ("lifts", "lifts over an earlier positioned box"),
        ("over-inline", "paints over later inline content"),
        ("contains-absolute", "contains absolute boxes"),
        ("contains-fixed", "contains fixed boxes"),
    ];

    /// From the answers, in the order of the [questions](Self::QUESTIONS).
    pub const fn of([context, lifts, over_inline, contains_absolute, contains_fixed]: [bool; 5]) -> Self {
        Self { context, lifts, over_inline, contains_absolute, contains_fixed }
    }

    /// The answers, in the order of the [questions](Self::QUESTIONS).
    pub const fn answers(self) -> [bool; 5] {
        [self.context, self.lifts, self.over_inline, self.contains_absolute, self.contains_fixed]
    }
}

limits::named! {
    /// What stands where a declaration is made.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum On as "OnName" {
        /// A block box: `<div>`.
        Block = "block",
        /// An inline box: `<span>` with text.
        Inline = "inline",
        /// An item of a flex container.
        FlexItem = "flex-item",
        /// An item of a grid.
        GridItem = "grid-item",
        /// A `<dialog>` opened by `show()`.
        Dialog = "dialog",
        /// A cell of a table: `<td>`.
        Cell = "cell",
        /// A row of a table: `<tr>`.
        Row = "row",
        /// A box with `popover="manual"`, opened by `showPopover()`.
        Popover = "popover",
    }
}

impl On {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Block => "a block",
            Self::Inline => "an inline box",
            Self::FlexItem => "a flex item",
            Self::GridItem => "a grid item",
            Self::Dialog => "a dialog that show() opened",
            Self::Cell => "a table’s cell",
            Self::Row => "a table’s row",
            Self::Popover => "a popover",
        }
    }
}

/// What an engine was seen to do with a declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    AsSpecified,
    Unsupported,
    Otherwise(Effects),
}

/// A row of the table: a declaration, or a few that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    pub(crate) word: &'static str,
    pub(crate) css: &'static str,
    pub(crate) on: On,
    pub(crate) specified: Effects,
    pub(crate) seen: [Seen; 3],
    /// Why it is no word of trees, if it is none.
    pub(crate) outside: Option<&'static str>,
    /// Whether a hit test tells the order of trees with this word.
    pub(crate) is_told_by_hits: bool,
}

impl Declaration {
    pub(crate) const fn new(word: &'static str, css: &'static str, specified: Effects) -> Self {
        Self { word, css, on: On::Block, specified, seen: [Seen::AsSpecified; 3], outside: None, is_told_by_hits: true }
    }

    pub(crate) const fn on(self, on: On) -> Self {
        let why = match on {
            On::Block => return self,
            On::Cell | On::Row => "a hit test finds cells elsewhere than some engines paint them",
            On::Popover => return Self { on, ..self },
            On::Inline => "inline boxes may be split over lines",
            On::FlexItem => "write it as a child of a box that is `flex`",
            On::GridItem => "write it as a child of a box that is `grid`",
            On::Dialog => "dialogs that are modal go to the top layer; `abs` is like one that is not",
        };
        Self { on, ..self }.outside(why)
    }

    /// Marks the declaration as no word of trees, for this reason.
    pub(crate) const fn outside(self, why: &'static str) -> Self {
        Self { outside: Some(why), ..self }
    }

    /// No hit test tells the order of trees with this word, so that it is left out of random ones.
    pub(crate) const fn untold(self) -> Self {
        Self { is_told_by_hits: false, ..self }
    }

    pub(crate) const fn but(self, engine: Engine, effects: Effects) -> Self {
        self.seen_by(engine, Seen::Otherwise(effects))
    }

    pub(crate) const fn not_in(self, engine: Engine) -> Self {
        self.seen_by(engine, Seen::Unsupported)
    }

    const fn seen_by(self, engine: Engine, by_it: Seen) -> Self {
        let mut seen = self.seen;
        seen[engine as usize] = by_it;
        Self { seen, ..self }
    }

    /// Its name: a word of the grammar of trees, if it is [one](Self::in_trees).
    pub fn word(&self) -> &'static str {
        self.word
    }

    /// As it stands in a style sheet, without the last semicolon.
    pub fn css(&self) -> &'static str {
        self.css
    }

    /// Properties and their values.
    pub fn pairs(&self) -> Vec<(&'static str, &'static str)> {
        self.css.split("; ").filter_map(|one| one.split_once(": ")).collect()
    }

    /// What it is declared on.
    pub fn on_what(&self) -> On {
        self.on
    }

    /// What the specifications have it do.
    pub fn specified(&self) -> Effects {
        self.specified
    }

    /// Its effects by this account; `None` where the engine does not know it.
    pub fn effects(&self, column: Column) -> Option<Effects> {
        let Column::Engine(engine) = column else { return Some(self.specified) };
        match self.seen[engine as usize] {
            Seen::AsSpecified => Some(self.specified),
            Seen::Unsupported => None,
            Seen::Otherwise(effects) => Some(effects),
        }
    }

    /// Whether it opens the box in the top layer.
    pub fn opens(&self) -> bool {
        self.on == On::Popover
    }

    /// Whether a hit test tells the order of trees with this word.
    pub fn is_told_by_hits(&self) -> bool {
        self.is_told_by_hits
    }

    /// Whether it is a word of trees.
    pub fn in_trees(&self) -> bool {
        self.outside.is_none()
    }
}
