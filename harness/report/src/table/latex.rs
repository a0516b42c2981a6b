//! Tables and values as LaTeX.

use super::Table;
use optile_results::text::lines::one_line;

/// A comment on how to use a file of tables.
pub(crate) const TABULAR: &str = "% Needs \\usepackage{booktabs}.\n";

/// The table as a `tabular`, to be put into a `table` that has its own caption.
/// Our caption is in a comment.
pub(crate) fn tabular(table: &Table) -> String {
    format!(
        "% {}\n{SMALL}\\begin{{tabular}}{{{}}}\n\\toprule\n{}\\midrule\n{}\\bottomrule\n\\end{{tabular}}}}\n",
        one_line(&table.caption),
        columns(table),
        headings(table),
        body(table)
    )
}

/// The beginning of a group with small letters.
const SMALL: &str = "{\\footnotesize\\setlength{\\tabcolsep}{4pt}%\n";

fn columns(table: &Table) -> String {
    let columns: String = (0..table.headings.len()).map(|column| side(table, column)).collect();
    // The outer columns are flush with the rules.
    format!("@{{}}{columns}@{{}}")
}

/// The side to which a column is aligned.
fn side(table: &Table, column: usize) -> char {
    if column < table.texts { 'l' } else { 'r' }
}

/// Headings with one line per word, for narrow columns.
fn headings(table: &Table) -> String {
    let heading = |(column, heading): (usize, &String)| match heading.contains(' ') {
        true => format!(
            "\\begin{{tabular}}[b]{{@{{}}{}@{{}}}}{}\\end{{tabular}}",
            side(table, column),
            heading.split(' ').map(escape).collect::<Vec<_>>().join("\\\\")
        ),
        false => escape(heading),
    };
    row(table.headings.iter().enumerate().map(heading))
}

fn body(table: &Table) -> String {
    table.rows.iter().map(|values| row(values.iter().map(|value| escape(&value.text())))).collect()
}

fn row(cells: impl Iterator<Item = String>) -> String {
    format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
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
