//! The words of a judge's input, with the lines that they are on.

use std::io::{self, Read};

use anyhow::{Context, Result, bail};
use optile_results::text::lines::quote;

/// Whether a byte separates words.
fn is_space(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Words separated by white space, with line numbers.
#[derive(Debug)]
pub(super) struct Words<R> {
    pub(super) source: String,
    reader: R,
    buffer: Vec<u8>,
    /// The unread part of the buffer.
    begin: usize,
    end: usize,
    line: u64,
}

impl<R: Read> Words<R> {
    const BUFFER: usize = 64 * 1024;
    /// The longest word that is read. The longest valid one has twenty-five
    /// characters.
    const LONGEST: usize = 1024;

    pub(super) fn new(source: impl Into<String>, reader: R) -> Self {
        let buffer = vec![0; Self::BUFFER];
        Self { source: source.into(), reader, buffer, begin: 0, end: 0, line: 1 }
    }

    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.source, self.line)
    }

    /// Reads more into the buffer. Returns false at the end of the input.
    fn refill(&mut self) -> Result<bool> {
        self.buffer.copy_within(self.begin..self.end, 0);
        self.end -= self.begin;
        self.begin = 0;
        loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(read) => {
                    self.end += read;
                    return Ok(read > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot read {}", self.source));
                }
            }
        }
    }

    /// Skips white space in the buffer. Returns false if nothing else is left in
    /// it.
    pub(super) fn skip_blanks(&mut self) -> bool {
        if self.line == 1 && self.buffer[self.begin..self.end].starts_with(b"\xEF\xBB\xBF") {
            self.begin += 3;
        }
        while self.begin < self.end {
            match self.buffer[self.begin] {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                _ => return true,
            }
            self.begin += 1;
        }
        false
    }

    /// Reads tiles of one character each, if the buffer has all of them and a space
    /// after them. Otherwise nothing is read. Nearly every board is read here, at a
    /// third of the cost of reading word by word.
    pub(super) fn read_signs(&mut self, tiles: &mut [u8]) -> bool {
        let mut rest = self.buffer[self.begin..self.end].iter();
        let mut lines = 0;
        for tile in tiles {
            let sign = loop {
                match rest.next() {
                    Some(b'\n') => lines += 1,
                    Some(b' ' | b'\t' | b'\r') => {}
                    Some(&sign) => break sign,
                    None => return false,
                }
            };
            let ends = rest.as_slice().first().is_some_and(is_space);
            *tile = match read_sign(sign) {
                Some(value) if ends => value,
                _ => return false,
            };
        }
        self.line += lines;
        self.begin = self.end - rest.len();
        true
    }

    /// The next word; `None` at the end of the input.
    pub(super) fn next(&mut self) -> Result<Option<&[u8]>> {
        while !self.skip_blanks() {
            if !self.refill()? {
                return Ok(None);
            }
        }
        let mut length = 1;
        loop {
            let rest = &self.buffer[self.begin..self.end];
            if let Some(more) = rest[length..].iter().position(is_space) {
                length += more;
                break;
            }
            length = rest.len();
            if length > Self::LONGEST {
                let head = quote(&String::from_utf8_lossy(&rest[..Self::LONGEST]));
                bail!("{}: {head} is neither a tile nor a board", self.place());
            }
            if !self.refill()? {
                break;
            }
        }
        let word = self.begin..self.begin + length;
        self.begin = word.end;
        Ok(Some(&self.buffer[word]))
    }
}

/// The tile written as one character.
pub(super) fn read_sign(sign: u8) -> Option<u8> {
    match sign {
        b'0' | b'x' | b'X' | b'_' => Some(0),
        b'1'..=b'9' => Some(sign - b'0'),
        _ => None,
    }
}

/// The tile written as one word.
pub(super) fn read_tile(word: &[u8]) -> Option<u8> {
    match word {
        [sign] => read_sign(*sign),
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some((tens - b'0') * 10 + ones - b'0'),
        _ => None,
    }
}
