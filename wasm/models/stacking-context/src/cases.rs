//! The published case: a banner over a picture, that vanishes as the picture gets a filter.

limits::named! {
    /// What a case is about.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        /// The published page, in light mode and in dark mode.
        Page = "page",
        /// Something else of the picture that does or does not hide the banner.
        Cause = "cause",
        /// Something that may bring the banner back.
        Fix = "fix",
        /// Whether the banner stands out of its card: over a header that comes later.
        Leak = "leak",
        /// Whether the banner makes a context: a child with `z-index: -1` stays above its background.
        Context = "context",
        /// Whether a toast stands over a dialog. A modal one is painted as a popover is, and written as one.
        Toast = "toast",
        /// Whether a box that a transform puts in front is hidden behind a later one. Engines may test hits in another order than they paint.
        Depth = "depth",
        /// Whether a header that sticks to the top of its table is hidden behind what scrolls under it.
        Header = "header",
        /// Whether a child with `z-index: -1` is hidden behind the body’s background, which the page may take for its own (css-backgrounds-3,
        /// "The Canvas Background and the Root Element").
        Canvas = "canvas",
    }
}

/// The published page with a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// Its name in records and addresses.
    pub id: &'static str,
    /// What it is about.
    pub kind: Kind,
    /// What is changed, in words.
    pub words: &'static str,
    /// The page: `card` holds `banner` and `image`; where it leaks, `header` comes after the card, and where it is about contexts, the
    /// banner holds `child`. Of toasts, there are `toast` and `dialog`.
    /// Of depth, there are `near` and `late`, in a `space`.
    /// Of headers, there are a table's parts as blocks, `th` in `tr` in `thead`, and `text` in `td`, which has scrolled under the header.
    /// Of the body's background, there are the root, the body and `child`: `paint` is whichever of the two paints the background, and
    /// `html` is a root that has one of its own. A root always makes a context.
    pub tree: &'static str,
    /// Whether by the specifications the banner is behind the image, over the header, or below its child, or the toast is behind the
    /// dialog, or the child behind the background, the header behind the text, or what is
    /// nearer behind what comes later.
    pub hidden: bool,
}

impl Case {
    /// Whether by the specifications a hit test does not find it over the other, as [`hidden`](Self::hidden) says of what is painted:
    /// a modal dialog makes all inert that does not lie in it.
    pub fn is_out_of_reach(&self) -> bool {
        self.hidden || (self.kind == Kind::Toast && self.tree.contains("dialog.popover;"))
    }
}

/// The published page in dark mode.
pub const PUBLISHED: &str = "card.rel.overflow(banner.abs.transform-rotate;image.inline.filter)";

const fn case(id: &'static str, kind: Kind, words: &'static str, hidden: bool, tree: &'static str) -> Case {
    Case { id, kind, words, tree, hidden }
}

/// Each of them.
#[rustfmt::skip]
pub static CASES: [Case; 64] = [
    case("published", Kind::Page, "as published, in dark mode: filter on the image", true, PUBLISHED),
    case("light", Kind::Page, "as published, in light mode: no filter", false, "card.rel.overflow(banner.abs.transform-rotate;image.inline)"),
    case("plain-banner", Kind::Page, "dark mode, the banner without transform", true, "card.rel.overflow(banner.abs;image.inline.filter)"),
    case("plain-light", Kind::Page, "light mode, the banner without transform", false, "card.rel.overflow(banner.abs;image.inline)"),
    case("z-1", Kind::Fix, "z-index: 1 on the banner", false, "card.rel.overflow(banner.abs.transform-rotate.z1;image.inline.filter)"),
    case("z-0", Kind::Fix, "z-index: 0 on the banner", true, "card.rel.overflow(banner.abs.transform-rotate.z0;image.inline.filter)"),
    case("isolate-and-z-1", Kind::Fix, "isolation: isolate on the card and z-index: 1 on the banner", false, "card.rel.overflow.isolate(banner.abs.transform-rotate.z1;image.inline.filter)"),
    case("swap", Kind::Fix, "the banner after the image", false, "card.rel.overflow(image.inline.filter;banner.abs.transform-rotate)"),
    case("image-below", Kind::Fix, "position: relative and z-index: -1 on the image", false, "card.rel.overflow(banner.abs.transform-rotate;image.inline.rel.filter.z-1)"),
    case("static-image-z", Kind::Fix, "z-index: -1 on the image, which is not positioned", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.filter.z-1)"),
    case("filter-on-card", Kind::Fix, "the filter on the card instead", false, "card.rel.overflow.filter(banner.abs.transform-rotate;image.inline)"),
    case("isolate-card", Kind::Fix, "isolation: isolate on the card", true, "card.rel.overflow.isolate(banner.abs.transform-rotate;image.inline.filter)"),
    case("isolate-banner", Kind::Fix, "isolation: isolate on the banner", true, "card.rel.overflow(banner.abs.transform-rotate.isolate;image.inline.filter)"),
    case("rotate-instead", Kind::Fix, "rotate: 0deg beside the transform of the banner", true, "card.rel.overflow(banner.abs.transform-rotate.rotate;image.inline.filter)"),
    case("translate-z", Kind::Fix, "transform: translateZ(1px) on the banner, in place of its rotation", true, "card.rel.overflow(banner.abs.transform-translate-z;image.inline.filter)"),
    case("grid-order", Kind::Fix, "a grid, with order: 1 on the banner", true, "card.rel.overflow.grid(banner.abs.transform-rotate.o1;image.filter)"),
    case("flex-order", Kind::Fix, "a flex container, with order: -1 on the image", false, "card.rel.overflow.flex(banner.abs.transform-rotate;image.filter.o-1)"),
    case("opacity", Kind::Cause, "opacity: .99 on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.opacity-99)"),
    case("blend", Kind::Cause, "mix-blend-mode: multiply on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.blend)"),
    case("relative", Kind::Cause, "position: relative on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.rel)"),
    case("will-change", Kind::Cause, "will-change: filter on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.will-filter)"),
    case("brightness", Kind::Cause, "filter: brightness(1) on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.filter-brightness)"),
    case("transform", Kind::Cause, "transform: rotate(0deg) on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.transform)"),
    case("isolate", Kind::Cause, "isolation: isolate on the image", true, "card.rel.overflow(banner.abs.transform-rotate;image.inline.isolate)"),
    case("filter-none", Kind::Cause, "filter: none on the image", false, "card.rel.overflow(banner.abs.transform-rotate;image.inline.filter-none)"),
    case("overflow", Kind::Cause, "overflow: hidden and rounded corners on the image", false, "card.rel.overflow(banner.abs.transform-rotate;image.inline.overflow-radius)"),
    case("container-type", Kind::Cause, "container-type: inline-size on the image", false, "card.rel.overflow(banner.abs.transform-rotate;image.inline.container-type)"),
    case("leak-z-1", Kind::Leak, "z-index: 1 on the banner", true, "card.rel.overflow(banner.abs.transform-rotate.z1;image.inline.filter);header.rel"),
    case("leak-isolate-and-z-1", Kind::Leak, "z-index: 1 on the banner, isolation: isolate on the card", false, "card.rel.overflow.isolate(banner.abs.transform-rotate.z1;image.inline.filter);header.rel"),
    case("leak-swap", Kind::Leak, "the banner after the image", false, "card.rel.overflow(image.inline.filter;banner.abs.transform-rotate);header.rel"),
    case("leak-filter-on-card", Kind::Leak, "the filter on the card instead", false, "card.rel.overflow.filter(banner.abs.transform-rotate;image.inline);header.rel"),
    case("toast-fixed", Kind::Toast, "a toast with position: fixed and the highest z-index, and a modal dialog", true, "toast.fixed.z2147483647;dialog.popover"),
    case("toast-popover-first", Kind::Toast, "a toast that is a popover, opened before a modal dialog", true, "toast.popover;dialog.popover"),
    case("toast-popover-last", Kind::Toast, "a toast that is a popover, opened after a modal dialog", false, "dialog.popover;toast.popover"),
    case("toast-inside", Kind::Toast, "a toast with position: fixed, in a modal dialog", false, "dialog.popover(toast.fixed)"),
    case("toast-show", Kind::Toast, "a toast with position: fixed and z-index: 1, and a dialog that show() opens", false, "toast.fixed.z1;dialog.abs"),
    case("depth-kept", Kind::Depth, "preserve-3d around both, z-index: 9 on the later one", false, "space.preserve-3d(near.transform-translate-z;late.rel.z9)"),
    case("depth-flat", Kind::Depth, "nothing around both", true, "space(near.transform-translate-z;late.rel.z9)"),
    case("depth-overflow", Kind::Depth, "preserve-3d with overflow: hidden around both", true, "space.preserve-3d.overflow(near.transform-translate-z;late.rel)"),
    case("depth-overflow-clip", Kind::Depth, "preserve-3d with overflow: clip around both", false, "space.preserve-3d.overflow-clip(near.transform-translate-z;late.rel)"),
    case("depth-opacity", Kind::Depth, "preserve-3d with opacity: .99 around both", true, "space.preserve-3d.opacity-99(near.transform-translate-z;late.rel)"),
    case("depth-isolate", Kind::Depth, "preserve-3d with isolation: isolate around both", true, "space.preserve-3d.isolate(near.transform-translate-z;late.rel)"),
    case("depth-contain-layout", Kind::Depth, "preserve-3d with contain: layout around both", false, "space.preserve-3d.contain-layout(near.transform-translate-z;late.rel)"),
    case("depth-between", Kind::Depth, "preserve-3d around both, a box without it between", true, "space.preserve-3d(between(near.transform-translate-z);late.rel)"),
    case("depth-nested", Kind::Depth, "preserve-3d around both, a box with it between", false, "space.preserve-3d(between.preserve-3d(near.transform-translate-z);late.rel)"),
    case("depth-outside", Kind::Depth, "preserve-3d around the nearer one alone", true, "space.preserve-3d(near.transform-translate-z);late.rel"),
    case("header-plain", Kind::Header, "sticky header cells, text without declarations", false, "box.overflow-auto(thead(tr(th.sticky));tbody(row(td(text))))"),
    case("header-relative", Kind::Header, "sticky header cells, text with position: relative", true, "box.overflow-auto(thead(tr(th.sticky));tbody(row(td(text.rel))))"),
    case("header-opacity", Kind::Header, "sticky header cells, text with opacity: .99", true, "box.overflow-auto(thead(tr(th.sticky));tbody(row(td(text.opacity-99))))"),
    case("header-cell", Kind::Header, "sticky header cells, text in a cell with position: relative", true, "box.overflow-auto(thead(tr(th.sticky));tbody(row(td.rel(text))))"),
    case("header-z-1", Kind::Header, "sticky header cells with z-index: 1, text with position: relative", false, "box.overflow-auto(thead(tr(th.sticky.z1));tbody(row(td(text.rel))))"),
    case("header-z-2", Kind::Header, "sticky header cells with z-index: 1, text with position: relative and z-index: 2", true, "box.overflow-auto(thead(tr(th.sticky.z1));tbody(row(td(text.rel.z2))))"),
    case("header-isolate", Kind::Header, "sticky header cells with z-index: 1, text with z-index: 2 in a cell with isolation: isolate", false, "box.overflow-auto(thead(tr(th.sticky.z1));tbody(row(td.isolate(text.rel.z2))))"),
    case("header-thead", Kind::Header, "a sticky thead, text with position: relative", true, "box.overflow-auto(thead.sticky(tr(th));tbody(row(td(text.rel))))"),
    case("header-thead-z-1", Kind::Header, "a sticky thead with z-index: 1, text with position: relative", false, "box.overflow-auto(thead.sticky.z1(tr(th));tbody(row(td(text.rel))))"),
    case("header-row-z-1", Kind::Header, "a sticky tr with z-index: 1, text with position: relative", false, "box.overflow-auto(thead(tr.sticky.z1(th));tbody(row(td(text.rel))))"),
    case("canvas-body", Kind::Canvas, "a background on the body, none on html", false, "paint.isolate(body(child.rel.z-1))"),
    case("canvas-both", Kind::Canvas, "a background on the body, and one on html", true, "html.isolate(paint(child.rel.z-1))"),
    case("canvas-isolate", Kind::Canvas, "a background on the body, with isolation: isolate, and one on html", false, "html.isolate(paint.isolate(child.rel.z-1))"),
    case("canvas-relative", Kind::Canvas, "a background on the body, with position: relative, and one on html", true, "html.isolate(paint.rel(child.rel.z-1))"),
    case("canvas-contain", Kind::Canvas, "a background on the body, with contain: style, none on html", true, "root.isolate(paint.contain-style(child.rel.z-1))"),
    case("canvas-container", Kind::Canvas, "a background on the body, with container-type: inline-size, none on html", true, "root.isolate(paint.container-type(child.rel.z-1))"),
    case("context-light", Kind::Context, "as published, in light mode", true, "card.rel.overflow(banner.abs.transform-rotate(child.rel.z-1);image.inline)"),
    case("context-plain", Kind::Context, "light mode, the banner without transform", false, "card.rel.overflow(banner.abs(child.rel.z-1);image.inline)"),
];
