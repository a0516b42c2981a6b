use super::heading::one_line;
use super::table::Table;

/// What a file of tables says about its use.
pub(super) const TABULAR: &str = "% Takes \\usepackage{booktabs}.\n";
pub(super) const LONG_TABLE: &str = "% Takes \\usepackage{booktabs,longtable}.\n";

/// The table as a `tabular`, to stand in a `table` with a caption of one's
/// own; ours is in a comment.
pub(super) fn tabular(table: &Table) -> String {
    format!(
        "% {}\n\\begin{{tabular}}{{{}}}\n\\toprule\n{}\\midrule\n{}\\bottomrule\n\\end{{tabular}}\n",
        one_line(&table.caption),
        columns(table),
        headings(table),
        body(table)
    )
}

/// The table as a `longtable`, which goes on from page to page.
pub(super) fn long_table(table: &Table) -> String {
    format!(
        "{{\\footnotesize\\setlength{{\\tabcolsep}}{{4pt}}%\n\\begin{{longtable}}{{{}}}\n\
         \\caption{{{}}}\\\\\n\\toprule\n{heads}\\midrule\n\\endfirsthead\n\\toprule\n{heads}\
         \\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n{}\\end{{longtable}}}}\n",
        columns(table),
        escape(&table.caption),
        body(table),
        heads = headings(table),
    )
}

fn columns(table: &Table) -> String {
    let column = |column| if column < table.left { 'l' } else { 'r' };
    let columns: String = (0..table.headings.len()).map(column).collect();
    // The outer columns stand flush with the rules.
    format!("@{{}}{columns}@{{}}")
}

/// Headings of several words in several lines, for narrow columns.
fn headings(table: &Table) -> String {
    let cells: Vec<String> = table
        .headings
        .iter()
        .enumerate()
        .map(|(column, heading)| {
            let place = if column < table.left { 'l' } else { 'r' };
            let lines: Vec<String> = broken(heading).iter().map(|line| escape(line)).collect();
            match &lines[..] {
                [line] => line.clone(),
                lines => format!(
                    "\\begin{{tabular}}[b]{{@{{}}{place}@{{}}}}{}\\end{{tabular}}",
                    lines.join("\\\\")
                ),
            }
        })
        .collect();
    format!("{} \\\\\n", cells.join(" & "))
}

/// A heading in lines: a new one behind each colon, comma and space.
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

fn body(table: &Table) -> String {
    let row = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let groups: Vec<String> =
        table.groups.iter().map(|group| group.iter().map(row).collect()).collect();
    groups.join("\\midrule\n")
}

/// Text as LaTeX sets it, with nothing but its base packages, in text and
/// after `\\` alike.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', c]),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => escaped.push_str(&format!("\\ensuremath{{{c}}}")),
            // Two of them would be one longer one; a bracket or star after
            // the end of a row would be an option of it.
            '-' | '[' | ']' | '*' | '\'' | '`' => escaped.push_str(&format!("{{{c}}}")),
            '"' => escaped.push_str("{'}{'}"),
            '\u{a0}' => escaped.push('~'),
            'µ' => escaped.push_str("\\ensuremath{\\mu}"),
            '÷' => escaped.push_str("\\ensuremath{\\div}"),
            '→' => escaped.push_str("\\ensuremath{\\to}"),
            '–' => escaped.push_str("\\textendash{}"),
            '\u{c0}'..='\u{17f}' => escaped.push(c),
            c if c.is_control() => escaped.push(' '),
            c if c.is_ascii() => escaped.push(c),
            // A letter that the fonts need not have.
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

    #[test]
    fn headings_break_behind_punctuation() {
        assert_eq!(
            broken("idastar:manhattan,order=dlru"),
            ["idastar:", "manhattan,", "order=dlru"]
        );
        assert_eq!(broken("expanded, median"), ["expanded,", "median"]);
        assert_eq!(broken(""), [""]);
    }

    proptest! {
        /// Braces balance and no sign of a comment, a column or a parameter is
        /// left bare.
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
