//! The last two layers of a breadth-first search over a whole state space, as
//! bits.

use std::mem;
use std::sync::{Mutex, PoisonError};

use optile_core::{Interrupt, Meter, Stop, factorial, filled};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::rotations::Rotations;
use crate::sequences::words_of;
use crate::turned::Turned;

/// The states at one distance whose blank is at one cell, with one bit per tile
/// sequence.
#[derive(Debug, Default)]
pub(crate) struct CellLayer {
    pub(crate) words: Vec<u64>,
    pub(crate) count: u64,
}

/// The states at the greatest distance reached so far, and at the distance
/// before it.
///
/// A move takes the blank to a cell of the other colour of a chequerboard. So
/// layers of even and of odd distances never have their blank at the same cell.
/// A neighbour of a layer's state is in the previous or in the next layer,
/// never in the same one. So the next layer consists of the neighbours of the
/// last layer that are not in the layer before it. It replaces that earlier
/// layer, cell by cell. The search holds only **one bit per state**, and
/// earlier layers are not stored. (R. E. Korf, W. Zhang, I. Thayer, H. Hohwald,
/// Frontier search, 2005, keeps two layers of lists for the same reason.)
#[derive(Debug)]
pub(crate) struct BitLayers {
    pub(crate) turned: Turned,
    /// Indexed by the colour of a cell and, because every second cell has that
    /// colour, by half the cell.
    layers: [Vec<CellLayer>; 2],
    rotations: Rotations,
    /// Room for the next layer of a cell, for each thread.
    spares: Mutex<Vec<Vec<u64>>>,
    /// States at each distance so far.
    pub(crate) depth_counts: Vec<u64>,
}

impl BitLayers {
    /// Bytes that a search on such a board holds.
    pub(crate) fn bytes(turned: &Turned, threads: usize) -> u128 {
        let slices = turned.cells() + Self::spares(turned, threads);
        // The result may exceed the memory of any machine, so it must not
        // overflow.
        let words = (factorial(turned.cells() - 1) / 120).max(1);
        // One byte per word for its parity.
        words * (8 * slices as u128 + 1) + Rotations::bytes(turned, 0)
    }

    /// The number of threads that can work at once, which is at most the number
    /// of cells of one colour.
    fn spares(turned: &Turned, threads: usize) -> usize {
        threads.clamp(1, turned.cells().div_ceil(2))
    }

    /// Two empty layers.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when the system has no room for them.
    pub(crate) fn empty(turned: Turned, threads: usize) -> Result<Self, Stop> {
        let words = words_of(turned.cells() - 1);
        let cell_layer = |_| filled(words, 0).map(|words| CellLayer { words, count: 0 });
        let layer = |colour| turned.cells_of(colour).map(cell_layer).collect::<Result<_, _>>();
        let spares = (0..Self::spares(&turned, threads)).map(|_| filled(words, 0));
        Ok(Self {
            layers: [layer(0)?, layer(1)?],
            rotations: Rotations::new(&turned, 0)?,
            spares: Mutex::new(spares.collect::<Result<_, _>>()?),
            depth_counts: Vec::new(),
            turned,
        })
    }

    /// Puts in the goal alone.
    pub(crate) fn begin(&mut self) {
        let goal = self.cell_layer_mut(self.turned.goal_blank());
        // In order, the tiles have rank 0.
        goal.words[0] = 1;
        goal.count = 1;
        self.depth_counts = vec![1];
    }

    /// Puts in the two layers that a search had reached when it had found
    /// `depth_counts`. `fill` gives the words of each cell's layer in turn.
    ///
    /// # Errors
    ///
    /// The errors of `fill`.
    pub(crate) fn resume<E>(
        &mut self,
        depth_counts: Vec<u64>,
        mut fill: impl FnMut(&mut [u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        for cell in 0..self.turned.cells() {
            let CellLayer { words, count } = self.cell_layer_mut(cell);
            fill(words)?;
            *count = words.iter().map(|word| u64::from(word.count_ones())).sum();
        }
        self.depth_counts = depth_counts;
        Ok(())
    }

    fn cell_layer_mut(&mut self, cell: usize) -> &mut CellLayer {
        &mut self.layers[self.turned.colour(cell)][cell / 2]
    }

    /// The states reached so far.
    pub(crate) fn stored(&self) -> u64 {
        self.depth_counts.iter().sum()
    }

    /// The states with their blank at a cell. The colour of the cell decides
    /// whether they are of the last layer or of the one before.
    pub(crate) fn cell_layer(&self, cell: usize) -> &CellLayer {
        &self.layers[self.turned.colour(cell)][cell / 2]
    }

    /// The states of the last layer and of the one before, by the cell of
    /// their blank.
    pub(crate) fn last_layers(&self) -> [impl Iterator<Item = (usize, &CellLayer)>; 2] {
        let depth = self.depth_counts.len() - 1;
        [depth, depth + 1].map(|depth| {
            let cells = self.turned.cells_of(self.turned.colour_at(depth));
            cells.map(|cell| (cell, self.cell_layer(cell)))
        })
    }

    /// Builds the next layer and returns how many states it has. It uses the
    /// threads of the pool or, without a pool, this thread.
    ///
    /// Counts every state of the last layer as expanded, and all its neighbours
    /// but one (for the goal, all) as generated, as if states were expanded one
    /// by one. If the limit of expansions is too small for the whole layer, the
    /// remaining expansions are counted, and the layer is not begun.
    ///
    /// # Errors
    ///
    /// The [`Stop`] that `meter` asked for. After that the search cannot
    /// continue.
    pub(crate) fn advance(
        &mut self,
        pool: Option<&ThreadPool>,
        meter: &mut Meter,
    ) -> Result<u64, Stop> {
        meter.begin_iteration();
        let depth = self.depth_counts.len();
        expand(self.depth_counts[depth - 1], meter)?;
        // No move led to the goal, so all its neighbours are generated.
        let mut generated = u64::from(depth == 1);
        let [last, _] = self.last_layers();
        for (cell, cell_layer) in last {
            generated += cell_layer.count * (self.turned.neighbours(cell).count() as u64 - 1);
        }
        let colour = self.turned.colour_at(depth);
        let cells: Vec<usize> = self.turned.cells_of(colour).collect();
        let mut next = mem::take(&mut self.layers[colour]);
        let interrupt = meter.interrupt().clone();
        let replace = |(cell_layer, &cell): (&mut CellLayer, &usize)| {
            self.replace(cell, cell_layer, &interrupt)
        };
        match pool {
            Some(pool) => pool.install(|| next.par_iter_mut().zip(&cells).try_for_each(replace)),
            None => next.iter_mut().zip(&cells).try_for_each(replace),
        }?;
        let count = next.iter().map(|cell_layer| cell_layer.count).sum();
        self.layers[colour] = next;
        meter.generate(generated);
        meter.duplicates(generated - count);
        self.depth_counts.push(count);
        Ok(count)
    }

    /// Replaces a cell's layer of the distance before the last by that of the
    /// next distance.
    fn replace(
        &self,
        cell: usize,
        cell_layer: &mut CellLayer,
        interrupt: &Interrupt,
    ) -> Result<(), Stop> {
        let spare = self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut next = match spare {
            Some(spare) => spare,
            None => filled(cell_layer.words.len(), 0)?,
        };
        let gathered = self.gather(cell, &mut next, interrupt);
        let mut count = 0;
        for (next, &before) in next.iter_mut().zip(&cell_layer.words) {
            *next &= !before;
            count += u64::from(next.count_ones());
        }
        cell_layer.count = count;
        mem::swap(&mut cell_layer.words, &mut next);
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).push(next);
        gathered
    }

    /// Puts into `next` all states with their blank at `cell` that have a
    /// neighbour in the last layer.
    fn gather(&self, cell: usize, next: &mut [u64], interrupt: &Interrupt) -> Result<(), Stop> {
        let mut is_empty = true;
        for from in self.turned.neighbours(cell) {
            let cell_layer = self.cell_layer(from);
            if cell_layer.count == 0 {
                continue;
            }
            interrupt.check()?;
            if mem::take(&mut is_empty) {
                if from.abs_diff(cell) == 1 {
                    next.copy_from_slice(&cell_layer.words);
                    continue;
                }
                next.fill(0);
            }
            self.rotations.add(from, cell, self.turned.oddness(from), &cell_layer.words, next)?;
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
