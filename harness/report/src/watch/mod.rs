//! The page of `optile watch`: searches side by side, replayed expansion by expansion.
//!
//! It is one file that needs no other file and no network. Its data are the rows of traces. The
//! script derives everything else from them: distances, open and closed states, duplicates, and
//! where the sides of a search meet.

use maud::{PreEscaped, html};
use optile_chart::style::variables;
use optile_results::text::lines::json;
use optile_results::text::unit;

use crate::document::{SCRIPT, document};

/// The page uses variables, buttons and cards of the report.
const STYLE: &str = concat!(
    include_str!("../page/style.css"),
    include_str!("../page/runs.css"),
    include_str!("watch.css")
);

/// The scripts; each uses only those before it while it loads. The first six are the report's too.
const PARTS: &[&str] = &[
    include_str!("../script/format.js"),
    include_str!("../script/element.js"),
    include_str!("../script/state.js"),
    include_str!("../script/player.js"),
    include_str!("../script/screen.js"),
    include_str!("../script/board.js"),
    include_str!("script/space.js"),
    include_str!("script/trace.js"),
    include_str!("script/plane.js"),
    include_str!("script/replay.js"),
    include_str!("script/panel.js"),
    include_str!("script/inspect.js"),
    include_str!("script/main.js"),
];

/// The page that replays the searches of a JSON document, which `docs/formats.md` describes.
pub fn page(data_json: &str, title: &str) -> String {
    // No text in the document ends the element that holds it. In JSON, this letter is only in texts.
    let data = json(data_json).replace('<', "\\u003c");
    let body = include_str!("page.html").replace("{title}", &html! { (title) }.into_string());
    let (units, parts) = (unit::table(), PARTS.join("\n"));
    let script = format!("(() => {{\n\"use strict\";\nconst UNITS = {units};\n\n{parts}}})();\n");
    let head = html! { title { (title) } style { (variables()) (PreEscaped(STYLE)) } };
    let body = html! {
        (PreEscaped(body))
        script type="application/json" id="data" { (PreEscaped(data)) }
        script { (PreEscaped(script)) }
    };
    document(SCRIPT, &head, &body).into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_of_the_data_or_the_title_becomes_markup() {
        let page = page(r#"{"board":"</script><img src=x>"}"#, "<b>");
        assert!(page.contains(r#"{"board":"\u003c/script>\u003cimg src=x>"}"#));
        assert!(page.contains("<title>&lt;b&gt;</title>") && page.contains("<h1>&lt;b&gt;</h1>"));
        assert_eq!(page.matches("</script").count(), 2);
    }

    #[test]
    fn nothing_leaves_the_page() {
        let page = page("{}", "");
        for forbidden in ["<!--", "fetch(", "XMLHttp", "import ", "innerHTML", "eval("] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
    }

    /// The script is written by hand and should stay readable. Comments and what the report has
    /// too do not count.
    #[test]
    fn the_script_is_small() {
        let lines = PARTS[6..].iter().flat_map(|part| part.lines().map(str::trim));
        let is_code = |line: &&str| {
            !line.is_empty()
                && !["//", "/*", "* ", "*/"].iter().any(|begin| line.starts_with(begin))
        };
        let count = lines.filter(is_code).count();
        assert!(count <= 650, "{count} lines");
    }
}
