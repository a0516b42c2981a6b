//! The problems and limits with which the conformance suite tests a strategy.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use optile_core::{
    Board, Counters, Family, Heuristics, Interrupt, Limits, Meter, Path, PathChoice, Problem, Rect,
    Session, Size, Spec, State, Stop,
};

use crate::Oracle;

type Eight = Rect<3, 3>;

/// Memory that a strategy may take in these tests. Sizes for which a strategy
/// needs more are skipped, but never 3x3 and smaller sizes.
const BYTES: u64 = 64 << 20;

/// The oracles of the 8-puzzle, indexed by the cell of the goal's blank.
static EIGHT: LazyLock<Vec<Oracle<Eight>>> =
    LazyLock::new(|| (0..9).map(|goal_blank| Oracle::new(Rect, goal_blank)).collect());

/// A session with the strategy of a name.
pub(crate) fn open(family: &Family, heuristics: &dyn Heuristics, name: &str) -> Session {
    let spec: Spec = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
    family.check(&spec).unwrap_or_else(|error| panic!("{name}: {error}"));
    Session::new(
        (family.build)(&spec, heuristics).unwrap_or_else(|error| panic!("{name}: {error}")),
    )
}

/// A session with every strategy of the family without options.
pub(crate) fn sessions(family: &Family, heuristics: &dyn Heuristics) -> Vec<(String, Session)> {
    family.names().into_iter().map(|name| (name.clone(), open(family, heuristics, &name))).collect()
}

/// The sizes that its strategy supports.
pub(crate) fn sizes(session: &Session) -> Vec<Size> {
    Size::all().filter(|&size| session.strategy().supports(size)).collect()
}

pub(crate) fn meter(expanded: Option<u64>) -> Meter {
    let limits = Limits { bytes: Some(BYTES), expanded };
    Meter::new(limits, Interrupt::default())
}

/// Solves, checks what can be checked without knowing the answer, and returns
/// path and counters. `None` if the memory is too small on a large board.
pub(crate) fn solve(
    name: &str,
    session: &mut Session,
    problem: &Problem,
    choice: PathChoice,
) -> Option<(Path, Counters)> {
    solve_within(None, name, session, problem, choice)
}

/// Like [`solve`], but also `None` if `expanded` expansions are not enough.
pub(crate) fn solve_within(
    expanded: Option<u64>,
    name: &str,
    session: &mut Session,
    problem: &Problem,
    choice: PathChoice,
) -> Option<(Path, Counters)> {
    let mut meter = meter(expanded);
    let result = session
        .prepare(problem, &mut meter.apart())
        .and_then(|()| session.solve(problem, choice, &mut meter));
    let path = match result {
        Ok(path) => path,
        Err(Stop::Memory) if problem.size().cells() > 9 => return None,
        Err(Stop::Nodes) if expanded.is_some() => return None,
        Err(stop) => panic!("{name} stopped on {problem}: {stop}"),
    };
    path.verify(problem).unwrap_or_else(|error| panic!("{name} on {problem}: {error}"));
    let counters = *meter.counters();
    assert!(counters.generated >= path.len() as u64, "{name} on {problem}: {counters:?}");
    assert!(counters.expanded_before_last <= counters.expanded, "{name}: {counters:?}");
    assert!(counters.peak_bytes <= BYTES, "{name} took {} bytes", counters.peak_bytes);
    check_profile(&meter, path.len() as u64, name);
    Some((path, counters))
}

/// If a search from both ends says where it expanded, every expansion is in it,
/// and the sides met on the path.
fn check_profile(meter: &Meter, length: u64, name: &str) {
    let profile = meter.profile();
    let counts = |lists: &[Vec<u64>; 2]| lists.iter().flatten().sum::<u64>();
    for lists in [&profile.by_g, &profile.by_f] {
        let is_known = lists.iter().any(|counts| !counts.is_empty());
        let expanded = meter.counters().expanded;
        assert!(!is_known || counts(lists) == expanded, "{name}: {profile:?}, {expanded} expanded");
    }
    assert!(profile.meeting.is_none_or(|moves| moves <= length), "{name}: {profile:?}, {length}");
    // No state is expanded beyond the path.
    let beyond = profile.by_g.iter().any(|counts| counts.len() as u64 > length + 1);
    assert!(!beyond, "{name}: {profile:?}, {length} moves");
}

pub(crate) fn problem<B: Board>(start: &State<B>, goal_blank: usize) -> Problem {
    let goal = State::goal(start.board(), goal_blank);
    Problem::new(start.arrangement(), goal.arrangement()).expect("both are on one board")
}

/// From this distance on, the states of each distance are used with only one or
/// two goals, because blind searches would spend nearly all of the time on
/// them.
const FAR: usize = 21;

/// [`eights`] for each goal, computed once. Choosing them takes a pass through
/// the whole space, and every strategy is tested on the same ones.
fn chosen_eights(goal_blank: usize, each: usize) -> Vec<State<Eight>> {
    type Chosen = BTreeMap<(usize, usize), Vec<State<Eight>>>;
    static CHOSEN: Mutex<Chosen> = Mutex::new(BTreeMap::new());
    let mut chosen = CHOSEN.lock().unwrap_or_else(PoisonError::into_inner);
    chosen.entry((goal_blank, each)).or_insert_with(|| eights(goal_blank, each)).clone()
}

/// About `each` 8-puzzles at every distance from the goal with its blank at
/// `goal_blank`, taken at even intervals. Each goal gets only one or two of the
/// far distances.
fn eights(goal_blank: usize, each: usize) -> Vec<State<Eight>> {
    let oracle = &EIGHT[goal_blank];
    let counts = oracle.counts();
    let mut seen = vec![0usize; counts.len()];
    oracle
        .states()
        .filter(|state| {
            let distance = oracle.distance(state) as usize;
            let interval = (counts[distance] as usize).div_ceil(each);
            seen[distance] += 1;
            let is_near = distance < FAR || distance % 9 == goal_blank;
            is_near && (seen[distance] - 1).is_multiple_of(interval)
        })
        .collect()
}

/// Solves about `each` 8-puzzles of every length. Those that need more than
/// `expanded` expansions are skipped, up to half of them.
pub(crate) fn check_eights(
    name: &str,
    session: &mut Session,
    goal_blank: usize,
    each: usize,
    choice: PathChoice,
    expanded: Option<u64>,
) {
    let oracle = &EIGHT[goal_blank];
    let states = chosen_eights(goal_blank, each);
    let mut solved = 0;
    for state in &states {
        let problem = problem(state, goal_blank);
        let Some((path, _)) = solve_within(expanded, name, session, &problem, choice) else {
            continue;
        };
        match choice {
            PathChoice::Any => {
                assert_eq!(path.len() as u32, oracle.distance(state), "{name} on {problem}");
            }
            PathChoice::LexicographicallySmallest => {
                assert_eq!(path, oracle.smallest_path(state), "{name} on {problem}");
            }
        }
        solved += 1;
    }
    let least = if expanded.is_some() { states.len() / 2 } else { states.len() };
    assert!(solved >= least, "{name} solved {solved} 8-puzzles of {}", states.len());
}

/// Whether no side is longer than five cells. Longer boards show nothing new,
/// so fewer tests use them.
pub(crate) fn is_compact(size: Size) -> bool {
    size.width() <= 5 && size.height() <= 5
}

/// The cells of the goal's blank to test: all cells on small boards, two on
/// larger ones, and one on long ones. A heuristic may have to build tables for
/// each.
pub(crate) fn goal_cells(size: Size) -> Vec<usize> {
    let cells = size.cells();
    let of_each_kind = [cells - 1, cells / 2, 0, 1];
    match cells {
        ..=9 => (0..cells).collect(),
        _ if !is_compact(size) => vec![of_each_kind[size.number() % of_each_kind.len()]],
        _ => of_each_kind[..2].to_vec(),
    }
}
