//! A generator of instances: random boards, random walks and boards of a chosen optimal
//! length.

use std::ops::RangeInclusive;

use anyhow::{Result, bail, ensure};
use optile_core::{
    Arrangement, Meter, Move, Path, PathChoice, Problem, Session, Shaped, Size, State, Strategy,
};
use optile_results::storage::disk;
use optile_results::text::quantity::counted;
use rand::seq::{IteratorRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::instances::instance::{Instance, numbered};
use crate::instances::space::{self, Small, Spaces};

/// How to choose starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Making {
    /// Each solvable start is equally likely.
    Random,
    /// This many random moves from the goal. No move undoes the previous one.
    Walk(usize),
    /// Starts of these optimal lengths, with the same number for each length.
    Depth(RangeInclusive<u32>),
    /// Starts of a whole space with these optimal lengths, each of which is equally likely.
    Sample(RangeInclusive<u32>),
}

/// The goals of the instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One goal for all instances.
    Fixed(Arrangement),
    /// A random goal for each instance.
    Random,
}

/// A generator of instances. The same seed gives the same instances.
pub struct Generator {
    size: Size,
    goal: Goal,
    random: Xoshiro256PlusPlus,
    spaces: Spaces,
    solver: Option<Session>,
}

impl Generator {
    /// A generator for boards of this size. A fixed goal must have the same size.
    pub fn new(size: Size, goal: Goal, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { size, goal, random, spaces: Spaces::default(), solver: None }
    }

    /// Adds a strategy that finds optimal lengths on boards with too many states for
    /// [`Spaces`]. [`Making::Depth`] needs one on these boards.
    #[must_use]
    pub fn solved_by(self, solver: Box<dyn Strategy>) -> Self {
        Self { solver: Some(Session::new(solver)), ..self }
    }

    /// Makes `count` instances, or `count` for each length. The instances have their optimal
    /// length if it was asked for or the board is small.
    ///
    /// If the space has fewer states at a length, all of them are made.
    ///
    /// # Errors
    ///
    /// When no state has the length, or an instance file cannot hold so many.
    pub fn make(&mut self, making: &Making, count: usize) -> Result<Vec<Instance>> {
        let most = self.most(making);
        ensure!(count <= most, "{count} is more than a file can hold: expected at most {most}");
        let mut made: Vec<(Problem, Option<u32>)> = Vec::new();
        match making {
            Making::Random => {
                for _ in 0..count {
                    let goal = self.next_goal()?;
                    made.push((self.random_problem(goal)?, None));
                }
            }
            Making::Walk(steps) => {
                for _ in 0..count {
                    let goal = self.next_goal()?;
                    made.push((Problem::new(walk(&goal, *steps, &mut self.random), goal)?, None));
                }
            }
            Making::Depth(depths) => {
                for depth in depths.clone() {
                    let problems = self.at_depth(&(depth..=depth), count)?.into_iter();
                    made.extend(problems.map(|problem| (problem, Some(depth))));
                }
            }
            Making::Sample(depths) => {
                let is_small = space::small_board(self.size).is_some();
                ensure!(
                    is_small,
                    "--sample takes boards of a whole space, as up to 3x3: leave it out"
                );
                let problems = self.at_depth(depths, count)?.into_iter();
                made.extend(problems.map(|problem| (problem, None)));
            }
        }
        for (problem, length) in &mut made {
            *length = length.or_else(|| self.spaces.length(problem));
        }
        Ok(numbered(made))
    }

    /// The most instances, or the most for each length, of which a file can be read again.
    fn most(&self, making: &Making) -> usize {
        let boards = if self.goal == Goal::Random { 2 } else { 1 };
        // The digits of a tile and a space behind it; and id, length, tabs and the end of the line.
        let tiles: usize = (0..self.size.cells()).map(|tile| 1 + tile.to_string().len()).sum();
        let line = boards * tiles + 24;
        let lengths = if let Making::Depth(depths) = making { depths.clone().count() } else { 1 };
        ((disk::MOST_WRITTEN as usize - 1) << 20) / line / lengths
    }

    fn next_goal(&mut self) -> Result<Arrangement> {
        match self.goal {
            Goal::Fixed(goal) => Ok(goal),
            Goal::Random => self.shuffled(),
        }
    }

    fn shuffled(&mut self) -> Result<Arrangement> {
        let mut tiles: Vec<u8> = (0..self.size.cells() as u8).collect();
        tiles.shuffle(&mut self.random);
        Ok(Arrangement::new(self.size, &tiles)?)
    }

    fn random_problem(&mut self, goal: Arrangement) -> Result<Problem> {
        // Half of all arrangements are solvable.
        loop {
            let problem = Problem::new(self.shuffled()?, goal)?;
            if problem.is_solvable() {
                return Ok(problem);
            }
        }
    }

    /// Distinct starts with one of these optimal lengths; on a board with a large space, with the
    /// first of them.
    fn at_depth(&mut self, depths: &RangeInclusive<u32>, count: usize) -> Result<Vec<Problem>> {
        let depth = *depths.start();
        let Some(board) = space::small_board(self.size) else {
            return (0..count).map(|_| self.far_at_depth(depth)).collect();
        };
        let goals: Vec<Arrangement> = match self.goal {
            Goal::Fixed(goal) => vec![goal],
            Goal::Random => (0..count).map(|_| self.next_goal()).collect::<Result<_>>()?,
        };
        let each = count.div_ceil(goals.len().max(1));
        let mut problems = Vec::new();
        for goal in goals {
            let starts = self.starts_at(board, &goal, depths, each);
            if starts.is_empty() {
                bail!(
                    "no {} board is {} away from {goal}",
                    self.size,
                    counted(depth as usize, "move")
                );
            }
            for start in starts {
                problems.push(Problem::new(start, goal)?);
            }
        }
        Ok(problems)
    }

    /// At most `count` random starts at one of these distances from a goal on a small board.
    fn starts_at(
        &mut self,
        board: Small,
        goal: &Arrangement,
        depths: &RangeInclusive<u32>,
        count: usize,
    ) -> Vec<Arrangement> {
        let space = self.spaces.get(board, goal.blank());
        let mut chosen: Vec<State<Small>> =
            depths.clone().flat_map(|depth| space.at(depth)).collect();
        chosen.shuffle(&mut self.random);
        chosen.iter().take(count).map(|state| space::renamed(state, goal)).collect()
    }

    /// A start with exactly this optimal length on a board with a large space. It is a state
    /// on a longer optimal path.
    fn far_at_depth(&mut self, depth: u32) -> Result<Problem> {
        let goal = self.next_goal()?;
        let Some(solver) = &mut self.solver else {
            let size = self.size;
            bail!("{size} boards of a given length need a strategy that finds their lengths");
        };
        let depth = depth as usize;
        let mut steps = depth;
        // The farther a random walk is from the goal, the more slowly it moves away. Longer
        // walks end at about the mean distance of all boards.
        while steps <= 100 + 10 * depth {
            let problem = Problem::new(walk(&goal, steps, &mut self.random), goal)?;
            let path = solver.solve(&problem, PathChoice::Any, &mut Meter::default())?;
            if let Some(rest) = path.len().checked_sub(depth) {
                let begin: Path = path.moves()[..rest].iter().copied().collect();
                return Ok(Problem::new(begin.replay(problem.start())?, goal)?);
            }
            steps += 1 + self.random.random_range(0..=depth / 4);
        }
        bail!("found no {} board that is {} away from {goal}", self.size, counted(depth, "move"));
    }
}

/// A board this many random moves from a goal. No move undoes the previous one.
fn walk(goal: &Arrangement, steps: usize, random: &mut Xoshiro256PlusPlus) -> Arrangement {
    // A board of any size fits into this word.
    let Some(mut state) = State::<Shaped<u128>>::of(goal) else {
        unreachable!("a word of 128 bits holds every board")
    };
    let mut last: Option<Move> = None;
    for _ in 0..steps {
        let moves = match last {
            Some(last) => state.moves().without(last.inverse()),
            None => state.moves(),
        };
        last = moves.choose(random);
        if let Some(m) = last {
            state.apply(m);
        }
    }
    state.arrangement()
}

#[cfg(test)]
mod tests {
    use optile_testkit::{Behaviour, Mock};

    use super::*;

    fn generator(size: &str, goal: Goal) -> Generator {
        let right = Mock::new(Behaviour::Right);
        Generator::new(size.parse().unwrap(), goal, 7).solved_by(Box::new(right))
    }

    fn fixed(text: &str) -> Goal {
        Goal::Fixed(text.parse().unwrap())
    }

    #[test]
    fn the_same_seed_makes_the_same_solvable_instances() {
        for making in [Making::Random, Making::Walk(9), Making::Depth(3..=5)] {
            for size in ["2x4", "2x3", "4x4", "5x5", "2x7", "2x12"] {
                if (size, &making) == ("5x5", &Making::Depth(3..=5)) {
                    continue;
                }
                let made = generator(size, Goal::Random).make(&making, 3).unwrap();
                assert_eq!(made, generator(size, Goal::Random).make(&making, 3).unwrap());
                assert!(made.iter().all(|instance| instance.problem.is_solvable()));
                let asked = if matches!(making, Making::Depth(_)) { 9 } else { 3 };
                assert_eq!(made.len(), asked);
            }
        }
    }

    #[test]
    fn lengths_are_those_asked_for() {
        let mut spaces = Spaces::default();
        for (size, goal) in [("4x2", Goal::Random), ("3x3", fixed("1 2 3 / 8 0 4 / 7 6 5"))] {
            let made = generator(size, goal).make(&Making::Depth(0..=30), 2).unwrap();
            for instance in &made {
                assert_eq!(spaces.length(&instance.problem), instance.optimal);
            }
        }
        let far = generator("4x4", Goal::Random).make(&Making::Depth(15..=15), 3).unwrap();
        for instance in &far {
            let path = optile_testkit::shortest_path(&instance.problem).unwrap();
            assert_eq!(path.len(), 15);
        }
    }

    /// As many of each length as there are among all boards, and not the shortest first.
    #[test]
    fn a_sample_is_of_the_whole_space() {
        let goal = || fixed("1 2 3 / 4 5 6 / 7 8 0");
        // With random goals, all boards are listed for each of them.
        for (goal, count) in [(goal(), 200), (Goal::Random, 10)] {
            let made = generator("3x3", goal).make(&Making::Sample(0..=31), count).unwrap();
            let lengths: Vec<u32> = made.iter().map(|one| one.optimal.unwrap()).collect();
            let mean = f64::from(lengths.iter().sum::<u32>()) / count as f64;
            // Over all boards it is 21.97, with a standard deviation of 3.5.
            let far = 3.0 * 3.5 / (count as f64).sqrt();
            assert!((mean - 21.97).abs() < far && !lengths.is_sorted(), "{mean}");
        }
        let starts: std::collections::BTreeSet<String> = generator("3x3", goal())
            .make(&Making::Sample(1..=2), 9)
            .unwrap()
            .iter()
            .map(|one| one.problem.start().to_string())
            .collect();
        assert_eq!(starts.len(), 6);
        assert!(generator("4x4", Goal::Random).make(&Making::Sample(3..=4), 1).is_err());
    }

    #[test]
    fn all_boards_of_the_greatest_length_are_made_and_longer_ones_are_refused() {
        let last = || fixed("1 2 3 / 4 5 6 / 7 8 0");
        let made = generator("3x3", last()).make(&Making::Depth(31..=31), 5).unwrap();
        assert_eq!(made.len(), 2);
        assert!(generator("3x3", last()).make(&Making::Depth(32..=32), 5).is_err());
    }

    #[test]
    fn more_than_a_file_can_hold_is_refused_with_the_largest_number() {
        for (size, goal, making, most) in [
            ("3x3", fixed("1 2 3 / 4 5 6 / 7 8 0"), Making::Random, 1_572_864),
            ("3x3", Goal::Random, Making::Walk(3), 1_101_004),
            ("5x5", Goal::Random, Making::Depth(1..=10), 42_896),
        ] {
            let mut generator = generator(size, goal);
            let error = generator.make(&making, usize::MAX).unwrap_err().to_string();
            assert!(error.ends_with(&format!("expected at most {most}")), "{error}");
        }
        // A file with so many can be read.
        let Goal::Fixed(goal) = fixed("15 14 13 12 / 11 10 9 8 / 7 6 5 4 / 3 2 1 0") else {
            unreachable!()
        };
        let most = generator("4x4", Goal::Random).most(&Making::Random);
        let line = format!("{most}\t{goal}\t4294967295\t{goal}\n").replace(" / ", " ");
        assert!((line.len() * most) as u64 <= (disk::MOST_WRITTEN << 20) - (1 << 16), "{line}");
    }

    #[test]
    fn walks_are_no_longer_than_asked() {
        for instance in generator("3x3", Goal::Random).make(&Making::Walk(12), 20).unwrap() {
            assert!(instance.optimal.unwrap() <= 12);
        }
    }
}
