//! Suggestions for misspelt names.

/// `did you mean "..."? `, or an empty text.
pub fn suggestion(near: Option<&str>) -> String {
    near.map(|near| format!("did you mean {near:?}? ")).unwrap_or_default()
}

/// The nearest candidate to a misspelt name, if one is near enough.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let close_enough = (name.chars().count() * 2 / 5).max(2);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(edits, _)| edits <= close_enough)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}
