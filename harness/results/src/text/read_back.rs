//! What is written for optile to read. Ids, names and the texts of templates are any text, and a
//! list of those that a format cannot hold would be incomplete. So a command makes the whole text
//! first, reads it as the file will be read, and compares.

use anyhow::{Result, bail};

/// Makes sure that `read` gets from `text` what it was made of.
///
/// # Errors
///
/// When it gets something else. `fault` says why, and what to do.
pub fn read_back<T: PartialEq>(
    meant: &T,
    text: &[u8],
    read: impl FnOnce(&[u8]) -> Result<T>,
    fault: impl FnOnce() -> String,
) -> Result<()> {
    match read(text) {
        Ok(read) if read == *meant => Ok(()),
        Ok(_) => bail!("nothing is written: {}", fault()),
        Err(error) => Err(error.context(format!("nothing is written: {}", fault()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_in_another_way_is_refused() {
        let check = |meant: u32, text: &str| {
            let read = |text: &[u8]| Ok(std::str::from_utf8(text)?.parse()?);
            let checked = read_back(&meant, text.as_bytes(), read, || format!("no {meant}"));
            checked.map_err(|error| format!("{error:#}"))
        };
        assert_eq!(check(12, "12"), Ok(()));
        assert_eq!(check(12, "2"), Err("nothing is written: no 12".into()));
        assert!(check(12, "1 2").unwrap_err().starts_with("nothing is written: no 12: invalid"));
    }
}
