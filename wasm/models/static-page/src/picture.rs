//! A picture of few colours, and its PNG (RFC 2083).

use miniz_oxide::deflate::compress_to_vec_zlib;

use crate::bytes::crc32;
use crate::colour::Colour;

/// Pixels by the number of their colour.
pub(crate) struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
    pub palette: Vec<Colour>,
}

impl Picture {
    /// Its PNG, with a byte a pixel and no filter, which suits a palette.
    pub(crate) fn png(&self) -> Vec<u8> {
        let mut rows = Vec::with_capacity(self.pixels.len() + self.height);
        for row in self.pixels.chunks_exact(self.width) {
            rows.push(0);
            rows.extend_from_slice(row);
        }
        let mut header = Vec::new();
        header.extend((self.width as u32).to_be_bytes());
        header.extend((self.height as u32).to_be_bytes());
        // 8 bits, palette, deflate, adaptive filters, no interlacing.
        header.extend([8, 3, 0, 0, 0]);
        let palette: Vec<u8> = self.palette.iter().flat_map(|colour| [colour.red, colour.green, colour.blue]).collect();
        let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
        chunk(&mut png, b"IHDR", &header);
        chunk(&mut png, b"PLTE", &palette);
        chunk(&mut png, b"IDAT", &compress_to_vec_zlib(&rows, 7));
        chunk(&mut png, b"IEND", &[]);
        png
    }
}

fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    png.extend((data.len() as u32).to_be_bytes());
    let start = png.len();
    png.extend(kind);
    png.extend(data);
    let crc = crc32(&png[start..]);
    png.extend(crc.to_be_bytes());
}
