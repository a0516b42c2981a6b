//! The columns of an instance file. What a column is, is said and not guessed: a line `# columns:`
//! names them, or else their number decides, as `docs/formats.md` says. The look of a cell decides
//! nothing, and none is left out.

use anyhow::{Context, Result, ensure};
use optile_results::text::lines::quote;

/// The names of columns, in the order in which a line has them.
pub(crate) type Columns = Vec<&'static str>;

/// All names, in the usual order.
pub(crate) const NAMES: [&str; 6] = ["id", "tiles", "length", "goal", "expanded", "generated"];

/// The columns that a line `# columns:` names; `None` if it is one of optile 0.1.0, a comment.
pub(crate) fn named(value: &str) -> Result<Option<Columns>> {
    if value.starts_with("id, tiles (") {
        return Ok(None);
    }
    let known = |word: &str| {
        let known = NAMES.into_iter().find(|&name| name == word);
        let expected = || format!("expected some of {}, separated by spaces", NAMES.join(" "));
        known.with_context(|| format!("unknown column {}: {}", quote(word), expected()))
    };
    let names = value.split_whitespace().map(known).collect::<Result<Columns>>()?;
    for (place, name) in names.iter().enumerate() {
        ensure!(!names[..place].contains(name), "column {name} occurs twice");
    }
    for name in &NAMES[..2] {
        ensure!(names.contains(name), "no column {name}: expected at least id and tiles");
    }
    Ok(Some(names))
}

/// The columns of a line with so many, in a file that does not name them. Counts come in twos.
pub(crate) fn usual(count: usize) -> Option<Columns> {
    match count {
        3 | 4 | 6 => Some(NAMES[..count].to_vec()),
        5 => Some([&NAMES[..3], &NAMES[4..]].concat()),
        _ => None,
    }
}
