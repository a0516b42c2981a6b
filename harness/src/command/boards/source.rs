//! Where `solve` gets its boards from.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use optile_core::{Problem, Reading, Size};
use optile_results::text::terminal::say;

use super::problems::{BlankSign, Posed, Problems};
use crate::command::boards::judge::{Cases, Judge};
use crate::command::boards::spelling::{BRACKETS, Boards, Known};

/// Boards and files of boards, one after the other.
pub(in crate::command) struct Sources {
    list: VecDeque<Box<dyn Problems>>,
    has_standard_input: bool,
    /// Whether each two boards are a start and its goal.
    is_paired: bool,
    /// The sizes of the first boards of this source that have no goal.
    sizes: Vec<Option<Size>>,
    /// What was taken for the blank of the last board.
    blank: Option<BlankSign>,
}

impl Sources {
    /// The sources that the arguments name; standard input if there are none.
    ///
    /// # Errors
    ///
    /// If an argument is neither a board nor a readable file.
    pub(in crate::command) fn of(inputs: &[OsString], known: &Known) -> Result<Self> {
        let mut sources = Self::none();
        if let Some(text) = whole(inputs) {
            sources.push(&text, known);
            return Ok(sources);
        }
        let standard_input = [OsString::from("-")];
        for input in if inputs.is_empty() { &standard_input } else { inputs } {
            match input.to_str() {
                Some(text) if text.contains('\n') || is_board(text, known.size) => {
                    sources.push(text, known);
                }
                _ => {
                    let (name, reader) = sources.open(input)?;
                    let boards = Boards::new(name, reader, known.clone());
                    let is_typed = input == "-" && io::stdin().is_terminal();
                    sources.list.push_back(Box::new(boards.typed(is_typed)));
                }
            }
        }
        Ok(sources)
    }

    /// The only source of a judge's input; standard input if no file is named.
    ///
    /// # Errors
    ///
    /// If there are several files, or it cannot be read.
    pub(super) fn of_judge(inputs: &[OsString], judge: &'static Judge) -> Result<Self> {
        let mut sources = Self::none();
        let file = match inputs {
            [] => OsStr::new("-"),
            [file] => file,
            [_, second, ..] => bail!(
                "unexpected argument {}: --judge reads one file or standard input",
                second.display()
            ),
        };
        let (name, reader) = sources.open(file)?;
        sources.list.push_back(Box::new(Cases::new(judge, name, reader)));
        Ok(sources)
    }

    fn none() -> Self {
        let list = VecDeque::new();
        Self { list, has_standard_input: false, is_paired: false, sizes: Vec::new(), blank: None }
    }

    fn push(&mut self, text: &str, known: &Known) {
        let boards = Boards::new("argument", Cursor::new(text.to_owned()), known.clone());
        self.list.push_back(Box::new(boards));
    }

    /// Takes each two boards for a start and its goal.
    pub(super) fn paired(self) -> Self {
        Self { is_paired: true, ..self }
    }

    /// The only board.
    ///
    /// # Errors
    ///
    /// If there is none, several, or something else.
    pub(in crate::command) fn only(&mut self) -> Result<Problem> {
        let problem = self.advance()?.context("no board: expected one")?;
        ensure!(
            self.advance()?.is_none(),
            "several boards: expected one; run the command once for each"
        );
        Ok(problem)
    }

    /// Opens a file, or standard input.
    fn open(&mut self, file: &OsStr) -> Result<(String, Box<dyn Read>)> {
        if file == "-" {
            self.has_standard_input = true;
            return Ok(("standard input".to_owned(), Box::new(io::stdin().lock())));
        }
        let name = Path::new(file).display().to_string();
        match (File::open(file), Known::default().read(&name)) {
            (Ok(file), _) => Ok((name, Box::new(file))),
            // The text tells best what is wrong with a board.
            (Err(error), Err(fault))
                if error.kind() == io::ErrorKind::NotFound && has_tiles_only(&name) =>
            {
                Err(fault.context("this is neither a board nor a file"))
            }
            (Err(error), _) => Err(error)
                .with_context(|| format!("cannot open {name} (a board is written as 123x46758)")),
        }
    }

    /// Whether one of them is standard input.
    pub(super) fn has_standard_input(&self) -> bool {
        self.has_standard_input
    }

    /// The next problem. What there is to say about the text goes to standard error.
    ///
    /// # Errors
    ///
    /// As for [`Problems::advance`].
    pub(super) fn advance(&mut self) -> Result<Option<Problem>> {
        let Some(start) = self.posed()? else { return Ok(None) };
        if !self.is_paired {
            return Ok(Some(start.problem));
        }
        ensure!(!start.has_goal, "{} has a goal: expected boards only with --pairs", start.problem);
        let start = *start.problem.start();
        let goal = self.posed()?.with_context(|| format!("{start} has no goal: the input ends"))?;
        ensure!(!goal.has_goal, "{} has a goal: expected boards only with --pairs", goal.problem);
        Ok(Some(Problem::new(start, *goal.problem.start())?))
    }

    fn posed(&mut self) -> Result<Option<Posed>> {
        while let Some(source) = self.list.front_mut() {
            let Some(posed) = source.advance()? else {
                if let [Some(one), Some(two)] = self.sizes[..]
                    && one == two
                    && !self.is_paired
                {
                    say("two boards; a goal? write `->` between them, or use --pairs");
                }
                self.sizes.clear();
                self.list.pop_front();
                continue;
            };
            if let Some(note) = &posed.note {
                say(note);
            }
            if self.sizes.len() < 3 {
                self.sizes.push((!posed.has_goal).then_some(posed.problem.size()));
            }
            self.blank = posed.blank;
            return Ok(Some(posed));
        }
        Ok(None)
    }

    /// What was taken for the blank of the last board; with `--pairs`, the goal has it too.
    pub(super) fn blank(&self) -> Option<BlankSign> {
        let is_in_goal = |blank: BlankSign| blank.is_in_goal || self.is_paired;
        self.blank.map(|blank| BlankSign { is_in_goal: is_in_goal(blank), ..blank })
    }

    /// Whether reading the next problem may block.
    pub(super) fn is_drained(&mut self) -> bool {
        self.list.front_mut().is_some_and(|source| source.is_drained())
    }
}

/// Whether a text is a board, of the size that is known or of another one.
fn is_board(text: &str, size: Option<Size>) -> bool {
    Reading::of(text, size).or_else(|_| Reading::of(text, None)).is_ok()
}

/// Whether a text has only signs with which people write boards of numbers.
fn has_tiles_only(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || " /xXB_.*->,;|".contains(c) || BRACKETS.contains(&c))
}

/// The most characters of a tile, a slash or an arrow, without brackets and commas.
const LONGEST_WORD: usize = 2;

/// The text that several arguments make together, if each of them is a tile, a slash or an arrow.
fn whole(inputs: &[OsString]) -> Option<String> {
    let words: Option<Vec<&str>> = inputs.iter().map(|input| input.to_str()).collect();
    let is_around = |sign: char| sign == ',' || BRACKETS.contains(&sign);
    let is_word =
        |word: &&str| word.trim_matches(is_around).len() <= LONGEST_WORD && has_tiles_only(word);
    let words = words.filter(|words| words.len() > 1 && words.iter().all(is_word));
    words.map(|words| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(inputs: &[&str]) -> Result<Vec<String>> {
        let inputs: Vec<OsString> = inputs.iter().map(OsString::from).collect();
        let mut sources = Sources::of(&inputs, &Known::default())?;
        let mut all = Vec::new();
        while let Some(problem) = sources.advance()? {
            all.push(problem.start().to_string());
        }
        Ok(all)
    }

    #[test]
    fn arguments_are_boards_or_files_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("1230");
        std::fs::write(&file, "1203\n1 2\n3 0\n").unwrap();
        let file = file.to_str().unwrap();
        let all = starts(&["0123", file, "1 2 3 / 4 0 5"]).unwrap();
        assert_eq!(all, ["0 1 / 2 3", "1 2 / 0 3", "1 2 / 3 0", "1 2 3 / 4 0 5"]);
    }

    #[test]
    fn a_board_needs_no_quotes() {
        let board: Vec<&str> = "1 2 3 / x 4 6 / 7 5 8".split(' ').collect();
        assert_eq!(starts(&board).unwrap(), ["1 2 3 / 0 4 6 / 7 5 8"]);
        let list: Vec<&str> = "[1, 2, 3, 0, 4, 6, 7, 5, 8]".split(' ').collect();
        assert_eq!(starts(&list).unwrap(), ["1 2 3 / 0 4 6 / 7 5 8"]);
        let tiles = ["10", "11", "12", "1"];
        assert!(format!("{:#}", starts(&tiles).unwrap_err()).contains("\"10 11 12 1\""));
    }

    #[test]
    fn an_argument_may_have_several_lines() {
        let all = starts(&["12\n30", "1 2 3\n0 4 6\n7 5 8\n\n1203\n", "[[1, 2], [3, 0]]"]);
        let expected = ["1 2 / 3 0", "1 2 3 / 0 4 6 / 7 5 8", "1 2 / 0 3", "1 2 / 3 0"];
        assert_eq!(all.unwrap(), expected);
    }

    #[test]
    fn the_only_board_is_neither_none_nor_one_of_several() {
        let only = |inputs: &[&str]| {
            let inputs: Vec<OsString> = inputs.iter().map(OsString::from).collect();
            Sources::of(&inputs, &Known::default())?
                .only()
                .map(|problem| problem.start().to_string())
        };
        assert_eq!(only(&["1203"]).unwrap(), "1 2 / 0 3");
        assert!(only(&["1203", "1230"]).unwrap_err().to_string().starts_with("several boards"));
        assert!(only(&["\n"]).unwrap_err().to_string().contains("no boards: expected boards"));
    }

    #[test]
    fn what_is_no_board_and_no_file_is_refused() {
        for (input, expected) in [
            ("123x467", "neither a board nor a file: \"123x467\": no board has 7 cells"),
            ("missing.txt", "cannot open missing.txt (a board is written as 123x46758): No such"),
        ] {
            let message = format!("{:#}", starts(&[input]).unwrap_err());
            assert!(message.contains(expected), "{message}");
        }
    }
}
