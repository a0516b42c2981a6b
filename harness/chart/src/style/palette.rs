//! The style of each strategy of a report.

use std::collections::{BTreeMap, BTreeSet};

use optile_results::strategy_name::StrategyName;

use super::{COLOURS, SHAPES, Style};

/// The style of each strategy: its family has a colour, and its heuristic with options has
/// a marker and a dash.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// The place of each family.
    families: BTreeMap<String, usize>,
    /// The place of each heuristic with its options, as in names.
    variants: BTreeMap<String, usize>,
    /// Whether the variant has the colour, because all strategies are of one family.
    by_variant: bool,
    /// The hue of families and variants that occur in a report. Without one, the place is the hue.
    hues: BTreeMap<String, usize>,
}

/// The place after all others.
fn next(places: &BTreeMap<String, usize>) -> usize {
    places.values().max().map_or(0, |last| last + 1)
}

fn variant(name: &str) -> String {
    let name = StrategyName::of(name);
    format!("{},{}", name.heuristic, name.options)
}

impl Palette {
    /// Styles for the names of a registry, in its order: a new family at the end does not
    /// change the style of any other name.
    pub fn new(registry: &[String]) -> Self {
        let mut palette = Self::default();
        for name in registry {
            let place = next(&palette.variants);
            palette.add(name, place);
        }
        palette
    }

    /// Adds styles for those of the strategies of a report that have none, in alphabetical
    /// order, and gives each family that occurs a colour of its own as long as there are some:
    /// that of its place in the registry, or the next one that is free. Families without a free
    /// colour share one with a family that is never beside them in one of the sets `together`.
    ///
    /// If all are of one family, the colour tells the heuristic. Otherwise a new heuristic gets
    /// a marker that no other one of the report has, as long as there is one.
    #[must_use]
    pub fn and<'a>(
        mut self,
        names: impl IntoIterator<Item = &'a str>,
        together: &[Vec<&str>],
    ) -> Self {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        let families: BTreeSet<&str> =
            names.iter().map(|name| StrategyName::of(name).family).collect();
        self.by_variant = names.len() > 1 && families.len() == 1;
        let places = names.iter().filter_map(|name| self.variants.get(&variant(name)));
        let mut taken: BTreeSet<usize> = places.map(|place| place % SHAPES.len()).collect();
        for name in &names {
            let mut place = next(&self.variants);
            if !self.by_variant && !self.variants.contains_key(&variant(name)) {
                while taken.len() < SHAPES.len() && taken.contains(&(place % SHAPES.len())) {
                    place += 1;
                }
                taken.insert(place % SHAPES.len());
            }
            self.add(name, place);
        }
        let coloured = |names: &Vec<&str>| -> BTreeSet<String> {
            names.iter().map(|name| self.coloured(name)).collect()
        };
        let (all, together) = (coloured(&names), together.iter().map(coloured).collect::<Vec<_>>());
        self.colour(all, &together);
        self
    }

    /// The part of the name of a strategy that has the colour.
    fn coloured(&self, name: &str) -> String {
        if self.by_variant { variant(name) } else { StrategyName::of(name).family.into() }
    }

    /// The place of a family or of a variant.
    fn place(&self, text: &str) -> Option<usize> {
        self.families.get(text).or_else(|| self.variants.get(text)).copied()
    }

    /// Gives families or variants hues: those of the sets first, in the order of their list.
    fn colour(&mut self, texts: BTreeSet<String>, together: &[BTreeSet<String>]) {
        let place = |text: String| {
            let set = together.iter().position(|set| set.contains(&text));
            (set.unwrap_or(together.len()), self.place(&text).unwrap_or(0), text)
        };
        let ordered: BTreeSet<(usize, usize, String)> = texts.into_iter().map(place).collect();
        for (_, place, text) in ordered {
            let is_beside = |other: &String| {
                together.iter().any(|set| set.contains(&text) && set.contains(other))
            };
            let users = |colour: usize| {
                let users = self.hues.iter().filter(move |(_, hue)| *hue % COLOURS.len() == colour);
                users.map(|(text, _)| text)
            };
            let mut colours = (0..COLOURS.len()).map(|step| (place + step) % COLOURS.len());
            let free = colours.clone().find(|&colour| users(colour).next().is_none());
            let colour = free
                .or_else(|| colours.find(|&colour| !users(colour).any(is_beside)))
                .unwrap_or(place % COLOURS.len());
            let hue = colour + COLOURS.len() * users(colour).count();
            self.hues.insert(text, hue);
        }
    }

    /// Adds a name. `place` is that of its heuristic, if it is new.
    fn add(&mut self, name: &str, place: usize) {
        let family = next(&self.families);
        self.families.entry(StrategyName::of(name).family.into()).or_insert(family);
        self.variants.entry(variant(name)).or_insert(place);
    }

    /// The style of a strategy; the neutral one if the palette does not have the name.
    pub fn style(&self, name: &str) -> Style {
        let coloured = self.coloured(name);
        let hue = self.hues.get(&coloured).copied().or_else(|| self.place(&coloured));
        let places = hue.zip(self.variants.get(&variant(name)));
        places.map_or(Style::NEUTRAL, |(hue, &place)| Style::of(hue, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::{Colour, Shape};

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_family_has_a_colour_and_a_heuristic_a_marker() {
        let registry = names(&["bfs", "astar:zero", "astar:manhattan", "idastar:manhattan"]);
        let palette =
            Palette::new(&registry).and(["z", "astar:manhattan,ties=low", "idastar:zero"], &[]);
        let style = |name: &str| palette.style(name);
        assert_eq!(style("bfs"), Style::of(0, 0));
        assert_eq!(style("astar:manhattan"), Style::of(1, 2));
        assert_eq!(style("idastar:manhattan"), Style::of(2, 2));
        assert_eq!(style("idastar:zero"), Style::of(2, 1));
        assert_eq!(style("astar:manhattan,ties=low"), Style::of(1, 3));
        assert_eq!(style("z"), Style::of(3, 0));
        assert_eq!(style("unknown"), Style::NEUTRAL);
    }

    #[test]
    fn new_heuristics_of_a_report_differ_in_marker() {
        let known = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|name| format!("x:{name}"));
        let report = ["bfs", "x:a", "x:c", "x:new", "x:newer"];
        let palette = Palette::new(&known).and(report, &[]);
        let mut shapes: Vec<Shape> =
            report[1..].iter().map(|name| palette.style(name).shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        assert_eq!(shapes.len(), 4);
    }

    #[test]
    fn strategies_of_one_family_differ_in_colour() {
        let of_one = ["idastar:a", "idastar:b", "idastar:a,order=dlru"];
        let palette = Palette::new(&names(&["bfs", "idastar:a"])).and(of_one, &[]);
        let mut colours: Vec<Colour> =
            of_one.iter().map(|name| palette.style(name).colour).collect();
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), 3);
    }

    /// Families f0, f1 ... with one heuristic.
    fn families(places: impl Iterator<Item = usize>) -> Vec<String> {
        places.map(|n| format!("f{n}:h")).collect()
    }

    fn colours(palette: &Palette, names: &[String]) -> BTreeSet<Colour> {
        names.iter().map(|name| palette.style(name).colour).collect()
    }

    #[test]
    fn up_to_twelve_families_of_a_report_differ_in_colour() {
        let registry = families(0..30);
        // Places 3 and 15 of the registry have the same colour.
        let report = families((3..30).step_by(3).chain([0, 1, 2]));
        let palette = Palette::new(&registry).and(report.iter().map(String::as_str), &[]);
        assert_eq!(colours(&palette, &report).len(), 12);
        // The first ones keep theirs, and so look the same in every report.
        let all = Palette::new(&registry);
        for name in families([0, 1, 2, 3, 6, 9].into_iter()) {
            assert_eq!(palette.style(&name), all.style(&name), "{name}");
        }
    }

    #[test]
    fn of_more_families_those_in_one_chart_differ_in_colour_and_others_in_marker_and_dash() {
        let registry = families(0..18);
        let chart = families([0, 3, 6, 9, 12, 15].into_iter());
        let other = families(10..18);
        let together = [&chart, &other].map(|names| names.iter().map(String::as_str).collect());
        let palette = Palette::new(&registry).and(registry.iter().map(String::as_str), &together);
        assert_eq!(colours(&palette, &chart).len(), chart.len());
        assert_eq!(colours(&palette, &other).len(), other.len());
        let looks: Vec<Style> = registry.iter().map(|name| palette.style(name)).collect();
        for (place, a) in looks.iter().enumerate() {
            let same = looks[..place].iter().filter(|b| a.colour == b.colour);
            same.for_each(|b| assert!(a.is_open != b.is_open && a.dash != b.dash, "{a:?} {b:?}"));
        }
    }

    #[test]
    fn heuristics_of_a_report_differ_in_colour() {
        let variants = ["idastar:v0", "idastar:v12", "idastar:v24", "idastar:v5"];
        let registry: Vec<String> = (0..30).map(|n| format!("idastar:v{n}")).collect();
        let palette = Palette::new(&registry).and(variants, &[]);
        assert_eq!(colours(&palette, &variants.map(str::to_owned)).len(), 4);
    }
}
