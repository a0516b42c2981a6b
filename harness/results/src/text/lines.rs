//! Text that is read line by line, with the position for error messages.

use std::io::{BufRead, BufReader, Read};

use anyhow::{Context, Result, bail};

/// The lines of a text file or of standard input.
///
/// A byte-order mark and carriage returns at the ends of lines are dropped. One
/// buffer is used for all lines, so memory does not grow with the file.
#[derive(Debug)]
pub struct Lines<R> {
    source: String,
    reader: BufReader<R>,
    number: u64,
    buffer: Vec<u8>,
}

impl<R: Read> Lines<R> {
    /// The longest line that is read, in bytes. No board needs a tenth of it, files that are
    /// not text have longer lines, and each row of a table repeats the id of its instance.
    pub const LONGEST: usize = 8 * 1024;

    /// The lines of `reader`, which messages call `source`.
    pub fn new(source: impl Into<String>, reader: R) -> Self {
        let reader = BufReader::with_capacity(8 * Self::LONGEST, reader);
        Self { source: source.into(), reader, number: 0, buffer: Vec::new() }
    }

    /// Whether the next line is there already, so that reading it does not wait for input.
    pub fn has_line(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// The number of the line read last, from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The name of this text in messages.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The place of the line read last, as in `boards.tsv:12`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.source, self.number)
    }

    /// Reads the next line, without its end; `None` after the last.
    ///
    /// # Errors
    ///
    /// When it cannot be read, is too long or is not text.
    pub fn advance(&mut self) -> Result<Option<&str>> {
        self.buffer.clear();
        let most = Self::LONGEST as u64 + 1;
        let read = self
            .reader
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut self.buffer)
            .with_context(|| format!("cannot read {}", self.source))?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if read as u64 == most {
            bail!("{}: line is longer than {} bytes", self.place(), Self::LONGEST);
        }
        let mut line = &self.buffer[..];
        if self.number == 1 {
            line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        }
        line = line.strip_suffix(b"\n").unwrap_or(line);
        line = line.strip_suffix(b"\r").unwrap_or(line);
        let valid = match std::str::from_utf8(line) {
            Ok(text) => text.find('\0').map_or(line.len(), |column| column),
            Err(error) => error.valid_up_to(),
        };
        match std::str::from_utf8(line) {
            Ok(text) if valid == line.len() => Ok(Some(text)),
            _ => bail!(
                "{}: byte 0x{:02x} at column {} is not text: expected a text file in UTF-8",
                self.place(),
                line[valid],
                valid + 1
            ),
        }
    }
}

/// The greatest number of characters that a message quotes.
const QUOTED: usize = 60;

/// The greatest number of characters that a row keeps of a text from outside.
const KEPT: usize = 4000;

/// The first characters of a longer text.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A text in quotes, cut if it is long.
pub fn quote(text: &str) -> String {
    format!("{:?}", cut(text, QUOTED))
}

/// A text from outside, such as a reason, as a row keeps it.
pub fn kept(text: &str) -> String {
    cut(text, KEPT)
}

/// Whether a character controls a terminal: its cursor, its colours or its direction of
/// writing.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
        )
}

/// A text from outside, as one line that a terminal may show. Characters that
/// control a terminal become escapes such as `\u{1b}`. A text without them does
/// not change.
pub fn visible(text: &str) -> String {
    escaped(text, |c| c.escape_default().to_string())
}

/// A JSON text with escapes of JSON in place of characters that control a terminal or a page. Its
/// value does not change.
pub fn json(text: &str) -> String {
    escaped(text, |c| match c {
        '\n' => c.to_string(),
        _ => format!("\\u{:04x}", u32::from(c)),
    })
}

/// A text with this in place of control characters. Texts may have megabytes, so others are copied in
/// pieces.
fn escaped(mut text: &str, escape: impl Fn(char) -> String) -> String {
    let mut plain = String::with_capacity(text.len());
    while let Some(at) = text.find(is_control) {
        let (before, after) = text.split_at(at);
        plain.push_str(before);
        let mut rest = after.chars();
        plain.extend(rest.next().map(&escape));
        text = rest.as_str();
    }
    plain + text
}

/// Like [`visible`], but line feeds become spaces, for one line of a file that people open.
pub fn one_line(text: &str) -> String {
    visible(&text.replace('\n', " "))
}

/// Like [`visible`], but line feeds and tabs stay.
pub fn visible_lines(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        let parts: Vec<String> = line.split('\t').map(visible).collect();
        parts.join("\t")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_written_as_escapes() {
        let text = "\u{1b}[31mred\r\n\u{202e}back\u{2069}\u{200f} \u{9b}2J\u{7f}";
        let plain = visible(text);
        assert_eq!(plain, r"\u{1b}[31mred\r\n\u{202e}back\u{2069}\u{200f} \u{9b}2J\u{7f}");
        assert_eq!(visible(&plain), plain);
        assert!(plain.chars().all(|c| !is_control(c)));
        assert_eq!(visible_lines("a\tb\n\u{1b}c\n"), "a\tb\n\\u{1b}c\n");
        assert_eq!(visible("naïve 日本 – ok \\ \""), "naïve 日本 – ok \\ \"");
        assert!(!quote("\u{1b}\u{202e}\u{2066}\u{200e}").chars().any(is_control));
        assert_eq!(
            json("{\n\"a\": \"\u{202e}\u{7f}\u{2028}é\"}"),
            "{\n\"a\": \"\\u202e\\u007f\\u2028é\"}"
        );
    }

    fn read(bytes: &[u8]) -> Result<Vec<String>> {
        let mut lines = Lines::new("test", bytes);
        let mut all = Vec::new();
        while let Some(line) = lines.advance()? {
            all.push(line.to_owned());
        }
        Ok(all)
    }

    #[test]
    fn marks_and_line_ends_are_dropped() {
        let all = read(b"\xEF\xBB\xBFone\r\ntwo\n\nlast").unwrap();
        assert_eq!(all, ["one", "two", "", "last"]);
        assert!(read(b"").unwrap().is_empty());
    }

    #[test]
    fn lines_that_are_not_text_are_refused_with_their_place() {
        let message = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert!(message(b"fine\n\x7fELF\0").starts_with("test:2: byte 0x00 at column 5"));
        assert!(message(b"\xff\xfe1").starts_with("test:1: byte 0xff at column 1"));
        assert!(message(&vec![b'1'; 1 << 20]).starts_with("test:1: line is longer than"));
        assert_eq!(read(&vec![b'1'; 8 << 10]).unwrap().len(), 1);
    }
}
