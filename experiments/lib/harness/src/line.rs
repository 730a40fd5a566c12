//! Lines that other programs say.

use std::io::{self, BufRead};

/// Far longer than any line that is waited for.
const LONGEST: usize = 1 << 20;

/// The next line without blanks at its end; empty at the end of what there is to read. One that does not end would fill the
/// memory, so that it is an error.
///
/// # Errors
/// The line cannot be read, is not UTF-8, or is longer than a mebibyte.
pub fn line(from: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    // One more byte, so that too long a line is told from one that just fits.
    io::Read::take(from, LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
    if line.len() > LONGEST {
        return Err(io::Error::other("it said a line of more than 1 MiB"));
    }
    let line = String::from_utf8(line).map_err(|_| io::Error::other("it said what is no UTF-8"))?;
    Ok(line.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_until_there_are_none() {
        let mut said: &[u8] = b"ready\r\n\nlast";
        assert_eq!([(); 4].map(|()| line(&mut said).unwrap()), ["ready", "", "last", ""]);
    }

    #[test]
    fn a_line_that_does_not_end_is_an_error_and_not_read_on() {
        let mut endless = io::BufReader::new(io::repeat(b'a'));
        assert_eq!(line(&mut endless).unwrap_err().to_string(), "it said a line of more than 1 MiB");
        let longest = [vec![b'a'; LONGEST - 1], b"\n".to_vec()].concat();
        assert_eq!(line(&mut &longest[..]).unwrap().len(), LONGEST - 1);
    }

    #[test]
    fn what_is_no_text_is_an_error() {
        assert_eq!(line(&mut &b"\xff\n"[..]).unwrap_err().to_string(), "it said what is no UTF-8");
    }
}
