//! What an oracle knows of whole boards. None of it is generic, so that it is compiled here and
//! not in the harness, whose own code is not optimised.

use optile_core::{Arrangement, Board, PathChoice, Problem, Shaped, State};

use crate::Oracle;

impl Oracle<Shaped<u64>> {
    /// What [`Oracle::new`] makes, for a small board of any shape.
    ///
    /// # Panics
    ///
    /// When the board has more than ten cells, or when it has no such cell.
    #[inline(never)]
    pub fn shaped(board: Shaped<u64>, goal_blank: usize) -> Self {
        Self::new(board, goal_blank)
    }

    /// The optimal length of a problem of this size whose goal has its blank where that of the
    /// oracle is; `None` if it has no solution.
    #[inline(never)]
    pub fn length(&self, problem: &Problem) -> Option<u32> {
        let task = problem.task(PathChoice::Any)?;
        problem.is_solvable().then(|| self.distance(&task.start))
    }

    /// Every board from which moves lead to such a goal, with its distance.
    #[inline(never)]
    pub fn boards(&self, goal: &Arrangement) -> Vec<(Arrangement, u32)> {
        self.iter().map(|(state, distance)| (renamed(&state, goal), distance)).collect()
    }

    /// Every problem with such a goal that has a solution, with its length: by length, and then in
    /// the order of the space.
    #[inline(never)]
    pub fn problems(&self, goal: &Arrangement) -> Vec<(Problem, u32)> {
        let mut all = self.boards(goal);
        all.sort_by_key(|&(_, distance)| distance);
        let problem = |(start, distance)| match Problem::new(start, *goal) {
            Ok(problem) => (problem, distance),
            Err(error) => unreachable!("boards have the tiles of the goal: {error}"),
        };
        all.into_iter().map(problem).collect()
    }
}

/// Renames the tiles of a state whose goal has its tiles in order, so that its goal is
/// `goal`. Both goals have the blank in the same cell.
pub fn renamed<B: Board>(state: &State<B>, goal: &Arrangement) -> Arrangement {
    let names: Vec<u8> = goal.tiles().iter().copied().filter(|&tile| tile != 0).collect();
    let board = state.board();
    let tiles: Vec<u8> = (0..board.cells())
        .map(|cell| match state.tile(cell) {
            0 => 0,
            tile => names[tile - 1],
        })
        .collect();
    match Arrangement::new(board.size(), &tiles) {
        Ok(arrangement) => arrangement,
        Err(error) => unreachable!("renaming keeps a permutation: {error}"),
    }
}
