//! The numbers of sets of cells, and the regions of the blank.

use optile_core::{MAX_CELLS, Size, Stop, room_for};

/// Cells of the lower part of a cell set, whose rank is looked up separately.
const LOW_CELLS: usize = 13;

/// The numbers of the *cell sets* of a pattern: the sets of cells that its `k`
/// tiles can occupy, in the order of their bit masks.
///
/// A cell set's number is the sum of two entries of small tables, one for the
/// lower cells and one for the upper ones. These tables stay in the fastest
/// cache.
#[derive(Debug)]
pub(crate) struct CellSetRanks {
    /// The number of earlier cell sets with the same upper bits. Indexed by the
    /// lower bits.
    low: [u32; 1 << LOW_CELLS],
    /// The number of cell sets whose upper bits are a smaller number. Indexed
    /// by the upper bits.
    high: [u32; 1 << (MAX_CELLS - LOW_CELLS)],
}

impl CellSetRanks {
    /// Bits of the lower part on a board of `cells` cells.
    #[inline(always)]
    const fn low_bits(cells: usize) -> usize {
        cells.div_ceil(2)
    }

    pub(crate) fn new(cells: usize, k: usize) -> Box<Self> {
        let low_bits = Self::low_bits(cells);
        let mut ranks =
            Box::new(Self { low: [0; 1 << LOW_CELLS], high: [0; 1 << (MAX_CELLS - LOW_CELLS)] });
        let mut seen = [0u32; MAX_CELLS + 1];
        for low in 0..1usize << low_bits {
            let count = &mut seen[low.count_ones() as usize];
            ranks.low[low] = *count;
            *count += 1;
        }
        let mut before = 0;
        for high in 0..1usize << (cells - low_bits) {
            ranks.high[high] = before;
            if let Some(rest) = k.checked_sub(high.count_ones() as usize) {
                before += seen[rest];
            }
        }
        ranks
    }

    /// The number of a cell set on a board of `cells` cells.
    #[inline(always)]
    pub(crate) fn rank(&self, mask: u32, cells: usize) -> usize {
        let low_bits = Self::low_bits(cells);
        let low = mask as usize & ((1 << low_bits) - 1) & ((1 << LOW_CELLS) - 1);
        let high = mask as usize >> low_bits & ((1 << (MAX_CELLS - LOW_CELLS)) - 1);
        (self.low[low] + self.high[high]) as usize
    }
}

/// The *regions* of each cell set: the connected parts of its free cells.
/// Within a region the blank can go anywhere without moving a tile of the
/// pattern.
#[derive(Debug)]
pub(crate) struct Regions {
    cells: usize,
    /// The number of regions of all cell sets before a cell set. Indexed by its
    /// number, with one more entry at the end.
    first: Vec<u32>,
    /// The region of a free cell. Indexed by the number of the cell set and the
    /// cell. Regions are numbered in the order of their first cells.
    region: Vec<u8>,
}

impl Regions {
    pub(crate) fn new(size: Size, k: usize) -> Result<Self, Stop> {
        let cells = size.cells();
        let cell_sets = cell_set_count(cells, k) as usize;
        let (mut first, mut region) = (room_for(cell_sets + 1)?, room_for(cell_sets * cells)?);
        first.push(0);
        let mut total = 0;
        for mask in masks(cells, k) {
            let row = region.len();
            region.resize(row + cells, 0);
            let mut own = 0;
            for part in parts(size, mask) {
                bits(part).for_each(|cell| region[row + cell] = own);
                own += 1;
            }
            total += u32::from(own);
            first.push(total);
        }
        Ok(Self { cells, first, region })
    }

    /// How many regions all cell sets have, computed without storing them.
    pub(crate) fn total_of(size: Size, k: usize) -> usize {
        masks(size.cells(), k).map(|mask| parts(size, mask).count()).sum()
    }

    /// How many regions all cell sets have.
    pub(crate) fn total(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// How many regions all cell sets before this one have.
    #[inline(always)]
    pub(crate) fn before(&self, cell_set: usize) -> usize {
        self.first[cell_set] as usize
    }

    /// How many regions a cell set has.
    pub(crate) fn count(&self, cell_set: usize) -> usize {
        self.before(cell_set + 1) - self.before(cell_set)
    }

    /// The region of a free cell.
    #[inline(always)]
    pub(crate) fn of(&self, cell_set: usize, cell: usize) -> usize {
        self.region[cell_set * self.cells + cell].into()
    }

    /// The bytes that the regions take on such a board.
    pub(crate) fn bytes(size: Size, k: usize) -> u64 {
        cell_set_count(size.cells(), k) * (size.cells() + size_of::<u32>()) as u64
    }
}

/// How many cell sets there are.
pub(crate) fn cell_set_count(cells: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * (cells as u64 - i) / (i + 1))
}

/// All cell sets as bit masks, in the order of their numbers.
pub(crate) fn masks(cells: usize, k: usize) -> impl Iterator<Item = u32> {
    // The next larger number with as many bits (R. W. Gosper, HAKMEM, 1972,
    // item 175).
    let next = |&mask: &u32| {
        let lowest = mask & mask.wrapping_neg();
        let ripple = mask + lowest;
        Some(ripple | (((mask ^ ripple) >> 2) / lowest))
    };
    std::iter::successors(Some((1u32 << k) - 1), next).take(cell_set_count(cells, k) as usize)
}

/// The places of the bits that are set, lowest first.
#[inline(always)]
pub(crate) fn bits(set: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut set = set.into();
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

/// The connected parts of the free cells of a cell set.
fn parts(size: Size, mask: u32) -> impl Iterator<Item = u32> {
    let mut free = !mask & ((1 << size.cells()) - 1);
    std::iter::from_fn(move || {
        let part = (free != 0).then(|| component(size, free, free & free.wrapping_neg()))?;
        free &= !part;
        Some(part)
    })
}

/// The cells of a set and all cells beside them.
#[inline]
pub(crate) fn spread(size: Size, set: u32) -> u32 {
    let (width, all) = (size.width(), (1u32 << size.cells()) - 1);
    // A bit for each row, because all bits are those of a row times these.
    let column = all / ((1 << width) - 1);
    let sides = (set & !(column << (width - 1))) << 1 | (set & !column) >> 1;
    (set | sides | set << width | set >> width) & all
}

/// The cells of `free` that are connected with `seed`, which is one of them.
pub(crate) fn component(size: Size, free: u32, seed: u32) -> u32 {
    let mut connected = seed;
    loop {
        let more = spread(size, connected) & free;
        if more == connected {
            return connected;
        }
        connected = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_sets_are_numbered_in_the_order_of_their_masks() {
        for size in Size::all() {
            for k in (1..size.cells()).filter(|&k| cell_set_count(size.cells(), k) < 60_000) {
                let ranks = CellSetRanks::new(size.cells(), k);
                let mut previous = None;
                for (number, mask) in masks(size.cells(), k).enumerate() {
                    assert_eq!(mask.count_ones() as usize, k);
                    assert!(previous < Some(mask) && mask < 1 << size.cells());
                    assert_eq!(ranks.rank(mask, size.cells()), number);
                    previous = Some(mask);
                }
            }
        }
    }

    #[test]
    fn regions_are_what_the_blank_can_reach() {
        let size = Size::new(3, 3).unwrap();
        let regions = Regions::new(size, 3).unwrap();
        assert_eq!(Regions::total_of(size, 3), regions.total());
        // The middle column: two regions of three cells.
        let cell_set = masks(9, 3).position(|mask| mask == 0b010_010_010).unwrap();
        assert_eq!(regions.count(cell_set), 2);
        assert_eq!([0, 3, 6, 2, 5, 8].map(|cell| regions.of(cell_set, cell)), [0, 0, 0, 1, 1, 1]);
        assert_eq!(component(size, 0b101_101_101, 1), 0b001_001_001);
        assert_eq!(regions.total(), (0..84).map(|cell_set| regions.count(cell_set)).sum::<usize>());
    }
}
