//! Moves that somebody found, in all forms in which programs write them.

use std::io::Write;
use std::str::FromStr;

use anyhow::{Context, Error, Result, ensure};
use optile_core::{Arrangement, Move, Path};
use optile_results::text::lines::quote;
use optile_results::text::quantity::counted;

use super::answer::Mover;

/// Moves in one of the forms that `solve` writes, or as a list, arrows or run lengths.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    steps: Steps,
    /// Whose moves they are, if their text says so.
    of: Option<Mover>,
    /// Which form was taken, if two are possible.
    pub(super) note: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
enum Steps {
    Directions(Path),
    /// The tiles that move.
    Tiles(Vec<u64>),
}

impl Claim {
    /// The moves of the blank from `start`.
    ///
    /// # Errors
    ///
    /// If a tile cannot move.
    pub(super) fn path(&self, start: &Arrangement, of: Mover) -> Result<Path> {
        let tiles = match &self.steps {
            Steps::Directions(path) => return Ok(self.of.unwrap_or(of).path(path)),
            Steps::Tiles(tiles) => tiles,
        };
        let (mut board, mut moves) = (*start, Vec::new());
        for (number, &tile) in (1..).zip(tiles) {
            let leads = |m: &Move| {
                let next = Path::new(vec![*m]).replay(&board).ok()?;
                (u64::from(board.tiles()[next.blank()]) == tile).then_some((*m, next))
            };
            let found = Move::ALL.iter().find_map(leads);
            let (m, next) = found.with_context(|| {
                format!("move {number}: tile {tile} is not beside the blank of {board}")
            })?;
            moves.push(m);
            board = next;
        }
        Ok(moves.into_iter().collect())
    }
}

impl FromStr for Claim {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (head, text) = match text.split_once(':') {
            Some((head, rest)) if head.contains("move") => (head, rest),
            _ => ("", text),
        };
        let of = match (head.contains("of tiles"), head.contains("of the blank")) {
            (true, _) => Some(Mover::Tiles),
            (false, true) => Some(Mover::Blank),
            (false, false) => None,
        };
        let words = text.split(|sign: char| sign.is_whitespace() || ",;[](){}'\"".contains(sign));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        if !words.is_empty() && words.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit())) {
            let tiles = words.iter().map(|word| word.parse::<u64>());
            let tiles: Vec<u64> = tiles.collect::<Result<_, _>>()?;
            let is_open = matches!(tiles[..], [10..=24]);
            let note = is_open.then(|| format!("{} is read as one tile", tiles[0]));
            return Ok(Self { steps: Steps::Tiles(tiles), of: None, note });
        }
        let (mut moves, mut note) = (Vec::new(), None);
        for word in words {
            match named(word) {
                Some(m) => moves.push(m),
                None => {
                    let (more, is_open) = runs(word)?;
                    moves.extend(more);
                    if is_open && note.is_none() {
                        note = Some(format!(
                            "{} is read with each number behind its move",
                            quote(word)
                        ));
                    }
                }
            }
        }
        Ok(Self { steps: Steps::Directions(moves.into_iter().collect()), of, note })
    }
}

fn named(word: &str) -> Option<Move> {
    match word.to_ascii_lowercase().as_str() {
        "up" => Some(Move::Up),
        "left" => Some(Move::Left),
        "right" => Some(Move::Right),
        "down" => Some(Move::Down),
        _ => None,
    }
}

fn sign(sign: char) -> Option<Move> {
    match sign {
        '↑' | '⇑' => Some(Move::Up),
        '←' | '⇐' => Some(Move::Left),
        '→' | '⇒' => Some(Move::Right),
        '↓' | '⇓' => Some(Move::Down),
        _ => Move::from_letter(sign),
    }
}

/// The most moves of a run. No shortest path is as long.
const LONGEST_RUN: usize = 1000;

/// The moves of a word of letters or arrows, with the length of a run behind or before its move.
/// Also whether numbers could belong to the other move beside them.
fn runs(word: &str) -> Result<(Vec<Move>, bool)> {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let is_before = word.starts_with(is_digit);
    let is_open = word.contains(is_digit) && !is_before && !word.ends_with(is_digit);
    let (mut moves, mut rest) = (Vec::new(), word);
    while !rest.is_empty() {
        let number = |text: &str| text.find(|sign: char| !is_digit(sign)).unwrap_or(text.len());
        let (before, text) = rest.split_at(if is_before { number(rest) } else { 0 });
        let letter = text.chars().next();
        let m = letter.and_then(sign).with_context(|| {
            format!(
                "{} is no move: expected letters u, l, r and d, words such as up, arrows, or the \
                 numbers of tiles",
                quote(word)
            )
        })?;
        let text = &text[letter.map_or(0, char::len_utf8)..];
        let (behind, text) = text.split_at(if is_before { 0 } else { number(text) });
        let count = [before, behind].concat();
        let count = if count.is_empty() { 1 } else { count.parse().unwrap_or(usize::MAX) };
        ensure!(count <= LONGEST_RUN, "{}: a run has at most {LONGEST_RUN} moves", quote(word));
        moves.extend(vec![m; count]);
        rest = text;
    }
    Ok((moves, is_open))
}

/// Writes what a path to the goal that somebody found is worth, given an optimal one.
pub(super) fn write_worth(claim: &Path, optimal: &Path, out: &mut dyn Write) -> Result<()> {
    let (moves, least) = (counted(claim.len(), "move"), optimal.len());
    match claim.len().checked_sub(least) {
        Some(0) => writeln!(out, "{moves} to the goal, and no path is shorter")?,
        _ => writeln!(out, "{moves} to the goal; a shortest path has {least}: {optimal}")?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use optile_core::Problem;

    use super::*;

    #[test]
    fn all_forms_are_the_same_path() {
        let problem: Problem = "123x46758".parse().unwrap();
        for text in [
            "rdr",
            "RDR",
            "R D R",
            "r,d,r",
            "['R','D','R']",
            "right down right",
            "Right, Down, Right",
            "right\ndown\nright\n",
            "→↓→",
            "r1d1r1",
            "1r1d1r",
            "4 5 8",
            "[4, 5, 8]",
            "3 moves of the blank: rdr",
            "3 moves of tiles: lul",
            "3 moves of tiles: 4 5 8",
            "3 moves of the blank:\nright\ndown\nright\n",
        ] {
            let claim: Claim = text.parse().unwrap();
            let path = claim.path(problem.start(), Mover::Blank).unwrap();
            assert_eq!(path.to_string(), "rdr", "{text:?}");
            assert_eq!(claim.note, None, "{text:?}");
        }
        let path = |text: &str| {
            let claim: Claim = text.parse()?;
            anyhow::Ok((claim.path(problem.start(), Mover::Tiles)?.to_string(), claim.note))
        };
        assert_eq!(path("lul").unwrap().0, "rdr");
        assert_eq!(
            path("R2D").unwrap(),
            ("llu".into(), Some("\"R2D\" is read with each number behind its move".into()))
        );
        assert_eq!(path("2R3D").unwrap().0, "lluuu");
        assert_eq!(path("").unwrap().0, "");
        for text in ["x", "r9999999999999999999999d", "8", "upp", "12"] {
            assert!(path(text).is_err(), "{text}");
        }
    }
}
