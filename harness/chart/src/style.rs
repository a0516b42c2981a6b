//! Colour, marker and dash of each strategy.

use std::collections::BTreeMap;

use plotters::style::RGBColor;

/// The colours of Okabe and Ito ("Color Universal Design", 2008) that are visible
/// on white paper, then wine, darkened olive and indigo from Tol's muted scheme
/// ("Colour Schemes", 2021). Each has a contrast of at least 3:1 on white.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x00, 0x00, 0x00),
    RGBColor(0x88, 0x22, 0x55),
    RGBColor(0x8c, 0x8c, 0x22),
    RGBColor(0x33, 0x22, 0x88),
];

/// The outline of a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A filled circle.
    Disc,
    /// A filled square.
    Square,
    /// A triangle that points up.
    Up,
    /// A square on one of its corners.
    Diamond,
    /// Two diagonal strokes.
    Cross,
    /// A triangle that points down.
    Down,
    /// A vertical and a horizontal stroke.
    Plus,
    /// A circle.
    Ring,
}

const SHAPES: [Shape; 8] = [
    Shape::Disc,
    Shape::Square,
    Shape::Up,
    Shape::Diamond,
    Shape::Cross,
    Shape::Down,
    Shape::Plus,
    Shape::Ring,
];

/// The dash of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dash {
    /// A solid line.
    Solid,
    /// Lengths of a dash and of the gap after it, in canvas units.
    Broken(i32, i32),
}

const DASHES: [Dash; 4] =
    [Dash::Solid, Dash::Broken(26, 10), Dash::Broken(12, 8), Dash::Broken(4, 8)];

/// Colour, marker and dash of one strategy, the same in every chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colour of marker and line.
    pub colour: RGBColor,
    /// The shape of the marker.
    pub shape: Shape,
    /// The dash of the line.
    pub dash: Dash,
}

impl Style {
    /// The red, green and blue parts of the colour.
    pub fn rgb(self) -> [u8; 3] {
        let RGBColor(red, green, blue) = self.colour;
        [red, green, blue]
    }

    /// The style for marks that belong to no strategy.
    pub const NEUTRAL: Self =
        Self { colour: RGBColor(0x6b, 0x72, 0x80), shape: Shape::Ring, dash: Dash::Solid };

    /// Styles for lines that belong to no strategy, grey and different from each
    /// other. The first one is [`Style::NEUTRAL`].
    pub fn neutral(index: usize) -> Self {
        Self {
            shape: SHAPES[SHAPES.len() - 1 - index % SHAPES.len()],
            dash: DASHES[index % DASHES.len()],
            ..Self::NEUTRAL
        }
    }

    /// The style at a place of the fixed table: eight colours, each with its
    /// marker, then the same colours with the markers shifted by one. So the
    /// first 64 styles differ from each other in colour or marker.
    pub fn at(index: usize) -> Self {
        let (round, place) = (index / COLOURS.len(), index % COLOURS.len());
        Self {
            colour: COLOURS[place],
            shape: SHAPES[(place + round) % SHAPES.len()],
            dash: DASHES[(place + round) % DASHES.len()],
        }
    }
}

/// The style of each strategy.
#[derive(Clone, Debug)]
pub struct Palette {
    places: BTreeMap<String, usize>,
}

impl Palette {
    /// Styles for the names of a registry, in its order: a new name at the end
    /// does not change the style of any other name.
    pub fn new(registry: &[String]) -> Self {
        let mut palette = Self { places: BTreeMap::new() };
        for name in registry {
            palette.add(name);
        }
        palette
    }

    /// Adds styles for those of `names` that have none, in alphabetical order.
    #[must_use]
    pub fn and<'a>(mut self, names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = names.into_iter().collect();
        names.sort_unstable();
        for name in names {
            self.add(name);
        }
        self
    }

    fn add(&mut self, name: &str) {
        let next = self.places.len();
        self.places.entry(name.into()).or_insert(next);
    }

    /// The style of a name; the neutral one if the palette does not have the name.
    pub fn style(&self, name: &str) -> Style {
        self.places.get(name).map_or(Style::NEUTRAL, |&place| Style::at(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance (WCAG 2.1).
    fn luminance(colour: RGBColor) -> f64 {
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
    fn the_first_64_styles_differ_in_colour_or_marker() {
        let mut seen = Vec::new();
        for index in 0..64 {
            let style = Style::at(index);
            let look = (style.colour, style.shape);
            assert!(!seen.contains(&look), "{index}");
            seen.push(look);
        }
    }

    #[test]
    fn a_palette_follows_the_registry_then_the_alphabet() {
        let registry = ["b".to_string(), "a".to_string()];
        let palette = Palette::new(&registry).and(["z", "a", "c", "z"]);
        for (index, name) in ["b", "a", "c", "z"].iter().enumerate() {
            assert_eq!(palette.style(name), Style::at(index), "{name}");
        }
        assert_eq!(palette.style("unknown"), Style::NEUTRAL);
    }
}
