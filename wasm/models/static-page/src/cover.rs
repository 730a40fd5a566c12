//! A cover, drawn from three lines of text and a colour.
//!
//! Outlines and their coverage come from `ab_glyph`, places to break lines from `unicode-linebreak`; each pixel is a whole number of
//! sixteenths of ink. The font is a part of the program (Gelasio Bold, OFL; Latin letters, and marks of which others are put together), so
//! that the same texts give the same bytes on every machine.

use ab_glyph::{Font, FontRef, Glyph, GlyphId, OutlinedGlyph, PxScale, Rect, ScaleFont, point};
use unicode_linebreak::linebreaks;

use crate::canonical::Letters;
use crate::colour::{BLACK, Colour};
use crate::lettering::{BREAK, dotless, drawable, is_combining, mark};
use crate::picture::Picture;

/// Its width in pixels.
pub const WIDTH: usize = 600;
/// Its height in pixels.
pub const HEIGHT: usize = 900;
/// The most characters of a text that are drawn.
pub const MAX_CHARACTERS: usize = 500;

const LATIN: &[u8] = include_bytes!("../fonts/gelasio-bold-latin.ttf");
const LATIN_EXTENDED: &[u8] = include_bytes!("../fonts/gelasio-bold-latin-ext.ttf");
const VIETNAMESE: &[u8] = include_bytes!("../fonts/gelasio-bold-vietnamese.ttf");

/// Free pixels on both sides of text.
const MARGIN: usize = 48;
/// The dark band at the top, which has the kind.
const BAND: usize = 170;
/// Shades from paper to ink, on each of the two papers.
const SHADES: u32 = 16;

/// What a cover says.
#[derive(Debug, Clone, Copy)]
pub struct Cover<'a> {
    /// In the middle.
    pub title: &'a str,
    /// At the bottom.
    pub author: &'a str,
    /// At the top: what kind of book it is, such as its fandom.
    pub kind: &'a str,
    /// The paper.
    pub colour: Colour,
}

/// A cover as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// A PNG.
    pub png: Vec<u8>,
    /// Characters that the font has not, each once: a box stands for each, or for the letter that it is on.
    pub missing: Vec<char>,
    /// Whether a text was too long, and ends in an ellipsis.
    pub is_cut: bool,
}

/// Where a text goes: the rows, and its sizes in pixels, of which the largest is taken at which all of it fits.
struct Area {
    top: usize,
    bottom: usize,
    largest: u32,
    smallest: u32,
    /// The first shade of the paper there.
    paper: u8,
}

const KIND: Area = Area { top: 24, bottom: BAND - 24, largest: 34, smallest: 18, paper: SHADES as u8 };
const TITLE: Area = Area { top: BAND + 40, bottom: 690, largest: 88, smallest: 22, paper: 0 };
const AUTHOR: Area = Area { top: 730, bottom: HEIGHT - 40, largest: 42, smallest: 18, paper: 0 };

/// Draws a cover.
pub fn draw(cover: &Cover<'_>) -> Drawn {
    let ink = cover.colour.ink();
    let band = cover.colour.mixed(BLACK, 2, 5);
    let shades = |paper: Colour, ink: Colour| (0..SHADES).map(move |shade| paper.mixed(ink, shade, SHADES - 1));
    let palette = shades(cover.colour, ink).chain(shades(band, band.ink())).collect();
    let mut pixels = vec![0; WIDTH * HEIGHT];
    pixels[..BAND * WIDTH].fill(SHADES as u8);
    let mut picture = Picture { width: WIDTH, height: HEIGHT, pixels, palette };
    // A line above the author.
    let line = 708 * WIDTH;
    for row in 0..3 {
        picture.pixels[line + row * WIDTH + WIDTH / 2 - 60..][..120].fill(SHADES as u8 - 1);
    }
    let fonts = Fonts::new();
    let mut missing = Vec::new();
    let mut is_cut = false;
    for (text, area) in [(cover.kind, KIND), (cover.title, TITLE), (cover.author, AUTHOR)] {
        let (text, was_cut) = fonts.letters(text, &mut missing);
        is_cut |= was_cut | write(&mut picture, &fonts, &text, &area);
    }
    Drawn { png: picture.png(), missing, is_cut }
}

/// Draws a text centred in its area. Whether it had to be cut.
fn write(picture: &mut Picture, fonts: &Fonts, text: &[Letter], area: &Area) -> bool {
    let room = area.bottom - area.top;
    let mut size = area.largest;
    loop {
        let (mut lines, is_whole) = fonts.wrapped(text, size);
        let height = line_height(size);
        let most = room / height;
        let fits = lines.len() <= most && is_whole;
        if fits || size <= area.smallest {
            let is_cut = lines.len() > most;
            if is_cut {
                lines.truncate(most);
                fonts.end_in_ellipsis(lines.last_mut(), size);
            }
            let top = area.top + (room - lines.len() * height) / 2;
            for (row, line) in lines.iter().enumerate() {
                fonts.draw(picture, line, size, top + row * height, area.paper);
            }
            return is_cut;
        }
        size -= 2;
    }
}

fn line_height(size: u32) -> usize {
    (size * 5 / 4) as usize
}

/// A glyph, and whether a line may end behind it.
#[derive(Debug, Clone, Copy)]
struct Letter {
    font: usize,
    glyph: GlyphId,
    is_space: bool,
    may_end: bool,
    place: Place,
}

/// Where a glyph stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Behind the one before it.
    Line,
    /// Above the one before it, which it makes no wider.
    Above,
    /// Below it.
    Below,
}

/// What fonts have in the place of a character that they lack. Here it is a box of its own.
const MISSING: GlyphId = GlyphId(0);
/// How wide that is, in thousandths of the size, with what is free beside it.
const MISSING_WIDTH: u64 = 700;

/// An empty box that stands on the baseline.
fn draw_box(picture: &mut Picture, left: usize, baseline: usize, size: usize, shade: u8) {
    let (width, height, line) = (size * 55 / 100, size * 65 / 100, (size / 16).max(1));
    for y in 0..height {
        for x in 0..width {
            let is_edge = x < line || y < line || x + line >= width || y + line >= height;
            let (x, y) = (left + size / 16 + x, baseline - height + y);
            if is_edge && x < WIDTH && y < HEIGHT {
                picture.pixels[y * WIDTH + x] = shade;
            }
        }
    }
}

/// The parts of the font.
struct Fonts([FontRef<'static>; 3]);

impl Fonts {
    fn new() -> Self {
        let font = |bytes| FontRef::try_from_slice(bytes).expect("the font is a part of the program, and tested");
        Self([font(LATIN), font(LATIN_EXTENDED), font(VIETNAMESE)])
    }

    /// The part of the font that has a character, and the glyph for it there.
    fn find(&self, character: char) -> Option<(usize, GlyphId)> {
        let mut found = self.0.iter().enumerate().map(|(font, face)| (font, face.glyph_id(character)));
        found.find(|(_, glyph)| *glyph != MISSING)
    }

    /// The letters of a text with single spaces, at most [`MAX_CHARACTERS`], and whether there are more.
    fn letters(&self, text: &str, missing: &mut Vec<char>) -> (Vec<Letter>, bool) {
        // Not a whole text of megabytes.
        let short: String = text.chars().take(8 * MAX_CHARACTERS).collect();
        let is_cut = short.len() < text.len();
        let latin = Letters::latin();
        let short = drawable(&short, &latin);
        let words: String = short.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_cut = words.chars().count() > MAX_CHARACTERS || is_cut && words.len() > MAX_CHARACTERS;
        let mut words: String = words.chars().take(MAX_CHARACTERS).collect();
        if is_cut {
            words.pop();
            words.push('…');
        }
        let breaks: Vec<usize> = linebreaks(&words).map(|(at, _)| at).collect();
        let mut letters: Vec<Letter> = Vec::with_capacity(words.len());
        for (at, character) in words.char_indices() {
            let may_end = breaks.binary_search(&(at + character.len_utf8())).is_ok();
            if character != BREAK {
                self.add(character, &latin, &mut letters, missing);
            }
            if let Some(last) = letters.last_mut() {
                last.may_end = may_end;
            }
        }
        (letters, is_cut)
    }

    /// Adds a character: its glyph, or those of its letter and its marks, or a box.
    fn add(&self, character: char, latin: &Letters, letters: &mut Vec<Letter>, missing: &mut Vec<char>) {
        let is_space = character == ' ';
        let place = Place::Line;
        let is_combining = is_combining(character) && letters.last().is_some_and(|last| !last.is_space);
        if let Some((font, glyph)) = self.find(character).filter(|_| !is_combining) {
            letters.push(Letter { font, glyph, is_space, may_end: false, place });
            return;
        }
        if is_combining && letters.last().is_some_and(|last| last.glyph == MISSING) {
            // The box stands for the letter with all that is on it.
            return;
        }
        if let Some((mark, (font, glyph))) =
            mark(character).filter(|_| is_combining).and_then(|mark| Some((mark, self.find(mark.glyph)?)))
        {
            let place = if mark.is_above { Place::Above } else { Place::Below };
            letters.push(Letter { font, glyph, is_space, may_end: false, place });
            return;
        }
        let start = letters.len();
        if let Some([base, mark]) = latin.parts(character) {
            let (base, before) = (if self.is_above(mark) { dotless(base) } else { base }, missing.len());
            self.add(base, latin, letters, missing);
            self.add(mark, latin, letters, missing);
            if missing.len() == before && letters[start..].iter().all(|letter| letter.glyph != MISSING) {
                return;
            }
            letters.truncate(start);
            missing.truncate(before);
        }
        if !missing.contains(&character) {
            missing.push(character);
        }
        if is_combining {
            // The letter that it stands on is lacking, too.
            while letters.pop().is_some_and(|last| last.place != Place::Line) {}
        }
        letters.push(Letter { font: 0, glyph: MISSING, is_space, may_end: false, place });
    }

    fn is_above(&self, combining: char) -> bool {
        mark(combining).is_some_and(|mark| mark.is_above)
    }

    /// A letter's width in thousandths of its size.
    fn width(&self, letter: &Letter) -> u64 {
        if letter.place != Place::Line {
            return 0;
        }
        if letter.glyph == MISSING {
            return MISSING_WIDTH;
        }
        let face = &self.0[letter.font];
        let units = face.units_per_em().unwrap_or(1000.0);
        // Whole numbers of font units, so this is exact.
        (f64::from(face.h_advance_unscaled(letter.glyph)) * 1000.0 / f64::from(units)) as u64
    }

    /// A line's width in thousandths of pixels, without the space at its end.
    fn length(&self, line: &[Letter], size: u32) -> u64 {
        let end = line.len() - usize::from(line.last().is_some_and(|last| last.is_space));
        line[..end].iter().map(|letter| self.width(letter) * u64::from(size)).sum()
    }

    /// The text's lines, and whether all words fit onto one.
    fn wrapped(&self, text: &[Letter], size: u32) -> (Vec<Vec<Letter>>, bool) {
        let most = (WIDTH - 2 * MARGIN) as u64 * 1000;
        let mut lines: Vec<Vec<Letter>> = Vec::new();
        let mut is_whole = true;
        for word in text.split_inclusive(|letter| letter.may_end) {
            let fits = lines.last().is_some_and(|line| {
                let both = [line.as_slice(), word].concat();
                self.length(&both, size) <= most
            });
            if fits {
                lines.last_mut().expect("it was looked at").extend_from_slice(word);
                continue;
            }
            lines.push(Vec::new());
            for &letter in word {
                let line = lines.last_mut().expect("one was added");
                line.push(letter);
                if self.length(line, size) > most && line.len() > 1 {
                    is_whole = false;
                    line.pop();
                    lines.push(vec![letter]);
                }
            }
        }
        (lines, is_whole)
    }

    /// Takes letters off a line's end until an ellipsis fits behind them.
    fn end_in_ellipsis(&self, line: Option<&mut Vec<Letter>>, size: u32) {
        let Some(line) = line else { return };
        let glyph = self.0[0].glyph_id('…');
        let ellipsis = Letter { font: 0, glyph, is_space: false, may_end: true, place: Place::Line };
        let most = (WIDTH - 2 * MARGIN) as u64 * 1000;
        line.push(ellipsis);
        while line.len() > 1 && (self.length(line, size) > most || line[line.len() - 2].is_space) {
            line.remove(line.len() - 2);
        }
    }

    /// Draws a line centred, its top at a row.
    fn draw(&self, picture: &mut Picture, line: &[Letter], size: u32, top: usize, paper: u8) {
        let mut left = (WIDTH as u64 * 1000).saturating_sub(self.length(line, size)) / 2;
        // What marks stand on: the last letter with those that it has already.
        let mut base: Option<Rect> = None;
        for letter in line {
            // Sizes are of the em here; `ab_glyph`'s are of the height from ascent to descent.
            let face = &self.0[letter.font];
            let scale = PxScale::from(size as f32 * face.height_unscaled() / face.units_per_em().unwrap_or(1000.0));
            // Whole pixels, so that a letter looks the same wherever it stands.
            let baseline = top as f32 + face.as_scaled(scale).ascent().round();
            let pixel = (left / 1000) as usize;
            left += self.width(letter) * u64::from(size);
            if letter.glyph == MISSING {
                base = None;
                draw_box(picture, pixel, baseline as usize, size as usize, paper + SHADES as u8 - 1);
                continue;
            }
            let at = |x: f32, y: f32| Glyph { id: letter.glyph, scale, position: point(x, y) };
            let Some(outline) = face.outline_glyph(at(pixel as f32, baseline)) else { continue };
            let bounds = outline.px_bounds();
            let outline = match (letter.place, base) {
                (Place::Line, _) => Some(outline),
                (_, None) => None,
                (place, Some(under)) => {
                    let gap = (size / 24).max(1) as f32;
                    let right = (under.min.x + under.max.x - bounds.min.x - bounds.max.x) / 2.0;
                    let down = if place == Place::Above {
                        under.min.y - gap - bounds.max.y
                    } else {
                        under.max.y + gap - bounds.min.y
                    };
                    face.outline_glyph(at(pixel as f32 + right.round(), baseline + down.round()))
                }
            };
            let Some(outline) = outline else { continue };
            let bounds = outline.px_bounds();
            base = Some(match base.filter(|_| letter.place != Place::Line) {
                Some(under) => Rect {
                    min: point(under.min.x, under.min.y.min(bounds.min.y)),
                    max: point(under.max.x, under.max.y.max(bounds.max.y)),
                },
                None => bounds,
            });
            draw_outline(picture, &outline, bounds, paper);
        }
    }
}

/// Adds a glyph's ink to a picture, as far as it lies within.
fn draw_outline(picture: &mut Picture, outline: &OutlinedGlyph, bounds: Rect, paper: u8) {
    outline.draw(|x, y, coverage| {
        let (x, y) = (bounds.min.x as i64 + i64::from(x), bounds.min.y as i64 + i64::from(y));
        let shade = (coverage.clamp(0.0, 1.0) * (SHADES - 1) as f32 + 0.5) as u8;
        let is_inside = (0..WIDTH as i64).contains(&x) && (0..HEIGHT as i64).contains(&y);
        if shade > 0 && is_inside {
            let pixel = &mut picture.pixels[y as usize * WIDTH + x as usize];
            // Where letters touch, the darker counts.
            *pixel = (*pixel).max(paper + shade.min(SHADES as u8 - 1));
        }
    });
}
