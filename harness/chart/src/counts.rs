//! How many instances are behind the points of a figure.

use std::collections::BTreeMap;

use crate::axis::Place;
use crate::figure::Figure;
use crate::style::Style;

/// A point over fewer instances says over how many.
const FEW: usize = 5;
/// The most ranges of places that the title of an axis has room for.
const MOST_RANGES: usize = 2;

/// A place across, with the least and the most instances behind a point there.
type Counted = (u64, [usize; 2]);

impl Figure {
    /// How many instances are behind the points of shown lines, such as `4 at 31`: at the places where
    /// they are few, and where lines differ. Neighbours with the same numbers are told together.
    pub fn counts_told(&self, is_shown: impl Fn(Style) -> bool) -> Vec<String> {
        let places = self.places(is_shown);
        let alike = places.chunk_by(|one, next| one.1 == next.1).filter(|alike| is_told(&alike[0]));
        alike.map(|alike| self.told(alike)).collect()
    }

    /// The same for the title of an axis. Where there is no room for all, it has the least and the most.
    pub(crate) fn counts_note(&self, is_shown: impl Fn(Style) -> bool) -> String {
        let told = self.counts_told(&is_shown);
        if told.len() <= MOST_RANGES {
            return if told.is_empty() {
                String::new()
            } else {
                format!("; n = {}", told.join(", "))
            };
        }
        let places = self.places(is_shown);
        let [first, last] = [places.iter().position(is_told), places.iter().rposition(is_told)];
        format!("; n = {}", self.told(&places[first.unwrap_or(0)..=last.unwrap_or(0)]))
    }

    fn places(&self, is_shown: impl Fn(Style) -> bool) -> Vec<Counted> {
        let mut places: BTreeMap<u64, [usize; 2]> = BTreeMap::new();
        for &(_, x, n) in self.counts.iter().filter(|(style, ..)| is_shown(*style)) {
            let [least, most] = places.entry(x).or_insert([n; 2]);
            (*least, *most) = (n.min(*least), n.max(*most));
        }
        places.into_iter().filter(|&(x, _)| self.x.has(Place::At(x as f64))).collect()
    }

    /// The numbers at these places, from the least to the most.
    fn told(&self, places: &[Counted]) -> String {
        let numbers = || places.iter().flat_map(|(_, numbers)| *numbers);
        let [least, most] = [numbers().min(), numbers().max()];
        let [from, to] = [places.first(), places.last()];
        let text = |place: Option<&Counted>| place.map(|(x, _)| self.x.text(Place::At(*x as f64)));
        format!("{} at {}", range([least, most]), range([text(from), text(to)]))
    }
}

fn is_told((_, [least, most]): &Counted) -> bool {
    *least < FEW || least != most
}

fn range<T: Default + PartialEq + ToString>([from, to]: [Option<T>; 2]) -> String {
    let [from, to] = [from, to].map(Option::unwrap_or_default);
    if from == to {
        from.to_string()
    } else {
        format!("{} to {}", from.to_string(), to.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use optile_results::text::unit::Unit;
    use proptest::prelude::*;

    use super::*;
    use crate::axis::Axis;
    use crate::style::Palette;

    fn figure(counts: &[(usize, u64, usize)]) -> Figure {
        let palette = Palette::of(["bfs", "bidir", "astar"]);
        let style = |line: usize| palette.style(["bfs", "bidir", "astar"][line]);
        Figure {
            x: Axis::linear("optimal length, moves", Unit::Count, [0.0, 40.0]),
            counts: counts.iter().map(|&(line, x, n)| (style(line), x, n)).collect(),
            ..Figure::default()
        }
    }

    #[test]
    fn few_instances_are_told_with_their_places() {
        let note = |counts: &[(usize, u64, usize)]| figure(counts).counts_note(|_| true);
        assert_eq!(note(&[(0, 29, 10), (1, 29, 10), (0, 31, 5)]), "");
        assert_eq!(note(&[(0, 30, 10), (0, 31, 4), (1, 31, 4)]), "; n = 4 at 31");
        assert_eq!(note(&[(0, 30, 9), (1, 30, 10)]), "; n = 9 to 10 at 30");
        let smoke: Vec<_> = (8..=20).map(|x| (0, x, if x == 12 { 30 } else { 1 })).collect();
        assert_eq!(figure(&smoke).counts_told(|_| true), ["1 at 8 to 11", "1 at 13 to 20"]);
        let three = [(0, 1, 2), (0, 2, 3), (0, 3, 50), (0, 4, 1)];
        assert_eq!(note(&three), "; n = 1 to 50 at 1 to 4");
        let hidden = figure(&[(0, 30, 10), (1, 30, 9)]);
        let bfs = hidden.counts[0].0;
        assert_eq!(hidden.counts_note(|style| style == bfs), "");
    }

    proptest! {
        /// A point tells its number if, and only if, it has to.
        #[test]
        fn each_point_is_told_if_it_must_be(
            counts in prop::collection::btree_map((0usize..3, 0u64..12), 1usize..8, 1..20),
        ) {
            let counts: Vec<_> = counts.into_iter().map(|((line, x), n)| (line, x, n)).collect();
            let ends = |text: &str| -> (u64, u64) {
                let (from, to) = text.split_once(" to ").unwrap_or((text, text));
                (from.parse().unwrap(), to.parse().unwrap())
            };
            let told: Vec<_> = figure(&counts).counts_told(|_| true).iter().map(|text| {
                let (numbers, places) = text.split_once(" at ").unwrap();
                (ends(numbers), ends(places))
            }).collect();
            for &(_, x, n) in &counts {
                let all: BTreeSet<usize> =
                    counts.iter().filter(|one| one.1 == x).map(|one| one.2).collect();
                let found = told.iter().find(|(_, (from, to))| (*from..=*to).contains(&x));
                let must = n < 5 || all.len() > 1 || all.iter().any(|&n| n < 5);
                prop_assert_eq!(found.is_some(), must, "{} in {:?}", x, told);
                if let Some(((least, most), _)) = found {
                    prop_assert_eq!(*least as usize, *all.first().unwrap());
                    prop_assert_eq!(*most as usize, *all.last().unwrap());
                }
            }
        }
    }
}
