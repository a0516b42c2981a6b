//! Names of LaTeX macros.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

const DIGITS: [&str; 10] =
    ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];

/// A name of only letters, as TeX macros need it: words begin with a capital,
/// digits are spelt out, punctuation is dropped, and any other letter becomes `U`
/// with the digits of its code point.
pub(super) fn identifier(name: &str) -> String {
    let mut identifier = String::new();
    let mut begins = true;
    for c in name.chars() {
        if c.is_ascii_alphabetic() {
            identifier.push(if begins { c.to_ascii_uppercase() } else { c });
            begins = false;
        } else if let Some(digit) = c.to_digit(10) {
            identifier.push_str(DIGITS[digit as usize]);
            begins = true;
        } else {
            if !c.is_ascii() {
                let code = format!("{:x}", u32::from(c));
                identifier.push('U');
                identifier.push_str(&self::identifier(&code));
            }
            begins = true;
        }
    }
    identifier
}

/// One identifier per strategy, in the same order.
///
/// # Errors
///
/// When two strategies would have the same identifier.
pub(super) fn identifiers(strategies: &[&str]) -> Result<Vec<String>> {
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    let mut identifiers = Vec::new();
    for &strategy in strategies {
        let identifier = identifier(strategy);
        if let Some(other) = taken.insert(identifier.clone(), strategy) {
            bail!(
                "strategies {other:?} and {strategy:?} are both {identifier:?} in LaTeX, whose \
                 macros allow only letters: choose strategies with --strategy, or leave latex out \
                 of --format"
            );
        }
        identifiers.push(identifier);
    }
    Ok(identifiers)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_become_letters() {
        for (name, expected) in [
            ("bfs", "Bfs"),
            ("astar:manhattan", "AstarManhattan"),
            ("idastar:manhattan,order=dlru", "IdastarManhattanOrderDlru"),
            ("pdb:7-8", "PdbSevenEight"),
            ("A*", "A"),
            ("größe", "GrUFSixUDfE"),
        ] {
            assert_eq!(identifier(name), expected);
        }
    }

    #[test]
    fn two_strategies_of_one_identifier_are_refused() {
        assert!(identifiers(&["a:b", "a:c"]).is_ok());
        let error = identifiers(&["a:b", "x", "a-b"]).unwrap_err().to_string();
        assert!(error.contains("\"a:b\" and \"a-b\" are both \"AB\""), "{error}");
        assert!(identifiers(&["pdb:1", "pdb:one"]).is_err());
    }

    proptest! {
        #[test]
        fn any_name_becomes_letters(name in any::<String>()) {
            prop_assert!(identifier(&name).bytes().all(|byte| byte.is_ascii_alphabetic()));
        }
    }
}
