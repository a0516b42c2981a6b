//! What algorithms expand, by class.

use optile_core::{Arrangement, Labels, Meter, PathChoice, Problem, Rect};
use optile_heuristics::{Manhattan, TileSum};
use optile_testkit::walk;

use super::*;
use crate::policy::{Mm, Step};

/// An algorithm, and the greatest g that it takes on each side.
struct Recorded {
    policy: Mm,
    greatest: [u32; 2],
}

impl ExpansionPolicy for Recorded {
    fn label(&self) -> Label {
        self.policy.label()
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        let step = self.policy.next(open)?;
        if step.bound < open.best {
            for (greatest, class) in self.greatest.iter_mut().zip(step.classes) {
                *greatest = class.map_or(*greatest, |class| class.g.max(*greatest));
            }
        }
        Some(step)
    }
}

fn greatest(problem: &Problem, share: u32) -> (usize, [u32; 2]) {
    let task = problem.task::<Rect<4, 4>>(PathChoice::Any);
    let (size, task) = (problem.size(), task.unwrap());
    let labels = Labels::of(problem);
    let goal = Manhattan.estimator(size, task.goal_blank);
    let start = Manhattan.estimator(size, task.start.blank()).relabelled(labels.names());
    let mut policy = Recorded { policy: Mm::new(share), greatest: [0; 2] };
    let setting = Setting {
        policy: &mut policy,
        values: [&*goal, start.downcast_ref::<TileSum>().unwrap()],
        rounds_to_parity: false,
    };
    let path = search(setting, &task, &mut Meter::default()).unwrap();
    (path.len(), policy.greatest)
}

#[test]
fn no_side_goes_beyond_its_share() {
    let goal = Arrangement::goal(Rect::<4, 4>.size(), 6).unwrap();
    for seed in 0..6 {
        let problem = walk(&goal, 50, seed);
        for share in [0, 250, 400, 500, 700, 1000] {
            let (length, greatest) = greatest(&problem, share);
            let shares = [share as usize, 1000 - share as usize];
            for (greatest, share) in greatest.into_iter().zip(shares) {
                assert!(1000 * greatest as usize <= share * length, "{problem}: {greatest}");
            }
        }
    }
}
