//! Moving whole sets of tile sequences at once.
//!
//! A tile sequence is what is left of a state in reading order without its blank. A set of
//! sequences is a row of words with one bit per sequence, in order of lexicographic rank. A rank
//! is made of Lehmer digits: digit `j` counts the items after item `j` that are smaller, and its
//! base is the number of items from `j` to the end. The last digit is always 0, and as the
//! sequences of a set are all of one parity, the digit of base 2 follows from the others. The
//! digits of bases 5, 4 and 3 choose one of sixty bits in a word, and those before them choose
//! the word.
//!
//! A vertical move of the blank rotates a window of as many items as the board has columns, which
//! is a chain of swaps of neighbours. A swap changes only the digits of its two items, from `(x,
//! y)` with `x <= y` to `(y + 1, x)` and back. That is why sets are moved without ranking
//! anything: a swap of two digits that choose the word renumbers words, one of two digits that
//! choose the bit is a few masked shifts, and the one between exchanges fields of twelve bits
//! among six words.

use std::ops::Range;

use optile_core::{Stop, room_for};

/// Items at the end of a sequence whose order the bit determines.
pub(crate) const TAIL: usize = 5;

/// The swap between the digits of bases 6 and 5. Like all swaps, it is named by the number of
/// items behind its two. Swaps above it renumber words, swaps below it stay inside words.
const STRADDLING: usize = TAIL - 1;

/// Words moved at a time, unless the window needs more. They are few enough to stay in the
/// nearest cache, and a multiple of six.
const CHUNK: usize = 336;

/// Words of a set of sequences of `tiles` items.
pub(crate) fn words_of(tiles: usize) -> usize {
    (TAIL + 1..=tiles).product()
}

/// 1 if the digits of a number have an odd sum. `bases` are those of the digits, the last one
/// first.
pub(crate) fn digit_parity(number: usize, bases: impl Iterator<Item = usize>) -> u8 {
    let mut rest = number;
    let digits = bases.map(|base| {
        let digit = rest % base;
        rest /= base;
        digit
    });
    (digits.sum::<usize>() % 2) as u8
}

/// Indexed by word: 1 if the digits that choose the word have an odd sum.
pub(crate) fn word_parities(tiles: usize) -> Result<Vec<u8>, Stop> {
    let mut parities = room_for(words_of(tiles))?;
    parities.extend((0..words_of(tiles)).map(|word| digit_parity(word, TAIL + 1..=tiles)));
    Ok(parities)
}

/// Adds the sequences of a set to another.
pub(crate) fn add(from: &[u64], into: &mut [u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

/// Calls `visit` with the digits, of bases `base`, `base - 1`, ..., of each window of `count`
/// items, in order, and with what they become when the first item goes behind the others.
pub(crate) fn for_each_rotation(
    base: usize,
    count: usize,
    mut visit: impl FnMut(&[usize], &[usize]),
) {
    let mut before = vec![0; count];
    let mut after = vec![0; count];
    loop {
        let mut first = before[0];
        for place in 1..count {
            // One swap: the moving item passes the one behind it.
            let passed = before[place];
            after[place - 1] = passed + usize::from(first <= passed);
            first -= usize::from(first > passed);
        }
        after[count - 1] = first;
        visit(&before, &after);
        // Counts up; the digit at each place has the values below its base.
        let Some(place) = (0..count).rev().find(|&place| before[place] + 1 < base - place) else {
            return;
        };
        before[place] += 1;
        before[place + 1..].fill(0);
    }
}

/// The numbers that `count` digits of bases `base`, `base - 1`, ... make after the first of their
/// items went behind the others. Indexed by the number that the digits make before.
pub(crate) fn renumbered(base: usize, count: usize) -> Result<Vec<u32>, Stop> {
    let mut numbers = room_for((0..count).map(|place| base - place).product())?;
    for_each_rotation(base, count, |_, after| {
        let number = (0..count).fold(0, |number, place| number * (base - place) + after[place]);
        numbers.push(number as u32);
    });
    Ok(numbers)
}

/// The vertical moves between two cells, as they move sets of sequences.
#[derive(Debug)]
pub(crate) struct Rotation {
    /// How the digits of the window that choose the word are renumbered when its first item goes
    /// behind the others. Empty if fewer than two digits choose the word.
    renumbering: Vec<u32>,
    /// Words that agree in all digits up to the end of the window.
    run: usize,
    /// The swaps that the rotation is made of.
    swaps: Range<usize>,
}

impl Rotation {
    /// The rotation of `width` items from the one at `place`, in sequences of `tiles` items.
    pub(crate) fn new(tiles: usize, place: usize, width: usize) -> Result<Self, Stop> {
        // Those of the window that choose the word.
        let word_digits = tiles.saturating_sub(TAIL);
        let digits = place.min(word_digits)..(place + width).min(word_digits);
        let renumbers = digits.len() > 1;
        Ok(Self {
            renumbering: if renumbers { renumbered(tiles - place, digits.len())? } else { vec![] },
            run: (digits.end..word_digits).map(|digit| tiles - digit).product(),
            swaps: tiles - place - width..tiles - 1 - place,
        })
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.renumbering[..])
    }

    /// Adds to `into` the sequences that those of `from` become by a move of the blank. With the
    /// move up, the window's first item goes behind the others. With the move down, the last item
    /// comes before them. `odd` is 1 if the sequences of `from` are odd permutations; `parities`
    /// are [`word_parities`]. `moved` has room for as many words as `from` has.
    pub(crate) fn add_moved(
        &self,
        up: bool,
        odd: u8,
        parities: &[u8],
        from: &[u64],
        into: &mut [u64],
        moved: &mut [u64],
    ) {
        let straddles = self.swaps.contains(&STRADDLING);
        // The swap of the last two items of a sequence moves no bit. Both orders share one bit,
        // and parity decides which order is meant.
        let inner = self.swaps.start.max(1)..self.swaps.end.min(STRADDLING);
        if !straddles && inner.is_empty() {
            return self.add_renumbered(up, from, into);
        }
        let size = if self.renumbering.is_empty() { CHUNK } else { self.renumbering.len() };
        let sets = from.chunks(size).zip(into.chunks_mut(size));
        for ((from, into), parities) in sets.zip(parities.chunks(size)) {
            if from.iter().all(|&word| word == 0) {
                continue;
            }
            let moved = &mut moved[..from.len()];
            moved.copy_from_slice(from);
            // Each swap turns even permutations into odd ones. So the parity at a swap depends on
            // how many swaps came before.
            if up {
                for (&word, &to) in from.iter().zip(&self.renumbering) {
                    moved[to as usize] = word;
                }
                if straddles {
                    swap_across(moved);
                }
                let odd = odd ^ (self.swaps.end & 1) as u8;
                inner.clone().rev().for_each(|swap| swap_inside(swap, odd, parities, moved));
                add(moved, into);
            } else {
                let odd = odd ^ (!self.swaps.start & 1) as u8;
                inner.clone().for_each(|swap| swap_inside(swap, odd, parities, moved));
                if straddles {
                    swap_across(moved);
                }
                if self.renumbering.is_empty() {
                    add(moved, into);
                }
                for (word, &from) in into.iter_mut().zip(&self.renumbering) {
                    *word |= moved[from as usize];
                }
            }
        }
    }

    /// Like [`Rotation::add_moved`], if no swap moves bits inside words.
    fn add_renumbered(&self, up: bool, from: &[u64], into: &mut [u64]) {
        if self.renumbering.is_empty() {
            return add(from, into);
        }
        let run = self.run;
        let block = run * self.renumbering.len();
        for (from, into) in from.chunks_exact(block).zip(into.chunks_exact_mut(block)) {
            for (before, &after) in self.renumbering.iter().enumerate() {
                let (before, after) = (before * run, after as usize * run);
                let (source, target) = if up { (before, after) } else { (after, before) };
                add(&from[source..][..run], &mut into[target..][..run]);
            }
        }
    }
}

/// Swaps digits of bases 6 and 5. One is the place of a word among six, the other is the place of
/// a field of twelve bits in it.
fn swap_across(words: &mut [u64]) {
    for six in words.as_chunks_mut::<6>().0 {
        for x in 0..5 {
            for y in x..5 {
                let (low, high) = (12 * x, 12 * y);
                let differing = (six[x] >> high ^ six[y + 1] >> low) & 0xFFF;
                six[x] ^= differing << high;
                six[y + 1] ^= differing << low;
            }
        }
    }
}

/// Bits `first`, `first + step`, ...: `count` of them.
const fn comb(first: u32, step: u32, count: u32) -> u64 {
    let mut bits = 0;
    let mut place = 0;
    while place < count {
        bits |= 1 << (first + step * place);
        place += 1;
    }
    bits
}

/// Trades each bit of `mask` for the one `by` places above it.
#[inline(always)]
fn trade(word: u64, by: u32, mask: u64) -> u64 {
    let differing = (word ^ word >> by) & mask;
    word ^ differing ^ differing << by
}

/// Makes one of the swaps below [`STRADDLING`], on words of the `parities` given that hold
/// sequences of parity `odd`.
fn swap_inside(swap: usize, odd: u8, parities: &[u8], words: &mut [u64]) {
    match swap {
        // Bases 5 and 4, in steps of twelve bits and of three. With y = x + e, the two that trade
        // places are 9e + 12 apart.
        3 => {
            for word in words {
                *word = trade(*word, 12, const { 7 * comb(0, 15, 4) });
                *word = trade(*word, 21, const { 7 * comb(3, 15, 3) });
                *word = trade(*word, 30, const { 7 * comb(6, 15, 2) });
                *word = trade(*word, 39, const { 7 * comb(9, 15, 1) });
            }
        }
        // Bases 4 and 3, in steps of three bits and of one, in each of five fields: 2e + 3 apart.
        2 => {
            for word in words {
                *word = trade(*word, 3, const { comb(0, 12, 5) * comb(0, 4, 3) });
                *word = trade(*word, 5, const { comb(0, 12, 5) * comb(1, 4, 2) });
                *word = trade(*word, 7, const { comb(0, 12, 5) * comb(2, 4, 1) });
            }
        }
        // The even orders of three items are abc, bca and cab, the odd ones acb, bac and cba.
        // Swapping the first two items turns each even order into the odd one after its own
        // place, and back.
        _ => {
            /// The first of each three bits.
            const FIRST: u64 = comb(0, 3, 20);
            /// The bits whose digits of bases 5 and 4 have an even sum.
            const EVEN: u64 = 7
                * (comb(0, 6, 2)
                    | comb(15, 6, 2)
                    | comb(24, 6, 2)
                    | comb(39, 6, 2)
                    | comb(48, 6, 2));
            for (word, parity) in words.iter_mut().zip(parities) {
                let even = EVEN ^ 0u64.wrapping_sub(u64::from(parity ^ odd));
                let after = (*word & (3 * FIRST)) << 1 | *word >> 2 & FIRST;
                let before = *word >> 1 & (3 * FIRST) | (*word & FIRST) << 2;
                *word = after & even | before & !even;
            }
        }
    }
}

#[cfg(test)]
mod tests;
