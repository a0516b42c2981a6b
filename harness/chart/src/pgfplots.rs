//! A figure as a `pgfplots` picture, for papers.
//!
//! The picture sets its own text, so fonts and widths are those of the paper.
//! Ranges, ticks and lanes are those of the SVG: they come from the same axes.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::axis::Axis;
use crate::figure::{Figure, Layer, LegendEntry, Spot};
use crate::style::{Dash, Shape, Style};
use crate::tex::escape;

impl Figure {
    /// The figure as a `tikzpicture`.
    pub fn pgfplots(&self) -> String {
        let environment = match (self.x.is_logarithmic(), self.y.is_logarithmic()) {
            (false, false) => "axis",
            (true, false) => "semilogxaxis",
            (false, true) => "semilogyaxis",
            (true, true) => "loglogaxis",
        };
        // A row per strategy needs height, and its name needs width.
        let (width, height) = match self.legend.is_empty() || self.y.is_names() {
            true => ("0.75\\linewidth", format!("{}mm", 25 + 6 * self.y.labels().count())),
            false => ("\\linewidth", "0.66\\linewidth".into()),
        };
        // The legend is below the title of the axis, however high the plot is.
        let is_flat = self.y.is_names() && !self.legend.is_empty();
        let legend = if is_flat { "(0.5,0)}, yshift=-11mm" } else { "(0.5,-0.2)}" };
        let mut picture = format!(
            "\\begin{{tikzpicture}}\n\\begin{{{environment}}}[\n  width={width}, \
             height={height},\n  legend cell align=left, legend columns=2,\n  \
             legend style={{at={{{legend}, anchor=north, draw=none, font=\\footnotesize,\n    \
             /tikz/every even column/.append style={{column sep=1em}}}},\n  \
             grid=major, major grid style={{gray!25}}, xminorticks=false, yminorticks=false,\n  \
             tick label style={{font=\\footnotesize}},\n{},\n{}]\n",
            axis('x', &self.x),
            axis('y', &self.y)
        );
        for layer in &self.layers {
            self.add_layer(&mut picture, layer);
        }
        for LegendEntry { label, style, line, .. } in &self.legend {
            let marks = if *line { "" } else { "only marks," };
            let label = escape(&label.replace('\n', " "));
            let look = look(*style);
            let _ =
                writeln!(picture, "\\addlegendimage{{{marks}{look}}}\n\\addlegendentry{{{label}}}");
        }
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
        let (options, points, end) = match layer {
            Layer::Band { style, points } => {
                let lower = points.iter().map(|&(x, low, _)| (x, low));
                let upper = points.iter().rev().map(|&(x, _, high)| (x, high));
                let options = format!("draw=none,fill={},fill opacity=0.14", colour(*style));
                (options, lower.chain(upper).collect(), " -- cycle")
            }
            Layer::Line { style, points } => {
                (format!("no marks,thick,{}", stroke(*style)), points.clone(), "")
            }
            Layer::Markers { style, points } => {
                (format!("only marks,{}", look(*style)), self.apart(points), "")
            }
            Layer::Bar { style, from, to } => {
                (format!("no marks,very thick,color={}", colour(*style)), vec![*from, *to], "")
            }
            Layer::Block { style, from, to } => {
                let corners = vec![*from, (from.0, to.1), *to, (to.0, from.1)];
                let colour = colour(*style);
                let options = match style.is_open {
                    true => format!("color={colour},fill=white"),
                    false => format!("draw=none,fill={colour}"),
                };
                (options, corners, " -- cycle")
            }
            // Only scripts show it.
            Layer::Trend { .. } => return,
            Layer::Rule { from, to } => ("no marks,gray,dashed".into(), vec![*from, *to], ""),
        };
        if points.is_empty() {
            return;
        }
        let point = |&(x, y): &Spot| {
            format!("({},{})", number(self.x.position(x)), number(self.y.position(y)))
        };
        let points: String = points.iter().map(point).collect();
        let _ =
            writeln!(picture, "\\addplot[forget plot,{options}] coordinates {{{points}}}{end};");
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

/// Label, range and ticks of an axis.
fn axis(letter: char, axis: &Axis) -> String {
    let (least, most) = axis.limits();
    let ticks: Vec<String> = axis.ticks().map(|(place, _)| number(axis.position(place))).collect();
    let labels: Vec<String> = axis.labels().map(|label| format!("{{{}}}", escape(label))).collect();
    format!(
        "  {letter}label={{{}}}, {letter}min={}, {letter}max={},\n  {letter}tick={{{}}},\n  \
         {letter}ticklabels={{{}}}",
        escape(&axis.title),
        number(least),
        number(most),
        ticks.join(","),
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
