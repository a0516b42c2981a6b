//! Colour, marker and dash of each strategy.

use std::collections::BTreeSet;

use optile_results::strategy_name::StrategyName;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

/// The colours of Okabe and Ito ("Color Universal Design", 2008) that are visible on white
/// paper, wine, darkened olive and indigo from Tol's muted scheme ("Colour Schemes", 2021),
/// then five more that differ from these in lightness or hue. Each has a contrast of at
/// least 3:1 on white. `chart.css` has a lighter one of the same hue for dark screens.
const COLOURS: [Colour; 12] = [
    Colour(0x00, 0x9e, 0x73),
    Colour(0x8c, 0x8c, 0x22),
    Colour(0x88, 0x22, 0x55),
    Colour(0x00, 0x72, 0xb2),
    Colour(0x33, 0x22, 0x88),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x8d, 0x55, 0x24),
    Colour(0x9b, 0x4f, 0xd6),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0xc1, 0x12, 0x3a),
    Colour(0x00, 0x86, 0x8f),
    Colour(0x00, 0x00, 0x00),
];

/// The outline of a marker. All are areas, because a cross of strokes vanishes on lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A circle.
    Disc,
    /// A square.
    Square,
    /// A triangle that points up.
    Up,
    /// A square on one of its corners.
    Diamond,
    /// A triangle that points down.
    Down,
    /// A star with five points.
    Star,
    /// A triangle that points right.
    Right,
    /// A flat rectangle.
    Bar,
}

/// The place of the plainest marker and dash. The first heuristics of a registry are the
/// trivial ones, with which few searches run.
const PLAINEST: usize = 3;

const SHAPES: [Shape; 8] = [
    Shape::Square,
    Shape::Up,
    Shape::Down,
    Shape::Disc,
    Shape::Diamond,
    Shape::Star,
    Shape::Right,
    Shape::Bar,
];

/// The dash of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dash {
    /// A solid line.
    Solid,
    /// Lengths of a dash and of the gap after it, in half pixels.
    Broken(i32, i32),
}

const DASHES: [Dash; 4] =
    [Dash::Broken(4, 8), Dash::Broken(26, 10), Dash::Broken(12, 8), Dash::Solid];

/// Colour, marker and dash of one strategy, the same in every chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colour of marker and line.
    pub colour: Colour,
    /// The shape of the marker.
    pub shape: Shape,
    /// Whether the marker is only an outline.
    pub is_open: bool,
    /// The dash of the line.
    pub dash: Dash,
}

impl Style {
    /// The red, green and blue parts of the colour.
    pub fn rgb(self) -> [u8; 3] {
        let Colour(red, green, blue) = self.colour;
        [red, green, blue]
    }

    /// The style for marks that belong to no strategy.
    pub const NEUTRAL: Self = Self {
        colour: Colour(0x6b, 0x72, 0x80),
        shape: Shape::Disc,
        is_open: true,
        dash: Dash::Solid,
    };

    /// Styles for lines that belong to no strategy, grey and different from each
    /// other. The first one is [`Style::NEUTRAL`].
    pub fn neutral(index: usize) -> Self {
        Self {
            shape: SHAPES[index % SHAPES.len()],
            dash: DASHES[index % DASHES.len()],
            ..Self::NEUTRAL
        }
    }

    /// A style for a line that belongs to no strategy. The first one is the plainest, and
    /// up to twelve differ in colour.
    pub fn at(index: usize) -> Self {
        Self::of(index, index + PLAINEST)
    }

    /// The style of a family with a heuristic. The family has the colour, and from the
    /// thirteenth on open markers; the heuristic has the shape of the marker and the dash.
    /// So the first 24 families with the first 32 heuristics all differ.
    fn of(family: usize, variant: usize) -> Self {
        Self {
            colour: COLOURS[family % COLOURS.len()],
            is_open: family / COLOURS.len() % 2 == 1,
            shape: SHAPES[variant % SHAPES.len()],
            dash: DASHES[(variant + variant / SHAPES.len()) % DASHES.len()],
        }
    }
}

/// The style of each strategy: its family has a colour, and its heuristic with options has
/// a marker and a dash.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    families: Vec<String>,
    /// Each heuristic with its options, as in names.
    variants: Vec<String>,
    /// Whether the variant has the colour, because all strategies are of one family.
    by_variant: bool,
}

/// The place of a text in a list.
fn place(list: &[String], text: &str) -> Option<usize> {
    list.iter().position(|other| other == text)
}

fn add(list: &mut Vec<String>, text: &str) {
    if place(list, text).is_none() {
        list.push(text.into());
    }
}

fn variant(name: StrategyName<'_>) -> String {
    format!("{},{}", name.heuristic, name.options)
}

impl Palette {
    /// Styles for the names of a registry, in its order: a new family at the end does not
    /// change the style of any other name.
    pub fn new(registry: &[String]) -> Self {
        let mut palette = Self::default();
        registry.iter().for_each(|name| palette.add(name));
        palette
    }

    /// Adds styles for those of the strategies of a report that have none, in alphabetical
    /// order. If all are of one family, the colour tells the heuristic. Otherwise a new
    /// heuristic gets a marker that no other one of the report has, as long as there is one.
    #[must_use]
    pub fn and<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        let family =
            |name: &str| StrategyName::of(name).family == StrategyName::of(names[0]).family;
        self.by_variant = names.len() > 1 && names.iter().all(|name| family(name));
        let shape = |place: usize| place % SHAPES.len();
        let places = names.iter().filter_map(|name| self.variant_place(name));
        let mut taken: BTreeSet<usize> = places.map(shape).collect();
        for name in names {
            if self.variant_place(name).is_none() && !self.by_variant {
                while taken.len() < SHAPES.len() && taken.contains(&shape(self.variants.len())) {
                    // No variant has an empty text, so this place stays free.
                    self.variants.push(String::new());
                }
                taken.insert(shape(self.variants.len()));
            }
            self.add(name);
        }
        self
    }

    /// The place of the heuristic and the options of a strategy.
    fn variant_place(&self, name: &str) -> Option<usize> {
        place(&self.variants, &variant(StrategyName::of(name)))
    }

    /// Adds styles for heuristics that no strategy has, in alphabetical order.
    #[must_use]
    pub fn and_heuristics<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        names.dedup();
        names.iter().for_each(|name| add(&mut self.variants, &format!("{name},")));
        self
    }

    fn add(&mut self, name: &str) {
        let name = StrategyName::of(name);
        add(&mut self.families, name.family);
        add(&mut self.variants, &variant(name));
    }

    /// The style of a strategy; the neutral one if the palette does not have the name.
    pub fn style(&self, name: &str) -> Style {
        let name = StrategyName::of(name);
        match (place(&self.families, name.family), place(&self.variants, &variant(name))) {
            (Some(_), Some(variant)) if self.by_variant => Style::of(variant, variant),
            (Some(family), Some(variant)) => Style::of(family, variant),
            _ => Style::NEUTRAL,
        }
    }

    /// The style of a heuristic without a search: marker and dash are those of the searches
    /// with it.
    pub fn heuristic(&self, name: &str) -> Style {
        let variant = place(&self.variants, &format!("{name},"));
        variant.map_or(Style::NEUTRAL, |variant| Style::of(variant, variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.1).
    fn luminance(colour: Colour) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
    }

    #[test]
    fn colours_stand_out_from_white() {
        for colour in COLOURS.into_iter().chain([Style::NEUTRAL.colour]) {
            let contrast = 1.05 / (luminance(colour) + 0.05);
            assert!(contrast >= 3.0, "{colour:?} has {contrast:.2}");
        }
    }

    #[test]
    fn families_and_heuristics_have_styles_of_their_own() {
        let mut seen = Vec::new();
        for (family, variant) in (0..24).flat_map(|family| (0..32).map(move |v| (family, v))) {
            let style = Style::of(family, variant);
            let look = (style.colour, style.is_open, style.shape, style.dash);
            assert!(!seen.contains(&look), "{family} {variant}");
            seen.push(look);
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_family_has_a_colour_and_a_heuristic_a_marker() {
        let registry = names(&["bfs", "astar:zero", "astar:manhattan", "idastar:manhattan"]);
        let palette =
            Palette::new(&registry).and(["z", "astar:manhattan,ties=low", "idastar:zero"]);
        let style = |name: &str| palette.style(name);
        assert_eq!(style("bfs"), Style::of(0, 0));
        assert_eq!(style("astar:manhattan"), Style::of(1, 2));
        assert_eq!(style("idastar:manhattan"), Style::of(2, 2));
        assert_eq!(style("idastar:zero"), Style::of(2, 1));
        assert_eq!(style("astar:manhattan,ties=low"), Style::of(1, 3));
        assert_eq!(style("z"), Style::of(3, 0));
        assert_eq!(style("unknown"), Style::NEUTRAL);
        assert_eq!(palette.heuristic("manhattan").shape, style("astar:manhattan").shape);
    }

    #[test]
    fn new_heuristics_of_a_report_differ_in_marker() {
        let known = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|name| format!("x:{name}"));
        let report = ["bfs", "x:a", "x:c", "x:new", "x:newer"];
        let palette = Palette::new(&known).and(report);
        let mut shapes: Vec<Shape> =
            report[1..].iter().map(|name| palette.style(name).shape).collect();
        shapes.sort_unstable();
        shapes.dedup();
        assert_eq!(shapes.len(), 4);
    }

    #[test]
    fn strategies_of_one_family_differ_in_colour() {
        let of_one = ["idastar:a", "idastar:b", "idastar:a,order=dlru"];
        let palette = Palette::new(&names(&["bfs", "idastar:a"])).and(of_one);
        let mut colours: Vec<Colour> =
            of_one.iter().map(|name| palette.style(name).colour).collect();
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), 3);
    }
}
