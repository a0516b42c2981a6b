//! A figure as a `pgfplots` picture, for papers.
//!
//! The picture sets its own text. Without a width it is as wide as the text around it, and its
//! letters follow those of the paper. Ranges, ticks and lanes are those of the SVG: they come
//! from the same axes.

mod space;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::axis::{Axis, Place};
use crate::figure::{Figure, Layer, Mark, Spot};
use crate::font::{fitted, text_width};
use crate::layout::sheet::{LegendPlace, Sheet};
use crate::style::{Dash, Shape, Style};
use crate::tex::escape;
use space::{Letters, Space};

/// The most rows of small pictures on a page, and those that fit at their usual height.
const MOST_ROWS: usize = 6;
const ROWS: usize = 4;
/// The height of the text on a page in millimetres, with room for a caption.
const PAGE_HEIGHT: f64 = 210.0;

impl Sheet {
    /// The sheet of a picture for TeX that is as wide as the text around it.
    pub const TEXT: Self = Self { has_title: false, legend: LegendPlace::Below, ..Self::PAGE };
}

impl Figure {
    /// The figure as a `tikzpicture`.
    pub fn pgfplots(&self, sheet: &Sheet) -> String {
        self.shown_on(sheet).picture(sheet, 1)
    }

    /// Figures of the same kind as pictures in rows.
    pub fn pgfplots_grid(figures: &[Self], sheet: &Sheet) -> String {
        let columns =
            sheet.columns().max(figures.len().div_ceil(MOST_ROWS)).min(figures.len().max(1));
        let rows: Vec<&[Self]> = figures.chunks(columns).collect();
        // The legend of a panel with many lines adds to the height of its row.
        let more = |figure: &Self| space::more_lines(figure, sheet);
        let most = |row: &&[Self]| row.iter().map(more).fold(0.0, f64::max);
        let height = sheet.height.or((rows.len() > ROWS).then_some(PAGE_HEIGHT));
        let added: f64 = rows.iter().map(most).sum();
        let height = height.map(|height| (height - added) / rows.len() as f64);
        let pictures = figures.iter().map(|figure| {
            let height = height.map(|height| height + more(figure));
            figure.picture(&Sheet { has_title: true, height, ..*sheet }, columns)
        });
        let pictures: Vec<String> = pictures.map(|picture| picture.trim_end().to_owned()).collect();
        let rows = pictures.chunks(columns).map(|row| row.join("%\n\\hfill\n"));
        rows.collect::<Vec<_>>().join("\n\n\\medskip\n") + "\n"
    }

    /// The picture of all of the figure, in one of several columns.
    fn picture(&self, sheet: &Sheet, columns: usize) -> String {
        let environment = match (self.x.is_logarithmic(), self.y.is_logarithmic()) {
            (false, false) => "axis",
            (true, false) => "semilogxaxis",
            (false, true) => "semilogyaxis",
            (true, true) => "loglogaxis",
        };
        let letters = Letters::of(sheet);
        let space = Space::of(self, sheet, columns);
        let font = letters.font();
        let shift = letters.length(0.4);
        // The title is above that of the vertical axis.
        let title = match sheet.has_title {
            true => format!(
                "  title={{{}}}, title style={{at={{(rel axis cs:0,1)}}, anchor=south west, \
                 xshift=-{shift}, yshift={}, font={font}}},\n",
                escape(&self.title),
                letters.length(1.5)
            ),
            false => String::new(),
        };
        let mut picture = format!(
            "\\begin{{tikzpicture}}[baseline=(current bounding box.north)]\n\\begin{{{environment}}}[\n  scale only axis, width={{{}}}, \
             height={{{}}},\n  legend cell align=left, legend columns={},\n  \
             legend style={{{}, draw=none, font={font},\n    \
             /tikz/every even column/.append style={{column sep=1em}}}},\n  \
             grid=major, major grid style={{gray!25}}, xminorticks=false, yminorticks=false,\n  \
             tick label style={{font={font}}}, label style={{font={font}}},\n  \
             every axis y label/.style={{at={{(rel axis cs:0,1)}}, anchor=south west, \
             xshift=-{shift}, font={font}}},\n{title}{},\n{}]\n",
            space.width,
            space.height,
            space.columns,
            space.legend,
            axis('x', &self.x, &ticks(&self.x, space.across, |label| text_width(label, 1.0) + 0.6)),
            axis('y', &self.y, &ticks(&self.y, space.up, |_| 1.0))
        );
        for layer in &self.layers {
            self.add_layer(&mut picture, layer);
        }
        self.add_legend(&mut picture, sheet, space.entry);
        picture + &format!("\\end{{{environment}}}\n\\end{{tikzpicture}}\n")
    }

    /// The numbers behind the figure as lines of cells separated by tabs, as
    /// `pgfplots` reads them; `nan` marks a missing value.
    pub fn dat(&self) -> String {
        let cell = |text: &String| if text.is_empty() { "nan".into() } else { plain(text) };
        let line = |cells: &Vec<String>| cells.iter().map(cell).collect::<Vec<_>>().join("\t");
        self.numbers.iter().map(|cells| line(cells) + "\n").collect()
    }

    fn add_layer(&self, picture: &mut String, layer: &Layer) {
        let Layer { mark, style, points } = layer;
        let (colour, mut points) = (colour(*style), Cow::from(points));
        let (options, end) = match mark {
            Mark::Band => (format!("draw=none,fill={colour},fill opacity=0.14"), " -- cycle"),
            Mark::Line => (format!("no marks,thick,{}", stroke(*style)), ""),
            Mark::Markers => {
                points = self.apart(&points).into();
                (format!("only marks,{}", look(*style)), "")
            }
            Mark::Bar => (format!("no marks,very thick,color={colour}"), ""),
            Mark::Block => {
                let options = match style.is_open {
                    true => format!("draw={colour},fill=white"),
                    false => format!("draw=none,fill={colour}"),
                };
                (options, "")
            }
            Mark::Rule => ("no marks,gray,dashed".into(), ""),
            // Only scripts show trends, and the legend has no lines to the plot.
            Mark::Trend | Mark::Leader => return,
        };
        if points.is_empty() {
            return;
        }
        let point = |&(x, y): &Spot| {
            format!("({},{})", number(self.x.position(x)), number(self.y.position(y)))
        };
        let points: Vec<String> = points.iter().map(point).collect();
        let _ = match mark {
            // One path for all, because a plot for each would be slow in TeX.
            Mark::Block => {
                let corner = |corner: &String| format!("(axis cs:{}", &corner[1..]);
                let pair = |ends: &[String]| {
                    let corners: Vec<String> = ends.iter().map(corner).collect();
                    corners.join(" rectangle ")
                };
                let all: Vec<String> = points.chunks(2).map(pair).collect();
                writeln!(picture, "\\path[{options}] {};", all.join(" "))
            }
            _ => {
                let points = points.concat();
                writeln!(picture, "\\addplot[forget plot,{options}] coordinates {{{points}}}{end};")
            }
        };
    }

    /// The legend, whose entries are at most so many letters wide.
    fn add_legend(&self, picture: &mut String, sheet: &Sheet, room: f64) {
        let entries = self.legend.iter().filter(|_| sheet.legend != LegendPlace::None);
        for entry in entries {
            let marks = if entry.has_line() { "" } else { "only marks," };
            let label = escape(&fitted(&entry.text(), 1.0, room));
            let look = look(entry.style);
            let _ =
                writeln!(picture, "\\addlegendimage{{{marks}{look}}}\n\\addlegendentry{{{label}}}");
        }
    }

    /// One point at each place. TeX has memory for thousands of points, not for
    /// hundreds of thousands.
    fn apart(&self, points: &[Spot]) -> Vec<Spot> {
        let mut seen = BTreeSet::new();
        let near = |axis: &Axis, place| axis.permille(place).round() as i32;
        let is_new = |(x, y): &Spot| seen.insert((near(&self.x, *x), near(&self.y, *y)));
        points.iter().copied().filter(is_new).collect()
    }
}

/// The labels with room on an axis that is so many letters long.
fn ticks(axis: &Axis, length: f64, extent: impl Fn(&str) -> f64) -> Vec<&(Place, String)> {
    axis.ticks_apart(|place| axis.permille(place) / 1000.0 * length, extent)
}

/// Label, range and ticks of an axis.
fn axis(letter: char, axis: &Axis, ticks: &[&(Place, String)]) -> String {
    let (least, most) = axis.limits();
    let places: Vec<String> =
        ticks.iter().map(|(place, _)| number(axis.position(*place))).collect();
    let labels: Vec<String> =
        ticks.iter().map(|(_, label)| format!("{{{}}}", escape(label))).collect();
    format!(
        "  {letter}label={{{}}}, {letter}min={}, {letter}max={},\n  {letter}tick={{{}}},\n  \
         {letter}ticklabels={{{}}}",
        escape(&axis.title),
        number(least),
        number(most),
        places.join(","),
        labels.join(",")
    )
}

/// A coordinate with six digits, which is more than a picture shows.
fn number(value: f64) -> String {
    let near = format!("{value:.5e}").parse().unwrap_or(value);
    match near.abs() {
        0.0 => "0".into(),
        1e-3..1e9 => near.to_string(),
        _ => format!("{near:e}"),
    }
}

fn colour(style: Style) -> String {
    let [red, green, blue] = style.rgb();
    format!("{{rgb,255:red,{red};green,{green};blue,{blue}}}")
}

/// Colour and dash.
fn stroke(style: Style) -> String {
    let dash = match style.dash {
        Dash::Solid => String::new(),
        // A point is about two pixels.
        Dash::Broken(on, off) => {
            format!(",dash pattern=on {}pt off {}pt", f64::from(on) / 4.0, f64::from(off) / 4.0)
        }
    };
    format!("color={}{dash}", colour(style))
}

/// Colour, dash and marker.
fn look(style: Style) -> String {
    let (mark, turned) = match style.shape {
        Shape::Disc => ("*", ""),
        Shape::Square => ("square*", ""),
        Shape::Up => ("triangle*", ""),
        Shape::Diamond => ("diamond*", ""),
        Shape::Down => ("triangle*", ",rotate=180"),
        Shape::Star => ("pentagon*", ""),
        Shape::Right => ("triangle*", ",rotate=270"),
        Shape::Bar => ("halfsquare*", ""),
    };
    let open = if style.is_open { ",fill=white" } else { "" };
    format!("{},mark={mark},mark options={{solid{open}{turned}}},mark size=1.5pt", stroke(style))
}

/// A text without characters that TeX would read as a command.
fn plain(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.:+/".contains(c) { c } else { '-' };
    text.chars().map(plain).collect()
}
