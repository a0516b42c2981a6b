//! What a reader asks of a chart: the options of `optile chart`, and the same words in a file.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use clap::{ArgAction, Args, Command, FromArgMatches};
use optile_chart::style::{Colour, Dash, Look, Marker};
use optile_chart::{AxisWish, LegendPlace, Scale, Width};
use optile_report::{Average, Band, Quantity};
use optile_results::word::Word;
use toml::de::DeTable;

use super::words::{assignment, length, of_key, problem, words};

/// The options that shape a chart. Each is also a key of a settings file.
#[derive(Args, Clone, Debug, Default)]
pub(super) struct Settings {
    /// The chart: the name of its files, or the beginning of the name
    #[arg(long, value_name = "NAME")]
    pub(super) kind: Option<String>,
    /// The quantity across, in place of a kind
    #[arg(long, value_name = "QUANTITY", value_parser = words::<Quantity>())]
    pub(super) x: Option<Quantity>,
    /// The quantity up, in place of a kind
    #[arg(long, value_name = "QUANTITY", value_parser = words::<Quantity>())]
    pub(super) y: Option<Quantity>,
    /// The line through several instances [default: median]
    #[arg(long, value_parser = words::<Average>())]
    pub(super) average: Option<Average>,
    /// The area around a line; it is drawn if there are at most three lines [default: quartiles]
    #[arg(long, value_parser = words::<Band>())]
    pub(super) band: Option<Band>,
    /// Draw only this strategy, or those that match a pattern such as 'astar:*'; may be repeated;
    /// the legend has their order
    #[arg(long, value_name = "NAME")]
    pub(super) strategy: Vec<String>,
    /// Two strategies, for a chart of kind scatter
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["X", "Y"])]
    pub(super) pair: Vec<String>,
    /// Draw the lower bounds of the heuristics in the chart
    #[arg(long)]
    pub(super) bounds: bool,
    /// Draw a small chart for each of these
    #[arg(long, value_name = "GROUP", value_parser = words::<Grid>())]
    pub(super) grid: Option<Grid>,
    /// Another name for a strategy, or for the title of a small chart; may be repeated
    #[arg(long, value_name = "NAME=TEXT", value_parser = assignment::<String>)]
    pub(super) name: Vec<(String, String)>,
    /// The colour of a strategy or of a family, such as 'astar=#0072b2'; may be repeated
    #[arg(long, value_name = "NAME=COLOUR", value_parser = assignment::<Colour>)]
    pub(super) colour: Vec<(String, Colour)>,
    /// The marker: disc, square, up, diamond, down, star, right or bar, or one of these after
    /// open-; may be repeated
    #[arg(long, value_name = "NAME=MARKER", value_parser = assignment::<Marker>)]
    pub(super) marker: Vec<(String, Marker)>,
    /// The line: solid, dashed, short-dashed or dotted; may be repeated
    #[arg(long, value_name = "NAME=DASH", value_parser = assignment::<Dash>)]
    pub(super) dash: Vec<(String, Dash)>,
    /// A title above the chart; without it, charts on paper have none
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// The title of the horizontal axis
    #[arg(long, value_name = "TEXT")]
    x_title: Option<String>,
    /// The title of the vertical axis
    #[arg(long, value_name = "TEXT")]
    y_title: Option<String>,
    /// The scale of the horizontal axis
    #[arg(long, value_name = "SCALE", value_parser = words::<Scale>())]
    x_scale: Option<Scale>,
    /// The scale of the vertical axis
    #[arg(long, value_name = "SCALE", value_parser = words::<Scale>())]
    y_scale: Option<Scale>,
    /// The ends of the horizontal axis, such as 10 31
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["FROM", "TO"])]
    x_range: Vec<String>,
    /// The ends of the vertical axis, such as 1ms 10s
    #[arg(long, num_args = 2, action = ArgAction::Set, value_names = ["FROM", "TO"])]
    y_range: Vec<String>,
    /// The width on paper such as 85mm, or on a screen such as 600px [default: 900px; 178mm for
    /// .pdf]
    #[arg(long, value_name = "LENGTH", alias = "size", value_parser = length)]
    pub(super) width: Option<Width>,
    /// The height, in the unit of the width [default: what the plot needs]
    #[arg(long, value_name = "LENGTH", value_parser = length)]
    pub(super) height: Option<Width>,
    /// The size of letters: points on paper, pixels on a screen [default: 7.2 points]
    #[arg(long, value_name = "NUMBER")]
    pub(super) font_size: Option<f64>,
    /// The place of the legend [default: beside a wide chart, below others]
    #[arg(long, value_name = "PLACE", value_parser = words::<LegendPlace>())]
    pub(super) legend: Option<LegendPlace>,
}

/// What the lines of a small chart have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    Family,
    Heuristic,
    Size,
}

impl Word for Grid {
    const WHAT: &'static str = "grid";
    const WORDS: &'static [Self] = &[Self::Family, Self::Heuristic, Self::Size];

    fn word(self) -> &'static str {
        match self {
            Self::Family => "family",
            Self::Heuristic => "heuristic",
            Self::Size => "size",
        }
    }
}

impl Settings {
    /// The settings in a file. Its keys are read as the options of the same names.
    pub(super) fn read(file: &Path) -> Result<Self> {
        let name = file.display();
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        let line = |start| format!("{name}, line {}", text[..start].matches('\n').count() + 1);
        let table = DeTable::parse(&text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            anyhow!("{}: {}", line(start), error.message().trim_end())
        })?;
        let mut options = Self::augment_args(Command::new("settings"))
            .no_binary_name(true)
            .disable_help_flag(true)
            .mut_args(|option| match option.get_action() {
                ArgAction::SetTrue => option.action(ArgAction::Set).default_value("false"),
                _ => option.allow_hyphen_values(true),
            });
        let mut all = Vec::new();
        for (key, value) in table.get_ref() {
            let parts = of_key(key.get_ref(), value, &options);
            for (start, words) in parts.with_context(|| line(key.span().start))? {
                // Alone first, so that an error has its line.
                let read =
                    options.try_get_matches_from_mut(&words).map_err(|error| problem(&error));
                read.with_context(|| line(start))?;
                all.extend(words);
            }
        }
        let read = options.try_get_matches_from_mut(all);
        read.and_then(|read| Self::from_arg_matches(&read))
            .map_err(|error| problem(&error))
            .context(name.to_string())
    }

    /// These settings, and others where these say nothing.
    pub(super) fn over(self, base: Self) -> Self {
        Self {
            kind: self.kind.or(base.kind),
            x: self.x.or(base.x),
            y: self.y.or(base.y),
            average: self.average.or(base.average),
            band: self.band.or(base.band),
            strategy: either(self.strategy, base.strategy),
            pair: either(self.pair, base.pair),
            bounds: self.bounds || base.bounds,
            grid: self.grid.or(base.grid),
            name: [base.name, self.name].concat(),
            colour: [base.colour, self.colour].concat(),
            marker: [base.marker, self.marker].concat(),
            dash: [base.dash, self.dash].concat(),
            title: self.title.or(base.title),
            x_title: self.x_title.or(base.x_title),
            y_title: self.y_title.or(base.y_title),
            x_scale: self.x_scale.or(base.x_scale),
            y_scale: self.y_scale.or(base.y_scale),
            x_range: either(self.x_range, base.x_range),
            y_range: either(self.y_range, base.y_range),
            width: self.width.or(base.width),
            height: self.height.or(base.height),
            font_size: self.font_size.or(base.font_size),
            legend: self.legend.or(base.legend),
        }
    }

    /// What is asked of both axes.
    pub(super) fn axes(&self) -> [AxisWish; 2] {
        let range = |ends: &[String]| <[String; 2]>::try_from(ends.to_vec()).ok();
        let axis = |title: &Option<String>, scale, ends: &[String]| AxisWish {
            title: title.clone(),
            scale,
            range: range(ends),
        };
        [
            axis(&self.x_title, self.x_scale, &self.x_range),
            axis(&self.y_title, self.y_scale, &self.y_range),
        ]
    }

    /// What is asked of styles. Later ones prevail.
    pub(super) fn looks(&self) -> Vec<(String, Look)> {
        fn named<T: Copy>(
            list: &[(String, T)],
            look: fn(T) -> Look,
        ) -> impl Iterator<Item = (String, Look)> {
            list.iter().map(move |(name, part)| (name.clone(), look(*part)))
        }
        let colours = named(&self.colour, Look::Colour);
        let markers = named(&self.marker, Look::Marker);
        let dashes = named(&self.dash, Look::Dash);
        colours.chain(markers).chain(dashes).collect()
    }
}

fn either<T>(given: Vec<T>, base: Vec<T>) -> Vec<T> {
    if given.is_empty() { base } else { given }
}
