//! The names of strategies that another build of the program carried out, in turn with this one.

/// What follows the name of a strategy.
const BEFORE: &str = "@before";

/// The name of a strategy in the other build.
pub fn name(strategy: &str) -> String {
    format!("{strategy}{BEFORE}")
}

/// Whether the other build carried out the strategy of this name.
pub fn is_before(strategy: &str) -> bool {
    strategy.ends_with(BEFORE)
}

/// The strategies of these names that both builds carried out: that of the other build first.
pub fn pairs(names: &[&str]) -> Vec<(String, String)> {
    let both = names.iter().filter(|own| names.contains(&&*name(own)));
    both.map(|own| (name(own), (*own).to_owned())).collect()
}
