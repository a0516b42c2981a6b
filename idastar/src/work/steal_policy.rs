//! Whom a rank asks for pieces.

/// Whom a rank asks for pieces, and when. It asks one rank at a time, and the
/// one that gave pieces last is asked first.
pub(crate) struct StealPolicy {
    /// How many other ranks there are.
    others: usize,
    /// From 1: how far after this rank the rank is that is asked.
    distance: usize,
    is_awaited: bool,
    /// How many ranks in turn had no pieces to give.
    refusals: usize,
    /// How often a thread had no work since all ranks have refused.
    idle: u32,
    /// When the idle threads have looked so often, all ranks are asked again.
    patience: u32,
}

/// The patience of the first time.
const SHORT: u32 = 64;

impl StealPolicy {
    pub(crate) fn new(others: usize) -> Self {
        let (distance, idle, patience) = (1, 0, SHORT);
        Self { others, distance, is_awaited: false, refusals: 0, idle, patience }
    }

    /// How far after this rank the rank is that is asked.
    pub(crate) fn distance(&self) -> usize {
        self.distance
    }

    /// Whether a rank is to be asked now, which is so unless an answer is
    /// awaited or all ranks have just refused. An answer is awaited then.
    pub(crate) fn begin(&mut self) -> bool {
        if self.is_awaited || self.others == 0 {
            return false;
        }
        if self.refusals >= self.others {
            self.idle += 1;
            if self.idle < self.patience {
                return false;
            }
            // A rank may have got pieces after it refused.
            self.patience = self.patience.saturating_mul(2);
            (self.idle, self.refusals) = (0, 0);
        }
        self.is_awaited = true;
        true
    }

    /// An answer has come, with pieces or without.
    pub(crate) fn end(&mut self, has_pieces: bool) {
        self.is_awaited = false;
        if has_pieces {
            (self.refusals, self.idle, self.patience) = (0, 0, SHORT);
        } else {
            self.refusals += 1;
            self.distance = self.distance % self.others + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ranks_are_asked_in_turn_and_later_again() {
        let mut policy = StealPolicy::new(3);
        let mut asked = Vec::new();
        let mut calls = 0;
        while asked.len() < 9 {
            calls += 1;
            if policy.begin() {
                assert!(!policy.begin(), "an answer is awaited");
                asked.push(policy.distance());
                policy.end(false);
            }
        }
        assert_eq!(asked, [1, 2, 3, 1, 2, 3, 1, 2, 3]);
        assert_eq!(calls, 9 + 63 + 127);
        policy.end(true);
        assert!(policy.begin());
        assert!(!StealPolicy::new(0).begin());
    }
}
