//! Collections against the sums of which they take the greatest.

use std::sync::Arc;

use optile_core::{
    AnyEstimator, Board, Estimates, Heuristic, Meter, Place, Rect, Size, State, Values, goal_cell,
    reachable, with_shaped_board,
};
use optile_pdb::{
    Collection, CollectionEstimator, CollectionPath, Key, Memory, Progress, Recipe, Storage, Sums,
    Table,
};
use optile_testkit::Oracle;

fn recipes(names: &[&str]) -> Vec<Recipe> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn collection(names: &[&str]) -> Collection {
    Collection::new(recipes(names), Arc::<Memory>::default()).unwrap()
}

fn toward(names: &[&str], size: Size, goal_blank: usize) -> Arc<dyn AnyEstimator> {
    collection(names).toward(size, goal_blank, &mut Meter::default()).unwrap()
}

/// The sum of the rows and columns from each tile of the key to its goal.
fn manhattan(key: &Key, cells: &[usize]) -> u32 {
    let width = key.size.width();
    let goals = key.tiles.iter().map(|tile| goal_cell(tile, key.goal_blank));
    let steps = cells
        .iter()
        .zip(goals)
        .map(|(&a, b)| (a / width).abs_diff(b / width) + (a % width).abs_diff(b % width));
    steps.sum::<usize>() as u32
}

/// The sum of a recipe for a state without reflection, from tables of bytes
/// without symmetries, with excesses of at most six.
fn slowly<B: Board>(tables: &[Table], state: &State<B>) -> u32 {
    let cell = |tile: usize| (0..state.board().cells()).find(|&c| state.tile(c) == tile).unwrap();
    let part = |table: &Table| {
        let cells: Vec<usize> = table.key().tiles.iter().map(cell).collect();
        let distance = u32::from(table.distance(&cells, state.blank()).unwrap());
        distance.min(manhattan(table.key(), &cells) + 6)
    };
    tables.iter().map(part).sum()
}

fn compare<B: Board>(board: B, names: &[&str], goal_blank: usize) {
    let size = board.size();
    let any = toward(names, size, goal_blank);
    let estimates = B::estimates(&*any);
    let build = |key: Key| Table::build(&key, &Meter::default(), &Progress::new()).unwrap();
    let tables = |recipe: &Recipe| -> Vec<Table> {
        recipe.keys(size, goal_blank).unwrap().into_iter().map(build).collect()
    };
    let sums: Vec<Vec<Table>> = recipes(names).iter().map(tables).collect();
    let mut path = estimates.path(2);
    for number in 0..3000 {
        let index = number * 0x9E37_79B9_7F4A_7C15 % reachable(size);
        let state = State::from_index(board, index, goal_blank);
        let expected = sums.iter().map(|tables| slowly(tables, &state)).max().unwrap();
        assert_eq!(estimates.of_state(&state), expected, "{names:?} {state:?}");
        for m in state.moves() {
            let mut successor = state;
            let slide = successor.apply(m);
            let h = estimates.of_state(&successor);
            for limit in [h, h + 1] {
                let root = path.root(&state);
                let stepped = path.step_below(root, slide, &successor, limit);
                assert_eq!(
                    stepped.map(Place::h),
                    (h < limit).then_some(h),
                    "{names:?} {state:?} {m}"
                );
            }
        }
    }
}

#[test]
fn estimates_are_the_greatest_of_sums_computed_slowly() {
    let partitions = ["4-4", "1.3.8-2.4.5-6.7", "3-3-2", "1.2.5-3.4.6.7-8"];
    for goal_blank in 0..9 {
        compare(Rect::<3, 3>, &partitions[..1 + goal_blank % 4], goal_blank);
    }
    for (size, goal_blank) in [("4x3", 0), ("2x5", 9), ("3x4", 5)] {
        let size: Size = size.parse().unwrap();
        let tiles = size.cells() - 1;
        let names = [format!("4-4-{}", tiles - 8), format!("3-{}-4", tiles - 7)];
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        with_shaped_board!(size, board => compare(board, &names, goal_blank));
    }
}

/// Follows slides from the last node of a path, forth and back. The limits are the
/// estimate of each state, which is too low, and the next one.
fn follow(
    estimates: &CollectionEstimator<4>,
    path: &mut CollectionPath<'_, 4>,
    node: (State<Rect<3, 3>>, Sums<4>),
    depth: usize,
) {
    for m in node.0.moves() {
        let mut successor = node.0;
        let slide = successor.apply(m);
        let h = Estimates::of_state(estimates, &successor);
        assert_eq!(path.step_below(node.1, slide, &successor, h), None, "{successor:?}");
        let sums = path.step_below(node.1, slide, &successor, h + 1).unwrap();
        assert_eq!(Values::<Rect<3, 3>>::h(path, sums), h);
        if depth > 1 {
            follow(estimates, path, (successor, sums), depth - 1);
        }
        Values::<Rect<3, 3>>::step_back(path, slide);
    }
}

#[test]
fn paths_are_followed_forth_and_back() {
    let any = toward(&["4-4+reflected", "1.3.8-2.4.5-6.7"], "3x3".parse().unwrap(), 4);
    let estimates = any.downcast_ref::<CollectionEstimator<4>>().unwrap();
    let mut path = CollectionPath::new(estimates);
    for index in (0..181_440).step_by(2_221) {
        let state = State::from_index(Rect::<3, 3>, index, 4);
        let sums = path.root(&state);
        follow(estimates, &mut path, (state, sums), 5);
    }
}

#[test]
fn bounds_hold_on_eight_puzzles() {
    for goal_blank in [0, 1, 4, 8] {
        let oracle = Oracle::eight(goal_blank);
        let one = toward(&["4-4"], "3x3".parse().unwrap(), goal_blank);
        let more = ["4-4+reflected", "1.3.8-2.4.5-6.7+reflected", "3-3-2+reflected"];
        let more = toward(&more, "3x3".parse().unwrap(), goal_blank);
        let mut gained = 0;
        for state in oracle.some_states(11) {
            let [one, more] = [&one, &more].map(|any| <Rect<3, 3>>::estimates(&**any));
            let (one, more) = (one.of_state(&state), more.of_state(&state));
            assert!(one <= more && more <= oracle.distance(&state));
            gained += more - one;
        }
        assert!(gained > 1000);
    }
}

#[test]
fn congruent_patterns_share_a_table() {
    let size: Size = "5x5".parse().unwrap();
    // Three of the four patterns are blocks of 2x3 cells.
    for name in ["6-6-6-6", "6-6-6-6+reflected"] {
        let keys = collection(&[name]).keys(size, 0).unwrap();
        assert_eq!(keys.len(), 2, "{name}");
        assert!(keys.iter().all(|key| key.storage == Storage::Crumbs));
        assert_eq!(keys[0].bytes(), 25u64.pow(6).div_ceil(4));
    }
    // The tiles around the blank's cell divide it from the others.
    let apart = collection(&["1.3-2.4.5.6.7.8"]).keys("3x3".parse().unwrap(), 0).unwrap();
    assert_eq!(apart[0].tiles.to_string(), "1.3");
    assert_eq!(apart[0].goal_blank, 0);
}

#[test]
fn what_does_not_fit_is_refused() {
    let new = |names: &[&str]| Collection::new(recipes(names), Arc::<Memory>::default());
    for (names, reason) in [
        (&["4-4+zero"][..], "of one kind"),
        (&["4-4+nibbles"], "of one kind"),
        (&["2-2-2-1-1"], "at most 4 patterns"),
        (&["4-4+reflected", "3-5+reflected", "2-6+reflected", "1-7+reflected", "8"], "9 sums"),
    ] {
        let error = new(names).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    // Numbers of entries have 32 bits.
    let size = "5x5".parse().unwrap();
    assert!(!collection(&["8-8-8"]).supports(size));
    assert!(collection(&["6-6-6-6"]).supports(size));
    assert!(!collection(&["6-6-6-6+reflected"]).supports("3x8".parse().unwrap()));
}
