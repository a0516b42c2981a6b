//! Lengths in classes that can be judged.

use optile_results::text::quantity::counted;

/// The fewest instances of a class of lengths, as far as there are so many.
pub(crate) const FEWEST_IN_CLASS: usize = 20;
/// The moves of a band of lengths.
pub(crate) const BAND: u32 = 5;

/// The classes of bands of lengths, the shortest first: neighbours are joined until each class has
/// [`FEWEST_IN_CLASS`] instances that count.
pub(crate) fn classes_of_bands<T>(
    bands: impl IntoIterator<Item = Vec<T>>,
    is_counted: impl Fn(&T) -> bool,
) -> Vec<Vec<T>> {
    let is_small =
        |class: &&mut Vec<T>| class.iter().filter(|one| is_counted(one)).count() < FEWEST_IN_CLASS;
    let mut classes: Vec<Vec<T>> = Vec::new();
    for band in bands {
        match classes.last_mut().filter(is_small) {
            Some(last) => last.extend(band),
            None => classes.push(band),
        }
    }
    if let [.., before, last] = &mut classes[..]
        && is_small(&last)
    {
        before.append(last);
        classes.pop();
    }
    classes
}

/// The least and the greatest length of a class in words.
pub(crate) fn moves([from, to]: [u32; 2]) -> String {
    let greatest = counted(to as usize, "move");
    if from == to { greatest } else { format!("{from} to {greatest}") }
}
