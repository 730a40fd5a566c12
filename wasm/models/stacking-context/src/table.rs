//! The data: what each declaration does.
//!
//! The column of the specifications follows CSS 2.2 appendix E and the modules that are named beside the rows, as of 2026. An
//! engine's column says what this project's experiment saw it do, where that is something else: Chromium 156, Firefox ESR 153
//! and WebKitGTK 2.50.

use crate::declaration::Engine::{Chromium, Firefox, WebKit};
use crate::declaration::{Declaration, Effects, On};

const NONE: Effects = Effects::of([false; 5]);
const ALL: Effects = Effects::of([true; 5]);
const CONTEXT: Effects = Effects::of([true, true, true, false, false]);
const CONTEXT_ABSOLUTE: Effects = Effects::of([true, true, true, true, false]);
const LIFT_ABSOLUTE: Effects = Effects::of([false, true, true, true, false]);
const LIFT: Effects = Effects::of([false, true, true, false, false]);
const OVER_INLINE: Effects = Effects::of([false, false, true, false, false]);
const ABSOLUTE: Effects = Effects::of([false, false, false, true, false]);

const TWO_WORDS: &str = "write each declaration as a word of its own, such as `rel.z1`";
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
pub static DECLARATIONS: [Declaration; 217] = [
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
    Declaration::new("table", "display: table", NONE).outside("a hit test finds cells elsewhere than some engines paint them"),
    Declaration::new("columns", "columns: 2", NONE).outside("boxes in columns are painted column by column"),
    Declaration::new("flex-item", "flex: none", NONE).on(On::FlexItem),
    Declaration::new("flex-item-order", "order: 1", NONE).on(On::FlexItem),
    Declaration::new("flex-item-z0", "z-index: 0", CONTEXT).on(On::FlexItem),
    Declaration::new("flex-item-z1", "z-index: 1", CONTEXT).on(On::FlexItem),
    Declaration::new("grid-item-z0", "z-index: 0", CONTEXT).on(On::GridItem),
    Declaration::new("grid-item-z1", "z-index: 1", CONTEXT).on(On::GridItem),
    Declaration::new("inline-rel", "position: relative", LIFT_ABSOLUTE).on(On::Inline),
    Declaration::new("inline-rel-z0", "position: relative; z-index: 0", CONTEXT_ABSOLUTE).on(On::Inline),
    Declaration::new("inline-sticky", "position: sticky; top: 0", CONTEXT_ABSOLUTE).on(On::Inline),
    Declaration::new("dialog-show", "dialog.show()", LIFT_ABSOLUTE).on(On::Dialog),
    // The top layer (css-position-4), in which a modal dialog is as well; that leaves nothing else for a hit test to find.
    Declaration::new("popover", "element.showPopover()", CONTEXT_ABSOLUTE).on(On::Popover),
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
    // Chromium and WebKit sort by depth as they paint, and not as they test hits.
    Declaration::new("preserve-3d", "transform-style: preserve-3d", ALL).untold(),
    Declaration::new("flat", "transform-style: flat", NONE),
    Declaration::new("backface", "backface-visibility: hidden", NONE).but(Chromium, OVER_INLINE).but(WebKit, LIFT),
    Declaration::new("transform-origin", "transform-origin: 0 0", NONE),
    Declaration::new("transform-box", "transform-box: fill-box", NONE),
    Declaration::new("offset-path", "offset-path: path('M 50 50 H 60')", ALL).outside("a path moves the box"),
    Declaration::new("offset-anchor", "offset-anchor: 0 0", NONE),
    Declaration::new("offset-path-none", "offset-path: none", NONE),
    Declaration::new("offset-position", "offset-position: 10px 10px", NONE).but(Chromium, ALL),
    Declaration::new("inline-perspective", "perspective: 100px", NONE).on(On::Inline),
    Declaration::new("inline-offset-path", "offset-path: path('M 50 50 H 60')", NONE).on(On::Inline),
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
    Declaration::new("box-reflect", "-webkit-box-reflect: below", NONE).not_in(Firefox).but(Chromium, CONTEXT).but(WebKit, CONTEXT),
    Declaration::new("shape-outside", "shape-outside: circle()", NONE),
    // Containment (css-contain-2, css-contain-3). Container types make no context since 2024 (csswg-drafts issue 10544).
    Declaration::new("contain-layout", "contain: layout", ALL),
    Declaration::new("contain-paint", "contain: paint", ALL),
    Declaration::new("contain-content", "contain: content", ALL),
    Declaration::new("contain-strict", "contain: strict", ALL),
    Declaration::new("contain-size", "contain: size", NONE),
    Declaration::new("contain-style", "contain: style", NONE),
    Declaration::new("contain-inline-size", "contain: inline-size", NONE),
    Declaration::new("inline-contain-layout", "contain: layout", NONE).on(On::Inline),
    Declaration::new("inline-contain-paint", "contain: paint", NONE).on(On::Inline),
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
    Declaration::new("will-content-visibility", "will-change: content-visibility", ALL).but(Chromium, NONE).but(Firefox, NONE).but(WebKit, NONE),
    Declaration::new("will-mask-border", "will-change: mask-border", CONTEXT).but(Chromium, NONE).but(Firefox, NONE),
    // A z-index makes a context only where it counts, and so does its announcement (csswg-drafts issues 11827 and 13979).
    Declaration::new("will-z-index", "will-change: z-index", NONE).but(WebKit, CONTEXT),
    Declaration::new("rel-will-z-index", "position: relative; will-change: z-index", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("abs-will-z-index", "position: absolute; will-change: z-index", CONTEXT_ABSOLUTE).outside(TWO_WORDS),
    Declaration::new("flex-item-will-z-index", "will-change: z-index", CONTEXT).on(On::FlexItem),
    Declaration::new("grid-item-will-z-index", "will-change: z-index", CONTEXT).on(On::GridItem),
    // No value of these makes a context by a specification.
    Declaration::new("will-offset-position", "will-change: offset-position", NONE).but(Chromium, ALL),
    Declaration::new("will-backface-visibility", "will-change: backface-visibility", NONE),
    Declaration::new("will-box-reflect", "will-change: -webkit-box-reflect", NONE).but(Chromium, CONTEXT).but(WebKit, CONTEXT),
    Declaration::new("will-top", "will-change: top", NONE),
    Declaration::new("will-left", "will-change: left", NONE),
    Declaration::new("will-contents", "will-change: contents", NONE),
    Declaration::new("will-scroll-position", "will-change: scroll-position", NONE),
    Declaration::new("will-auto", "will-change: auto", NONE),
    Declaration::new("will-overflow", "will-change: overflow", NONE),
    Declaration::new("will-container-type", "will-change: container-type", NONE),
    // On inline boxes, to which transforms and containment do not apply.
    Declaration::new("inline-will-transform", "will-change: transform", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-translate", "will-change: translate", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-perspective", "will-change: perspective", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-transform-style", "will-change: transform-style", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-offset-path", "will-change: offset-path", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-contain", "will-change: contain", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-content-visibility", "will-change: content-visibility", NONE).on(On::Inline),
    Declaration::new("inline-will-filter", "will-change: filter", ALL).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-will-position", "will-change: position", CONTEXT_ABSOLUTE).on(On::Inline).but(Chromium, ABSOLUTE).but(WebKit, CONTEXT),
    Declaration::new("inline-will-isolation", "will-change: isolation", CONTEXT).on(On::Inline).but(Chromium, NONE),
    Declaration::new("inline-will-z-index", "will-change: z-index", NONE).on(On::Inline).but(WebKit, CONTEXT),
    Declaration::new("inline-rel-will-z-index", "position: relative; will-change: z-index", CONTEXT_ABSOLUTE).on(On::Inline),
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
    // Parts of tables. Containment does not apply to rows (css-contain-2).
    Declaration::new("cell-relative", "position: relative", LIFT_ABSOLUTE).on(On::Cell),
    Declaration::new("row-relative", "position: relative", LIFT_ABSOLUTE).on(On::Row).but(WebKit, NONE),
    Declaration::new("cell-sticky", "position: sticky; top: 0", CONTEXT_ABSOLUTE).on(On::Cell),
    Declaration::new("row-sticky", "position: sticky; top: 0", CONTEXT_ABSOLUTE).on(On::Row),
    Declaration::new("cell-rel-z0", "position: relative; z-index: 0", CONTEXT_ABSOLUTE).on(On::Cell),
    Declaration::new("row-rel-z0", "position: relative; z-index: 0", CONTEXT_ABSOLUTE).on(On::Row).but(WebKit, NONE),
    Declaration::new("cell-z1", "z-index: 1", NONE).on(On::Cell),
    Declaration::new("row-z1", "z-index: 1", NONE).on(On::Row),
    Declaration::new("cell-opacity", "opacity: .5", CONTEXT).on(On::Cell),
    Declaration::new("row-opacity", "opacity: .5", CONTEXT).on(On::Row),
    Declaration::new("cell-isolate", "isolation: isolate", CONTEXT).on(On::Cell),
    Declaration::new("row-isolate", "isolation: isolate", CONTEXT).on(On::Row).but(WebKit, NONE),
    Declaration::new("cell-filter", "filter: grayscale(10%)", ALL).on(On::Cell),
    Declaration::new("row-filter", "filter: grayscale(10%)", ALL).on(On::Row),
    Declaration::new("cell-clip-path", "clip-path: inset(0)", CONTEXT).on(On::Cell),
    Declaration::new("row-clip-path", "clip-path: inset(0)", CONTEXT).on(On::Row),
    Declaration::new("cell-transform", "transform: rotate(0deg)", ALL).on(On::Cell),
    Declaration::new("row-transform", "transform: rotate(0deg)", ALL).on(On::Row),
    Declaration::new("cell-will-transform", "will-change: transform", ALL).on(On::Cell),
    Declaration::new("row-will-transform", "will-change: transform", ALL).on(On::Row).but(WebKit, NONE),
    Declaration::new("cell-contain-layout", "contain: layout", ALL).on(On::Cell),
    Declaration::new("row-contain-layout", "contain: layout", NONE).on(On::Row),
    Declaration::new("cell-contain-paint", "contain: paint", ALL).on(On::Cell),
    Declaration::new("row-contain-paint", "contain: paint", NONE).on(On::Row),
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
