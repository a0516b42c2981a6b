//! Colour, marker and dash of each strategy.

mod palette;

pub use palette::Palette;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Twelve colours that also readers without red or green cones tell apart: a search kept the
/// least distance between any two of them as large as it could, for these readers and for
/// others, among colours with a contrast of at least 3:1 on white. So they differ in lightness
/// too. `chart.css` has a lighter one for each of them, for dark screens.
const COLOURS: [Colour; 12] = [
    Colour(0x00, 0x9e, 0x73),
    Colour(0x8e, 0x9b, 0x54),
    Colour(0x59, 0x23, 0x5f),
    Colour(0x63, 0x91, 0xf9),
    Colour(0x01, 0x28, 0xa2),
    Colour(0xce, 0x3e, 0x9d),
    Colour(0x76, 0x3d, 0x38),
    Colour(0x94, 0x3b, 0xff),
    Colour(0xd5, 0x5e, 0x00),
    Colour(0x8a, 0x00, 0x05),
    Colour(0x04, 0xa1, 0xcb),
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

/// The plainest marker and dash are the fourth, because the first heuristics of a registry are
/// the trivial ones, with which few searches run.
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
    /// The style for marks that belong to no strategy.
    pub const NEUTRAL: Self = Self {
        colour: Colour(0x6b, 0x72, 0x80),
        shape: Shape::Disc,
        is_open: true,
        dash: Dash::Solid,
    };

    /// The style of a family with a heuristic. The hue of the family is its colour, and from
    /// the thirteenth on also open markers and another dash; the heuristic has the shape of the
    /// marker and the dash. So the first 24 hues with the first 32 heuristics all differ.
    fn of(hue: usize, variant: usize) -> Self {
        let round = hue / COLOURS.len();
        Self {
            colour: COLOURS[hue % COLOURS.len()],
            is_open: round % 2 == 1,
            shape: SHAPES[variant % SHAPES.len()],
            dash: DASHES[(variant + variant / SHAPES.len() + round) % DASHES.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(channel: u8) -> f64 {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    }

    /// Relative luminance (WCAG 2.1).
    fn luminance(colour: Colour) -> f64 {
        0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
    }

    #[test]
    fn colours_stand_out_from_white() {
        for colour in COLOURS.into_iter().chain([Style::NEUTRAL.colour]) {
            let contrast = 1.05 / (luminance(colour) + 0.05);
            assert!(contrast >= 3.0, "{colour:?} has {contrast:.2}");
        }
    }

    /// CIE L*a*b* (D65) of linear red, green and blue.
    fn lab(linear: [f64; 3]) -> [f64; 3] {
        const XYZ: [[f64; 3]; 3] = [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ];
        let mixed = mixed(XYZ, linear);
        let [x, y, z] = [mixed[0] / 0.95047, mixed[1], mixed[2] / 1.08883].map(|t: f64| {
            if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
        });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn mixed(matrix: [[f64; 3]; 3], [a, b, c]: [f64; 3]) -> [f64; 3] {
        matrix.map(|[x, y, z]| (x * a + y * b + z * c).clamp(0.0, 1.1))
    }

    /// What readers see with all cones, without green ones, and without red ones, by the
    /// matrices of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes ("A physiologically-based
    /// model for simulation of color vision deficiency", 2009).
    const EYES: [[[f64; 3]; 3]; 3] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ];

    #[test]
    fn readers_without_red_or_green_cones_tell_all_colours_apart() {
        for (eyes, least) in EYES.into_iter().zip([36.0, 20.0, 20.0]) {
            let seen = COLOURS
                .map(|Colour(red, green, blue)| lab(mixed(eyes, [red, green, blue].map(linear))));
            for (place, a) in seen.iter().enumerate() {
                for (other, b) in seen[..place].iter().enumerate() {
                    let square = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
                    assert!(square.sqrt() >= least, "{place} and {other}: {:.1}", square.sqrt());
                }
            }
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
}
