//! Tests of whole drawings.

use optile_results::text::unit::Unit;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use proptest::prelude::*;

use super::*;
use crate::backend::font::Letters;
use crate::layout::legend::Rows;
use crate::layout::plan::{Cell, Plan};
use crate::layout::sheet::LegendPlace;

/// Two lines, one of them with a band, and a run without a value.
fn figure() -> Figure {
    let names = ["astar:manhattan", "bfs"].map(str::to_owned);
    let palette = Palette::of(names.iter().map(String::as_str));
    let line = |name: &str, factor: f64| {
        let points = (1..6).map(|n| (Place::At(f64::from(n)), Place::At(factor.powi(n))));
        Layer::new(Mark::Line, palette.style(name), points)
    };
    let style = palette.style("bfs");
    let (x, lane) = (Place::At(5.0), Place::Lane(0));
    let mut figure = Figure {
        name: "test".into(),
        title: "A <title>".into(),
        subtitle: String::new(),
        caption: String::new(),
        x: Axis::linear("length, moves", Unit::Count, [1.0, 5.0]),
        y: Axis::logarithmic("nodes expanded, logarithmic", Unit::Count, [1.0, 243.0]),
        layers: vec![
            Layer::band(
                style,
                &[
                    (Place::At(1.0), Place::At(2.0), Place::At(4.0)),
                    (x, Place::At(200.0), Place::At(240.0)),
                ],
            ),
            line("astar:manhattan", 2.0),
            line("bfs", 3.0),
            Layer::new(Mark::Markers, style, [(x, lane)]),
        ],
        legend: [("astar:manhattan", "×2.00"), ("bfs", "")]
            .map(|(name, beside)| LegendEntry {
                beside: beside.into(),
                ..LegendEntry::new(Role::Line, name, palette.style(name))
            })
            .into(),
        numbers: [].into(),
        ..Figure::default()
    };
    figure.lane_up(vec!["not solved"]);
    figure
}

/// The groups of a picture with their attributes.
fn groups<'a>(svg: &'a str, class: &str) -> Vec<&'a str> {
    let class = format!("<g class=\"{class}\"");
    svg.lines().filter(|line| line.starts_with(&class)).collect()
}

#[test]
fn a_hidden_line_is_in_the_svg_but_not_drawn() {
    let sheet = Sheet { is_live: true, ..Sheet::PAGE };
    let mut figure = figure();
    figure.legend[0].is_first = false;
    let svg = figure.on(&sheet).svg();
    assert!(svg.contains("data-names=\"astar:manhattan\tbfs\""), "{svg}");
    for class in ["line", "key"] {
        let [first, second] = groups(&svg, class)[..] else { panic!("{class}: {svg}") };
        let is_hidden = |group: &str| group.ends_with(" display=\"none\">");
        let of_bfs = |group: &str| group.contains("data-series=\"1\"");
        for group in [first, second] {
            assert_eq!(is_hidden(group), !of_bfs(group), "{group}");
        }
    }
    let all = figure.on(&Sheet { has_all: true, ..Sheet::PAGE }).svg();
    assert!(!all.contains("display=\"none\""), "few lines show their bands");
    assert!(groups(&all, "line")[0].contains(",3,8"), "values for scripts: {all}");
}

#[test]
fn an_axis_with_zero_is_broken_where_a_reader_sees_it() {
    let strokes = |low: f64| {
        let mut figure = figure();
        figure.y = Axis::magnitudes("", Unit::Count, [low, 1.0, 243.0]);
        let svg = figure.on(&Sheet::PAGE).svg();
        let is_white =
            |line: &&str| line.starts_with("<polyline") && line.contains("stroke=\"#FFF");
        svg.lines().filter(is_white).count()
    };
    assert_eq!([strokes(1.0), strokes(0.0)], [0, 1], "the gap in the line of the axis");
}

#[test]
fn paper_has_the_width_that_is_asked_for_and_letters_of_seven_points() {
    for width in [85.0, 178.0] {
        let sheet = Sheet::paper(width);
        let pdf = figure().on(&sheet).pdf();
        assert!(pdf.starts_with(b"%PDF-1.5") && pdf.ends_with(b"%%EOF"));
        let text = String::from_utf8_lossy(&pdf);
        let (_, page) = text.split_once("/MediaBox [").unwrap();
        let (page, _) = page.split_once(']').unwrap();
        let sides: Vec<f64> = page.split(' ').map(|side| side.parse().unwrap()).collect();
        assert!((sides[2] / 72.0 * 25.4 - width).abs() < 0.01, "{page}");
        assert!(text.contains("/FontFile2"), "the font is in the file");
        assert!(figure().on(&sheet).svg().contains(&format!("width=\"{width}mm\"")));
        assert!(sheet.scale() * font::TEXT >= 7.0);
    }
}

#[test]
fn pictures_are_the_same_each_time_and_not_empty() {
    let figure = figure();
    let draw = || figure.on(&Sheet::PAGE);
    let png = draw().png().unwrap();
    assert_eq!(png, draw().png().unwrap());
    assert_eq!(draw().pdf(), draw().pdf());
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let colour = |style: Style| [style.colour.0, style.colour.1, style.colour.2];
    for style in figure.legend.iter().map(|key| key.style) {
        let drawn = pixels.chunks(3).filter(|pixel| *pixel == colour(style)).count();
        assert!(drawn > 1000, "{style:?}: {drawn}");
    }
}

/// The labels of the vertical axis of a picture, and whether it has lanes.
fn labels_up(figure: &Figure) -> Vec<String> {
    figure.y.labels().map(str::to_owned).collect()
}

#[test]
fn on_paper_axes_span_only_what_is_drawn() {
    let mut figure = figure();
    // A rule from end to end, and one that is a value of its own.
    let at = Place::At(8.0);
    figure.layers.push(Layer::rule((Place::Low, at), (Place::High, at)));
    figure.legend[1].is_first = false;
    let paper = Sheet::paper(85.0);
    let whole = labels_up(&figure);
    assert!(whole.contains(&"not solved".into()) && whole.contains(&"100".into()), "{whole:?}");
    // The other line ends at 32, and was solved everywhere.
    let drawn = figure.shown_on(&paper);
    assert_eq!(labels_up(&drawn), ["1", "2", "5", "10", "20", "50"]);
    assert_eq!((drawn.y.lanes.len(), drawn.legend.len()), (0, 1));
    let rules = drawn.layers.iter().filter(|layer| layer.mark == Mark::Rule);
    assert_eq!(rules.count(), 1, "without lanes, nothing is above the edge");
    let svg = figure.on(&paper).svg();
    assert!(!svg.contains("not solved") && !svg.contains(">bfs<"), "{svg}");
    // A script can show the line again, so a live page has room for it.
    let live = Sheet { is_live: true, ..paper };
    assert_eq!(labels_up(&figure.shown_on(&live)), whole);
    assert!(figure.on(&live).svg().contains("not solved"));
    // The lane of the other strategy becomes the first.
    let (astar, bfs) = (figure.legend[0].style, figure.legend[1].style);
    figure.y = Axis::logarithmic("", Unit::Count, [1.0, 243.0])
        .with_lanes(vec!["wrong", "not solved"], 13.0);
    let markers = |style| Layer::new(Mark::Markers, style, [(Place::At(2.0), Place::Lane(1))]);
    figure.layers.push(markers(astar));
    assert_ne!(astar, bfs);
    let drawn = figure.shown_on(&paper);
    assert_eq!(drawn.y.lanes, ["not solved"]);
    let first = (Place::At(2.0), Place::Lane(0));
    assert!(drawn.layers.contains(&Layer::new(Mark::Markers, astar, [first])));
}

#[test]
fn a_line_with_a_value_or_a_lane_that_another_does_not_have_is_not_under_it() {
    let styles = [Style::NEUTRAL, Style { is_open: false, ..Style::NEUTRAL }];
    let points: Vec<Spot> = (1..4).map(|n| (Place::At(n.into()), Place::At(2.0))).collect();
    let line = |style| Layer::new(Mark::Line, style, points.clone());
    let marker = |n: usize, y| Layer::new(Mark::Markers, styles[n], [(Place::At(2.0), y)]);
    let [x, y] = [(); 2].map(|()| Axis::linear("", Unit::Count, [1.0, 9.0]));
    let mut figure = Figure { x, y, layers: styles.map(line).into(), ..Figure::default() };
    figure.lane_up(vec!["not solved", "not solved", "wrong"]);
    let covers = |more: &[&Layer]| {
        let layers = figure.layers.iter().chain(more.iter().copied()).cloned().collect();
        Figure { layers, ..figure.clone() }.covers(&styles)
    };
    assert_eq!(covers(&[]), [None, Some(0)]);
    let [first, second] = [0, 1].map(|n| marker(n, Place::Lane(n)));
    assert_eq!(covers(&[&first]), [None, Some(0)]);
    assert_eq!(covers(&[&second]), [Some(1), None]);
    assert_eq!(covers(&[&first, &second]), [None, Some(0)], "each has a lane of its own");
    assert_eq!(covers(&[&first, &marker(1, Place::Lane(2))]), [None, None], "they end differently");
    assert_eq!(covers(&[&first, &marker(1, Place::At(9.0))]), [None, None]);
    // Without a line, markers in a lane lie under nothing.
    figure.layers.pop();
    let layers = [&figure.layers[..], &[first, marker(1, Place::Lane(1))]].concat();
    assert_eq!(Figure { layers, ..figure.clone() }.covers(&styles), [None, None]);
}

/// The label of a lane across is read upwards, so the lane is as wide as a lane up is high.
#[test]
fn the_label_of_a_lane_across_stands_beside_its_marks() {
    const LANES: [&str; 3] = ["not solved", "wrong", "crashed"];
    let axis = || Axis::logarithmic("", Unit::Count, [1.0, 1e6]).with_lanes(LANES.to_vec(), 32.0);
    let figure = Figure { x: axis(), y: axis(), layers: Vec::new(), ..figure() };
    let drawing = figure.on(&Sheet { is_live: true, ..Sheet::screen(400.0) });
    let svg = drawing.svg();
    for (lane, label) in LANES.into_iter().enumerate() {
        let marks = drawing.place((Place::Lane(lane), Place::Low)).0;
        let of_label = svg.lines().filter(|line| line.contains(&format!(">{label}<")));
        let (turned, level): (Vec<&str>, Vec<&str>) =
            of_label.partition(|line| line.contains("transform=\"rotate(-90 "));
        assert_eq!((turned.len(), level.len()), (1, 1), "one for each axis: {svg}");
        let x = turned[0].split('"').nth(1).unwrap().parse::<f64>().unwrap();
        assert!((x - marks - 12.0).abs() < 0.2, "{x} {marks}");
    }
    let [low, edge, last] = [Place::Low, Place::Edge, Place::Lane(2)];
    let [low, edge, last] = [low, edge, last].map(|at| drawing.place((at, Place::Low)).0);
    assert!((last - edge - 80.0).abs() < 1e-9 && edge - low > 150.0, "{low} {edge} {last}");
}

#[test]
fn a_turned_text_has_its_middle_at_its_place() {
    let colour = Style::NEUTRAL.colour.of_backend();
    for is_turned in [false, true] {
        let anchor = Pos::new(HPos::Center, VPos::Center);
        let letters = Letters { at: (300, 70), anchor, size: 20.0, is_turned, colour };
        let [a, b, c, d, x, y] = FONT.placed("wrong", &letters).map(f64::from);
        let [right, up] = [FONT.width("wrong", 20.0), FONT.capitals() * 20.0].map(|n| n / 2.0);
        let middle = (a * right + c * up + x, b * right + d * up + y);
        assert!((middle.0 - 300.0).hypot(middle.1 - 70.0) < 0.01, "{is_turned} {middle:?}");
        assert_eq!(b < 0.0, is_turned, "letters follow each other to the right, or up");
    }
}

#[test]
fn a_square_plot_is_square_without_its_lanes() {
    for lanes in [[0, 0], [1, 0], [0, 1], [1, 1]] {
        let axis = |n: usize| {
            Axis::logarithmic("", Unit::Count, [0.0, 1.0, 1e6])
                .with_lanes(vec!["none"; lanes[n]], 90.0)
        };
        let (x, y) = (axis(0), axis(1));
        let figure = Figure { x, y, is_square: true, ..figure() };
        for (sheet, height) in [(Sheet::paper(85.0), None), (Sheet::PAGE, Some(300.0))] {
            let cell = Cell { width: sheet.width(), height, has_room: [true; 2], is_first: true };
            let frame = Plan::of(&figure, &sheet, cell).frame;
            for value in [0.0, 1.0, 1e6] {
                let spot = (Place::At(value), Place::At(value));
                let (x, y) = frame.point(&figure, spot);
                let (right, up) = (x - frame.left, frame.bottom - y);
                assert!((right - up).abs() < 0.01, "{lanes:?}, {value}: {right} {up}");
            }
        }
    }
}

#[test]
fn of_thousands_of_points_none_has_a_rim() {
    for (count, hides) in [(1000, true), (1001, false)] {
        for name in ["bfs", "astar:zero", "astar:manhattan"] {
            let style = Palette::of(["bfs", "astar:zero", "astar:manhattan"]).style(name);
            let place = |n: u32| Place::At(f64::from(n));
            let points = (0..count).map(|n| (place(n), place(n * 7 % 1009)));
            let figure = Figure {
                x: Axis::linear("a", Unit::Count, [0.0, 1009.0]),
                y: Axis::linear("b", Unit::Count, [0.0, 1009.0]),
                layers: vec![Layer::new(Mark::Markers, style, points)],
                ..Figure::default()
            };
            let svg = figure.on(&Sheet::PAGE).svg();
            let marker = if svg.contains("<circle") { "<circle" } else { "<polygon" };
            let white = |line: &&str| {
                // The ground has no stroke.
                line.starts_with(marker) && line.contains("stroke=") && line.contains("#FFFFFF")
            };
            assert_eq!(svg.lines().any(|line| white(&line)), hides, "{count} {name}");
        }
    }
}

/// The share of a sheet of 85 x 55 mm that the plot takes, and where the legend is.
fn on_a_small_sheet(figure: &Figure) -> (f64, Drawing) {
    let drawing = figure.on(&Sheet { height: Some(55.0), ..Sheet::paper(85.0) });
    assert!((drawing.height() - 55.0).abs() < 1e-6, "{}", drawing.height());
    let frame = drawing.grid.plans[0].frame;
    let area = (frame.right - frame.left) * (frame.bottom - frame.top);
    (area / (frame.canvas.0 * frame.canvas.1), drawing)
}

/// Lines that grow by these factors.
fn growing(factors: &[f64]) -> Figure {
    let names: Vec<String> = (0..factors.len()).map(|n| format!("astar:heuristic-{n}")).collect();
    let palette = Palette::of(names.iter().map(String::as_str));
    let value = |factor: f64, n: i32| Place::At(factor.powi(n));
    let layers = names.iter().zip(factors).map(|(name, &factor)| {
        let points = (1..9).map(|n| (Place::At(n.into()), value(factor, n)));
        Layer::new(Mark::Line, palette.style(name), points)
    });
    let legend = names.iter().map(|name| LegendEntry::new(Role::Line, name, palette.style(name)));
    Figure {
        x: Axis::linear("length, moves", Unit::Count, [1.0, 8.0]),
        y: Axis::logarithmic("nodes", Unit::Count, factors.iter().flat_map(|f| [1.0, f.powi(8)])),
        layers: layers.collect(),
        legend: legend.collect(),
        ..Figure::default()
    }
}

#[test]
fn a_legend_that_has_no_room_in_one_corner_stands_in_two() {
    let figure = growing(&[2.0, 1.95, 1.9, 1.85, 1.8, 1.75, 1.7, 1.65]);
    let (share, drawing) = on_a_small_sheet(&figure);
    assert!(share > 0.6 && drawing.grid.plans[0].blocks.len() == 2, "{share}");
    for entry in &figure.legend {
        assert_eq!(drawing.svg().matches(&format!(">{}<", entry.name)).count(), 1);
    }
}

/// A chart that none of the shown lines is a reason to draw has those that are, and no others.
#[test]
fn a_chart_about_hidden_lines_shows_these() {
    let mut figure = growing(&[2.0, 1.9, 1.8, 1.7]);
    figure.legend[1..].iter_mut().for_each(|entry| entry.is_first = false);
    figure.about = vec![figure.legend[2].name.clone()];
    figure.numbers =
        figure.legend.iter().map(|entry| vec![entry.name.clone()]).collect::<Vec<_>>().into();
    let svg = figure.on(&Sheet::PAGE).svg();
    let drawn = figure.clone().with_drawn_numbers(&Sheet::PAGE).csv();
    for (n, entry) in figure.legend.iter().enumerate() {
        let is_shown = n == 0 || n == 2;
        assert_eq!(svg.contains(&format!(">{}<", entry.name)), is_shown, "{n}");
        assert_eq!(drawn.contains(&entry.name), is_shown, "{n}: {drawn}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Lines of any steepness, some of which leave room.
    #[test]
    fn a_legend_inside_a_plot_lies_on_nothing_and_leaves_it_most_of_a_small_sheet(
        factors in prop::collection::vec(1.1..6.0f64, 1..9),
    ) {
        let figure = growing(&factors);
        let (share, drawing) = on_a_small_sheet(&figure);
        let plan = &drawing.grid.plans[0];
        prop_assert!(share > if plan.legend == LegendPlace::Inside { 0.6 } else { 0.38 }, "{share}");
        prop_assert!(factors.len() > 2 || plan.legend == LegendPlace::Inside, "one column has room");
        if plan.legend == LegendPlace::Inside {
            let area = |(rows, (left, top)): &(Rows, (f64, f64))| {
                [*left, *top, left + rows.width(&plan.entries), top + rows.height()]
            };
            let areas: Vec<[f64; 4]> = plan.blocks.iter().map(area).collect();
            if let [a, b] = areas[..] {
                prop_assert!(a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1], "{areas:?}");
            }
            for line in &figure.layers {
                for ends in line.points.windows(2) {
                    let [a, b] = [ends[0], ends[1]].map(|spot| plan.frame.point(&figure, spot));
                    for n in 0..=1000 {
                        let at = |a: f64, b: f64| a + (b - a) * f64::from(n) / 1000.0;
                        let (x, y) = (at(a.0, b.0), at(a.1, b.1));
                        let is_on = |area: &[f64; 4]| {
                            (area[0]..area[2]).contains(&x) && (area[1]..area[3]).contains(&y)
                        };
                        prop_assert!(!areas.iter().any(is_on), "{x} {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_line_to_a_name_in_two_lines_ends_at_its_key() {
    let mut figure = figure();
    for entry in &mut figure.legend {
        entry.name = "a-name-that-is:longer-than-the-room".into();
    }
    let svg = figure.on(&Sheet::screen(600.0)).svg();
    let down = |line: &str| {
        let points = line.split('"').nth(1).unwrap();
        points.rsplit(',').next().unwrap().parse::<f64>().unwrap()
    };
    let keys: Vec<&str> = svg.split("<g class=\"key\"").skip(1).collect();
    assert_eq!(keys.len(), 2);
    for key in keys {
        let lines: Vec<&str> = key.lines().filter(|line| line.starts_with("<polyline")).collect();
        assert!(key.matches("<text").count() > 1, "{key}");
        assert!((down(lines[0]) - down(lines[1])).abs() < 0.2, "{key}");
    }
}
