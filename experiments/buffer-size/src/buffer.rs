//! The memory that calls read into and write from.

use std::ops::{Deref, DerefMut};

use rustix::param::page_size;

/// Bytes that begin a page. One that begins elsewhere takes a call to one page more, and some kernels copy to it more slowly:
/// up to 5% for `/dev/zero`.
pub(crate) struct Buffer {
    /// All bytes, those before the page included.
    memory: Vec<u8>,
    start: usize,
}

impl Buffer {
    /// So many bytes, none of them zero: the system would hand out pages that it only makes when they are written.
    pub(crate) fn new(bytes: usize) -> Self {
        let page = page_size();
        let memory = vec![1; bytes + page - 1];
        let start = memory.as_ptr().align_offset(page);
        assert!(start < page, "bytes can begin anywhere");
        Self { memory, start }
    }

    fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.memory.len() + 1 - page_size()
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.range()]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        let range = self.range();
        &mut self.memory[range]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_has_its_size_and_begins_a_page() {
        for bytes in [1, 100, 4096, 70_000, 1 << 22] {
            let mut buffer = Buffer::new(bytes);
            assert_eq!(buffer.len(), bytes);
            assert_eq!(buffer.as_ptr().addr() % page_size(), 0);
            assert!(buffer.iter().all(|&byte| byte == 1));
            buffer[bytes - 1] = 7;
            assert_eq!(buffer.last(), Some(&7));
        }
    }
}
