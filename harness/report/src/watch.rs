//! The page.
/// The page.
pub fn page(document: &str, title: &str) -> String {
    format!("<title>{title}</title>{document}")
}
