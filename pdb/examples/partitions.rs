//! Searches for the partition with connected patterns of these sizes that has
//! the largest mean heuristic value: `partitions 4x4 0 5-5-5`.
//!
//! The mean of a sum over all states is the sum of the means of the tables. So
//! the table of each pattern is built once, and the means of its tables are
//! added for each partition.
use std::collections::HashMap;

use optile_core::{Meter, Size};
use optile_pdb::{Key, Progress, Storage, Table, Tiles};

/// How many of the best partitions are printed.
const SHOWN: usize = 12;

/// The neighbours of a cell.
fn beside(size: Size, cell: usize) -> Vec<usize> {
    let (width, column) = (size.width(), cell % size.width());
    let mut cells = Vec::new();
    cells.extend(cell.checked_sub(width));
    cells.extend((column > 0).then(|| cell - 1));
    cells.extend((column + 1 < width).then_some(cell + 1));
    cells.extend((cell + width < size.cells()).then_some(cell + width));
    cells
}

/// All connected sets of `count` free cells that contain the first free cell.
fn blobs(size: Size, free: u32, count: usize) -> Vec<u32> {
    let mut sets = vec![free & free.wrapping_neg()];
    for _ in 1..count {
        let grown = sets.iter().flat_map(|&set| {
            let cells = (0..size.cells()).filter(move |cell| set >> cell & 1 == 1);
            let near = cells.flat_map(|cell| beside(size, cell));
            near.map(|cell| 1 << cell)
                .filter(move |bit| free & !set & bit != 0)
                .map(move |bit| set | bit)
        });
        sets = grown.collect();
        sets.sort_unstable();
        sets.dedup();
    }
    sets
}

/// The mean values of patterns, indexed by their cells.
struct Means {
    size: Size,
    goal_blank: usize,
    known: HashMap<u32, f64>,
}

impl Means {
    fn tiles(&self, cells: u32) -> Tiles {
        let on = (0..self.size.cells()).filter(|cell| cells >> cell & 1 == 1);
        on.map(|cell| cell + usize::from(cell < self.goal_blank)).collect()
    }

    fn of(&mut self, cells: u32) -> f64 {
        if let Some(&mean) = self.known.get(&cells) {
            return mean;
        }
        let &mut Self { size, goal_blank, .. } = self;
        let key = Key {
            size,
            goal_blank,
            tiles: self.tiles(cells),
            zero: false,
            storage: Storage::Bytes,
        };
        let table = Table::build(&key, &Meter::default(), &Progress::new()).expect("a table");
        self.known.insert(cells, table.mean());
        table.mean()
    }

    /// Adds every way to divide the free cells to `found`.
    fn divide(
        &mut self,
        free: u32,
        counts: &[usize],
        taken: &mut Vec<u32>,
        found: &mut Vec<(f64, Vec<u32>)>,
    ) {
        if free == 0 {
            let mean = taken.iter().map(|&cells| self.of(cells)).sum();
            found.push((mean, taken.clone()));
            return;
        }
        for (place, &count) in counts.iter().enumerate() {
            if counts[..place].contains(&count) {
                continue;
            }
            let mut rest = counts.to_vec();
            rest.remove(place);
            for cells in blobs(self.size, free, count) {
                taken.push(cells);
                self.divide(free & !cells, &rest, taken, found);
                taken.pop();
            }
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let size: Size = words[0].parse().expect("a size");
    let goal_blank: usize = words[1].parse().expect("a cell");
    let counts: Vec<usize> =
        words[2].split('-').map(|count| count.parse().expect("a size")).collect();
    let mut means = Means { size, goal_blank, known: HashMap::new() };
    let free = ((1 << size.cells()) - 1) & !(1 << goal_blank);
    let mut found = Vec::new();
    means.divide(free, &counts, &mut Vec::new(), &mut found);
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} partitions of {} patterns", found.len(), means.known.len());
    for (mean, patterns) in found.iter().take(SHOWN) {
        let patterns: Vec<String> =
            patterns.iter().map(|&cells| means.tiles(cells).to_string()).collect();
        println!("{mean:.4} {}", patterns.join("-"));
    }
}
