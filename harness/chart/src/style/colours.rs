//! The one list of colours: those of strategies, and those of pages and frames of charts.

use std::fmt::Write as _;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    const fn of(hexadecimal: u32) -> Self {
        let [_, red, green, blue] = hexadecimal.to_be_bytes();
        Self(red, green, blue)
    }

    /// `#009E73`
    pub(crate) fn hexadecimal(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// The variable of pages that holds this colour on white paper, and another one on dark screens.
    pub(crate) fn variable(self) -> Option<String> {
        all().find(|&(_, light, _)| light == self).map(|(name, ..)| format!("var(--{name})"))
    }
}

/// The shades of a hue.
pub(super) const SHADES: usize = 3;

/// Twelve hues with their shades, each on white paper and on dark screens. The first shades are told
/// apart by readers without red or green cones, too: a search kept the least distance between any
/// two of them as large as it could, for these readers and for others, among colours with a contrast
/// of at least 3:1. So they differ in lightness too. Another search did the same for the other
/// shades, near each hue and for readers with all cones.
#[rustfmt::skip]
const HUES: [[(u32, u32); SHADES]; 12] = [
    [(0x0128a2, 0x5489ff), (0x4f55b0, 0x6365a7), (0x9443d3, 0xa8b8fc)],
    [(0xd55e00, 0xfca501), (0x753702, 0xfcde9d), (0xc4843c, 0xab8923)],
    [(0x009e73, 0x78f9a8), (0x015831, 0x24a833), (0x739d82, 0x147b45)],
    [(0xce3e9d, 0xe9558a), (0x800147, 0xfea3b6), (0xe855e1, 0xa35164)],
    [(0x04a1cb, 0x00bfbd), (0x6e9aa6, 0x31766f), (0x025474, 0xadefe2)],
    [(0x8a0005, 0xe13c07), (0xe7666b, 0xf97368), (0xed4431, 0xae550b)],
    [(0x8e9b54, 0xf5f378), (0x3a620f, 0x81ac00), (0x423f0e, 0x61741f)],
    [(0x943bff, 0x6552ff), (0x9c51b0, 0xd59cfd), (0x6c71f9, 0x6e57ce)],
    [(0x000000, 0xf4f6f8), (0x706e4f, 0x838767), (0x1f4e48, 0x7d6574)],
    [(0x763d38, 0xa55d43), (0xba735d, 0xfca771), (0xa78d87, 0xd6b1a1)],
    [(0x6391f9, 0x25bbff), (0x2a3b72, 0x2f7296), (0x948cc0, 0xa0dffd)],
    [(0x59235f, 0xa34daf), (0xc776ae, 0xb47bac), (0x5e4155, 0xfcd1fd)],
];

/// The number of hues.
pub(super) const COUNT: usize = HUES.len();

/// The colour of a hue in one of its shades, on white paper.
pub(super) const fn shade(hue: usize, shade: usize) -> Colour {
    Colour::of(HUES[hue][shade].0)
}

/// What a search expanded from the start, what it expanded from the goal, and what is open.
pub const PARTS: [Colour; 3] = [shade(0, 0), shade(3, 0), shade(1, 0)];
/// States in a cell of a plane, darker on paper where they are more.
pub const STATES: [Colour; 4] =
    [Colour::of(0xeef0f2), Colour::of(0xdfe2e6), Colour::of(0xcdd2d8), Colour::of(0xb8bec7)];
pub(crate) const WHITE: Colour = Colour::of(0xffffff);
pub(crate) const INK: Colour = Colour::of(0x1f2937);
pub(crate) const FAINT_INK: Colour = Colour::of(0x565e6b);
pub(crate) const RULE: Colour = Colour::of(0x8a919c);
pub(crate) const GRID: Colour = Colour::of(0xe3e6ea);
/// Marks that belong to no strategy.
pub(super) const NEUTRAL: Colour = Colour::of(0x6b7280);

/// The colours that belong to no strategy: their names, and how they are on white paper and on dark
/// screens.
const NAMED: [(&str, Colour, u32); 21] = [
    ("paper", WHITE, 0x1b2028),
    ("ink", INK, 0xe6e9ee),
    ("faint", FAINT_INK, 0xa3acb9),
    ("contour", RULE, 0x747d8b),
    ("grid", GRID, 0x2d3541),
    ("neutral", NEUTRAL, 0x9aa3b2),
    ("states0", STATES[0], 0x1d232c),
    ("states1", STATES[1], 0x262d38),
    ("states2", STATES[2], 0x323b48),
    ("states3", STATES[3], 0x424d5d),
    // Only pages have the others.
    ("state", Colour::of(0xb6bcc6), 0x4b5565),
    ("ground", Colour::of(0xf6f7f9), 0x12161c),
    ("rule", Colour::of(0xd9dde3), 0x343c48),
    ("edge", Colour::of(0xb3bac4), 0x515b69),
    ("accent", Colour::of(0x0b5f94), 0x7cc0ee),
    ("loud", Colour::of(0xa3261b), 0xff9c8f),
    ("loud-ground", Colour::of(0xfdf0ee), 0x35191a),
    ("solved", Colour::of(0xe9f6ee), 0x17301f),
    ("limit", Colour::of(0xfdf3d8), 0x3a2f12),
    ("tile", WHITE, 0x2a323e),
    ("tile-home", Colour::of(0xdcebf7), 0x1d4566),
];

/// Every colour: its name on pages, and how it is on white paper and on dark screens.
fn all() -> impl Iterator<Item = (String, Colour, Colour)> {
    let named = NAMED.iter().map(|&(name, light, dark)| (name.to_owned(), light, Colour::of(dark)));
    let shades = (0..COUNT * SHADES).map(|place| {
        let (hue, shade) = (place / SHADES, place % SHADES);
        let (light, dark) = HUES[hue][shade];
        (format!("hue{hue}-{shade}"), Colour::of(light), Colour::of(dark))
    });
    named.chain(shades)
}

/// The variables of a page that hold the colours: for white paper, and for dark screens.
pub fn variables() -> String {
    let (mut light, mut dark) = (String::new(), String::new());
    for (name, on_paper, on_screen) in all() {
        let _ = write!(light, "--{name}:{};", on_paper.hexadecimal());
        let _ = write!(dark, "--{name}:{};", on_screen.hexadecimal());
    }
    let parts = ["forward", "backward", "open"].into_iter().zip(PARTS);
    for (name, colour) in parts {
        let _ = write!(light, "--{name}:{};", colour.variable().unwrap_or_default());
    }
    format!(
        ":root{{color-scheme:light dark;{light}}}\n@media screen and (prefers-color-scheme:dark)\
         {{:root{{{dark}}}}}\n"
    )
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

    fn contrast(a: Colour, b: Colour) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn of_strategies() -> impl Iterator<Item = (String, Colour, Colour)> {
        all().filter(|(name, ..)| name.starts_with("hue") || name == "neutral")
    }

    #[test]
    fn colours_stand_out_from_paper_and_from_dark_screens() {
        let (_, paper, screen) = all().next().unwrap();
        assert_eq!(of_strategies().count(), COUNT * SHADES + 1);
        for (name, light, dark) in of_strategies() {
            for contrast in [contrast(light, paper), contrast(dark, screen)] {
                assert!(contrast >= 3.0, "{name} has {contrast:.2}");
            }
        }
    }

    #[test]
    fn pages_have_a_variable_for_each_colour_of_charts() {
        let variables = variables();
        let [light, dark] =
            ["paper:#FFFFFF", "paper:#1B2028"].map(|paper| variables.matches(paper));
        assert_eq!((light.count(), dark.count()), (1, 1));
        for colour in [WHITE, INK, FAINT_INK, RULE, GRID, NEUTRAL, shade(11, 2), STATES[3]] {
            let name = colour.variable().unwrap();
            let name = name.strip_prefix("var(").unwrap().strip_suffix(")").unwrap();
            assert!(variables.contains(&format!("{name}:{};", colour.hexadecimal())), "{name}");
            assert_eq!(variables.matches(&format!("{name}:")).count(), 2, "{name}");
        }
        assert!(variables.contains("--forward:var(--hue0-0);"), "{variables}");
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

    /// The least distance between any two colours for these eyes.
    fn least_distance(colours: &[Colour], eyes: [[f64; 3]; 3]) -> f64 {
        let seen =
            |&Colour(red, green, blue): &Colour| lab(mixed(eyes, [red, green, blue].map(linear)));
        let seen: Vec<[f64; 3]> = colours.iter().map(seen).collect();
        let pairs = (0..seen.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        let distance = |(one, other): (usize, usize)| {
            let parts = seen[one].iter().zip(seen[other]).map(|(a, b)| (a - b).powi(2));
            parts.sum::<f64>().sqrt()
        };
        pairs.map(distance).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn readers_without_red_or_green_cones_tell_all_hues_apart() {
        let first = HUES.map(|shades| Colour::of(shades[0].0));
        for (eyes, least) in EYES.into_iter().zip([36.0, 20.0, 20.0]) {
            let distance = least_distance(&first, eyes);
            assert!(distance >= least, "{distance:.1}");
        }
    }

    #[test]
    fn all_shades_of_strategies_are_told_apart() {
        let (light, dark): (Vec<Colour>, Vec<Colour>) =
            of_strategies().skip(1).map(|(_, light, dark)| (light, dark)).unzip();
        for colours in [light, dark] {
            let distance = least_distance(&colours, EYES[0]);
            assert!(distance >= 20.0, "{distance:.1}");
        }
    }
}
