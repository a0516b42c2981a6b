//! Tables and values as LaTeX.

use super::{Table, Value};
use optile_chart::text_width;
use optile_results::lines::one_line;

/// A comment on how to use a file of tables.
pub(crate) const TABULAR: &str = "% Needs \\usepackage{booktabs}.\n";
pub(crate) const LONG_TABLE: &str = "% Needs \\usepackage{booktabs,longtable}.\n";

/// The width of one column of a paper in two columns, 88.9 mm, in points of TeX.
const COLUMN: f64 = 88.9 / 25.4 * 72.27;
/// The size of letters (`\\footnotesize`), and half of the space between two columns.
const LETTERS: f64 = 8.0;
const HALF_GAP: f64 = 4.0;

/// The table as a `tabular`, to be put into a `table` that has its own caption.
/// Our caption is in a comment. Long names break, so that it fits one column of a paper.
pub(crate) fn tabular(table: &Table) -> String {
    format!(
        "% {}\n{SMALL}\\begin{{tabular}}{{{}}}\n\\toprule\n{}\\midrule\n{}\\bottomrule\n\\end{{tabular}}}}\n",
        one_line(&table.caption),
        columns(table),
        headings(table),
        body(table, room(table))
    )
}

/// The beginning of a group with small letters.
const SMALL: &str = "{\\footnotesize\\setlength{\\tabcolsep}{4pt}%\n";

/// The room for each text, if the columns of numbers take what they need.
fn room(table: &Table) -> f64 {
    let gaps = 2.0 * HALF_GAP * table.headings.len().saturating_sub(1) as f64;
    let numbers: f64 =
        (table.texts..table.headings.len()).map(|place| width(table, place, f64::INFINITY)).sum();
    (COLUMN - gaps - numbers) / table.texts.max(1) as f64
}

/// The width of a column in points, by the bundled font, which is wider than those of papers.
fn width(table: &Table, place: usize, room: f64) -> f64 {
    let cells = table.rows.iter().flat_map(|row| lines(&row[place].text(), room));
    let all = broken(&table.headings[place]).into_iter().chain(cells);
    all.map(|line| text_width(&line, LETTERS)).fold(0.0, f64::max)
}

/// A text in lines of at most `room` points, as far as it has colons and commas.
fn lines(text: &str, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive([':', ',']) {
        let last = lines.len() - 1;
        let longer = format!("{}{piece}", lines[last]);
        match lines[last].is_empty() || text_width(&longer, LETTERS) <= room {
            true => lines[last] = longer,
            false => lines.push(piece.to_owned()),
        }
    }
    lines
}

/// The table as a `longtable`, which can span several pages.
pub(crate) fn long_table(table: &Table) -> String {
    format!(
        "{SMALL}\\begin{{longtable}}{{{}}}\n\
         \\caption{{{}}}\\\\\n\\toprule\n{heads}\\midrule\n\\endfirsthead\n\\toprule\n{heads}\
         \\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n{}\\end{{longtable}}}}\n",
        columns(table),
        escape(&table.caption),
        body(table, f64::INFINITY),
        heads = headings(table),
    )
}

fn columns(table: &Table) -> String {
    let columns: String = (0..table.headings.len()).map(|column| side(table, column)).collect();
    // The outer columns are flush with the rules.
    format!("@{{}}{columns}@{{}}")
}

/// The side to which a column is aligned.
fn side(table: &Table, column: usize) -> char {
    if column < table.texts { 'l' } else { 'r' }
}

/// The width of a table in millimetres, and that of one column of a paper.
#[cfg(test)]
pub(crate) fn widths(table: &Table) -> [f64; 2] {
    let gaps = 2.0 * HALF_GAP * table.headings.len().saturating_sub(1) as f64;
    let columns = (0..table.headings.len()).map(|place| match place < table.texts {
        true => width(table, place, room(table)),
        false => width(table, place, f64::INFINITY),
    });
    [gaps + columns.sum::<f64>(), COLUMN].map(|points| points / 72.27 * 25.4)
}

/// Headings with one line per word, for narrow columns.
fn headings(table: &Table) -> String {
    let cells: Vec<String> = table
        .headings
        .iter()
        .enumerate()
        .map(|(column, heading)| {
            let place = side(table, column);
            stacked(&broken(heading), 'b', place)
        })
        .collect();
    format!("{} \\\\\n", cells.join(" & "))
}

/// The lines of a heading: a new line after each colon, comma and space.
fn broken(heading: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for c in heading.chars() {
        let last = lines.len() - 1;
        match c {
            ' ' => lines.push(String::new()),
            ':' | ',' => {
                lines[last].push(c);
                lines.push(String::new());
            }
            c => lines[last].push(c),
        }
    }
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() { vec![String::new()] } else { lines }
}

/// Lines below each other in a cell, on the line of the first (`t`) or of the last (`b`).
fn stacked(lines: &[String], line: char, side: char) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escape(line)).collect();
    match &lines[..] {
        [line] => line.clone(),
        lines => format!(
            "\\begin{{tabular}}[{line}]{{@{{}}{side}@{{}}}}{}\\end{{tabular}}",
            lines.join("\\\\")
        ),
    }
}

fn body(table: &Table, room: f64) -> String {
    let cell = |(place, value): (usize, &Value)| match place < table.texts {
        true => stacked(&lines(&value.text(), room), 't', 'l'),
        false => escape(&value.text()),
    };
    let row = |row: &Vec<Value>| {
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    table.rows.iter().map(row).collect()
}

/// Text that LaTeX shows as it is, with only its base packages, also directly
/// after `\\`.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', c]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => escaped.push_str(&format!("\\ensuremath{{{c}}}")),
            // Two dashes or quotes would become one longer sign. A bracket or a
            // star after the end of a row would be an option of `\\`.
            '-' | '[' | ']' | '*' | '\'' | '`' => escaped.push_str(&format!("{{{c}}}")),
            '"' => escaped.push_str("{'}{'}"),
            '\u{a0}' => escaped.push('~'),
            'µ' => escaped.push_str("\\ensuremath{\\mu}"),
            '÷' => escaped.push_str("\\ensuremath{\\div}"),
            '→' => escaped.push_str("\\ensuremath{\\to}"),
            '–' => escaped.push_str("\\textendash{}"),
            '…' => escaped.push_str("\\ldots{}"),
            '\u{c0}'..='\u{17f}' => escaped.push(c),
            c if c.is_control() => escaped.push(' '),
            c if c.is_ascii() => escaped.push(c),
            // The fonts may not have this letter.
            c => escaped.push_str(&format!("{{[}}U+{:04X}{{]}}", u32::from(c))),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_break_only_if_they_must() {
        let name = "idastar:pdb:7-8+reflected,order=dlru";
        assert_eq!(lines(name, f64::INFINITY), [name]);
        let narrow = text_width("idastar:pdb:", LETTERS);
        assert_eq!(lines(name, narrow), ["idastar:pdb:", "7-8+reflected,", "order=dlru"]);
        assert_eq!(lines("", 0.0), [""]);
    }

    #[test]
    fn headings_break_after_punctuation() {
        assert_eq!(
            broken("idastar:manhattan,order=dlru"),
            ["idastar:", "manhattan,", "order=dlru"]
        );
        assert_eq!(broken("expanded, median"), ["expanded,", "median"]);
        assert_eq!(broken(""), [""]);
    }

    #[test]
    fn what_latex_reads_as_a_command_is_escaped() {
        assert_eq!(escape("a_b:50% {x}"), "a\\_b:50\\% \\{x\\}");
        assert_eq!(
            escape("1.5\u{a0}µs – \\"),
            "1.5~\\ensuremath{\\mu}s \\textendash{} \\textbackslash{}"
        );
        assert_eq!(escape("a--b"), "a{-}{-}b");
    }

    proptest! {
        /// Braces balance, and each sign of a comment, a column or a parameter
        /// is escaped.
        #[test]
        fn no_text_breaks_out(text in any::<String>()) {
            let escaped = escape(&text);
            let (mut depth, mut escaped_by_backslash) = (0i32, false);
            for c in escaped.chars() {
                if escaped_by_backslash {
                    escaped_by_backslash = false;
                    continue;
                }
                match c {
                    '\\' => escaped_by_backslash = true,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => prop_assert!(!"%&#$_^\n\0".contains(c), "{escaped}"),
                }
                prop_assert!(depth >= 0);
            }
            prop_assert_eq!(depth, 0);
        }
    }
}
