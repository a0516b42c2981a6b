//! What every page has: its language, its letters, and what it may do.

use maud::{DOCTYPE, Markup, html};

/// A page may only show its own content: even with a fault in it, it can load
/// nothing, send nothing and frame nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What a page with a script may do besides.
pub(crate) const SCRIPT: &str = "; script-src 'unsafe-inline'";

/// A page with this title and these styles in its head. It may do what `more` adds to the policy:
/// nothing, or run a [`SCRIPT`].
pub(crate) fn document(more: &str, head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content={ (POLICY) (more) };
                (head)
            }
            body { (body) }
        }
    }
}
