//! The scripts of the page, and the places that they fill.

/// The scripts; each uses only those before it while it loads.
const PARTS: &[&str] = &[
    include_str!("../script/data.js"),
    include_str!("../script/format.js"),
    include_str!("../script/element.js"),
    include_str!("../script/table/filter.js"),
    include_str!("../script/plot/points.js"),
    include_str!("../script/plot/chart.js"),
    include_str!("../script/lines.js"),
    include_str!("../script/state.js"),
    include_str!("../script/table/pages.js"),
    include_str!("../script/table/table.js"),
    include_str!("../script/table/filters.js"),
    include_str!("../script/table/strategies.js"),
    include_str!("../script/plot/axis.js"),
    include_str!("../script/plot/marker.js"),
    include_str!("../script/plot/plot.js"),
    include_str!("../script/plot/pair.js"),
    include_str!("../script/plot/pick.js"),
    include_str!("../script/plot/families.js"),
    include_str!("../script/table/grid.js"),
    include_str!("../script/board.js"),
    include_str!("../script/viewer.js"),
    include_str!("../script/running.js"),
    include_str!("../script/main.js"),
];

/// Controls and empty tables, hidden until the script fills them.
pub(super) const PLACES: &str = include_str!("../script/places.html");

/// All scripts as one strict script without global names.
pub(super) fn script() -> String {
    format!("(() => {{\n\"use strict\";\n\n{}}})();\n", PARTS.join("\n"))
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
        let handler = |word: &str| word.starts_with("on") && word.contains('=');
        assert!(!PLACES.split_whitespace().any(handler), "only the script attaches handlers");
    }

    /// Every page contains the script, which is written by hand and should stay
    /// readable.
    #[test]
    fn the_script_is_small() {
        let bytes = script().len();
        assert!(bytes < 70_000, "{bytes} bytes");
    }
}
