//! Forms that are made plain before rows are read: frames, headings and words with other signs
//! between tiles. None of these signs can be part of a plain board, so a text has one reading.

use std::borrow::Cow;

use super::{ARROW, without_comments};
use crate::Size;

/// What a line is without comments.
#[derive(Debug, PartialEq)]
pub enum PlainLine<'a> {
    /// There is nothing, or only the heading of a start. It separates boards.
    Apart {
        /// Whether there is the heading.
        is_headed: bool,
    },
    /// It belongs to the frame of a board, as `+---+---+` does.
    Frame,
    /// It has tiles, or an arrow.
    Text {
        /// The plain text, with an arrow for the heading of a goal.
        text: Cow<'a, str>,
        /// Whether a start begins here, as its heading says.
        is_headed: bool,
    },
}

impl<'a> PlainLine<'a> {
    /// Reads a line.
    pub fn of(line: &'a str) -> Self {
        let text = without_comments(line);
        if is_frame(&text) {
            return Self::Frame;
        }
        // The last line of a frame may have the arrow behind it.
        let frame = text.find(ARROW).filter(|&at| at > 0 && is_frame(&text[..at]));
        let text = frame.map_or(text.clone(), |at| text[at..].to_owned().into());
        let text = match text.contains(UPRIGHT) {
            true => text.replace(UPRIGHT, "|").into(),
            false => text,
        };
        let (text, is_headed) = without_headings(text);
        match text.trim().is_empty() {
            true => Self::Apart { is_headed },
            false => Self::Text { text, is_headed },
        }
    }
}

/// Whether a line belongs to a frame. No tile has four signs of the blank, and no board two blanks.
fn is_frame(text: &str) -> bool {
    let is_stroke = |sign: char| matches!(sign, '\u{2500}'..='\u{257f}');
    let is_dash = |sign: char| is_stroke(sign) || matches!(sign, '-' | '=');
    let is_bar = |sign: char| UPRIGHT.contains(&sign) || matches!(sign, '|' | ':' | ' ');
    let is_corner = |sign: char| sign == '+' || is_stroke(sign) && !is_bar(sign);
    text.trim().chars().all(|sign| is_dash(sign) || is_corner(sign) || is_bar(sign))
        && (text.contains(is_corner) || text.chars().filter(|&sign| is_dash(sign)).count() > 3)
}

/// Strokes between the cells of a frame.
const UPRIGHT: [char; 4] = ['│', '┃', '║', '¦'];

/// What people call a start, a goal, and boards.
const STARTS: [&str; 5] = ["initial", "start", "starting", "begin", "beginning"];
const GOALS: [&str; 7] = ["goal", "final", "target", "end", "ending", "finish", "desired"];
const BOARDS: [&str; 10] = [
    "state",
    "configuration",
    "config",
    "position",
    "board",
    "puzzle",
    "node",
    "grid",
    "arrangement",
    "matrix",
];

/// How programs begin a line that declares a board.
const DECLARES: [&str; 18] = [
    "int",
    "char",
    "short",
    "long",
    "byte",
    "unsigned",
    "const",
    "static",
    "final",
    "public",
    "private",
    "protected",
    "var",
    "let",
    "val",
    "auto",
    "std",
    "vector",
];

/// A line with an arrow for the heading of a goal, such as `Goal state:`, and without that of a
/// start. Also says whether it has the heading of a start.
fn without_headings(line: Cow<'_, str>) -> (Cow<'_, str>, bool) {
    let (mut rest, mut plain, mut is_headed, mut has_goal) =
        (&line[..], String::new(), false, false);
    while let Some((before, goal, behind)) = heading(rest) {
        is_headed |= !goal;
        has_goal |= goal;
        let before = before.trim_end();
        plain.push_str(before);
        let gap = if before.is_empty() { "" } else { " " };
        plain.push_str(gap);
        plain.push_str(if goal { ARROW } else { "" });
        rest = behind;
    }
    if !is_headed && !has_goal {
        return (line, false);
    }
    plain.push_str(rest);
    (plain.into(), is_headed)
}

/// The first heading in a line: what is before it, whether it is that of a goal, and what is behind.
fn heading(line: &str) -> Option<(&str, bool, &str)> {
    let is_end = |sign: char| !sign.is_alphabetic();
    let is_before = |sign: char| sign.is_whitespace() || sign == '_';
    let begins = line.char_indices().filter(|&(at, sign)| {
        sign.is_alphabetic() && line[..at].chars().next_back().is_none_or(is_before)
    });
    for (at, _) in begins {
        let word = |text: &'_ str| text.find(is_end).unwrap_or(text.len());
        let rest = &line[at..];
        let (first, rest) = rest.split_at(word(rest));
        let is =
            |list: &[&str], word: &str| list.iter().any(|name| word.eq_ignore_ascii_case(name));
        // Programs write `goalState`.
        let humps = first.char_indices().skip(1).find(|(_, sign)| sign.is_uppercase());
        let hump = humps.filter(|&(hump, _)| is(&BOARDS, &first[hump..]));
        let (first, rest) = match hump {
            Some((hump, _)) => (&first[..hump], &line[at + hump..]),
            None => (first, rest),
        };
        let goal = is(&GOALS, first);
        if !goal && !is(&STARTS, first) {
            continue;
        }
        let next = rest.trim_start_matches([' ', '_']);
        let (second, behind) = next.split_at(word(next));
        let has_second = is(&BOARDS, second);
        let behind = if has_second { behind } else { rest };
        let behind = behind.trim_start_matches([' ', '\t']);
        let begin = line[..at].trim_start();
        // `final` before a type is no name.
        if is(&DECLARES, &begin[..word(begin)])
            && behind.starts_with(['[', ':', '='])
            && let Some((_, value)) = behind.split_once('=')
        {
            // What is behind `new int[,]` is the list.
            let list = value.find('{').filter(|_| value.trim_start().starts_with("new"));
            return Some(("", goal, &value[list.unwrap_or_default()..]));
        }
        // In a program, `other_goal = ` is one, too.
        let is_part = line[..at].ends_with('_');
        let before =
            line[..at].trim_end_matches(|sign: char| sign.is_alphanumeric() || sign == '_');
        let value = behind.strip_prefix(if is_part { &['='][..] } else { &[':', '='] });
        // One space belongs to the heading, as to an arrow, and all others to the board.
        let value = value.map(|value| value.strip_prefix(' ').filter(|_| !goal).unwrap_or(value));
        // A single word in capital or small letters may be a row of letters.
        let is_name =
            first.starts_with(char::is_uppercase) && first[1..].contains(char::is_lowercase);
        let is_alone = at == 0 && behind.trim().is_empty() && (has_second || is_name);
        if value.is_some() || is_alone {
            let value = value.unwrap_or(behind);
            return Some((before, goal, value));
        }
    }
    None
}

/// A text without frames, and with an arrow for headings.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let is_sign = |sign: char| matches!(sign, '+' | ':' | '=' | '-' | '\u{2500}'..='\u{257f}');
    if !text.contains(is_sign) && !text.contains(|sign: char| sign.is_uppercase()) {
        return text.into();
    }
    let mut plain = String::new();
    for line in text.split_inclusive(['\n', '\r']) {
        match PlainLine::of(line) {
            PlainLine::Frame => {}
            PlainLine::Apart { .. } => {
                plain.push_str(&line[line.trim_end_matches(['\n', '\r']).len()..]);
            }
            PlainLine::Text { text, .. } => plain.push_str(&text),
        }
    }
    plain.into()
}

/// The size in `3x4:1,2,0,...` or on a line before the board, and the board behind it. What stands
/// before such a line and has no digits is a title.
pub(super) fn sized(text: &str) -> Option<(Size, &str)> {
    let mut begin = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let (head, has_rest) = line.split_once(':').map_or((line, false), |(head, _)| (head, true));
        if let Ok(size) = head.parse::<Size>() {
            let end = if has_rest { head.len() + 1 } else { line.len() };
            let rest = &text[begin + end..];
            return (!rest.trim().is_empty()).then_some((size, rest));
        }
        if line.contains(|sign: char| sign.is_ascii_digit()) {
            return None;
        }
        begin += line.len();
    }
    None
}

/// The readings of a single word with other signs between its tiles or rows: `2_1_3_0`, `12-30`,
/// `0x1230`.
pub(super) fn respelled(text: &str) -> Vec<String> {
    let word = text.trim();
    let is_between = |sign: char| matches!(sign, '_' | '-' | '\'');
    if let Some(digits) = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']).replace(is_between, "");
        let is_word = digits.bytes().all(|sign| sign.is_ascii_hexdigit());
        return is_word.then_some(digits).into_iter().collect();
    }
    let Some(sign) = word.chars().find(|&sign| is_between(sign)) else { return Vec::new() };
    let parts: Vec<&str> = word.split(sign).collect();
    let are_all = |is: fn(char) -> bool| parts.iter().all(|part| part.chars().all(is));
    let lengths = || parts.iter().map(|part| part.len());
    let are_tiles = parts.len() > 3
        && are_all(|sign| sign.is_ascii_digit())
        && lengths().all(|length| length > 0);
    // The sign between two parts may be the blank, if there is no other one.
    let are_rows = are_all(char::is_alphanumeric)
        && (parts.len() > 2 || word.contains('0'))
        && lengths().all(|length| length > 1 && length == parts[0].len());
    let readings = [are_tiles.then(|| parts.join(" ")), are_rows.then(|| parts.join("/"))];
    readings.into_iter().flatten().collect()
}
