//! Compares each bound with the same bound in its simplest form, on boards of
//! every size.

use std::sync::{Arc, LazyLock};

use optile_core::{
    AnyEstimator, Arrangement, Board, Estimator, Heuristic, Heuristics, Meter, Size, State, Stop,
    with_board,
};
use optile_heuristics::{
    InversionDistance, LinearConflict, Manhattan, Maximum, Misplaced, WalkingDistance,
};
use optile_pdb::{Memory, PdbEstimator, Recipe};
use optile_testkit::{random_problem, walk};
use proptest::prelude::*;

use crate::{HEURISTICS, is_left_out};

/// What is compared for a start: its estimate, and the estimate of each
/// successor.
type Look = (u32, Vec<u32>);

/// The estimates of an estimator by its own type.
fn look_at<B: Board>(estimator: &impl Estimator, state: &State<B>) -> Look {
    let value = estimator.root(state);
    let successors = state.moves().map(|m| {
        let mut successor = *state;
        let slide = successor.apply(m);
        Estimator::estimate(estimator, estimator.step(value, slide, &successor))
    });
    (Estimator::estimate(estimator, value), successors.collect())
}

/// The estimates of an estimator as an object.
fn look_at_object<B: Board>(estimator: &dyn AnyEstimator, state: &State<B>) -> Look {
    let mut values = B::estimates(estimator).path(2);
    let root = values.root(state);
    let successors = state.moves().map(|m| {
        let mut successor = *state;
        let slide = successor.apply(m);
        values.step(root, slide, &successor).h()
    });
    (root.h(), successors.collect())
}

/// The estimates of the heuristic of a name; `None` if the size is not
/// supported, or if it is left out.
fn look(name: &str, start: &Arrangement, goal_blank: usize) -> Option<Look> {
    if is_left_out(name, start.size(), goal_blank) {
        return None;
    }
    let heuristic = HEURISTICS.named(name).unwrap();
    look_with(&*heuristic, start, goal_blank)
}

fn look_with(heuristic: &dyn Heuristic, start: &Arrangement, goal_blank: usize) -> Option<Look> {
    match heuristic.toward(start.size(), goal_blank, &mut Meter::default()) {
        Err(Stop::Unsupported(_)) => None,
        estimator => {
            let estimator = estimator.unwrap();
            with_board!(start.size(), board => {
                Some(look_at_object(&*estimator, &on(board, start)))
            })
        }
    }
}

fn on<B: Board>(_: B, arrangement: &Arrangement) -> State<B> {
    State::of(arrangement).unwrap()
}

fn sizes() -> impl Strategy<Value = Size> {
    prop::sample::select(Size::all().collect::<Vec<_>>())
}

/// For each line, the line and the place where each of its tiles belongs.
type Lines = Vec<Vec<(usize, usize)>>;

/// The tiles of each row, or of each column.
fn lines(start: &Arrangement, goal: &Arrangement, by_row: bool) -> Lines {
    let (width, height) = (start.size().width(), start.size().height());
    let place =
        |cell| if by_row { (cell / width, cell % width) } else { (cell % width, cell / width) };
    let mut lines = vec![Vec::new(); if by_row { height } else { width }];
    let mut cells: Vec<usize> = (0..start.size().cells()).collect();
    cells.sort_by_key(|&cell| place(cell));
    for cell in cells.into_iter().filter(|&cell| start.tiles()[cell] != 0) {
        let home = goal.tiles().iter().position(|tile| *tile == start.tiles()[cell]).unwrap();
        lines[place(cell).0].push(place(home));
    }
    lines
}

fn distance(lines: &Lines) -> usize {
    let homes = lines.iter().enumerate();
    homes.flat_map(|(line, tiles)| tiles.iter().map(move |&(home, _)| home.abs_diff(line))).sum()
}

/// The least number of tiles to take out of a line, by trying every set.
fn removals(places: &[usize]) -> usize {
    let kept = |set: usize| {
        let kept = places.iter().enumerate().filter(move |(at, _)| set >> at & 1 == 1);
        kept.map(|(_, &place)| place)
    };
    let fits = |&set: &usize| kept(set).is_sorted_by(|a, b| a < b);
    let most = (0..1 << places.len()).filter(fits).map(|set| kept(set).count()).max();
    places.len() - most.unwrap()
}

fn conflicts(lines: &Lines) -> usize {
    let own = |line: usize, tiles: &[(usize, usize)]| -> Vec<usize> {
        tiles.iter().filter(|&&(home, _)| home == line).map(|&(_, place)| place).collect()
    };
    lines.iter().enumerate().map(|(line, tiles)| 2 * removals(&own(line, tiles))).sum()
}

/// The least number of moves to other lines that could undo all inversions
/// and put the blank on its line.
fn moves(lines: &Lines, passed: usize, blank_lines: usize) -> usize {
    let order: Vec<(usize, usize)> = lines.concat();
    let pairs = (0..order.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let inversions = pairs.filter(|&(a, b)| order[a] > order[b]).count();
    (0..).find(|moves| moves * passed >= inversions && moves % 2 == blank_lines % 2).unwrap()
}

fn slowly(start: &Arrangement, goal: &Arrangement) -> [(&'static str, usize); 3] {
    let (width, height) = (start.size().width(), start.size().height());
    let (rows, columns) = (lines(start, goal, true), lines(start, goal, false));
    let manhattan = distance(&rows) + distance(&columns);
    let (here, there) = (start.blank(), goal.blank());
    let up_and_down = moves(&rows, width - 1, (here / width).abs_diff(there / width));
    let to_the_sides = moves(&columns, height - 1, (here % width).abs_diff(there % width));
    [
        ("manhattan", manhattan),
        ("inversion-distance", up_and_down + to_the_sides),
        ("linear-conflict", manhattan + conflicts(&rows) + conflicts(&columns)),
    ]
}

/// Compares the bounds of a start with their definitions.
fn check_definitions(start: &Arrangement, blank: usize) {
    let size = start.size();
    let goal = Arrangement::goal(size, blank).unwrap();
    let bound = |name: &str| look(name, start, blank).map(|(bound, _)| bound);
    for (name, expected) in slowly(start, &goal) {
        assert_eq!(bound(name), Some(expected as u32), "{name} on {start}");
    }
    // The searches of the games are tested beside the code that makes the tables.
    let walking = bound("walking-distance");
    let has_table = size.cells() <= 16 && size.width().max(size.height()) <= 5;
    assert_eq!(walking.is_some(), has_table);
    assert!(walking.is_none_or(|walking| Some(walking) >= bound("manhattan")));
    for names in [
        &["linear-conflict", "walking-distance"][..],
        &["misplaced", "inversion-distance"],
        &["manhattan", "inversion-distance", "walking-distance"],
        &["walking-distance", "linear-conflict", "misplaced", "inversion-distance"],
    ] {
        let bounds: Option<Vec<u32>> = names.iter().map(|name| bound(name)).collect();
        let largest = bounds.and_then(|bounds| bounds.into_iter().max());
        let name = format!("max({})", names.join(","));
        assert_eq!(bound(&name), largest, "{name} on {start}");
    }
}

/// It keeps its tables for all cases.
static WALKING_DISTANCE: LazyLock<WalkingDistance> = LazyLock::new(WalkingDistance::default);

/// Compares a maximum of one heuristic as an object with that heuristic's own type, and the type
/// for a pair with the general type.
fn check_types<B: Board>(state: &State<B>, blank: usize) {
    let size = state.board().size();
    let walking = || Arc::new(WALKING_DISTANCE.clone());
    let maximum = |parts: Vec<Arc<dyn Heuristic>>| {
        look_with(&Maximum::of(parts), &state.arrangement(), blank)
    };
    let of_walking = WALKING_DISTANCE.estimator(size, blank, &mut Meter::default()).ok();
    let of_walking = of_walking.map(|estimator| look_at(&estimator, state));
    let cases: [(Arc<dyn Heuristic>, Option<Look>); 5] = [
        (Arc::new(Misplaced), Some(look_at(&*Misplaced.estimator(size, blank), state))),
        (Arc::new(Manhattan), Some(look_at(&*Manhattan.estimator(size, blank), state))),
        (
            Arc::new(InversionDistance),
            Some(look_at(&*InversionDistance.estimator(size, blank), state)),
        ),
        (Arc::new(LinearConflict), Some(look_at(&*LinearConflict.estimator(size, blank), state))),
        (walking(), of_walking),
    ];
    for (part, expected) in cases {
        assert_eq!(maximum(vec![Arc::clone(&part)]), expected, "{part:?} on {size}");
    }
    // Only the first order has a type of its own.
    let pair = maximum(vec![Arc::new(LinearConflict), walking()]);
    assert_eq!(pair, maximum(vec![walking(), Arc::new(LinearConflict)]));
}

/// Patterns of three tiles, if four of them contain all tiles.
fn check_slots<B: Board>(state: &State<B>, blank: usize) {
    let size = state.board().size();
    let tiles: Vec<usize> = (1..size.cells()).collect();
    let threes: Vec<String> = tiles.chunks(3).map(|three| three.len().to_string()).collect();
    if threes.len() <= 4 {
        let recipe: Recipe = threes.join("-").parse().unwrap();
        let (tables, mut meter) = (Memory::default(), Meter::default());
        let few = PdbEstimator::<4>::toward(&recipe, size, blank, &tables, &mut meter).unwrap();
        let many = PdbEstimator::<8>::toward(&recipe, size, blank, &tables, &mut meter).unwrap();
        assert_eq!(look_at(&few, state), look_at(&many, state));
    }
}

/// Each move changes these bounds by one, which is why they are consistent.
fn check_changes(start: &Arrangement, blank: usize) {
    for name in ["manhattan", "inversion-distance", "linear-conflict", "walking-distance"] {
        if let Some((bound, successors)) = look(name, start, blank) {
            let changes_by_one = |&successor: &u32| successor.abs_diff(bound) == 1;
            assert!(successors.iter().all(changes_by_one), "{name} on {start}");
        }
    }
}

/// Lines of more than five cells have their own code.
#[test]
fn long_lines_are_as_by_their_definition() {
    for name in ["2x8", "8x2", "6x3", "3x6", "2x12", "12x2", "3x8", "8x3", "4x6", "6x4", "2x6"] {
        let size: Size = name.parse().unwrap();
        for seed in 0..60 {
            let blank = seed as usize * 5 % size.cells();
            let goal = Arrangement::goal(size, blank).unwrap();
            // After few moves many tiles are on their own line, and only these
            // have conflicts.
            for start in [random_problem(size, blank, seed), walk(&goal, 60, seed)] {
                let start = start.start();
                check_definitions(start, blank);
                check_changes(start, blank);
                with_board!(size, board => check_types(&on(board, start), blank));
            }
        }
    }
}

/// A row in reverse order, the most conflicts that a line can have.
#[test]
fn a_long_line_in_reverse_order_keeps_one_tile() {
    let start: Arrangement =
        "11 10 9 8 7 6 5 4 3 2 1 12 / 13 14 15 16 17 18 19 20 21 22 23 0".parse().unwrap();
    let manhattan = look("manhattan", &start, 23).unwrap().0;
    // The twelfth tile is in its place and in no conflict.
    assert_eq!(manhattan, 2 * (10 + 8 + 6 + 4 + 2));
    assert_eq!(look("linear-conflict", &start, 23).unwrap().0, manhattan + 2 * 10);
    check_definitions(&start, 23);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn bounds_are_what_they_are_by_their_definition(
        size in sizes(), seed: u64, blank in 0usize..25, far: bool,
    ) {
        let blank = blank % size.cells();
        let goal = Arrangement::goal(size, blank).unwrap();
        let start = match far {
            true => *random_problem(size, blank, seed).start(),
            false => *walk(&goal, 30, seed).start(),
        };
        check_definitions(&start, blank);
    }

    /// Searches may be compiled for the types of single heuristics. For maxima
    /// they use the general type.
    #[test]
    fn types_of_their_own_have_the_values_of_the_general_ones(
        size in sizes(), seed: u64, blank in 0usize..25,
    ) {
        let blank = blank % size.cells();
        let start = *random_problem(size, blank, seed).start();
        with_board!(size, board => {
            let state = on(board, &start);
            check_types(&state, blank);
            check_slots(&state, blank);
        });
    }

    #[test]
    fn each_move_changes_these_bounds_by_exactly_one(
        size in sizes(), seed: u64, blank in 0usize..25,
    ) {
        let blank = blank % size.cells();
        check_changes(random_problem(size, blank, seed).start(), blank);
    }
}
