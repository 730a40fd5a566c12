//! The data: what each declaration does.
//!
//! The column of the specifications follows CSS 2.2 appendix E and the modules that are named beside the rows, as of 2026. An
//! engine's column says what this project's experiment saw it do, where that is something else: Chromium 156, Firefox ESR 153
//! and WebKitGTK 2.50.

use crate::declaration::Engine::{Chromium, Firefox, WebKit};
use crate::declaration::{Declaration, Effects, On};

const NONE: Effects = Effects::of([false; 4]);
const ALL: Effects = Effects::of([true; 4]);
const CONTEXT: Effects = Effects::of([true, true, false, false]);
const CONTEXT_ABSOLUTE: Effects = Effects::of([true, true, true, false]);
const LIFT_ABSOLUTE: Effects = Effects::of([false, true, true, false]);

const LIFT: Effects = Effects::of([false, true, false, false]);

const TWO_WORDS: &str = "write the z-index as a word of its own, such as `rel.z1`";
const TIME: &str = "what is animated changes with time";

/// The style sheet that the rows with animations need.
pub const KEYFRAMES: &str = "\
@keyframes animate-transform { from { transform: rotate(0deg) } to { transform: rotate(1deg) } }
@keyframes animate-filter { from { filter: blur(0) } to { filter: blur(1px) } }
@keyframes animate-opacity { from { opacity: 0.5 } to { opacity: 1 } }
@keyframes animate-z-index { from { z-index: 0 } to { z-index: 1 } }
";

/// The declaration of this name.
pub fn declaration(word: &str) -> Option<&'static Declaration> {
    DECLARATIONS.iter().find(|declaration| declaration.word == word)
}

/// Every row.
#[rustfmt::skip]
pub static DECLARATIONS: [Declaration; 165] = [
    // Position and z-index. With z-index auto, `relative` and `absolute` are lifted and make no context.
    Declaration::new("static", "position: static", NONE),
    Declaration::new("rel", "position: relative", LIFT_ABSOLUTE),
    Declaration::new("abs", "position: absolute", LIFT_ABSOLUTE),
    Declaration::new("fixed", "position: fixed", CONTEXT_ABSOLUTE),
    Declaration::new("sticky", "position: sticky; top: 0", CONTEXT_ABSOLUTE),
    Declaration::new("rel-z0", "position: relative; z-index: 0", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("rel-z1", "position: relative; z-index: 1", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("abs-z0", "position: absolute; z-index: 0", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("abs-z1", "position: absolute; z-index: 1", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("fixed-z1", "position: fixed; z-index: 1", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("sticky-z1", "position: sticky; top: 0; z-index: 1", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("static-z1", "z-index: 1", NONE).outside(TWO_WORDS),
    // Kinds of boxes.
    Declaration::new("float", "float: left", NONE),
    Declaration::new("float-z1", "float: left; z-index: 1", NONE).outside(TWO_WORDS),
    Declaration::new("inline", "display: inline-block", NONE),
    Declaration::new("inline-block-z1", "display: inline-block; z-index: 1", NONE).outside(TWO_WORDS),
    Declaration::new("flow-root", "display: flow-root", NONE),
    Declaration::new("flex", "display: flex", NONE),
    Declaration::new("grid", "display: grid", NONE),
    Declaration::new("table", "display: table", NONE).outside("the parts of tables have layers of their own"),
    Declaration::new("columns", "columns: 2", NONE).outside("boxes in columns are painted column by column"),
    Declaration::new("flex-item", "flex: none", NONE).on(On::FlexItem),
    Declaration::new("flex-item-order", "order: 1", NONE).on(On::FlexItem),
    Declaration::new("flex-item-z0", "z-index: 0", CONTEXT).on(On::FlexItem),
    Declaration::new("flex-item-z1", "z-index: 1", CONTEXT).on(On::FlexItem),
    Declaration::new("grid-item-z0", "z-index: 0", CONTEXT).on(On::GridItem),
    Declaration::new("grid-item-z1", "z-index: 1", CONTEXT).on(On::GridItem),
    Declaration::new("inline-rel", "position: relative", LIFT_ABSOLUTE).on(On::Inline),
    Declaration::new("inline-rel-z0", "position: relative; z-index: 0", CONTEXT_ABSOLUTE).on(On::Inline),
    Declaration::new("dialog-show", "dialog.show()", LIFT_ABSOLUTE).on(On::Dialog),
    // Opacity, blending and isolation (css-color-4, compositing-1).
    Declaration::new("opacity", "opacity: .5", CONTEXT),
    Declaration::new("opacity-99", "opacity: .99", CONTEXT),
    Declaration::new("opacity-almost-1", "opacity: .999999", CONTEXT),
    Declaration::new("opacity-0", "opacity: 0", CONTEXT),
    Declaration::new("opacity-percent", "opacity: 50%", CONTEXT),
    Declaration::new("opacity-1", "opacity: 1", NONE),
    Declaration::new("inline-opacity", "opacity: .5", CONTEXT).on(On::Inline),
    Declaration::new("blend", "mix-blend-mode: multiply", CONTEXT),
    Declaration::new("blend-difference", "mix-blend-mode: difference", CONTEXT),
    Declaration::new("blend-plus-lighter", "mix-blend-mode: plus-lighter", CONTEXT),
    Declaration::new("blend-normal", "mix-blend-mode: normal", NONE),
    Declaration::new("background-blend", "background-blend-mode: multiply", NONE),
    Declaration::new("isolate", "isolation: isolate", CONTEXT),
    Declaration::new("isolation-auto", "isolation: auto", NONE),
    Declaration::new("inline-isolate", "isolation: isolate", CONTEXT).on(On::Inline).but(WebKit, NONE),
    // Filters (filter-effects-1, filter-effects-2).
    Declaration::new("filter", "filter: grayscale(10%)", ALL),
    Declaration::new("filter-blur", "filter: blur(1px)", ALL),
    Declaration::new("filter-blur-0", "filter: blur(0)", ALL),
    Declaration::new("filter-brightness", "filter: brightness(1)", ALL),
    Declaration::new("filter-shadow", "filter: drop-shadow(0 0 1px black)", ALL),
    Declaration::new("filter-opacity", "filter: opacity(1)", ALL),
    Declaration::new("filter-missing", "filter: url(#missing)", ALL),
    Declaration::new("filter-none", "filter: none", NONE),
    Declaration::new("inline-filter", "filter: grayscale(10%)", ALL).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("backdrop", "backdrop-filter: blur(1px)", ALL),
    Declaration::new("backdrop-blur-0", "backdrop-filter: blur(0)", ALL),
    Declaration::new("backdrop-none", "backdrop-filter: none", NONE),
    // Transforms (css-transforms-1, css-transforms-2) and motion paths (motion-1).
    Declaration::new("transform", "transform: rotate(0deg)", ALL),
    Declaration::new("transform-rotate", "transform: rotate(45deg)", ALL),
    Declaration::new("transform-translate", "transform: translate(0)", ALL),
    Declaration::new("transform-translate-z", "transform: translateZ(1px)", ALL),
    Declaration::new("transform-matrix", "transform: matrix(1, 0, 0, 1, 0, 0)", ALL),
    Declaration::new("transform-scale", "transform: scale(1)", ALL),
    Declaration::new("transform-none", "transform: none", NONE),
    Declaration::new("inline-transform", "transform: rotate(0deg)", NONE).on(On::Inline),
    Declaration::new("translate", "translate: 0px", ALL),
    Declaration::new("translate-none", "translate: none", NONE),
    Declaration::new("rotate", "rotate: 0deg", ALL),
    Declaration::new("rotate-none", "rotate: none", NONE),
    Declaration::new("scale", "scale: 1", ALL),
    Declaration::new("scale-none", "scale: none", NONE),
    Declaration::new("perspective", "perspective: 100px", ALL),
    Declaration::new("perspective-none", "perspective: none", NONE),
    Declaration::new("preserve-3d", "transform-style: preserve-3d", ALL).outside("boxes in three dimensions are sorted by their depth"),
    Declaration::new("flat", "transform-style: flat", NONE),
    Declaration::new("backface", "backface-visibility: hidden", NONE).but(WebKit, LIFT),
    Declaration::new("transform-origin", "transform-origin: 0 0", NONE),
    Declaration::new("transform-box", "transform-box: fill-box", NONE),
    Declaration::new("offset-path", "offset-path: path('M 50 50 H 60')", ALL).outside("a path moves the box"),
    Declaration::new("offset-anchor", "offset-anchor: 0 0", NONE),
    Declaration::new("offset-path-none", "offset-path: none", NONE),
    // Clipping and masks (css-masking-1).
    Declaration::new("clip-path", "clip-path: inset(0)", CONTEXT),
    Declaration::new("clip-path-box", "clip-path: border-box", CONTEXT),
    Declaration::new("clip-path-missing", "clip-path: url(#missing)", CONTEXT),
    Declaration::new("clip-path-none", "clip-path: none", NONE),
    Declaration::new("mask", "mask-image: linear-gradient(#000, #000)", CONTEXT),
    Declaration::new("mask-missing", "mask-image: url(#missing)", CONTEXT).outside("a mask that is missing may hide the box"),
    Declaration::new("mask-none", "mask-image: none", NONE),
    Declaration::new("mask-border", "mask-border-source: linear-gradient(#000, #000)", CONTEXT).outside("too few engines know it").not_in(Chromium).not_in(Firefox),
    Declaration::new("mask-box-image", "-webkit-mask-box-image-source: linear-gradient(#000, #000)", CONTEXT).outside("too few engines know it").not_in(Firefox),
    Declaration::new("clip", "position: absolute; clip: rect(0px, 60px, 40px, 0px)", LIFT_ABSOLUTE).outside("it is obsolete; write `clip-path`"),
    Declaration::new("shape-outside", "shape-outside: circle()", NONE),
    // Containment (css-contain-2, css-contain-3). Container types make no context since 2024 (csswg-drafts issue 10544).
    Declaration::new("contain-layout", "contain: layout", ALL),
    Declaration::new("contain-paint", "contain: paint", ALL),
    Declaration::new("contain-content", "contain: content", ALL),
    Declaration::new("contain-strict", "contain: strict", ALL),
    Declaration::new("contain-size", "contain: size", NONE),
    Declaration::new("contain-style", "contain: style", NONE),
    Declaration::new("contain-inline-size", "contain: inline-size", NONE),
    Declaration::new("contain-none", "contain: none", NONE),
    Declaration::new("content-visibility", "content-visibility: auto", ALL).outside("what it holds is drawn a frame later"),
    Declaration::new("content-visibility-visible", "content-visibility: visible", NONE),
    Declaration::new("container-type", "container-type: inline-size", NONE),
    Declaration::new("container-size", "container-type: size", NONE),
    Declaration::new("container-scroll-state", "container-type: scroll-state", NONE).not_in(Firefox).not_in(WebKit),
    Declaration::new("container-normal", "container-type: normal", NONE),
    // Announced changes (css-will-change-1): as the announced property with any value but its initial one.
    Declaration::new("will-transform", "will-change: transform", ALL),
    Declaration::new("will-translate", "will-change: translate", ALL),
    Declaration::new("will-rotate", "will-change: rotate", ALL),
    Declaration::new("will-scale", "will-change: scale", ALL),
    Declaration::new("will-perspective", "will-change: perspective", ALL),
    Declaration::new("will-transform-style", "will-change: transform-style", ALL),
    Declaration::new("will-offset-path", "will-change: offset-path", ALL),
    Declaration::new("will-filter", "will-change: filter", ALL),
    Declaration::new("will-backdrop-filter", "will-change: backdrop-filter", ALL),
    Declaration::new("will-contain", "will-change: contain", ALL),
    Declaration::new("will-opacity", "will-change: opacity", CONTEXT),
    Declaration::new("will-mix-blend-mode", "will-change: mix-blend-mode", CONTEXT),
    Declaration::new("will-isolation", "will-change: isolation", CONTEXT),
    Declaration::new("will-clip-path", "will-change: clip-path", CONTEXT),
    Declaration::new("will-mask", "will-change: mask", CONTEXT),
    Declaration::new("will-mask-image", "will-change: mask-image", CONTEXT),
    Declaration::new("will-view-transition-name", "will-change: view-transition-name", CONTEXT),
    Declaration::new("will-position", "will-change: position", CONTEXT_ABSOLUTE),
    Declaration::new("will-z-index", "will-change: z-index", NONE).but(WebKit, CONTEXT),
    Declaration::new("will-top", "will-change: top", NONE),
    Declaration::new("will-left", "will-change: left", NONE),
    Declaration::new("will-contents", "will-change: contents", NONE),
    Declaration::new("will-scroll-position", "will-change: scroll-position", NONE),
    Declaration::new("will-auto", "will-change: auto", NONE),
    Declaration::new("will-overflow", "will-change: overflow", NONE),
    Declaration::new("will-container-type", "will-change: container-type", NONE),
    Declaration::new("inline-will-transform", "will-change: transform", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-opacity", "will-change: opacity", CONTEXT).on(On::Inline),
    // Animations (web-animations-1): while one is in effect, as will-change of what it animates.
    Declaration::new("animate-transform", "animation: animate-transform 1s paused", ALL).outside(TIME),
    Declaration::new("animate-transform-filled", "animation: animate-transform 1ms forwards", ALL).outside(TIME),
    Declaration::new("animate-transform-ended", "animation: animate-transform 1ms", NONE).outside(TIME),
    Declaration::new("animate-filter", "animation: animate-filter 1s paused", ALL).outside(TIME),
    Declaration::new("animate-filter-filled", "animation: animate-filter 1ms forwards", ALL).outside(TIME),
    Declaration::new("animate-opacity", "animation: animate-opacity 1s paused", CONTEXT).outside(TIME),
    Declaration::new("animate-opacity-filled", "animation: animate-opacity 1ms forwards", CONTEXT).outside(TIME),
    Declaration::new("animate-z-index", "animation: animate-z-index 1s paused", NONE).outside(TIME).but(WebKit, CONTEXT),
    Declaration::new("animate-nothing", "animation: animate-nothing 1s paused", NONE).outside(TIME),
    Declaration::new("transition", "transition: transform 1s", NONE),
    // View transitions (css-view-transitions-1).
    Declaration::new("view-transition-name", "view-transition-name: card", CONTEXT).outside("no two boxes may have one name"),
    Declaration::new("view-transition-none", "view-transition-name: none", NONE),
    // Overflow and scrolling.
    Declaration::new("overflow", "overflow: hidden", NONE),
    Declaration::new("overflow-clip", "overflow: clip", NONE),
    Declaration::new("overflow-auto", "overflow: auto", NONE),
    Declaration::new("overflow-scroll", "overflow: scroll", NONE),
    Declaration::new("overflow-radius", "overflow: hidden; border-radius: 5px", NONE),
    Declaration::new("radius", "border-radius: 5px", NONE),
    Declaration::new("touch-scrolling", "-webkit-overflow-scrolling: touch", NONE).outside("only iOS knew it").not_in(Chromium).not_in(Firefox).not_in(WebKit),
    Declaration::new("scroll-snap", "scroll-snap-type: y mandatory", NONE),
    Declaration::new("overscroll", "overscroll-behavior: contain", NONE),
    // What else is suspected now and then.
    Declaration::new("visible", "visibility: visible", NONE),
    Declaration::new("pointer-events", "pointer-events: auto", NONE),
    Declaration::new("vertical", "writing-mode: vertical-rl", NONE).outside("it turns the layout"),
    Declaration::new("rtl", "direction: rtl", NONE).outside("it turns the layout"),
    Declaration::new("shadow", "box-shadow: 0 0 1px black", NONE),
    Declaration::new("outline", "outline: 1px solid black", NONE),
    Declaration::new("caret", "caret-color: red", NONE),
    Declaration::new("color-scheme", "color-scheme: dark", NONE),
    Declaration::new("anchor", "anchor-name: --card", NONE),
    Declaration::new("resize", "overflow: auto; resize: both", NONE),
];
