//! The scripts of the page.

use optile_results::text::unit;

/// The scripts; each uses only those before it while it loads.
const PARTS: &[&str] = &[
    include_str!("../script/element.js"),
    include_str!("script/data.js"),
    include_str!("../script/format.js"),
    include_str!("../script/state.js"),
    include_str!("../script/player.js"),
    include_str!("../script/screen.js"),
    include_str!("../script/board.js"),
    include_str!("script/table/filter.js"),
    include_str!("script/trials.js"),
    include_str!("script/plot/chart.js"),
    include_str!("script/lines.js"),
    include_str!("script/table/pages.js"),
    include_str!("script/table/table.js"),
    include_str!("script/table/strategies.js"),
    include_str!("script/plot/classes.js"),
    include_str!("script/plot/pair.js"),
    include_str!("script/plot/pick.js"),
    include_str!("script/table/grid.js"),
    include_str!("script/viewer.js"),
    include_str!("script/present.js"),
    include_str!("script/main.js"),
];

/// All scripts as one strict script without global names. It waits for the data.
pub(super) fn script() -> String {
    let (units, parts) = (unit::table(), PARTS.join("\n"));
    format!("(async () => {{\n\"use strict\";\nconst UNITS = {units};\n\n{parts}}})();\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_script_or_leaves_the_page() {
        let script = script();
        for forbidden in ["</script", "<!--", "fetch(", "XMLHttp", "import ", "innerHTML", "eval("]
        {
            assert!(!script.contains(forbidden), "{forbidden}");
        }
    }

    /// Every page contains the script, which is written by hand and should stay
    /// readable.
    #[test]
    fn the_script_is_small() {
        let bytes: usize = PARTS.iter().map(|part| part.len()).sum();
        assert!(bytes < 60_000, "{bytes} bytes");
    }
}
