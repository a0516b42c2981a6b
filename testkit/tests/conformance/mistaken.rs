//! Weighted A* with a mistake, and the sentences by which the conformance suite finds it.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use optile_core::{
    Allowed, Board, Expansion, Family, Heuristic, Heuristics, Meter, Move, Opt, Path, PathChoice,
    Promise, Search, State, Stop, Takes, Task, Weight, Workspace,
};
use optile_heuristics::Catalogue;
use optile_testkit::conformance;

/// Nothing is wrong.
const NO_MISTAKE: u8 = 0;
/// The meter is told nothing of the memory.
const NEVER_TELLS: u8 = 1;
/// The successor that undoes the last move is made.
const TAKES_BACK: u8 = 2;
/// A node that was expanded is never put back.
const NEVER_REOPENS: u8 = 3;

/// The g, the last move and whether it is closed, of each known state.
type Known<B> = HashMap<<B as Board>::Word, (u32, Option<Move>, bool)>;

/// The path to a state.
fn path<B: Board>(known: &Known<B>, mut state: State<B>) -> Path {
    let mut moves = Vec::new();
    while let Some(m) = known[&state.word()].1 {
        state.undo(m);
        moves.push(m);
    }
    moves.into_iter().rev().collect()
}

struct BestFirst<const MISTAKE: u8>(Arc<dyn Heuristic>, Weight);

impl<const MISTAKE: u8> Search for BestFirst<MISTAKE> {
    fn heuristic(&self) -> Option<&dyn Heuristic> {
        Some(&*self.0)
    }

    fn promise(&self) -> Promise {
        Promise::within(self.1)
    }

    fn search<B: Board>(
        &self,
        task: &Task<B>,
        workspace: &mut Workspace,
        meter: &mut Meter,
    ) -> Result<Path, Stop> {
        if task.choice != PathChoice::Any {
            return Err(Stop::Unsupported("the smallest path".into()));
        }
        let size = task.board().size();
        let estimator = workspace.estimator(&*self.0, size, task.goal_blank, meter)?;
        let (estimates, (weight, unit)) = (B::estimates(&*estimator), self.1.fraction());
        let mut known: Known<B> = HashMap::from([(task.start.word(), (0, None, false))]);
        let mut open = BTreeMap::from([(0, vec![(task.start, 0)])]);
        let mut greatest = None;
        while let Some(mut least) = open.first_entry() {
            let f = *least.key();
            let Some((state, g)) = least.get_mut().pop() else {
                least.remove();
                continue;
            };
            let Some((best, last, is_closed)) = known.get_mut(&state.word()) else { continue };
            if g > *best || *is_closed {
                continue;
            }
            if state == task.goal() {
                return Ok(path(&known, state));
            }
            if greatest.replace(f.max(greatest.unwrap_or(f))) < Some(f) {
                meter.begin_iteration();
            }
            meter.expand(|| Expansion::new(&state, g))?;
            *is_closed = true;
            let back = last.map(Move::inverse).filter(|_| MISTAKE != TAKES_BACK);
            for m in state.moves().filter(|&m| Some(m) != back) {
                meter.generate(1);
                let successor = state.successor(m);
                match known.get(&successor.word()) {
                    Some(&(best, ..)) if best <= g + 1 => {
                        meter.duplicate();
                        continue;
                    }
                    Some((.., true)) if MISTAKE == NEVER_REOPENS => continue,
                    Some((.., true)) => meter.reopen(),
                    _ => {}
                }
                known.insert(successor.word(), (g + 1, Some(m), false));
                meter.evaluate(1);
                let f = (g + 1) * unit + estimates.of_state(&successor) * weight;
                open.entry(f).or_default().push((successor, g + 1));
            }
            if MISTAKE != NEVER_TELLS {
                let bytes = (known.len() * 64) as u64;
                meter.allow(bytes)?;
                meter.hold(known.len() as u64, bytes);
            }
        }
        Err(Stop::Unsolvable)
    }
}

const WEIGHT: Opt<Allowed<Weight>> = Opt {
    key: "w",
    about: "the weight of h",
    default: "1.5",
    allowed: Allowed::Form {
        about: "a number from 1 to 1000 with at most two decimals",
        examples: &["2"],
        read: |text| text.parse().ok(),
    },
};

/// Weighted A* with this mistake.
fn family<const MISTAKE: u8>() -> Family {
    Family {
        name: "best-first",
        about: "weighted A* with a mistake",
        heuristics: Takes::Only(&["misplaced", "manhattan"]),
        options: &[&WEIGHT],
        is_lookup: false,
        build: |spec, heuristics| {
            Ok(Box::new(BestFirst::<MISTAKE>(heuristics.of(spec)?, WEIGHT.of(spec)?)))
        },
    }
}

/// What tests of the suite say of a family.
fn said(family: &Family, test: fn(&Family, &dyn Heuristics)) -> Result<(), String> {
    let heuristics = Catalogue::default();
    let end = catch_unwind(AssertUnwindSafe(|| test(family, &heuristics)));
    end.map_err(|panic| *panic.downcast().unwrap())
}

const TESTS: [fn(&Family, &dyn Heuristics); 4] = [
    conformance::solves_eight_puzzles_of_every_length_and_goal,
    conformance::meets_every_requirement_with_every_option,
    conformance::shows_every_expansion_of_a_watched_search,
    conformance::keeps_its_promise_with_an_inconsistent_heuristic,
];

#[test]
fn each_mistake_has_a_sentence() {
    for test in TESTS {
        assert_eq!(said(&family::<NO_MISTAKE>(), test), Ok(()));
    }
    let [solves, _, watched, inconsistent] = TESTS;
    for (family, test, sentence) in [
        (family::<NEVER_TELLS>(), solves, "nodes are expanded and none is held"),
        (family::<TAKES_BACK>(), watched, "do not make the move that leads back to the parent"),
        (family::<NEVER_REOPENS>(), inconsistent, ",w=1.05 with an inconsistent heuristic"),
    ] {
        let said = said(&family, test).unwrap_err();
        assert!(said.contains(sentence), "{said}");
    }
    // The other options, and other heuristics, do not show it.
    let unseen = said(&family::<NEVER_REOPENS>(), TESTS[1]);
    assert_eq!(unseen, Ok(()));
}

#[test]
fn boards_of_two_rows_show_the_move_back_without_a_trace() {
    let near = conformance::solves_boards_of_every_size;
    let said = said(&family::<TAKES_BACK>(), near).unwrap_err();
    assert!(said.contains("the move that undoes the last one is generated"), "{said}");
}
