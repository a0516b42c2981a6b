//! The open list of searches that choose among classes of nodes.

#[cfg(test)]
mod tests;

use optile_core::{Meter, Stop};

use super::pool::{BLOCK, Pool, first_place};
use crate::closed::MOST_COST;

/// How many open nodes there are in each class. A class has a label, which the
/// search makes from the estimates of a node, and a g.
///
/// A search decides by these numbers alone which class to expand from next. So
/// what decides is not compiled for each board.
#[derive(Debug, Default)]
pub struct Classes {
    /// The place of each label's row, or [`NO_ROW`].
    places: Vec<u16>,
    rows: Vec<Row>,
    /// All labels below this one have no nodes.
    least: usize,
    len: u64,
}

/// The place of a label without a row.
const NO_ROW: u16 = u16::MAX;

/// The classes of one label.
#[derive(Debug)]
pub struct Row {
    label: usize,
    len: u64,
    /// Indexed by g.
    buckets: Vec<Bucket>,
    /// A bit for each g with nodes.
    in_use: [u64; 4],
}

/// The nodes of one class, as a stack.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    /// One past the place of the last node, and 0 if there is none.
    end: u32,
    len: u32,
}

impl Classes {
    /// How many nodes there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All rows that exist, in no particular order. Rows may be empty.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row of a label, if it has nodes.
    #[inline]
    pub fn row(&self, label: usize) -> Option<&Row> {
        let place = usize::from(*self.places.get(label)?);
        self.rows.get(place).filter(|row| row.len > 0)
    }

    /// The rows that have nodes, least label first, up to this label.
    #[inline]
    pub fn up_to(&self, label: usize) -> impl Iterator<Item = &Row> {
        (self.least..self.places.len().min(label.saturating_add(1)))
            .filter_map(|label| self.row(label))
    }

    /// The row with the least label that has nodes.
    pub fn first(&self) -> Option<&Row> {
        self.up_to(usize::MAX).next()
    }

    /// The bucket of a class, made if it does not exist.
    #[inline(never)]
    fn bucket(&mut self, label: usize, g: u32, meter: &mut Meter) -> Result<&mut Bucket, Stop> {
        if g > MOST_COST {
            let reason = format!("a search by cost for more than {MOST_COST} moves");
            return Err(Stop::Unsupported(reason));
        }
        let Self { places, rows, .. } = self;
        if label >= places.len() {
            let more = label + 1 - places.len();
            meter.make_room(places, more)?;
            places.resize(label + 1, NO_ROW);
        }
        if places[label] == NO_ROW {
            if rows.len() >= usize::from(NO_ROW) {
                return Err(Stop::Unsupported("more than 65,535 classes of nodes".into()));
            }
            meter.make_room_of(rows, 1, 16)?;
            places[label] = rows.len() as u16;
            rows.push(Row { label, len: 0, buckets: Vec::new(), in_use: [0; 4] });
        }
        let buckets = &mut rows[usize::from(places[label])].buckets;
        if g as usize >= buckets.len() {
            let len = g as usize + 1;
            meter.make_room_of(buckets, len - buckets.len(), 16)?;
            buckets.resize(len, Bucket::default());
        }
        Ok(&mut buckets[g as usize])
    }

    /// Raises `least` where its row is empty.
    #[inline]
    fn settle(&mut self) {
        while self.least < self.places.len() && self.row(self.least).is_none() {
            self.least += 1;
        }
    }
}

impl Row {
    /// The label of these classes.
    pub fn label(&self) -> usize {
        self.label
    }

    /// How many nodes there are in these classes.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether these classes have no nodes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many nodes have this g.
    #[inline]
    pub fn len_at(&self, g: u32) -> u32 {
        self.buckets.get(g as usize).map_or(0, |bucket| bucket.len)
    }

    /// Each g that nodes have, least first.
    #[inline]
    pub fn costs(&self) -> impl Iterator<Item = u32> {
        (0..).step_by(64).zip(self.in_use).flat_map(|(base, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(base + bit)
            })
        })
    }

    /// The least g of a node.
    #[inline]
    pub fn least_cost(&self) -> Option<u32> {
        let (part, bits) = self.in_use.iter().enumerate().find(|&(_, &bits)| bits != 0)?;
        Some(64 * part as u32 + bits.trailing_zeros())
    }

    /// The greatest g of a node that is at most `most`.
    pub fn greatest_cost(&self, most: u32) -> Option<u32> {
        let most = most.min(u8::MAX.into());
        (0..4u32).rev().find_map(|part| {
            let up_to = match most.checked_sub(64 * part) {
                None => 0,
                Some(bit @ 0..63) => (2 << bit) - 1,
                Some(_) => u64::MAX,
            };
            let bits = self.in_use[part as usize] & up_to;
            (bits != 0).then(|| 64 * part + bits.ilog2())
        })
    }
}

/// An open list from which nodes of any class can be taken. Nodes of one class
/// leave last in, first out.
///
/// Classes are chains of blocks, as in an [`OpenList`](crate::OpenList). Since
/// there are many classes and most are small, an empty class keeps no block.
#[derive(Debug)]
pub struct ClassedList<T> {
    classes: Classes,
    pool: Pool<T>,
}

impl<T: Copy + Default> Default for ClassedList<T> {
    fn default() -> Self {
        Self { classes: Classes::default(), pool: Pool::new() }
    }
}

impl<T: Copy + Default> ClassedList<T> {
    /// How many nodes there are in each class.
    #[inline]
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// Adds a node. Labels should be small, since there is a table of them.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and
    /// [`Stop::Unsupported`] when `g` is too large for a
    /// [`ClosedEntry`](crate::ClosedEntry). The node is not added then.
    #[inline(always)]
    pub fn push(&mut self, item: T, label: usize, g: u32, meter: &mut Meter) -> Result<(), Stop> {
        let Classes { places, rows, least, len } = &mut self.classes;
        if let Some(&place) = places.get(label)
            && let Some(row) = rows.get_mut(usize::from(place))
            && let Some(bucket) = row.buckets.get_mut(g as usize)
            && !bucket.end.is_multiple_of(BLOCK as u32)
        {
            self.pool.put(bucket.end, item);
            bucket.end += 1;
            bucket.len += 1;
            row.len += 1;
            row.in_use[g as usize / 64 % 4] |= 1 << (g % 64);
            *least = label.min(*least);
            *len += 1;
            return Ok(());
        }
        self.push_to_new_block(item, label, g, meter)
    }

    /// Adds a node to a class whose blocks are full.
    #[cold]
    #[inline(never)]
    fn push_to_new_block(
        &mut self,
        item: T,
        label: usize,
        g: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let bucket = self.classes.bucket(label, g, meter)?;
        let below = bucket.end.saturating_sub(1) / BLOCK as u32;
        bucket.end = first_place(self.pool.take(below, meter)?);
        self.push(item, label, g, meter)
    }

    /// Takes out nodes of a class, as many as there are or as fit in `items`.
    /// Returns how many these are.
    #[inline]
    pub fn take(&mut self, label: usize, g: u32, items: &mut [T]) -> usize {
        let Classes { places, rows, len, .. } = &mut self.classes;
        let Some(row) = places.get(label).and_then(|&place| rows.get_mut(usize::from(place)))
        else {
            return 0;
        };
        let Some(bucket) = row.buckets.get_mut(g as usize) else { return 0 };
        let mut taken = 0;
        while bucket.len > 0 && taken < items.len() {
            let count = self.pool.take_newest(&mut bucket.end, &mut items[taken..], |item| item);
            bucket.len -= count as u32;
            taken += count;
            let block = bucket.end / BLOCK as u32;
            if bucket.end == first_place(block) {
                let below = self.pool.links[block as usize];
                self.pool.free.push(block);
                bucket.end = if below == 0 { 0 } else { (below + 1) * BLOCK as u32 };
            }
        }
        if bucket.len == 0 {
            row.in_use[g as usize / 64 % 4] &= !(1 << (g % 64));
        }
        row.len -= taken as u64;
        *len -= taken as u64;
        self.classes.settle();
        taken
    }
}
