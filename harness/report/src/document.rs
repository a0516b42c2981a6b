//! What every page has: its language, its letters, and what it may do.

use maud::{DOCTYPE, Markup, html};

/// A page may only show its own content: even with a fault in it, it can load
/// nothing, send nothing and frame nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src \
                      'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A page with this title and these styles in its head.
pub(crate) fn document(head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                (head)
            }
            body { (body) }
        }
    }
}
