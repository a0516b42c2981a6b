//! Tests of whole drawings.

use optile_results::unit::Unit;

use super::*;

/// Two lines, one of them with a band, and a run without a value.
fn figure() -> Figure {
    let names = ["astar:manhattan", "bfs"].map(str::to_owned);
    let palette = Palette::new(&names);
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
        legend: ["astar:manhattan\t×2.00", "bfs"]
            .map(|label| LegendEntry {
                label: label.into(),
                style: palette.style(label.split('\t').next().unwrap()),
                line: true,
                is_first: true,
            })
            .into(),
        numbers: vec![],
        ..Figure::default()
    };
    figure.lane_up(1, "not solved");
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
        assert!(sheet.text >= 7.0);
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
    for style in figure.legend.iter().map(|key| key.style) {
        let drawn = pixels.chunks(3).filter(|pixel| *pixel == style.rgb()).count();
        assert!(drawn > 1000, "{style:?}: {drawn}");
    }
}

#[test]
fn each_family_has_a_small_chart() {
    let svg = figure().by_family(&Sheet::paper(178.0)).unwrap().svg();
    for name in [">astar<", ">bfs<", ">manhattan<"] {
        assert!(svg.contains(name), "{name}: {svg}");
    }
    let mut alone = figure();
    alone.legend.truncate(1);
    assert!(alone.by_family(&Sheet::PAGE).is_none());
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
    assert_eq!((drawn.y.lanes, drawn.legend.len()), (0, 1));
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
    figure.y = Axis::logarithmic("", Unit::Count, [1.0, 243.0]).with_lanes(2, 13.0, "not solved");
    let markers = |style| Layer::new(Mark::Markers, style, [(Place::At(2.0), Place::Lane(1))]);
    figure.layers.push(markers(astar));
    assert_ne!(astar, bfs);
    let drawn = figure.shown_on(&paper);
    assert_eq!(drawn.y.lanes, 1);
    let first = (Place::At(2.0), Place::Lane(0));
    assert!(drawn.layers.contains(&Layer::new(Mark::Markers, astar, [first])));
}
