//! What an examination finds, and how it is printed.

use std::fmt;

use optile_core::Arrangement;

/// Whether a finding is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is wrong.
    Right,
    /// Something that is allowed, but that an author wants to know.
    Remark,
    /// Something is wrong.
    Fault,
}

/// The result of one part of an examination.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Whether it is good.
    pub verdict: Verdict,
    /// What was examined, in a few words.
    pub topic: &'static str,
    /// What was found.
    pub text: String,
    /// The board of the smallest counterexample.
    pub board: Option<Arrangement>,
}

impl Finding {
    pub(crate) fn right(topic: &'static str, text: impl Into<String>) -> Self {
        Self { verdict: Verdict::Right, topic, text: text.into(), board: None }
    }

    pub(crate) fn remark(topic: &'static str, text: impl Into<String>) -> Self {
        Self { verdict: Verdict::Remark, ..Self::right(topic, text) }
    }

    pub(crate) fn fault(topic: &'static str, text: impl Into<String>) -> Self {
        Self { verdict: Verdict::Fault, ..Self::right(topic, text) }
    }

    /// The finding with the board of its counterexample.
    pub(crate) fn on(self, board: &Arrangement) -> Self {
        Self { board: Some(*board), ..self }
    }
}

/// One line, and the board as a drawing below it.
impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.verdict {
            Verdict::Right => "ok",
            Verdict::Remark => "note",
            Verdict::Fault => "FAULT",
        };
        write!(f, "  {word:<5} {}: {}", self.topic, self.text)?;
        let Some(board) = &self.board else { return Ok(()) };
        let widest = if board.size().cells() > 10 { 2 } else { 1 };
        for row in board.tiles().chunks(board.size().width()) {
            write!(f, "\n       ")?;
            for tile in row {
                let tile = if *tile == 0 { ".".to_owned() } else { tile.to_string() };
                write!(f, " {tile:>widest$}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_drawn_below_its_finding() {
        let small = "1 2 3 / 4 5 6 / 7 0 8".parse().unwrap();
        let finding = Finding::fault("admissible", "h = 3").on(&small);
        let drawn = "  FAULT admissible: h = 3\n        1 2 3\n        4 5 6\n        7 . 8";
        assert_eq!(finding.to_string(), drawn);
        let large = "1 2 3 4 / 5 6 7 8 / 9 10 0 11".parse().unwrap();
        let drawn =
            "  ok    answers: all\n         1  2  3  4\n         5  6  7  8\n         9 10  . 11";
        assert_eq!(Finding::right("answers", "all").on(&large).to_string(), drawn);
    }
}
