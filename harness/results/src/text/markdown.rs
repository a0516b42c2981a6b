//! Markdown.

use std::borrow::Borrow;
use std::ops::RangeBounds;

use crate::text::lines::one_line;

/// A text that Markdown shows as it is, also in a cell of a table, on one line.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in one_line(text).chars() {
        match c {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '#' => escaped.extend(['\\', c]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A table whose cells are Markdown. The columns of `numbers` are aligned to the
/// right.
pub fn table(
    headings: &[impl Borrow<str>],
    rows: impl IntoIterator<Item = Vec<String>>,
    numbers: impl RangeBounds<usize>,
) -> String {
    let rule = |place| if numbers.contains(&place) { "---:" } else { "---" };
    let rules: Vec<&str> = (0..headings.len()).map(rule).collect();
    let mut text = line(headings) + &line(&rules);
    text.extend(rows.into_iter().map(|row| line(&row)));
    text
}

fn line(cells: &[impl Borrow<str>]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_cell_ends_it_or_becomes_markup() {
        assert_eq!(escape("a|b_c*\n<i>"), "a\\|b\\_c\\* &lt;i&gt;");
        assert_eq!(escape("a\u{202e}b\r"), "a\\\\u{202e}b\\\\r");
        let row = |cells: [&str; 3]| cells.map(escape).to_vec();
        let rows = [row(["A*(h1) | <b>", "1", "[x](y)"]), row(["x", "2", ""])];
        let expected = "| a | b | c |\n| --- | ---: | --- |\n\
                        | A\\*(h1) \\| &lt;b&gt; | 1 | \\[x\\](y) |\n| x | 2 |  |\n";
        assert_eq!(table(&row(["a", "b", "c"]), rows, 1..2), expected);
    }
}
