//! Moves, sets of moves and orders of moves.

use std::fmt;
use std::str::FromStr;

/// One move, named by the direction in which the **blank** goes.
///
/// The discriminants are Korf's order of trying moves (up, left, right, down),
/// and the inverse of move `m` has the discriminant `3 - m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Move {
    /// The blank goes up, its upper neighbour comes down.
    Up = 0,
    /// The blank goes left.
    Left = 1,
    /// The blank goes right.
    Right = 2,
    /// The blank goes down.
    Down = 3,
}

impl Move {
    /// The four moves in the order of their discriminants, which is Korf's.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The move that undoes this one.
    #[inline]
    pub const fn inverse(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// `u`, `l`, `r` or `d`.
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Left => 'l',
            Self::Right => 'r',
            Self::Down => 'd',
        }
    }

    /// The move of a letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'u' | 'U' => Some(Self::Up),
            'l' | 'L' => Some(Self::Left),
            'r' | 'R' => Some(Self::Right),
            'd' | 'D' => Some(Self::Down),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A set of moves. Iterates in Korf's order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(u8);

impl Moves {
    /// No move at all.
    pub const NONE: Self = Self(0);

    /// This set and `m`.
    #[inline]
    #[must_use]
    pub const fn with(self, m: Move) -> Self {
        Self(self.0 | 1 << m as u8)
    }

    /// This set without `m`.
    #[inline]
    #[must_use]
    pub const fn without(self, m: Move) -> Self {
        Self(self.0 & !(1 << m as u8))
    }

    /// Whether `m` is in the set.
    #[inline]
    pub const fn contains(self, m: Move) -> bool {
        self.0 >> m as u8 & 1 == 1
    }

    /// How many moves are in the set, 0 to 4.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set has no move.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The set of [`Moves::bits`]; higher bits are ignored.
    #[inline]
    pub const fn of_bits(bits: usize) -> Self {
        Self(bits as u8 & 15)
    }

    /// The set as four bits, with bit `m` for the move of discriminant `m`. An
    /// index below 16 for tables indexed by sets.
    #[inline]
    pub const fn bits(self) -> usize {
        self.0 as usize
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.0 == 0 {
            return None;
        }
        let m = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Move::ALL[m as usize & 3])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = Self::len(*self);
        (left, Some(left))
    }
}

/// An order in which the four moves are tried, written as four letters.
///
/// ```
/// use optile_core::MoveOrder;
/// let order: MoveOrder = "dlru".parse()?;
/// assert_eq!(order, MoveOrder::LEXICOGRAPHIC);
/// # Ok::<(), optile_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([Move; 4]);

impl MoveOrder {
    /// Up, left, right, down: the order of Korf's experiments of 1985.
    pub const KORF: Self = Self(Move::ALL);
    /// Down, left, right, up: the alphabetical order of the letters.
    pub const LEXICOGRAPHIC: Self = Self([Move::Down, Move::Left, Move::Right, Move::Up]);

    /// The four moves, in the order in which they are tried.
    #[inline]
    pub const fn moves(self) -> [Move; 4] {
        self.0
    }
}

impl Default for MoveOrder {
    fn default() -> Self {
        Self::KORF
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|m| m.fmt(f))
    }
}

impl FromStr for MoveOrder {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || ParseMoveError::Order(text.into());
        let mut seen = Moves::NONE;
        let mut order = [Move::Up; 4];
        let mut letters = text.chars();
        for slot in &mut order {
            let m = letters.next().and_then(Move::from_letter).ok_or_else(refuse)?;
            if seen.contains(m) {
                return Err(refuse());
            }
            seen = seen.with(m);
            *slot = m;
        }
        if letters.next().is_some() {
            return Err(refuse());
        }
        Ok(Self(order))
    }
}

/// Why a text is not a move or not an order of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseMoveError {
    /// A letter other than `u`, `l`, `r` and `d`.
    #[error("{0:?} is not a move: expected one of the letters u, l, r, d")]
    Letter(char),
    /// A text that does not have each of the four letters once.
    #[error("{0:?} is not an order of moves: expected each of the letters u, l, r, d once")]
    Order(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_and_letters_are_involutions() {
        for m in Move::ALL {
            assert_eq!(m.inverse().inverse(), m);
            assert_ne!(m.inverse(), m);
            assert_eq!(Move::from_letter(m.letter()), Some(m));
        }
        assert_eq!(Move::Up.inverse(), Move::Down);
        assert_eq!(Move::Left.inverse(), Move::Right);
    }

    #[test]
    fn move_sets_iterate_in_korfs_order() {
        let all = Move::ALL.into_iter().fold(Moves::NONE, Moves::with);
        assert_eq!(all.collect::<Vec<_>>(), Move::ALL);
        let some = all.without(Move::Left);
        assert_eq!(some.len(), 3);
        assert_eq!(Moves::of_bits(some.bits()), some);
        assert!(!some.contains(Move::Left) && some.contains(Move::Down));
    }

    #[test]
    fn orders_read_back_what_they_print_and_refuse_the_rest() {
        assert_eq!(MoveOrder::KORF.to_string(), "ulrd");
        assert_eq!("DLRU".parse(), Ok(MoveOrder::LEXICOGRAPHIC));
        for text in ["", "ulr", "ulrr", "ulrdu", "ulrx"] {
            assert!(text.parse::<MoveOrder>().is_err(), "{text}");
        }
    }
}
