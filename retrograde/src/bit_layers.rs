//! The last two layers of a breadth-first search over a whole space, as bits.

use std::mem;
use std::sync::{Mutex, PoisonError};

use optile_core::{Interrupt, Meter, Stop, factorial, filled};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::sequences::{Rotation, add, word_parities, words_of};

/// The states at one distance whose blank is at one cell, one bit per tile
/// sequence.
#[derive(Debug, Default)]
pub(crate) struct Front {
    pub(crate) words: Vec<u64>,
    pub(crate) count: u64,
}

/// The states at the greatest distance reached so far and at the one before.
///
/// A move takes the blank to a cell of the other colour of the chequerboard, so
/// the layers of even and of odd distances never meet in a cell. And a
/// neighbour of a layer is in the layer before it or in the layer behind it,
/// never in itself. So the next layer is what the last one leads to without
/// the one before, and takes its place, cell by cell: **one bit per state** is
/// the whole search, and nothing tells what was met earlier (R. E. Korf, W.
/// Zhang, I. Thayer, H. Hohwald, Frontier search, 2005, keeps two layers of
/// lists for the same reason).
#[derive(Debug)]
pub(crate) struct Fronts {
    width: usize,
    goal_blank: usize,
    /// By colour of the cell and its number among those of its colour.
    fronts: [Vec<Front>; 2],
    /// The cells of each colour, in order.
    cells: [Vec<usize>; 2],
    /// By the upper cell of two.
    rotations: Vec<Rotation>,
    parities: Vec<u8>,
    /// Room for the next front of a cell, for each thread.
    spares: Mutex<Vec<Vec<u64>>>,
    depth_counts: Vec<u64>,
}

impl Fronts {
    /// Bytes that a search on boards of `width` columns and `height` rows
    /// holds.
    pub(crate) fn bytes(width: usize, height: usize, threads: usize) -> u128 {
        let cells = width * height;
        let rotations: u64 =
            (0..cells - width).map(|upper| Rotation::bytes(cells - 1, upper, width)).sum();
        let slices = cells + Self::spares(cells, threads);
        // More than there is memory for is to be told too.
        let words = (factorial(cells - 1) / 120).max(1);
        // One byte per word for its parity.
        words * (8 * slices as u128 + 1) + u128::from(rotations)
    }

    /// As many as there can be threads at work at once: no more than cells of
    /// one colour.
    fn spares(cells: usize, threads: usize) -> usize {
        threads.clamp(1, cells.div_ceil(2))
    }

    /// Two empty layers.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for them.
    pub(crate) fn empty(
        width: usize,
        height: usize,
        goal_blank: usize,
        threads: usize,
    ) -> Result<Self, Stop> {
        let cells = width * height;
        let words = words_of(cells - 1);
        let colour = |cell: usize| (cell / width + cell % width) % 2;
        let cells_of = |c| (0..cells).filter(|&cell| colour(cell) == c).collect::<Vec<_>>();
        let cells_by_colour = [0, 1].map(cells_of);
        let front = |_: &usize| filled(words, 0).map(|words| Front { words, count: 0 });
        let layer = |cells: &[usize]| cells.iter().map(front).collect::<Result<Vec<_>, _>>();
        let rotation = |upper| Rotation::new(cells - 1, upper, width);
        let spares = (0..Self::spares(cells, threads)).map(|_| filled(words, 0));
        Ok(Self {
            width,
            goal_blank,
            fronts: [layer(&cells_by_colour[0])?, layer(&cells_by_colour[1])?],
            cells: cells_by_colour,
            rotations: (0..cells - width).map(rotation).collect::<Result<_, _>>()?,
            parities: word_parities(cells - 1)?,
            spares: Mutex::new(spares.collect::<Result<_, _>>()?),
            depth_counts: Vec::new(),
        })
    }

    /// The goal alone, with its blank at `goal_blank`.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for it.
    pub(crate) fn new(
        width: usize,
        height: usize,
        goal_blank: usize,
        threads: usize,
    ) -> Result<Self, Stop> {
        let mut fronts = Self::empty(width, height, goal_blank, threads)?;
        let (colour, place) = fronts.find(goal_blank);
        // In order, the tiles have rank 0.
        fronts.fronts[colour][place].words[0] = 1;
        fronts.fronts[colour][place].count = 1;
        fronts.depth_counts = vec![1];
        Ok(fronts)
    }

    /// With the two layers that a search had reached when it had found
    /// `depth_counts`; `fill` gives the words of each cell's front in turn.
    ///
    /// # Errors
    ///
    /// Those of `fill`.
    pub(crate) fn resumed<E>(
        mut self,
        depth_counts: Vec<u64>,
        mut fill: impl FnMut(&mut [u64]) -> Result<(), E>,
    ) -> Result<Self, E> {
        for cell in 0..self.rotations.len() + self.width {
            let (colour, place) = self.find(cell);
            let front = &mut self.fronts[colour][place];
            fill(&mut front.words)?;
            front.count = front.words.iter().map(|word| u64::from(word.count_ones())).sum();
        }
        self.depth_counts = depth_counts;
        Ok(self)
    }

    /// The colour of a cell, and its number among those of its colour.
    fn find(&self, cell: usize) -> (usize, usize) {
        let colour = (cell / self.width + cell % self.width) % 2;
        let Ok(place) = self.cells[colour].binary_search(&cell) else {
            unreachable!("every cell has a colour");
        };
        (colour, place)
    }

    /// The colour of the cells at which a layer has its blanks.
    fn colour_at(&self, depth: usize) -> usize {
        (self.find(self.goal_blank).0 + depth) % 2
    }

    /// States at each distance so far.
    pub(crate) fn depth_counts(&self) -> &[u64] {
        &self.depth_counts
    }

    /// Their sum.
    pub(crate) fn stored(&self) -> u64 {
        self.depth_counts.iter().sum()
    }

    /// The front of each cell: of the layer reached last, or of the one before,
    /// as the colour of the cell has it.
    pub(crate) fn front(&self, cell: usize) -> &Front {
        let (colour, place) = self.find(cell);
        &self.fronts[colour][place]
    }

    /// The cells at which the layer reached last can have its blanks.
    pub(crate) fn last_cells(&self) -> &[usize] {
        &self.cells[self.colour_at(self.depth_counts.len() - 1)]
    }

    /// Goes on by one distance and tells how many states it has, on the
    /// threads of the pool or, without one, on this one.
    ///
    /// Counts every state of the layer before as expanded, and its neighbours
    /// but one (of the goal, all) as generated, as if states were treated one
    /// by one. A limit of expansions that does not suffice for the whole layer
    /// is used up without beginning it.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for; then the search cannot go on.
    pub(crate) fn advance(
        &mut self,
        pool: Option<&ThreadPool>,
        meter: &mut Meter,
    ) -> Result<u64, Stop> {
        meter.begin_layer();
        let depth = self.depth_counts.len();
        expand(self.depth_counts[depth - 1], meter)?;
        let colour = self.colour_at(depth);
        // No move led to the goal, so none of its own is left out.
        let mut generated = u64::from(depth == 1);
        for (front, &cell) in self.fronts[1 - colour].iter().zip(&self.cells[1 - colour]) {
            generated += front.count * (self.neighbours(cell).count() as u64 - 1);
        }
        let mut next = mem::take(&mut self.fronts[colour]);
        let interrupt = meter.interrupt().clone();
        let replace = |(front, &cell): (&mut Front, &usize)| self.replace(cell, front, &interrupt);
        let cells = &self.cells[colour];
        match pool {
            Some(pool) => pool.install(|| next.par_iter_mut().zip(cells).try_for_each(replace)),
            None => next.iter_mut().zip(cells).try_for_each(replace),
        }?;
        let count = next.iter().map(|front| front.count).sum();
        self.fronts[colour] = next;
        meter.generate(generated);
        meter.duplicates(generated - count);
        self.depth_counts.push(count);
        Ok(count)
    }

    /// The cells next to one.
    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, cells) = (self.width, self.rotations.len() + self.width);
        let column = cell % width;
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < width).then(|| cell + 1);
        let above = cell.checked_sub(width);
        let below = (cell + width < cells).then(|| cell + width);
        [left, right, above, below].into_iter().flatten()
    }

    /// Replaces a cell's front of the distance before the last by the one of
    /// the next distance.
    fn replace(&self, cell: usize, front: &mut Front, interrupt: &Interrupt) -> Result<(), Stop> {
        let spare = self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut next = match spare {
            Some(spare) => spare,
            None => filled(front.words.len(), 0)?,
        };
        let gathered = self.gather(cell, &mut next, interrupt);
        let mut count = 0;
        for (next, &before) in next.iter_mut().zip(&front.words) {
            *next &= !before;
            count += u64::from(next.count_ones());
        }
        front.count = count;
        mem::swap(&mut front.words, &mut next);
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(next);
        gathered
    }

    /// Puts into `next` all states with their blank at `cell` that have a
    /// neighbour in the last layer.
    fn gather(&self, cell: usize, next: &mut [u64], interrupt: &Interrupt) -> Result<(), Stop> {
        let mut is_empty = true;
        for from in self.neighbours(cell) {
            let front = self.front(from);
            if front.count == 0 {
                continue;
            }
            interrupt.check()?;
            let is_horizontal = from / self.width == cell / self.width;
            if is_empty && is_horizontal {
                next.copy_from_slice(&front.words);
                is_empty = false;
                continue;
            }
            if mem::take(&mut is_empty) {
                next.fill(0);
            }
            if is_horizontal {
                add(&front.words, next);
                continue;
            }
            let rows = (from / self.width).abs_diff(self.goal_blank / self.width);
            let odd = (rows * (self.width - 1) % 2) as u8;
            // From the cell below the blank comes up, and the other way round.
            let is_up = from > cell;
            self.rotations[from.min(cell)].add_moved(
                is_up,
                odd,
                &self.parities,
                &front.words,
                next,
            )?;
        }
        if is_empty {
            next.fill(0);
        }
        Ok(())
    }
}

/// Counts `count` expansions, or as many as the limit leaves.
fn expand(count: u64, meter: &mut Meter) -> Result<(), Stop> {
    let mut left = count;
    while left > 0 {
        let granted = meter.grant(0)?.min(left);
        meter.settle(granted);
        left -= granted;
    }
    Ok(())
}
