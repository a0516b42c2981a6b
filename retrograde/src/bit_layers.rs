//! The last two layers of a breadth-first search over a whole state space, as
//! bits.

use std::mem;
use std::sync::{Mutex, PoisonError};

use optile_core::{Interrupt, Meter, Stop, factorial, filled};
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::sequences::{Rotation, add, word_parities, words_of};

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
    width: usize,
    goal_blank: usize,
    /// Indexed by the colour of a cell and its number among the cells of that
    /// colour.
    layers: [Vec<CellLayer>; 2],
    /// The cells of each colour, in order.
    cells: [Vec<usize>; 2],
    /// The rotations between a cell and the one below it. Indexed by the upper
    /// cell.
    rotations: Vec<Rotation>,
    parities: Vec<u8>,
    /// Room for the next layer of a cell, for each thread.
    spares: Mutex<Vec<Vec<u64>>>,
    depth_counts: Vec<u64>,
}

impl BitLayers {
    /// Bytes that a search on boards of `width` columns and `height` rows
    /// holds.
    pub(crate) fn bytes(width: usize, height: usize, threads: usize) -> u128 {
        let cells = width * height;
        let rotations: u64 =
            (0..cells - width).map(|upper| Rotation::bytes(cells - 1, upper, width)).sum();
        let slices = cells + Self::spares(cells, threads);
        // The result may exceed the memory of any machine, so it must not
        // overflow.
        let words = (factorial(cells - 1) / 120).max(1);
        // One byte per word for its parity.
        words * (8 * slices as u128 + 1) + u128::from(rotations)
    }

    /// The number of threads that can work at once, which is at most the number
    /// of cells of one colour.
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
        let cell_layer = |_: &usize| filled(words, 0).map(|words| CellLayer { words, count: 0 });
        let layer = |cells: &[usize]| cells.iter().map(cell_layer).collect::<Result<Vec<_>, _>>();
        let rotation = |upper| Rotation::new(cells - 1, upper, width);
        let spares = (0..Self::spares(cells, threads)).map(|_| filled(words, 0));
        Ok(Self {
            width,
            goal_blank,
            layers: [layer(&cells_by_colour[0])?, layer(&cells_by_colour[1])?],
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
        let mut bit_layers = Self::empty(width, height, goal_blank, threads)?;
        let (colour, place) = bit_layers.find(goal_blank);
        // In order, the tiles have rank 0.
        bit_layers.layers[colour][place].words[0] = 1;
        bit_layers.layers[colour][place].count = 1;
        bit_layers.depth_counts = vec![1];
        Ok(bit_layers)
    }

    /// The two layers that a search had reached when it had found
    /// `depth_counts`. `fill` gives the words of each cell's layer in turn.
    ///
    /// # Errors
    ///
    /// The errors of `fill`.
    pub(crate) fn resumed<E>(
        mut self,
        depth_counts: Vec<u64>,
        mut fill: impl FnMut(&mut [u64]) -> Result<(), E>,
    ) -> Result<Self, E> {
        for cell in 0..self.rotations.len() + self.width {
            let (colour, place) = self.find(cell);
            let cell_layer = &mut self.layers[colour][place];
            fill(&mut cell_layer.words)?;
            cell_layer.count =
                cell_layer.words.iter().map(|word| u64::from(word.count_ones())).sum();
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

    /// The colour of the cells where a layer has its blanks.
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

    /// The states with their blank at a cell. The colour of the cell decides
    /// whether they are of the last layer or of the one before.
    pub(crate) fn cell_layer(&self, cell: usize) -> &CellLayer {
        let (colour, place) = self.find(cell);
        &self.layers[colour][place]
    }

    /// The cells where the last layer can have its blanks.
    pub(crate) fn last_cells(&self) -> &[usize] {
        &self.cells[self.colour_at(self.depth_counts.len() - 1)]
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
        let colour = self.colour_at(depth);
        // No move led to the goal, so all its neighbours are generated.
        let mut generated = u64::from(depth == 1);
        for (cell_layer, &cell) in self.layers[1 - colour].iter().zip(&self.cells[1 - colour]) {
            generated += cell_layer.count * (self.neighbours(cell).count() as u64 - 1);
        }
        let mut next = mem::take(&mut self.layers[colour]);
        let interrupt = meter.interrupt().clone();
        let replace = |(cell_layer, &cell): (&mut CellLayer, &usize)| {
            self.replace(cell, cell_layer, &interrupt)
        };
        let cells = &self.cells[colour];
        match pool {
            Some(pool) => pool.install(|| next.par_iter_mut().zip(cells).try_for_each(replace)),
            None => next.iter_mut().zip(cells).try_for_each(replace),
        }?;
        let count = next.iter().map(|cell_layer| cell_layer.count).sum();
        self.layers[colour] = next;
        meter.generate(generated);
        meter.duplicates(generated - count);
        self.depth_counts.push(count);
        Ok(count)
    }

    /// The cells beside a cell.
    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, cells) = (self.width, self.rotations.len() + self.width);
        let column = cell % width;
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < width).then(|| cell + 1);
        let above = cell.checked_sub(width);
        let below = (cell + width < cells).then(|| cell + width);
        [left, right, above, below].into_iter().flatten()
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
        for from in self.neighbours(cell) {
            let cell_layer = self.cell_layer(from);
            if cell_layer.count == 0 {
                continue;
            }
            interrupt.check()?;
            let is_horizontal = from / self.width == cell / self.width;
            if is_empty && is_horizontal {
                next.copy_from_slice(&cell_layer.words);
                is_empty = false;
                continue;
            }
            if mem::take(&mut is_empty) {
                next.fill(0);
            }
            if is_horizontal {
                add(&cell_layer.words, next);
                continue;
            }
            let rows = (from / self.width).abs_diff(self.goal_blank / self.width);
            let odd = (rows * (self.width - 1) % 2) as u8;
            // From the cell below, the blank comes up; from the cell above, it
            // comes down.
            let is_up = from > cell;
            self.rotations[from.min(cell)].add_moved(
                is_up,
                odd,
                &self.parities,
                &cell_layer.words,
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
