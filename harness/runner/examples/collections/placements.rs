//! Sums over all ways to place the tiles.

use optile_core::{Board, MAX_CELLS, State, Stop, filled};
use rand::{Rng, RngExt};

/// All ways to place the blank and the tiles on the cells of a board. The weight of a placement
/// is the product of the weights of its tiles, each on its cell.
///
/// `sums[set]` is the sum over the placements of the first tiles on the cells of `set`, as many
/// as it has cells. The last sum is the permanent of the matrix of weights. The memory is
/// eight bytes for each set of cells: 268 MB on 5x5.
pub(crate) struct Placements {
    /// Indexed by the goal cell of the tile and its cell.
    weights: Vec<Vec<f64>>,
    sums: Vec<f64>,
    /// The sum of the weights of the placements from which moves lead to the goal.
    pub(crate) reachable: f64,
}

impl Placements {
    /// The placements in which a tile has the weight `weight(tile, cell)`. The blank has the
    /// weight 1 on each cell.
    pub(crate) fn new<B: Board>(
        board: B,
        goal_blank: usize,
        weight: impl Fn(usize, usize) -> f64,
    ) -> Result<Self, Stop> {
        let (cells, goal) = (board.cells(), State::goal(board, goal_blank));
        let row = |place| {
            let weight = |cell| match goal.tile(place) {
                0 => 1.0,
                tile => weight(tile, cell),
            };
            (0..cells).map(weight).collect()
        };
        let weights: Vec<Vec<f64>> = (0..cells).map(row).collect();
        let sums = sums(&weights)?;
        // A placement is reachable if its permutation is even exactly if the blank is an even
        // number of steps from its goal. Each reachable one counts 1 here, each other one -1.
        let mut signed = weights.clone();
        for (cell, weight) in signed[goal_blank].iter_mut().enumerate() {
            if !board.distance(cell, goal_blank).is_multiple_of(2) {
                *weight = -*weight;
            }
        }
        let all = sums[sums.len() - 1];
        let reachable = f64::midpoint(all, determinant(signed));
        Ok(Self { weights, sums, reachable })
    }

    /// The cells of a random placement, indexed by the goal cell of the tile. The probability
    /// of each placement is proportional to its weight. Not all placements are reachable.
    pub(crate) fn draw(&self, dice: &mut impl Rng) -> [usize; MAX_CELLS] {
        let mut placed = [0; MAX_CELLS];
        let mut free = self.sums.len() - 1;
        for (weights, place) in self.weights.iter().zip(&mut placed).rev() {
            let mut target = dice.random::<f64>() * self.sums[free];
            let mut rest = free;
            while rest != 0 {
                // Rounding may leave a target that no cell reaches. Then the last one is taken.
                *place = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                target -= self.sums[free & !(1 << *place)] * weights[*place];
                if target < 0.0 {
                    break;
                }
            }
            free &= !(1 << *place);
        }
        placed
    }
}

/// For each set of cells, the sum over the placements of as many of the first tiles.
fn sums(weights: &[Vec<f64>]) -> Result<Vec<f64>, Stop> {
    let mut sums = filled(1 << weights.len(), 0.0)?;
    sums[0] = 1.0;
    for set in 1..sums.len() {
        let last = &weights[set.count_ones() as usize - 1];
        let (mut sum, mut rest) = (0.0, set);
        while rest != 0 {
            let cell = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            sum += sums[set & !(1 << cell)] * last[cell];
        }
        sums[set] = sum;
    }
    Ok(sums)
}

/// The determinant of a square matrix, by elimination.
fn determinant(mut rows: Vec<Vec<f64>>) -> f64 {
    let mut product = 1.0;
    for column in 0..rows.len() {
        let size = |row: &usize| rows[*row][column].abs();
        let greatest = (column..rows.len()).max_by(|a, b| size(a).total_cmp(&size(b)));
        let pivot = greatest.unwrap_or(column);
        if pivot != column {
            rows.swap(pivot, column);
            product = -product;
        }
        let (above, below) = rows.split_at_mut(column + 1);
        let pivots = &above[column];
        product *= pivots[column];
        if pivots[column] == 0.0 {
            break;
        }
        for row in below {
            let factor = row[column] / pivots[column];
            row.iter_mut().zip(pivots).for_each(|(value, pivot)| *value -= factor * pivot);
        }
    }
    product
}
