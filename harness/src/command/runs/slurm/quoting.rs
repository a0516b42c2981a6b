//! Words in the lines of a script, none of which leaves its place.

use std::ffi::OsString;

use anyhow::{Result, bail};

/// A word that cannot leave its line of a script.
///
/// # Errors
///
/// If it is not Unicode, or has a line end or another control character. No quotes
/// keep these within a comment or within an option of Slurm.
pub(super) fn plain(word: OsString) -> Result<String> {
    let Ok(word) = word.into_string().map_err(|word| word.display().to_string()) else {
        bail!("an argument or path is not valid UTF-8: expected text that a script can hold");
    };
    match word.chars().find(|c| c.is_control()) {
        None => Ok(word),
        Some(c) => bail!(
            "{word:?} has the control character {c:?}: expected a text of one line, which a \
             script can hold"
        ),
    }
}

/// A path in Slurm's pattern for file names.
///
/// # Errors
///
/// If it has a backslash, because Slurm then does not insert the number of the
/// part.
pub(super) fn file_pattern(path: &str) -> Result<String> {
    if path.contains('\\') {
        bail!(
            "{path:?} has a backslash, which Slurm removes from file names: expected a folder \
             without one after --out"
        );
    }
    Ok(path.replace('%', "%%"))
}

/// The value of an option in one of Slurm's lines. There, white space is kept in
/// double quotes, `#` begins a comment, and a backslash escapes the next character,
/// in quotes too.
///
/// Slurm replaces `hetjob` and `packjob` by blanks in all words of such a line, in
/// quotes too. A backslash within them prevents this.
pub(super) fn quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) && !has_keyword(value) {
        return value.to_owned();
    }
    let mut text = String::from('"');
    for c in value.chars() {
        if "\\\"#".contains(c) || "jJ".contains(c) && has_keyword(value) {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}

/// Whether a text contains one of Slurm's own words.
fn has_keyword(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["hetjob", "packjob"].iter().any(|word| text.contains(word))
}
