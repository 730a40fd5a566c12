//! Prints what the models answer natively, as JSON: each made-up book, the cover that is drawn for it, and the book with that cover,
//! by their lengths and checksums; then a few covers that are hard to draw.
//!
//! `wasm/labs/static-page-drawing/tests/native-equals-wasm.test.ts` asks both WebAssembly modules the same and compares.

use limits::Quoted;
use static_page_drawing_lab::drawn;
use static_page_lab::samples::{SAMPLES, file};
use static_page_lab::{ByteRange, Pieces, look, plan};
use static_page_model::colour::Colour;
use static_page_model::crc32;

const HARD: [[&str; 3]; 4] = [
    ["", "", ""],
    ["Ночь ✨ \u{202e}abc\u{0}", "ﬁ ﬂ — “quoted”", "Příliš žluťoučký kůň"],
    ["Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", "x", "y"],
    ["a b c d e f g h i j k l m n o p q r s t u v w x y z", "soft\u{ad}hyphen", "100% &amp; <b>"],
];

fn main() {
    let books = SAMPLES.map(|sample| {
        let old = file(sample.id, 0).expect("it is one of them").head;
        let mut pieces = Pieces::new(old.len() as u64);
        let found = loop {
            let found = look(&pieces).expect("a made-up book opens");
            let Some(ByteRange { start, end }) = found.needs else { break found };
            pieces.add(start as u64, old[start as usize..end as usize].to_vec());
        };
        let cover = drawn([&found.title, &found.author, &found.kind], &found.colour).expect("it is a colour");
        let planned = plan(&pieces, &cover.png, false).expect("it has no cover");
        let mut new = Vec::new();
        for range in &planned.kept {
            new.extend_from_slice(&old[range.start as usize..range.end as usize]);
        }
        new.extend_from_slice(&planned.tail);
        let (entries, unchanged, read) = (planned.entries, planned.unchanged, pieces.bytes());
        format!(
            r#"{{"id":{},"colour":{},"old":{},"png":{},"new":{},"entries":{entries},"unchanged":{unchanged},"read":{read}}}"#,
            Quoted(sample.id),
            Quoted(&found.colour),
            pinned(&old),
            pinned(&cover.png),
            pinned(&new),
        )
    });
    let hard = HARD.map(|texts| {
        let [title, author, kind] = texts.map(|text| Quoted(text).to_string().replace("\\u{0}", "\\u0000"));
        let colour = Colour::of(texts[0]).text();
        let found = drawn(texts, &colour).expect("it is a colour");
        let (cut, missing) = (found.is_cut, found.missing.chars().count());
        format!(
            r#"{{"text":[{title},{author},{kind},"{colour}"],"png":{},"missing":{missing},"isCut":{cut}}}"#,
            pinned(&found.png)
        )
    });
    println!(r#"{{"books":[{}],"#, books.join(",\n"));
    println!(r#""hard":[{}]}}"#, hard.join(",\n"));
}

fn pinned(bytes: &[u8]) -> String {
    format!("[{},{}]", bytes.len(), crc32(bytes))
}
