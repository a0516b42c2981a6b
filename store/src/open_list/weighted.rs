//! The open list of searches that weigh g and h.

use std::cmp::Reverse;

use optile_core::{Meter, Stop, Weight};

use super::bucket::{Bucket, Open};
use super::pool::Pool;
use crate::Ties;

/// How g and h are added to f: with two whole factors, so that no rounding breaks a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weighting {
    of_g: u32,
    of_h: u32,
    curve: Curve,
}

/// The lines of equal f in the plane of g and h, which all lead from h alone to w times as much g.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// Straight lines: g + w h.
    #[default]
    Linear,
    /// The convex downward parabola: near the start as A*, and with a factor of 2 w - 1 near the goal.
    Xdp,
    /// The convex upward parabola: with a factor of 2 w - 1 near the start, and as A* near the goal.
    Xup,
}

impl Weighting {
    /// f is h alone.
    pub const GREEDY: Self = Self { of_g: 0, of_h: 1, curve: Curve::Linear };

    /// f is g + w h, times the denominator of w.
    pub fn by(weight: Weight) -> Self {
        Self::along(Curve::Linear, weight)
    }

    /// f along a curve. It is rounded down, in units in which h alone and g alone are whole.
    pub fn along(curve: Curve, weight: Weight) -> Self {
        let (numerator, denominator) = weight.fraction();
        Self { of_g: denominator, of_h: numerator, curve }
    }

    /// The f of a node.
    #[inline(always)]
    pub fn f(self, g: u32, h: u32) -> u32 {
        match self.curve {
            Curve::Linear => self.of_g * g + self.of_h * h,
            Curve::Xdp | Curve::Xup => self.curved(g.into(), h.into()),
        }
    }

    /// 2 w times the function of the paper, times the denominator of w (J. Chen, N. R. Sturtevant,
    /// Conditions for avoiding node re-expansions in bounded suboptimal search, 2019).
    fn curved(self, g: u64, h: u64) -> u32 {
        let (b, a) = (u64::from(self.of_g), u64::from(self.of_h));
        let f = match self.curve {
            Curve::Xup => {
                let sum = b * (g + h);
                sum + (sum * sum + 4 * a * (a - b) * h * h).isqrt()
            }
            _ => {
                let difference = b * g.abs_diff(h);
                let root = (difference * difference + 4 * a * b * g * h).isqrt();
                b * g + (2 * a - b) * h + root
            }
        };
        u32::try_from(f).unwrap_or(u32::MAX)
    }

    /// The f of h = 1 at the start.
    #[inline(always)]
    fn unit(self) -> u32 {
        if self.curve == Curve::Linear { self.of_h } else { 2 * self.of_h }
    }

    /// The whole part of g / w + h, or of the function of the curve. For an f that is the least of all
    /// open nodes, the optimal length is not below it.
    #[inline]
    pub fn layer(self, f: u32) -> u32 {
        f / self.unit()
    }

    /// The least f of a layer.
    #[inline]
    pub fn begin_of(self, layer: u32) -> u32 {
        layer * self.unit()
    }
}

/// An open list for f = a g + b h, with any [`Weighting`]. Nodes with the least f come first.
/// [`Ties`] orders nodes of equal f.
///
/// There is a bucket for each pair of g and h, as in the lists of [`OpenList`](super::OpenList),
/// and a sorted list of the buckets in use. An f can be in the millions, so there is no row for
/// each. Only some hundreds of buckets are in use, and most new ones come first, because a
/// successor often has the least f. So it is cheaper to insert a bucket than to keep a heap. A bucket
/// that becomes empty stays in use until it comes first: most are filled again before. When the
/// weighting changes, no node moves.
#[derive(Debug)]
pub struct WeightedList<T> {
    /// Indexed by h, then by g.
    rows: Vec<Vec<Bucket>>,
    /// The keys of the buckets in use, from the greatest to the least.
    in_use: Vec<u64>,
    weighting: Weighting,
    ties: Ties,
    pool: Pool<T>,
}

/// A key has 28 bits for f, 24 for g and 12 for h, from the highest bit.
const MOST_F: u32 = (1 << 28) - 1;
const MOST_G: u32 = (1 << 24) - 1;
const MOST_H: u32 = (1 << 12) - 1;

impl<T: Copy + Default> WeightedList<T> {
    /// An empty list. It holds no memory yet.
    pub fn new(weighting: Weighting, ties: Ties) -> Self {
        Self { rows: Vec::new(), in_use: Vec::new(), weighting, ties, pool: Pool::new() }
    }

    /// How g and h are added.
    #[inline(always)]
    pub fn weighting(&self) -> Weighting {
        self.weighting
    }

    /// The key of a bucket. Keys have the order in which buckets are emptied: by f, and then by
    /// g or from the greatest g.
    #[inline(always)]
    fn key(&self, g: u32, h: u32) -> u64 {
        let g_order = if self.ties.smaller_g { g } else { MOST_G - g };
        u64::from(self.weighting.f(g, h)) << 36 | u64::from(g_order) << 12 | u64::from(h)
    }

    /// The f, the g and the h of a key.
    #[inline(always)]
    fn costs(&self, key: u64) -> (u32, u32, u32) {
        let (g_order, h) = ((key >> 12) as u32 & MOST_G, key as u32 & MOST_H);
        let g = if self.ties.smaller_g { g_order } else { MOST_G - g_order };
        ((key >> 36) as u32, g, h)
    }

    /// Adds an item.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] when growing would pass the limit, and [`Stop::Unsupported`] when f or g is
    /// in the millions. The item is not added then.
    #[inline(always)]
    pub fn push(&mut self, item: T, g: u32, h: u32, meter: &mut Meter) -> Result<(), Stop> {
        if let Some(row) = self.rows.get_mut(h as usize)
            && let Some(bucket) = row.get_mut(g as usize)
            && bucket.push(item, &mut self.pool)
        {
            return Ok(());
        }
        self.push_to_new_block(item, g, h, meter)
    }

    #[inline(never)]
    fn push_to_new_block(
        &mut self,
        item: T,
        g: u32,
        h: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if g > MOST_G || h > MOST_H || self.weighting.f(g, h) > MOST_F {
            return Err(Stop::Unsupported("a weighted search for millions of moves".into()));
        }
        let place = h as usize;
        if place >= self.rows.len() {
            let more = place + 1 - self.rows.len();
            meter.make_room(&mut self.rows, more)?;
            self.rows.resize_with(place + 1, Vec::new);
        }
        meter.make_room(&mut self.in_use, 1)?;
        let (key, row) = (self.key(g, h), &mut self.rows[place]);
        if g as usize >= row.len() {
            let more = g as usize + 1 - row.len();
            meter.make_room_of(row, more, 16)?;
            row.resize(g as usize + 1, Bucket::default());
        }
        let bucket = &mut row[g as usize];
        let was_empty = bucket.end == 0;
        bucket.push_to_new_block(item, self.ties, &mut self.pool, meter)?;
        if was_empty {
            let later = self.in_use.iter().rposition(|&other| other > key);
            self.in_use.insert(later.map_or(0, |place| place + 1), key);
        }
        Ok(())
    }

    /// The item that comes next, unless a bucket that has become empty is before it.
    #[inline(always)]
    pub fn peek(&self) -> Option<T> {
        let (_, g, h) = self.costs(*self.in_use.last()?);
        let bucket = self.rows.get(h as usize)?.get(g as usize)?;
        (!bucket.is_empty()).then(|| bucket.peek(self.ties, &self.pool))?
    }

    /// Takes out the next items, which have equal g and h, as many as one block has and as fit in
    /// `free`. Returns how many these are, and their f and h, if their f is below `limit`.
    #[inline(always)]
    pub fn pop(&mut self, limit: u32, free: &mut [Open<T>]) -> Option<(usize, u32, u32)> {
        loop {
            let (f, g, h) = self.costs(*self.in_use.last()?);
            let bucket = self.rows.get_mut(h as usize)?.get_mut(g as usize)?;
            if bucket.is_empty() {
                bucket.give_back(&mut self.pool);
                self.in_use.pop();
                continue;
            }
            if f >= limit {
                return None;
            }
            let (count, _) = bucket.take(g, free, self.ties, &mut self.pool);
            return Some((count, f, h));
        }
    }

    /// The greatest g of an item that was ever added; 0 if there was none.
    pub fn deepest(&self) -> u32 {
        let places = self.rows.iter().map(Vec::len).max();
        places.unwrap_or(0).saturating_sub(1) as u32
    }

    /// Adds g and h differently from now on.
    pub fn reweigh(&mut self, weighting: Weighting) {
        let mut keys = std::mem::take(&mut self.in_use);
        self.weighting = weighting;
        for key in &mut keys {
            let (_, g, h) = self.costs(*key);
            *key = self.key(g, h);
        }
        keys.sort_unstable_by_key(|&key| Reverse(key));
        self.in_use = keys;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// What `optile_wastar` needs to keep a bound without reopening.
        #[test]
        fn curves_are_rounded_down_and_rise_slowly(
            hundredths in 100u32..100_000,
            g in 0u32..100_000,
            h in 1u32..1000,
        ) {
            let weight: Weight = format!("{}.{:02}", hundredths / 100, hundredths % 100).parse().unwrap();
            let (a, b) = weight.fraction();
            for curve in [Curve::Xdp, Curve::Xup] {
                let weighting = Weighting::along(curve, weight);
                prop_assert_eq!(weighting.f(0, h), 2 * a * h);
                prop_assert_eq!(weighting.f(g, 0), 2 * b * g);
                let f = weighting.f(g, h);
                prop_assert!(weighting.f(g + 1, h - 1) <= f);
                prop_assert!(weighting.f(g + 1, h + 1) <= f + 4 * a);
                let [a, b, g, h] = [a, b, g, h].map(i128::from);
                let (whole, square) = match curve {
                    Curve::Xup => (b * (g + h), b * b * (g + h) * (g + h) + 4 * a * (a - b) * h * h),
                    _ => (b * g + (2 * a - b) * h, b * b * (g - h) * (g - h) + 4 * a * b * g * h),
                };
                let root = i128::from(f) - whole;
                prop_assert!(root * root <= square && square < (root + 1) * (root + 1));
            }
        }

        /// Compared with a sorted vector. The weighting changes between pushes and pops.
        #[test]
        fn behaves_like_a_sorted_vector(
            steps in proptest::collection::vec((0u32..90, 0u32..40, 0usize..5), 0..900),
            smaller_g: bool,
            fifo: bool,
        ) {
            let mut meter = Meter::default();
            let ties = Ties { smaller_g, fifo };
            let weightings = ["1", "1.5", "1000"].map(|w| Weighting::by(w.parse().unwrap()));
            let weightings = [&weightings[..], &[Weighting::GREEDY]].concat();
            let mut list = WeightedList::new(weightings[0], ties);
            let mut model: Vec<(u32, u32, usize)> = Vec::new();
            let mut deepest = 0;
            for (place, (g, h, step)) in steps.into_iter().enumerate() {
                prop_assert_eq!(list.deepest(), deepest);
                match step {
                    0 => {
                        let mut free = vec![Open::default(); 1 + h as usize % 4];
                        // The oldest and the newest of those with the least f and the right g.
                        let order = |&&(g, h, _): &&(u32, u32, usize)| {
                            let g_order = if smaller_g { g } else { u32::MAX - g };
                            (list.weighting().f(g, h), g_order, h)
                        };
                        let least = model.iter().map(|one| order(&one)).min();
                        let next = model.iter().filter(|one| Some(order(one)) == least);
                        let mut next: Vec<_> = next.copied().collect();
                        if !fifo {
                            next.reverse();
                        }
                        let f = next.first().map(|&(g, h, _)| list.weighting().f(g, h));
                        prop_assert!(list.pop(f.unwrap_or(0), &mut free).is_none());
                        prop_assert_eq!(list.peek(), next.first().map(|&(.., item)| item));
                        let popped = list.pop(u32::MAX, &mut free);
                        let count = popped.map_or(0, |(count, ..)| count);
                        next.truncate(free.len());
                        prop_assert_eq!(count, next.len());
                        for (&(g, h, item), &open) in next.iter().zip(&free) {
                            prop_assert_eq!(open, Open { item, g });
                            prop_assert_eq!(popped, Some((count, f.unwrap(), h)));
                        }
                        model.retain(|one| !next.contains(one));
                    }
                    1 => list.reweigh(weightings[(g % 4) as usize]),
                    _ => {
                        list.push(place, g, h, &mut meter).unwrap();
                        model.push((g, h, place));
                        deepest = deepest.max(g);
                    }
                }
            }
        }
    }
}
