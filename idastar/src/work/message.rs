//! What ranks tell each other, and how it becomes words.

use optile_core::{Counters, Move, Path, Stop};

use crate::pieces::Count;
use crate::search::Outcome;

/// A piece of an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subtree {
    /// Its place in the order of the search.
    pub(crate) place: usize,
    /// The moves from the root of the tree.
    pub(crate) moves: Vec<Move>,
}

/// A piece that has been searched.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PieceResult {
    pub(crate) place: usize,
    pub(crate) outcome: Outcome,
    pub(crate) count: Count,
}

/// What the workers need to know about an iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) threshold: u32,
    /// Expansions of the iteration before.
    pub(crate) last: u64,
    /// Expansions that the iteration may make.
    pub(crate) limit: Option<u64>,
}

/// A message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// To the first rank: the heuristic is ready, or the reason why it is not.
    Ready(Option<Stop>),
    /// From the first rank: an iteration begins, with these pieces.
    Begin(Assignment, Vec<Subtree>),
    /// The sender has no pieces left and asks for some.
    Ask,
    /// The answer: some pieces, or none.
    Give(Vec<Subtree>),
    /// To the first rank.
    Results(Vec<PieceResult>),
    /// From the first rank: pieces after this place do not count.
    Bound(usize),
    /// To the first rank: a signal has ended the sender's work.
    Halt(Stop),
    /// From the first rank: the iteration is over.
    Over,
    /// From the first rank: the search is over.
    Finish(Result<Path, Stop>, Counters),
    /// The last message of a rank.
    Bye,
}

impl Message {
    /// The message as words. Messages of all iterations but the current one
    /// are known by their number.
    pub(crate) fn encode(&self, iteration: u64) -> Vec<u64> {
        let mut words = Words(vec![0]);
        let kind = match self {
            Self::Ready(stop) => {
                words.put_stop(stop.as_ref());
                0
            }
            Self::Begin(Assignment { threshold, last, limit }, subtrees) => {
                words.0.extend([u64::from(*threshold), *last]);
                words.put_optional(*limit);
                words.put_all(subtrees, Words::put_subtree);
                1
            }
            Self::Ask => 2,
            Self::Give(subtrees) => {
                words.put_all(subtrees, Words::put_subtree);
                3
            }
            Self::Results(results) => {
                words.put_all(results, Words::put_result);
                4
            }
            Self::Bound(place) => {
                words.0.push(*place as u64);
                5
            }
            Self::Halt(stop) => {
                words.put_stop(Some(stop));
                6
            }
            Self::Over => 7,
            Self::Finish(result, counters) => {
                words.put_stop(result.as_ref().err());
                words.put_moves(result.as_ref().map_or(&[], Path::moves));
                words.0.extend(fields(&mut counters.clone()).map(|field| *field));
                8
            }
            Self::Bye => 9,
        };
        words.0[0] = iteration << 8 | kind;
        words.0
    }

    /// Reads what [`Message::encode`] wrote. Returns the number of the
    /// iteration too.
    ///
    /// # Panics
    ///
    /// When a rank sent something else.
    pub(crate) fn decode(words: &[u64]) -> (u64, Self) {
        let mut words = Reader(words.iter());
        let head = words.next();
        let message = match head & 0xff {
            0 => Self::Ready(words.stop()),
            1 => {
                let (threshold, last) = (words.next() as u32, words.next());
                let assignment = Assignment { threshold, last, limit: words.optional() };
                Self::Begin(assignment, words.all(Reader::subtree))
            }
            2 => Self::Ask,
            3 => Self::Give(words.all(Reader::subtree)),
            4 => Self::Results(words.all(Reader::result)),
            5 => Self::Bound(words.next() as usize),
            6 => Self::Halt(words.stop().unwrap_or(Stop::Interrupted)),
            7 => Self::Over,
            8 => {
                let (stop, moves) = (words.stop(), words.moves());
                let result = stop.map_or_else(|| Ok(Path::new(moves)), Err);
                Self::Finish(result, words.counters())
            }
            9 => Self::Bye,
            kind => panic!("a rank sent a message of kind {kind}: expected 0 to 9"),
        };
        (head >> 8, message)
    }
}

/// Moves per word.
const PER_WORD: usize = 32;

/// A message that is being written.
struct Words(Vec<u64>);

impl Words {
    fn put_all<T>(&mut self, items: &[T], put: impl Fn(&mut Self, &T)) {
        self.0.push(items.len() as u64);
        for item in items {
            put(self, item);
        }
    }

    fn put_optional(&mut self, number: Option<u64>) {
        self.0.extend([u64::from(number.is_some()), number.unwrap_or(0)]);
    }

    fn put_moves(&mut self, moves: &[Move]) {
        self.0.push(moves.len() as u64);
        for part in moves.chunks(PER_WORD) {
            self.0.push(part.iter().rev().fold(0, |word, &m| word << 2 | m as u64));
        }
    }

    fn put_subtree(&mut self, subtree: &Subtree) {
        self.0.push(subtree.place as u64);
        self.put_moves(&subtree.moves);
    }

    fn put_result(&mut self, result: &PieceResult) {
        let PieceResult { place, outcome, count } = result;
        self.0.extend([*place as u64, count.expanded, count.generated]);
        let (kind, stop, moves) = match outcome {
            Outcome::Complete => (0, None, &[][..]),
            Outcome::Goal(moves) => (1, None, &moves[..]),
            Outcome::Stop(stop, moves) => (2, Some(stop), &moves[..]),
        };
        self.0.push(kind);
        self.put_stop(stop);
        self.put_moves(moves);
    }

    fn put_stop(&mut self, stop: Option<&Stop>) {
        let Some(stop) = stop else { return self.0.push(0) };
        if let Some(place) = PLAIN_STOPS.iter().position(|plain| plain == stop) {
            return self.0.push(place as u64 + 1);
        }
        let text = match stop {
            Stop::Unsupported(reason) => reason.clone(),
            other => other.to_string(),
        };
        self.0.push(PLAIN_STOPS.len() as u64 + 1);
        self.put_all(text.as_bytes(), |words, &byte| words.0.push(u64::from(byte)));
    }
}

/// The stops without a reason. Others are sent as texts.
const PLAIN_STOPS: [Stop; 5] =
    [Stop::Unsolvable, Stop::Nodes, Stop::Memory, Stop::Time, Stop::Interrupted];

/// All counters that are sent.
fn fields(counters: &mut Counters) -> [&mut u64; 10] {
    [
        &mut counters.expanded,
        &mut counters.generated,
        &mut counters.evaluated,
        &mut counters.duplicates,
        &mut counters.reopened,
        &mut counters.peak_stored,
        &mut counters.peak_bytes,
        &mut counters.iterations,
        &mut counters.expanded_before_last,
        &mut counters.table_bytes,
    ]
}

/// A message that is being read.
struct Reader<'a>(std::slice::Iter<'a, u64>);

impl Reader<'_> {
    fn next(&mut self) -> u64 {
        *self.0.next().expect("a message from a rank is too short")
    }

    fn all<T>(&mut self, read: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.next()).map(|_| read(self)).collect()
    }

    fn optional(&mut self) -> Option<u64> {
        let (is_some, number) = (self.next(), self.next());
        (is_some == 1).then_some(number)
    }

    fn moves(&mut self) -> Vec<Move> {
        let count = self.next() as usize;
        let mut word = 0;
        let read = |place| {
            word = if place % PER_WORD == 0 { self.next() } else { word >> 2 };
            Move::ALL[(word & 3) as usize]
        };
        (0..count).map(read).collect()
    }

    fn subtree(&mut self) -> Subtree {
        Subtree { place: self.next() as usize, moves: self.moves() }
    }

    fn result(&mut self) -> PieceResult {
        let place = self.next() as usize;
        let count = Count { expanded: self.next(), generated: self.next() };
        let (kind, stop, moves) = (self.next(), self.stop(), self.moves());
        let outcome = match (kind, stop) {
            (0, _) => Outcome::Complete,
            (_, None) => Outcome::Goal(moves),
            (_, Some(stop)) => Outcome::Stop(stop, moves),
        };
        PieceResult { place, outcome, count }
    }

    fn stop(&mut self) -> Option<Stop> {
        let place = (self.next() as usize).checked_sub(1)?;
        Some(PLAIN_STOPS.get(place).cloned().unwrap_or_else(|| {
            let text = self.all(|words| words.next() as u8);
            Stop::Unsupported(String::from_utf8_lossy(&text).into_owned())
        }))
    }

    fn counters(&mut self) -> Counters {
        let mut counters = Counters::default();
        for field in fields(&mut counters) {
            *field = self.next();
        }
        counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_as_they_were_written() {
        let moves: Vec<Move> = (0..77).map(|i| Move::ALL[i * i % 7 % 4]).collect();
        let subtree = |place| Subtree { place, moves: moves[..place].to_vec() };
        let subtrees = || [0, 1, 31, 32, 33, 64, 77].map(subtree).to_vec();
        let order = |limit| Assignment { threshold: 80, last: u64::MAX, limit };
        let count = Count { expanded: 1 << 40, generated: 3 };
        let counters = Counters { expanded: 1, table_bytes: 10, ..Counters::default() };
        let stops = [
            Stop::Unsolvable,
            Stop::Nodes,
            Stop::Memory,
            Stop::Time,
            Stop::Interrupted,
            Stop::Unsupported("boards of 1 × 1".into()),
        ];
        let mut messages = vec![
            Message::Ready(None),
            Message::Begin(order(None), subtrees()),
            Message::Begin(order(Some(0)), Vec::new()),
            Message::Ask,
            Message::Give(subtrees()),
            Message::Bound(usize::MAX >> 1),
            Message::Over,
            Message::Finish(Ok(Path::new(moves.clone())), counters),
            Message::Bye,
        ];
        let mut found =
            vec![Outcome::Complete, Outcome::Goal(moves.clone()), Outcome::Goal(Vec::new())];
        for stop in stops {
            found.push(Outcome::Stop(stop.clone(), moves[..5].to_vec()));
            messages.push(Message::Ready(Some(stop.clone())));
            messages.push(Message::Halt(stop.clone()));
            messages.push(Message::Finish(Err(stop), counters));
        }
        let found = found.into_iter().enumerate();
        messages.push(Message::Results(
            found.map(|(place, outcome)| PieceResult { place, outcome, count }).collect(),
        ));
        for (iteration, message) in messages.into_iter().enumerate() {
            let words = message.encode(iteration as u64);
            assert_eq!(Message::decode(&words), (iteration as u64, message));
        }
    }
}
