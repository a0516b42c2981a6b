//! The style of each strategy of a folder of results.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use optile_results::text::strategy_name::StrategyName;

use super::colours::{COUNT, SHADES, shade};
use super::{DASHES, SHAPES, Style};

/// Lines that have the same shape of marker, and differ in dash and in whether markers are open.
const LOOKS: usize = 2 * DASHES.len();

/// The style of each strategy. It depends on the strategies of the folder, and never on what is
/// drawn: a strategy looks the same in all charts, tables and pages of a folder.
///
/// A family has a hue, and its strategies are shades of it. A heuristic with its options has a
/// marker, and the strategies with it differ in dash and in whether the marker is open. Up to 36
/// strategies all differ in hue or shade, up to 64 in marker or dash, which a print without colours
/// keeps, and up to 2,304 in one of them.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    styles: BTreeMap<String, Style>,
}

impl Palette {
    /// The styles of the strategies of a folder, in any order.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let names: BTreeSet<&str> = names.into_iter().collect();
        let family = |name: &&'a str| StrategyName::of(name).family;
        let is_one_family = names.iter().map(family).collect::<BTreeSet<_>>().len() == 1;
        // Where a hue is free for each strategy of the only family, it tells more than a shade; and
        // so does a marker where there are few strategies.
        let colours = places(&names, COUNT, SHADES, |name| match is_one_family {
            true => (*name).to_owned(),
            false => family(name).to_owned(),
        });
        let marks = places(&names, SHAPES.len(), LOOKS, |name| match names.len() <= SHAPES.len() {
            true => (*name).to_owned(),
            false => variant(name),
        });
        let mut taken = BTreeSet::new();
        let mut styles = BTreeMap::new();
        for name in names {
            let colour = colours[name];
            let mark = |step: usize| (marks[name] + step) % (SHAPES.len() * LOOKS);
            let free = (0..SHAPES.len() * LOOKS).find(|step| taken.insert((colour, mark(*step))));
            styles.insert(name.to_owned(), style(colour, mark(free.unwrap_or(0))));
        }
        Self { styles }
    }

    /// The style of a strategy; the neutral one if the folder does not have the name.
    pub fn style(&self, name: &str) -> Style {
        self.styles.get(name).copied().unwrap_or(Style::NEUTRAL)
    }
}

/// The heuristic of a name, with the options.
fn variant(name: &str) -> String {
    let name = StrategyName::of(name);
    format!("{},{}", name.heuristic, name.options)
}

fn style(colour: usize, mark: usize) -> Style {
    let (shape, look) = (mark / LOOKS, mark % LOOKS);
    Style {
        colour: shade(colour / SHADES, colour % SHADES),
        shape: SHAPES[shape],
        is_open: (look % 2 == 1) != (look >= DASHES.len()),
        dash: DASHES[(shape + look) % DASHES.len()],
    }
}

/// A place for each name in a table of `wide` rows with `deep` places each. A group has a row, or
/// several if it is too large for one, the largest groups first; names for which no row is left have
/// the rows that are used least. No place is used twice as long as there are enough.
fn places<'a>(
    names: &BTreeSet<&'a str>,
    wide: usize,
    deep: usize,
    group: impl Fn(&&'a str) -> String,
) -> BTreeMap<&'a str, usize> {
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        groups.entry(group(name)).or_default().push(name);
    }
    let parts = groups.values().flat_map(|group| {
        let rows = group.len().div_ceil(deep);
        group.chunks(group.len().div_ceil(rows))
    });
    let mut parts: Vec<&[&str]> = parts.collect();
    parts.sort_by_key(|part| Reverse(part.len()));
    let mut used = vec![0; wide];
    let mut places = BTreeMap::new();
    for part in parts {
        let free = used.iter().position(|&count| count == 0);
        for name in part {
            let least = (0..wide).min_by_key(|&row| used[row]);
            let row = free.or(least).unwrap_or(0);
            places.insert(*name, deep * row + used[row] % deep);
            used[row] += 1;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::style::{Dash, Shape};

    const FAMILIES: [&str; 15] = [
        "astar", "bae", "bfs", "bidir", "bpmx", "dvcbs", "epea", "greedy", "hda", "idastar", "mm",
        "nbs", "rbfs", "sma", "wastar",
    ];

    /// Names of a few families, or of many.
    fn any_name() -> impl Strategy<Value = String> {
        let heuristic = prop::sample::select(vec!["", ":manhattan", ":zero", ":pdb", ":pdb,w=2"]);
        let family = prop_oneof![0..2usize, 0..FAMILIES.len()];
        (family, heuristic, prop_oneof![Just(String::new()), "[a-z]{1,3}"])
            .prop_map(|(family, heuristic, more)| format!("{}{heuristic}{more}", FAMILIES[family]))
    }

    fn look(style: Style) -> (Shape, bool, Dash) {
        (style.shape, style.is_open, style.dash)
    }

    proptest! {
        /// Lines are a part of the strategies of a folder, which may be in any order.
        #[test]
        fn any_two_of_thirty_strategies_differ_in_colour_and_in_marker_or_dash(
            names in prop::collection::btree_set(any_name(), 1..=30),
            order in any::<prop::sample::Index>(),
        ) {
            let palette = Palette::of(names.iter().map(String::as_str));
            let mut turned: Vec<&str> = names.iter().map(String::as_str).collect();
            let by = order.index(turned.len());
            turned.rotate_left(by);
            let again = Palette::of(turned.iter().copied());
            for (place, a) in turned.iter().enumerate() {
                let style = palette.style(a);
                prop_assert_eq!(style, again.style(a));
                for other in turned[..place].iter().map(|b| palette.style(b)) {
                    prop_assert_ne!(style.colour, other.colour);
                    prop_assert_ne!(look(style), look(other));
                }
            }
        }

        #[test]
        fn hundreds_of_strategies_differ_in_something(count in 1..700usize, families in 1..40usize) {
            let names: Vec<String> = (0..count).map(|n| format!("f{}:h{n}", n % families)).collect();
            let palette = Palette::of(names.iter().map(String::as_str));
            let styles: BTreeSet<_> = names.iter().map(|name| {
                let style = palette.style(name);
                (style.colour, look(style))
            }).collect();
            prop_assert_eq!(styles.len(), count);
        }
    }

    fn hue(palette: &Palette, name: &str) -> usize {
        let colour = palette.style(name).colour;
        (0..COUNT * SHADES).find(|place| shade(place / SHADES, place % SHADES) == colour).unwrap()
            / SHADES
    }

    #[test]
    fn a_family_has_a_hue_and_a_heuristic_a_marker() {
        let families = &FAMILIES[..12];
        let heuristics = ["manhattan", "zero"];
        let names: Vec<String> = families
            .iter()
            .flat_map(|family| heuristics.map(|heuristic| format!("{family}:{heuristic}")))
            .collect();
        let palette = Palette::of(names.iter().map(String::as_str));
        let hues: BTreeSet<usize> = names.iter().map(|name| hue(&palette, name)).collect();
        assert_eq!(hues.len(), families.len());
        for family in families {
            let [a, b] = heuristics.map(|heuristic| format!("{family}:{heuristic}"));
            assert_eq!(hue(&palette, &a), hue(&palette, &b));
            let shapes = [&a, &b].map(|name| palette.style(name).shape);
            assert_ne!(shapes[0], shapes[1], "{family}");
        }
        let of = |family: &str| palette.style(&format!("{family}:zero"));
        assert_eq!(of("astar").shape, of("bfs").shape);
    }

    #[test]
    fn strategies_of_the_only_family_have_hues_of_their_own() {
        let names: Vec<String> = (0..12).map(|n| format!("idastar:h{n}")).collect();
        let palette = Palette::of(names.iter().map(String::as_str));
        let hues: BTreeSet<usize> = names.iter().map(|name| hue(&palette, name)).collect();
        assert_eq!(hues.len(), 12);
        assert_eq!(palette.style("unknown"), Style::NEUTRAL);
    }
}
