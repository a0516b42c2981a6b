//! The rows of a text, and the words in them.

use crate::{ArrangementError, MAX_CELLS};

/// The most words that are read, for messages about boards that are too large.
const MOST: usize = 4 * MAX_CELLS;

/// What ends a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// A line end, or the end of the text.
    Line,
    /// `/`, `;` or `|`.
    Sign,
    /// A bracket.
    Bracket,
}

/// A row with words.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// All of it, in which columns can be seen.
    text: &'a str,
    pub(super) words: Vec<&'a str>,
    pub(super) end: End,
    /// Whether it is a list in a list.
    pub(super) is_nested: bool,
}

impl<'a> Row<'a> {
    /// The characters of a single word, if it has several. No board has rows of one tile.
    pub(super) fn spelled(&self) -> Option<Vec<&'a str>> {
        let &[word] = &self.words[..] else { return None };
        let ends = word.char_indices().map(|(at, letter)| at..at + letter.len_utf8());
        let letters: Vec<&str> = ends.take(MOST).map(|letter| &word[letter]).collect();
        (letters.len() > 1).then_some(letters)
    }
}

/// The rows of a text without comments.
///
/// # Errors
///
/// When there are far more words than any board has.
pub(super) fn read(text: &str) -> Result<Vec<Row<'_>>, ArrangementError> {
    let text = value_of(text);
    let signs: &[char] = if separate_tiles(text) { &[';', '|'] } else { &[] };
    let (mut rows, mut count, mut depth) = (Vec::<Row<'_>>::new(), 0, 0usize);
    let (mut begin, mut before) = (0, End::Line);
    for (at, sign) in text.char_indices().chain([(text.len(), '\n')]) {
        let end = match sign {
            // Lists in a list may have line ends in them.
            '\n' | '\r' if depth < 2 || at == text.len() => End::Line,
            '/' => End::Sign,
            ';' | '|' if signs.is_empty() => End::Sign,
            '[' | '(' | '{' | ']' | ')' | '}' => End::Bracket,
            _ => continue,
        };
        let row = &text[begin..at];
        // One space on each side belongs to the sign, and all others to the rows.
        let row = if before == End::Sign { row.strip_prefix(' ').unwrap_or(row) } else { row };
        let row = if end == End::Sign { row.strip_suffix(' ').unwrap_or(row) } else { row };
        let words: Vec<&str> = words(row, signs).take(MOST + 1).collect();
        if !words.is_empty() {
            count += words.len();
            rows.push(Row { text: row, words, end, is_nested: depth > 1 });
        }
        if count > MOST {
            return Err(ArrangementError::TooLong);
        }
        match sign {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (begin, before) = (at + sign.len_utf8().min(text.len() - at), end);
    }
    Ok(rows)
}

/// The list in a line of a program, such as `b = np.array([[1, 2], [3, 0]])`.
fn value_of(text: &str) -> &str {
    let text = text.split(", dtype").next().unwrap_or(text);
    let is_name = |text: &str| text.trim_start().starts_with(|c: char| c.is_alphabetic());
    let text = match text.split_once('=') {
        Some((name, value)) if is_name(name) => value,
        _ => text,
    };
    match text.split_once('(') {
        Some((name, value)) if is_name(name) && !name.trim().contains(' ') => value,
        _ => text,
    }
}

/// The words of a row. A quoted word may be empty, or a space.
fn words<'a>(row: &'a str, signs: &[char]) -> impl Iterator<Item = &'a str> {
    let mut quote = None;
    let parts = row.split(move |sign: char| {
        let is_inside = quote.is_some();
        if matches!(sign, '"' | '\'') {
            quote = if is_inside { None } else { Some(sign) };
        }
        !is_inside && (matches!(sign, ' ' | '\t' | ',' | '\n' | '\r') || signs.contains(&sign))
    });
    parts
        .filter(|part| !part.is_empty())
        .map(|part| part.trim_matches(['"', '\'']))
        .map(|part| if part == " " { "" } else { part })
}

/// Whether `;` and `|` separate the tiles of several lines, as in `| 1 | 2 |`. If they separated
/// rows, these would have one tile each.
fn separate_tiles(text: &str) -> bool {
    let signs = [';', '|'];
    let has_single = |line: &str| line.split(signs).all(|part| words(part, &[]).count() <= 1);
    let lines = || text.split(['\n', '\r']).filter(|line| line.contains(signs));
    let is_list = text.contains(['[', '{', '(']);
    !is_list && lines().nth(1).is_some() && lines().all(has_single)
}

/// The cell of the gap in a row that is one tile short: an empty field, or the column that has
/// tiles in all other rows, if the columns show by where the tiles begin or end. Without a wider
/// space in its column there is no gap: copying may have lost it, wherever it was.
pub(super) fn gap<'a>(rows: &[Row<'a>], short: usize, width: usize) -> Option<usize> {
    let fields = |row: &Row<'a>, sign: char| -> Vec<&'a str> {
        let text = row.text.trim_matches(' ');
        let text = text.strip_prefix('|').unwrap_or(text);
        text.strip_suffix('|').unwrap_or(text).split(sign).collect()
    };
    for sign in [',', ';', '|', '\t'] {
        if rows.iter().all(|row| fields(row, sign).len() == width) {
            return fields(&rows[short], sign).iter().position(|field| field.trim().is_empty());
        }
        if rows.iter().any(|row| row.text.contains(sign)) {
            return None;
        }
    }
    let others = || rows[..short].iter().chain(&rows[short + 1..]);
    let columns = |side: usize| {
        let of = |row: &Row<'_>| places(row.text).map(|place| place[side]).collect::<Vec<_>>();
        let all = of(others().next()?);
        let found = of(&rows[short]);
        let is_common = others().all(|row| of(row) == all);
        let is_open = |&cell: &usize| {
            let mut rest = all.clone();
            rest.remove(cell);
            rest == found
        };
        is_common.then(|| (0..all.len()).find(is_open))?
    };
    // The spaces before, between and behind the words.
    let spaces = |row: &Row<'_>| -> Vec<usize> {
        let places: Vec<[usize; 2]> = places(row.text).collect();
        let ends = [0].into_iter().chain(places.iter().map(|place| place[1]));
        let begins = places.iter().map(|place| place[0]).chain([row.text.chars().count()]);
        begins.zip(ends).map(|(begin, end)| begin - end).collect()
    };
    let has_space = |&cell: &usize| {
        let alike = match cell {
            0 => 0..1,
            last if last + 1 == width => width..width + 1,
            _ => 1..width,
        };
        let most = others().flat_map(|row| spaces(row)[alike.clone()].to_vec()).max();
        // One more space before the first word is none that separates two.
        most.is_some_and(|most| spaces(&rows[short])[cell] > most + usize::from(cell == 0))
    };
    columns(1).or_else(|| columns(0)).filter(has_space)
}

/// Whether the end of the last row may be cut off, as editors and copying cut the spaces at the end
/// of a line: only spaces separate tiles, and none of its spaces is wider than those of other rows.
pub(super) fn may_be_cut(rows: &[Row<'_>]) -> bool {
    let Some((last, others)) = rows.split_last() else { return false };
    let widest = |row: &Row<'_>| {
        let mut spaces =
            row.text.trim_end().split(|sign: char| !sign.is_whitespace()).map(str::len);
        [spaces.next(), spaces.max()]
    };
    let is_plain = |row: &Row<'_>| row.end != End::Bracket && !row.text.contains([',', ';', '|']);
    let is_narrow = |side: usize| others.iter().any(|row| widest(row)[side] >= widest(last)[side]);
    rows.iter().all(is_plain) && (0..2).all(is_narrow)
}

/// Where the words of a row begin and end, in characters.
fn places(row: &str) -> impl Iterator<Item = [usize; 2]> {
    let is_space = |sign: char| matches!(sign, ' ' | ',');
    let parts = row.split_inclusive(is_space).scan(0, move |end, part| {
        let begin = *end;
        *end += part.chars().count();
        let word = part.trim_end_matches(is_space);
        Some((!word.is_empty()).then(|| [begin, begin + word.chars().count()]))
    });
    parts.flatten()
}
