//! The parts of a style that a reader chooses.

use std::str::FromStr;

use anyhow::{Error, Result, anyhow};
use optile_results::word::{Word, read};

use super::{Colour, DASHES, Dash, SHAPES, Shape, Style};

/// A part of a style that a reader chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The colour of marker and line.
    Colour(Colour),
    /// The marker.
    Marker(Marker),
    /// The dash of the line.
    Dash(Dash),
}

/// A shape, filled or open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    shape: Shape,
    is_open: bool,
}

impl Look {
    /// A style with this part.
    pub(crate) fn on(self, style: Style) -> Style {
        match self {
            Self::Colour(colour) => Style { colour, ..style },
            Self::Marker(Marker { shape, is_open }) => Style { shape, is_open, ..style },
            Self::Dash(dash) => Style { dash, ..style },
        }
    }
}

impl FromStr for Colour {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, red, green, blue] = number
            .ok_or_else(|| anyhow!("{text:?} is not a colour: expected one such as #0072b2"))?
            .to_be_bytes();
        Ok(Self(red, green, blue))
    }
}

impl FromStr for Marker {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let shape = text.strip_prefix("open-");
        let is_open = shape.is_some();
        let shape = read(shape.unwrap_or(text));
        let shape = shape.map_err(|error| anyhow!("{error}, or one of these after open-"))?;
        Ok(Self { shape, is_open })
    }
}

impl FromStr for Dash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        read(text)
    }
}

impl Word for Shape {
    const WHAT: &'static str = "marker";
    const WORDS: &'static [Self] = &SHAPES;

    fn word(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Square => "square",
            Self::Up => "up",
            Self::Diamond => "diamond",
            Self::Down => "down",
            Self::Star => "star",
            Self::Right => "right",
            Self::Bar => "bar",
        }
    }
}

impl Word for Dash {
    const WHAT: &'static str = "dash";
    const WORDS: &'static [Self] = &DASHES;

    fn word(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Broken(..8, _) => "dotted",
            Self::Broken(..16, _) => "short-dashed",
            Self::Broken(..) => "dashed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_read_and_wrong_words_name_the_right_ones() {
        assert_eq!("#0072B2".parse::<Colour>().unwrap(), Colour(0x00, 0x72, 0xb2));
        let marker = Marker { shape: Shape::Square, is_open: true };
        assert_eq!("open-square".parse::<Marker>().unwrap(), marker);
        for dash in DASHES {
            assert_eq!(dash.word().parse::<Dash>().unwrap(), dash);
        }
        for text in ["0072b2", "#0072b", "#00000g", "blue", ""] {
            let error = text.parse::<Colour>().unwrap_err().to_string();
            assert!(error.ends_with("is not a colour: expected one such as #0072b2"), "{error}");
        }
        let error = "open-squar".parse::<Marker>().unwrap_err().to_string();
        assert!(error.starts_with("unknown marker \"squar\": did you mean \"square\"?"), "{error}");
        let style = Look::Dash(Dash::Solid).on(Style::at(1));
        assert_eq!(style, Style { dash: Dash::Solid, ..Style::at(1) });
    }
}
