//! Names beside the points of a plot, in place of a legend.

use plotters::style::text_anchor::HPos;

use crate::figure::{Figure, LegendEntry, Mark, Spot};
use crate::font::{TEXT, widest};
use crate::layout::frame::Frame;
use crate::layout::mark::INK;
use crate::layout::pen::{Group, Pen, Point};

/// Lengths as shares of the size of a letter: the height of a line of a name, half the side of a
/// marker, the space between it and its name, and between it and a name that a line joins to it.
const LINE: f64 = 1.25;
const MARKER: f64 = 0.5;
const NEAR: f64 = 0.75;
const FAR: f64 = 1.75;
/// How many lines of text a name may be above or below its point.
const MOST_LINES: u8 = 8;

/// The name of a point, and where it is.
pub(crate) struct Label {
    pub(crate) lines: Vec<String>,
    /// The point, as values and in the plot.
    pub(crate) spot: Spot,
    point: Point,
    /// From the point to an end of the name, or to its centre, at the middle of its height.
    pub(crate) offset: Point,
    /// Which end that is.
    pub(crate) anchor: HPos,
    /// Whether a line joins them, because the name is not next to the point.
    pub(crate) is_far: bool,
}

impl Label {
    /// The line that joins a far name to its point.
    fn leader(&self) -> Option<[Point; 2]> {
        let ((x, y), (right, down)) = (self.point, self.offset);
        self.is_far.then_some([(x, y), (x + right, y + down)])
    }

    fn area(&self, size: [f64; 2]) -> Area {
        let ((x, y), (right, down)) = (self.point, self.offset);
        let half = match self.anchor {
            HPos::Left => size[0] / 2.0,
            HPos::Right => -size[0] / 2.0,
            HPos::Center => 0.0,
        };
        Area::around((x + right + half, y + down), size)
    }
}

/// The room that a label or a marker takes.
#[derive(Clone, Copy)]
struct Area {
    from: Point,
    to: Point,
}

impl Area {
    fn around((x, y): Point, [width, height]: [f64; 2]) -> Self {
        let (across, up) = (width / 2.0, height / 2.0);
        Self { from: (x - across, y - up), to: (x + across, y + up) }
    }

    fn touches(&self, other: &Self) -> bool {
        self.from.0 < other.to.0
            && other.from.0 < self.to.0
            && self.from.1 < other.to.1
            && other.from.1 < self.to.1
    }

    fn has(&self, (x, y): Point) -> bool {
        (self.from.0..=self.to.0).contains(&x) && (self.from.1..=self.to.1).contains(&y)
    }

    fn is_within(&self, room: Point) -> bool {
        self.from.0 >= 0.0 && self.from.1 >= 0.0 && self.to.0 <= room.0 && self.to.1 <= room.1
    }

    /// Whether a straight line has a part in it.
    fn is_crossed(&self, [(x, y), to]: &[Point; 2]) -> bool {
        let ends = [(*x, to.0, self.from.0, self.to.0), (*y, to.1, self.from.1, self.to.1)];
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for (start, end, low, high) in ends {
            if start == end {
                if start <= low || start >= high {
                    return false;
                }
                continue;
            }
            let (a, b) = ((low - start) / (end - start), (high - start) / (end - start));
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        enter < leave
    }
}

/// What labels keep away from.
struct Obstacles {
    markers: Vec<Area>,
    labels: Vec<Area>,
    leaders: Vec<[Point; 2]>,
    /// Lines of the plot. A label crosses them only if there is no other place.
    rules: Vec<[Point; 2]>,
}

impl Obstacles {
    /// Whether a label may be in this area, with this line to its point.
    fn leave(&self, area: &Area, leader: Option<&[Point; 2]>) -> bool {
        let is_crossed = |other: &Area| leader.is_some_and(|line| other.is_crossed(line));
        let is_own = |marker: &Area| leader.is_some_and(|[point, _]| marker.has(*point));
        let mut taken = self.markers.iter().chain(&self.labels);
        !taken.any(|other| area.touches(other))
            && !self.labels.iter().any(is_crossed)
            && !self.markers.iter().any(|marker| is_crossed(marker) && !is_own(marker))
            && !self.leaders.iter().any(|line| area.is_crossed(line))
    }
}

impl Figure {
    /// Its points beside which names are, if each entry of the legend has a name and a point.
    fn named_points(&self) -> Option<Vec<(&LegendEntry, Spot)>> {
        let point = |entry: &LegendEntry| {
            let mut own = self.layers.iter().filter(|layer| layer.style == entry.style);
            let spot = *own.find(|layer| layer.mark == Mark::Markers)?.points.first()?;
            (!entry.label.is_empty()).then_some(spot)
        };
        let named = self.legend.iter().map(|entry| Some((entry, point(entry)?)));
        named.collect::<Option<Vec<_>>>().filter(|named| !named.is_empty())
    }

    /// The names of its points, each beside its own and apart from all others. `None` if an entry
    /// of the legend has none, or if there is no room for one.
    ///
    /// `at` is where a spot is in a plot that takes `room`, with letters of size `letter`.
    pub(crate) fn labels(
        &self,
        room: Point,
        letter: f64,
        at: impl Fn(Spot) -> Point,
    ) -> Option<Vec<Label>> {
        let named = self.named_points()?;
        let side = 2.0 * MARKER * letter;
        let rules = self.layers.iter().filter(|layer| layer.mark == Mark::Rule);
        let mut obstacles = Obstacles {
            markers: named.iter().map(|&(_, spot)| Area::around(at(spot), [side, side])).collect(),
            labels: Vec::new(),
            leaders: Vec::new(),
            rules: rules
                .filter_map(|rule| <[Spot; 2]>::try_from(&*rule.points).ok())
                .map(|ends| ends.map(&at))
                .collect(),
        };
        let mut labels = Vec::new();
        for (entry, spot) in named {
            let lines: Vec<String> = entry.label.lines().map(str::to_owned).collect();
            let width = widest(lines.iter().map(String::as_str), letter);
            let size = [width, LINE * letter * lines.len() as f64];
            let point = at(spot);
            let label = |(anchor, offset, is_far)| Label {
                lines: lines.clone(),
                spot,
                point,
                offset,
                anchor,
                is_far,
            };
            let free = places(size, letter).map(label).filter(|label| {
                let area = label.area(size);
                area.is_within(room) && obstacles.leave(&area, label.leader().as_ref())
            });
            let mut free: Vec<Label> = free.collect();
            let is_clear = |label: &Label| {
                !obstacles.rules.iter().any(|rule| label.area(size).is_crossed(rule))
            };
            let best = free.iter().position(is_clear).unwrap_or(0);
            let label = (!free.is_empty()).then(|| free.swap_remove(best))?;
            obstacles.labels.push(label.area(size));
            obstacles.leaders.extend(label.leader());
            labels.push(label);
        }
        Some(labels)
    }
}

/// Where a label of this size may be, the best place first: its anchor, its offset from the point,
/// and whether it is far.
fn places([_, height]: [f64; 2], letter: f64) -> impl Iterator<Item = (HPos, Point, bool)> {
    let (near, far) = (NEAR * letter, FAR * letter);
    let away = MARKER.mul_add(letter, height / 2.0);
    let beside = [
        (HPos::Left, (near, 0.0)),
        (HPos::Right, (-near, 0.0)),
        (HPos::Center, (0.0, -away)),
        (HPos::Center, (0.0, away)),
    ];
    let farther = (1..=MOST_LINES).flat_map(move |lines| {
        let down = f64::from(lines) * LINE * letter;
        [-down, down].into_iter().flat_map(move |down| {
            [(HPos::Left, (far, down), true), (HPos::Right, (-far, down), true)]
        })
    });
    beside.into_iter().map(|(anchor, offset)| (anchor, offset, false)).chain(farther)
}

/// The labels of a figure whose plot is in a frame.
pub(crate) fn within(figure: &Figure, frame: Frame) -> Option<Vec<Label>> {
    let room = (frame.right - frame.left, frame.bottom - frame.top);
    figure.labels(room, TEXT, |spot| {
        let (x, y) = frame.point(figure, spot);
        (x - frame.left, y - frame.top)
    })
}

/// Draws labels in a frame.
pub(crate) fn draw(pen: &Pen<'_>, figure: &Figure, frame: Frame, labels: &[Label]) {
    let placed = |(x, y): Point| (frame.left + x, frame.top + y);
    for (series, (label, entry)) in labels.iter().zip(&figure.legend).enumerate() {
        let group = Group { series, class: "label", is_hidden: false, data: String::new() };
        pen.group(Some(group), || {
            if let Some(ends) = label.leader() {
                pen.mark(Mark::Leader, entry.style, &ends.map(placed));
            }
            let ((x, y), (right, down)) = (label.point, label.offset);
            let first = y + down - (label.lines.len() as f64 - 1.0) / 2.0 * LINE * TEXT;
            for (n, line) in label.lines.iter().enumerate() {
                let at = placed((x + right, first + n as f64 * LINE * TEXT));
                pen.text(line, at, TEXT, label.anchor, INK);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use optile_results::unit::Unit;
    use proptest::prelude::*;

    use super::*;
    use crate::axis::{Axis, Place};
    use crate::figure::{Layer, Role};
    use crate::style::Style;

    const ROOM: Point = (60.0, 40.0);

    /// Points with a name in a plot of this room.
    fn figure(points: &[(u32, u32)], name: &str) -> Figure {
        let mut figure = Figure {
            x: Axis::linear("", Unit::Count, [0.0, ROOM.0]),
            y: Axis::linear("", Unit::Count, [0.0, ROOM.1]),
            ..Figure::default()
        };
        for (n, &(x, y)) in points.iter().enumerate() {
            let spot = (Place::At(x.into()), Place::At(y.into()));
            figure.layers.push(Layer::new(Mark::Markers, Style::at(n), [spot]));
            let entry = LegendEntry::new(Role::Dots, n.to_string(), Style::at(n));
            figure.legend.push(LegendEntry { label: name.into(), ..entry });
        }
        figure
    }

    fn labels(figure: &Figure) -> Option<Vec<Label>> {
        let along = |place: Place| place.value().unwrap();
        figure.labels(ROOM, 1.0, |(x, y)| (along(x), ROOM.1 - along(y)))
    }

    fn size(label: &Label) -> [f64; 2] {
        let width = widest(label.lines.iter().map(String::as_str), 1.0);
        [width, LINE * label.lines.len() as f64]
    }

    #[test]
    fn without_a_name_or_without_room_there_are_no_labels() {
        let mut named = figure(&[(10, 10), (30, 20)], "a name");
        assert_eq!(labels(&named).unwrap().len(), 2);
        assert!(labels(&figure(&[(10, 10)], &"long ".repeat(60))).is_none());
        named.legend[1].label.clear();
        assert!(labels(&named).is_none());
        assert!(labels(&Figure::default()).is_none());
    }

    #[test]
    fn a_label_keeps_away_from_lines_if_it_can() {
        let mut figure = figure(&[(30, 20)], "name");
        let right = |figure: &Figure| labels(figure).unwrap()[0].offset.0;
        assert!(right(&figure) > 0.0);
        let spot = |x| (Place::At(x), Place::At(20.0));
        figure.layers.push(Layer::rule(spot(30.0), spot(60.0)));
        assert!(right(&figure) < 0.0);
        figure.layers.push(Layer::rule(spot(0.0), spot(60.0)));
        assert!(right(&figure) == 0.0);
    }

    proptest! {
        #[test]
        fn labels_are_apart_and_cover_no_marker(
            points in prop::collection::vec((0u32..=60, 0u32..=40), 1..12),
            name in prop::sample::select(vec!["pdb", "max(2 × pdb),\nfsm=12"]),
        ) {
            let figure = figure(&points, name);
            let Some(labels) = labels(&figure) else { return Ok(()) };
            prop_assert_eq!(labels.len(), points.len());
            let areas: Vec<Area> = labels.iter().map(|label| label.area(size(label))).collect();
            for (n, area) in areas.iter().enumerate() {
                prop_assert!(area.is_within(ROOM));
                prop_assert!(!areas[..n].iter().any(|other| other.touches(area)));
                prop_assert!(!labels.iter().any(|label| area.has(label.point)));
                let mut leaders = labels.iter().filter_map(Label::leader);
                prop_assert!(!leaders.any(|line| area.is_crossed(&line)));
            }
        }
    }
}
