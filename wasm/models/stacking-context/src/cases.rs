//! The published case: a banner over a picture, that vanishes as the picture gets a filter.

/// What a case is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The published page, in light mode and in dark mode.
    Page,
    /// Something else of the picture that does or does not hide the banner.
    Cause,
    /// Something that may bring the banner back.
    Fix,
    /// Whether the banner stands out of its card: over a header that comes later.
    Leak,
    /// Whether the banner makes a context: a child with `z-index: -1` stays above its background.
    Context,
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
    /// banner holds `child`.
    pub tree: &'static str,
    /// Whether by the specifications the banner is behind the image, over the header, or below its child.
    pub hidden: bool,
}

/// The published page in dark mode.
pub const PUBLISHED: &str = "card.rel.overflow(banner.abs.transform-rotate;image.inline.filter)";

const fn case(id: &'static str, kind: Kind, words: &'static str, hidden: bool, tree: &'static str) -> Case {
    Case { id, kind, words, tree, hidden }
}

/// Each of them.
#[rustfmt::skip]
pub static CASES: [Case; 33] = [
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
    case("context-light", Kind::Context, "as published, in light mode", true, "card.rel.overflow(banner.abs.transform-rotate(child.rel.z-1);image.inline)"),
    case("context-plain", Kind::Context, "light mode, the banner without transform", false, "card.rel.overflow(banner.abs(child.rel.z-1);image.inline)"),
];
