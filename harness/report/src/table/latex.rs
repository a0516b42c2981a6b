//! Tables and values as LaTeX.

use super::tex::escape;
use super::{Table, Value};
use optile_results::lines::one_line;

/// A comment on how to use a file of tables.
pub(crate) const TABULAR: &str = "% Needs \\usepackage{booktabs}.\n";
pub(crate) const LONG_TABLE: &str = "% Needs \\usepackage{booktabs,longtable}.\n";

/// The table as a `tabular`, to be put into a `table` that has its own caption.
/// Our caption is in a comment.
pub(crate) fn tabular(table: &Table) -> String {
    format!(
        "% {}\n\\begin{{tabular}}{{{}}}\n\\toprule\n{}\\midrule\n{}\\bottomrule\n\\end{{tabular}}\n",
        one_line(&table.caption),
        columns(table),
        headings(table),
        body(table)
    )
}

/// The table as a `longtable`, which can span several pages.
pub(crate) fn long_table(table: &Table) -> String {
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
    let cells: Vec<String> = table
        .headings
        .iter()
        .enumerate()
        .map(|(column, heading)| {
            let place = side(table, column);
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

fn body(table: &Table) -> String {
    let row = |row: &Vec<Value>| {
        let cells: Vec<String> = row.iter().map(|value| escape(&value.text())).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let groups: Vec<String> =
        table.groups.iter().map(|group| group.iter().map(row).collect()).collect();
    groups.join("\\midrule\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_break_after_punctuation() {
        assert_eq!(
            broken("idastar:manhattan,order=dlru"),
            ["idastar:", "manhattan,", "order=dlru"]
        );
        assert_eq!(broken("expanded, median"), ["expanded,", "median"]);
        assert_eq!(broken(""), [""]);
    }
}
