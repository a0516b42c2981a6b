//! Each bound against the same bound in its slowest and most obvious form, on
//! boards of every size.

use optile_core::{Arrangement, Board, Estimator, Heuristic, Meter, Size, State, Stop, with_board};
use optile_heuristics::{
    Larger, LinearConflict, Maximum, Misplaced, Part, Visitor, WalkingDistance, dispatch,
};
use optile_pdb::{Pdb, Recipe};
use optile_testkit::{random_problem, walk};
use proptest::prelude::*;

/// The bound of a state, and whether each of its successors has one that is
/// one more or one less; nothing where the size is not supported.
#[derive(Clone)]
struct Look<B: Board>(State<B>, usize);

impl<B: Board> Visitor for Look<B> {
    type Output = Option<(u32, bool)>;

    fn visit<H: Heuristic + Clone>(self, heuristic: H) -> Self::Output {
        let Self(state, goal_blank) = self;
        let toward = match heuristic.toward::<B>(goal_blank, &mut Meter::default()) {
            Err(Stop::Unsupported(_)) => return None,
            toward => toward.unwrap(),
        };
        let value = toward.root(&state);
        let bound = toward.estimate(value);
        let changes_by_one = state.moves().all(|m| {
            let mut successor = state;
            let slide = successor.apply(m);
            toward.estimate(toward.step(value, slide, &successor)).abs_diff(bound) == 1
        });
        Some((bound, changes_by_one))
    }
}

fn look(name: &str, start: &Arrangement, goal_blank: usize) -> Option<(u32, bool)> {
    with_board!(start.size(), B => {
        dispatch(name, Look(State::<B>::of(start).unwrap(), goal_blank)).unwrap()
    })
}

/// By line, the line where each of its tiles belongs and the place there.
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn bounds_are_what_they_are_by_their_definition(
        width in 2usize..=5, height in 2usize..=5, seed: u64, blank in 0usize..25, far: bool,
    ) {
        let size = Size::new(width, height).unwrap();
        let blank = blank % size.cells();
        let goal = Arrangement::goal(size, blank).unwrap();
        let start = match far {
            true => *random_problem(size, blank, seed).start(),
            false => *walk(&goal, 30, seed).start(),
        };
        let bound = |name| look(name, &start, blank).map(|(bound, _)| bound);
        for (name, expected) in slowly(&start, &goal) {
            prop_assert_eq!(bound(name), Some(expected as u32), "{}", name);
        }
        // The searches of the games are checked where the tables are made.
        let walking = bound("walking-distance");
        prop_assert_eq!(walking.is_some(), width * height < 20);
        prop_assert!(walking.is_none_or(|walking| Some(walking) >= bound("manhattan")));
        for names in [
            &["linear-conflict", "walking-distance"][..],
            &["misplaced", "inversion-distance"],
            &["manhattan", "inversion-distance", "walking-distance"],
            &["walking-distance", "linear-conflict", "misplaced", "inversion-distance"],
        ] {
            let bounds: Option<Vec<u32>> = names.iter().map(|name| bound(name)).collect();
            let largest = bounds.and_then(|bounds| bounds.into_iter().max());
            let name = format!("max({})", names.join(","));
            prop_assert_eq!(look(&name, &start, blank).map(|(bound, _)| bound), largest);
        }
    }

    /// Builds for tests take the general types for the names of these.
    #[test]
    fn types_of_their_own_have_the_values_of_the_general_ones(
        width in 2usize..=5, height in 2usize..=5, seed: u64, blank in 0usize..25,
    ) {
        let size = Size::new(width, height).unwrap();
        let blank = blank % size.cells();
        let start = *random_problem(size, blank, seed).start();
        with_board!(size, B => {
            let start = Look(State::<B>::of(&start).unwrap(), blank);
            let general = |parts: &[Part]| start.clone().visit(Maximum::of(parts.to_vec()));
            let both = [Part::LinearConflict, Part::WalkingDistance];
            prop_assert_eq!(start.clone().visit(Misplaced), general(&[Part::Misplaced]));
            prop_assert_eq!(start.clone().visit(LinearConflict), general(&both[..1]));
            prop_assert_eq!(start.clone().visit(WalkingDistance), general(&both[1..]));
            let larger = Larger(LinearConflict, WalkingDistance);
            prop_assert_eq!(start.clone().visit(larger), general(&both));
            // Threes, as long as four of them take all tiles.
            let tiles: Vec<usize> = (1..size.cells()).collect();
            let threes: Vec<String> = tiles.chunks(3).map(|three| three.len().to_string()).collect();
            if threes.len() <= 4 {
                let recipe: Recipe = threes.join("-").parse().unwrap();
                prop_assert_eq!(
                    start.clone().visit(Pdb::<4, false>::new(recipe.clone()).unwrap()),
                    start.visit(Pdb::<8, false>::new(recipe).unwrap()),
                );
            }
        });
    }

    /// What the descriptions of these claim, and why they are consistent.
    #[test]
    fn each_move_changes_these_bounds_by_exactly_one(
        width in 2usize..=5, height in 2usize..=5, seed: u64, blank in 0usize..25,
    ) {
        let size = Size::new(width, height).unwrap();
        let blank = blank % size.cells();
        let start = *random_problem(size, blank, seed).start();
        for name in ["manhattan", "inversion-distance", "linear-conflict", "walking-distance"] {
            if let Some((_, changes_by_one)) = look(name, &start, blank) {
                prop_assert!(changes_by_one, "{}", name);
            }
        }
    }
}
