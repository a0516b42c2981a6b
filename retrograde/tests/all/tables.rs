//! Compares tables and walks with a simple breadth-first search, and tests what
//! several searches share.

use optile_core::{
    Arrangement, Board, Interrupt, Limits, Meter, Path, PathChoice, Problem, Rect, Session, Size,
    State, Stop, reachable, with_shaped_board,
};
use optile_retrograde::{Retrograde, Table};
use optile_testkit::Oracle;

fn build(size: Size, goal_blank: usize) -> Table {
    Table::build(size, goal_blank, &mut Meter::default()).expect("nothing is limited")
}

/// The distances of every so many states, and the paths of every `stride`-th of these, toward
/// every goal.
fn check<B: Board>(board: B, every: usize, stride: usize) {
    let mut meter = Meter::default();
    for goal_blank in 0..board.cells() {
        let table = build(board.size(), goal_blank);
        let oracle = Oracle::new(board, goal_blank);
        assert_eq!(table.depth_counts(), oracle.counts());
        for (number, state) in oracle.some_states(every).enumerate() {
            let path = table.path(&state, &mut meter).expect("the goal is in reach");
            let distance = oracle.distance(&state) as usize;
            assert_eq!(path.len(), distance, "{state:?} to {goal_blank}");
            if number % stride == 0 {
                assert_eq!(path, oracle.smallest_path(&state), "{state:?} to {goal_blank}");
            }
        }
    }
}

#[test]
fn small_tables_hold_the_distances() {
    for size in Size::all().filter(|size| size.cells() <= 8) {
        let stride = if size.cells() == 8 { 7 } else { 1 };
        with_shaped_board!(size, board => check(board, 1, stride));
    }
}

#[test]
fn tables_of_3x3_hold_the_distances() {
    check(Rect::<3, 3>, 11, 5);
}

#[test]
#[ignore = "takes 2 s"]
fn tables_of_3x3_hold_all_distances() {
    check(Rect::<3, 3>, 1, 5);
}

/// The board with rows and columns exchanged. Tiles are renamed so that they
/// are in order in a goal.
fn turned(state: &Arrangement, goal_blank: usize) -> (Arrangement, usize) {
    let size = state.size();
    let turned = Size::new(size.height(), size.width()).expect("as many cells");
    let cell_of = |cell: usize| cell % turned.width() * size.width() + cell / turned.width();
    let goal = Arrangement::goal(size, goal_blank).expect("a cell of the board");
    let homes: Vec<u8> = (0..size.cells()).map(|cell| goal.tiles()[cell_of(cell)]).collect();
    let mut labels = vec![0; size.cells()];
    for (label, &tile) in (1..).zip(homes.iter().filter(|&&tile| tile != 0)) {
        labels[usize::from(tile)] = label;
    }
    let tile_at = |cell: usize| labels[usize::from(state.tiles()[cell_of(cell)])];
    let tiles: Vec<u8> = (0..size.cells()).map(tile_at).collect();
    let blank = homes.iter().position(|&tile| tile == 0).expect("a blank");
    (Arrangement::new(turned, &tiles).expect("a permutation"), blank)
}

/// The path from a start. Each move must be the first one, in the order of
/// letters, that leads closer to the goal.
fn walk_down<B: Board>(_: B, table: &Table, start: &Arrangement) -> Path {
    let mut state = State::<B>::of(start).expect("the board of the table");
    let path = table.path(&state, &mut Meter::default()).expect("the goal is in reach");
    let mut left = path.len() as u32;
    for &m in path.moves() {
        for other in state.moves() {
            let rest = table.path(&state.successor(other), &mut Meter::default());
            let distance = rest.expect("in reach").len() as u32;
            assert!(distance == left - 1 || distance == left + 1, "{state:?} {other}");
            if distance == left - 1 {
                assert!(m.letter() <= other.letter(), "{state:?} {m} {other}");
            }
        }
        state.apply(m);
        left -= 1;
    }
    path
}

/// Tables of ten and more cells take too long to compare with a slow search. So walks are
/// compared with those on the board with rows and columns exchanged, whose
/// moves between rows have other windows.
fn are_walked_like_those_with_sides_exchanged(wide: &str, goal_blank: usize) {
    let wide: Size = wide.parse().expect("a size");
    let goal = Arrangement::goal(wide, goal_blank).expect("a cell of the board");
    let (turned_goal, turned_blank) = turned(&goal, goal_blank);
    let tables = [build(wide, goal_blank), build(turned_goal.size(), turned_blank)];
    assert_eq!(tables[0].depth_counts(), tables[1].depth_counts());
    for i in 0..100 {
        let index = (i * 2_399_999_999 + 7) % reachable(wide);
        let start = with_shaped_board!(wide, board => {
            State::from_index(board, index, goal_blank).arrangement()
        });
        let (turned_start, _) = turned(&start, goal_blank);
        let boards = [(start, goal), (turned_start, turned_goal)];
        let lengths = [0, 1].map(|way| {
            let (start, goal) = boards[way];
            let table = &tables[way];
            let path = with_shaped_board!(start.size(), board => walk_down(board, table, &start));
            let problem = Problem::new(start, goal).expect("one size");
            assert_eq!(path.verify(&problem), Ok(()), "{problem}");
            path.len()
        });
        assert_eq!(lengths[0], lengths[1], "{start}");
    }
}

#[test]
fn boards_of_two_by_five_are_walked_like_those_of_five_by_two() {
    are_walked_like_those_with_sides_exchanged("5x2", 2);
}

#[test]
#[ignore = "takes 2 s"]
fn boards_of_two_by_six_are_walked_like_those_of_six_by_two() {
    are_walked_like_those_with_sides_exchanged("6x2", 2);
}

#[test]
fn states_out_of_reach_have_no_distance() {
    let size: Size = "2x3".parse().expect("a size");
    let table = build(size, 5);
    let mut meter = Meter::default();
    for index in 0..reachable(size) {
        // On boards of even width, goals one row apart do not reach each other.
        with_shaped_board!(size, board => {
            let state = State::from_index(board, index, 3);
            assert!(!state.reaches(5));
            assert_eq!(table.path(&state, &mut meter), Err(Stop::Unsolvable), "{state:?}");
        });
    }
}

fn solve(
    session: &mut Session<&Retrograde>,
    limits: Limits,
    interrupt: Interrupt,
) -> (Result<usize, Stop>, Meter) {
    let problem: Problem = "8 6 7 / 2 5 4 / 3 0 1".parse().expect("a board");
    let mut meter = Meter::new(limits, interrupt);
    let path = session.solve(&problem, PathChoice::Any, &mut meter);
    (path.map(|path| path.len()), meter)
}

#[test]
fn a_stopped_build_can_be_repeated() {
    let mut session = Session::new(&Retrograde);
    let free = Limits::default;
    let few = Limits { expanded: Some(1000), ..free() };
    let (stop, meter) = solve(&mut session, few, Interrupt::default());
    assert_eq!((stop, meter.counters().expanded), (Err(Stop::Nodes), 1000));

    let small = Limits { bytes: Some(10_000), ..free() };
    let (stop, meter) = solve(&mut session, small, Interrupt::default());
    assert_eq!((stop, meter.counters().peak_bytes), (Err(Stop::Memory), 0));

    let interrupt = Interrupt::default();
    interrupt.time_is_up();
    assert_eq!(solve(&mut session, free(), interrupt).0, Err(Stop::Time));

    assert_eq!(solve(&mut session, free(), Interrupt::default()).0, Ok(31));
    // With the table, a search needs one expansion per move.
    let (length, meter) = solve(&mut session, few, Interrupt::default());
    assert_eq!((length, meter.counters().expanded), (Ok(31), 31));
}
