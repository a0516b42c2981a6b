//! Tables as Markdown.

use super::table::Table;

/// The table as Markdown, below its caption.
pub(super) fn write(table: &Table) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| escape(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rules: Vec<String> = (0..table.headings.len())
        .map(|column| if column < table.left { "---" } else { "---:" }.into())
        .collect();
    let mut text = format!("{}\n\n{}", escape(&table.caption), line(&table.headings));
    text.push_str(&format!("| {} |\n", rules.join(" | ")));
    text.extend(table.groups.iter().flatten().map(|row| line(row)));
    text
}

/// Text that Markdown shows as it is, also in a cell of a table.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '~' | '#' => escaped.extend(['\\', c]),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_cell_ends_it() {
        assert_eq!(escape("a|b_c*\n<i>"), "a\\|b\\_c\\* &lt;i&gt;");
        let table = Table {
            caption: "Two|".into(),
            headings: vec!["a".into(), "b".into()],
            left: 1,
            groups: vec![vec![vec!["|".into(), "1".into()]], vec![vec!["x".into(), "2".into()]]],
        };
        let expected = "Two\\|\n\n| a | b |\n| --- | ---: |\n| \\| | 1 |\n| x | 2 |\n";
        assert_eq!(write(&table), expected);
    }
}
