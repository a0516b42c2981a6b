//! DBBS.

use optile_store::{ClassRow, Classes};

use super::{Class, EPSILON, ExpansionPolicy, Label, OpenLists, Side, SideChoice, Step};

/// DBBS, dynamic bidirectional bounds search (V. Alcazar, P. J. Riddle, M.
/// Barley, A Unifying View on Individual Bounds and Heuristic Inaccuracies in
/// Bidirectional Search, 2020; with the order of L. Siag, S. S. Shperberg, A.
/// Felner, N. R. Sturtevant, Front-to-End Bidirectional Heuristic Search with
/// Consistent Heuristics: Enumerating and Evaluating Algorithms and Bounds,
/// 2023, and its extension of 2025).
///
/// A node of one side and a node of the other must stay within **all** bounds
/// on a pair, see [`Measures::limits`]. A node whose every partner breaks one
/// of them cannot be on a solution within the bound C, and is not expanded. So
/// the least measures of the nodes of one side limit the measures of the other
/// side's nodes, and the other way round, until nothing changes. When no node
/// is left, C rises by one.
///
/// Of the nodes that are left, those are first that have the least value of one
/// measure, then the least g, f and d. Whenever C rises, it is the measure of
/// the bound that is the greatest for all open nodes together. (The authors'
/// program calls this `MaxTot`.)
///
/// There are three differences from that program. It keeps the limits until a
/// class is empty or a new node has a lesser measure. Here they are found again
/// before each batch, which is cheap, since each label is looked at once. When
/// it chooses the measure, values of classes that have become empty may still
/// count. And for `fewest`, it counts the nodes with the least f + d if one of
/// these is first, even where another measure was chosen.
///
/// With an inconsistent heuristic, only the bounds by f and by g hold.
#[derive(Debug)]
pub(crate) struct Dbbs {
    side: SideChoice,
    bound: u32,
    /// The measure of each side whose least values come first.
    first: [Measure; 2],
}

/// What bounds on pairs are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    G,
    F,
    D,
    /// f + d.
    B,
    /// g - h.
    ReverseF,
    /// g + h', for the estimate h' toward the root of the side.
    ReverseD,
}

/// A value for each measure of a node or of several nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Measures([i32; 6]);

const WITHOUT_LIMIT: Measures = Measures([i32::MAX; 6]);

impl Measures {
    #[inline]
    fn of(f: i32, d: i32, g: i32) -> Self {
        Self([g, f, d, f + d, 2 * g - f, 2 * g - d])
    }

    fn get(&self, measure: Measure) -> i32 {
        self.0[measure as usize]
    }

    fn least(self, other: Self) -> Self {
        Self(std::array::from_fn(|place| self.0[place].min(other.0[place])))
    }

    /// The most that the measures of one side may be, if these are the least
    /// ones of the other side and the bound is C.
    ///
    /// For a node u of one side and v of the other, the bounds are g(u) + g(v) +
    /// epsilon, f(u) + d(v), d(u) + f(v), half of b(u) + b(v), and the sums of
    /// g - h of one node and g + h' of the other.
    fn limits(&self, bound: u32, is_consistent: bool) -> Self {
        let c = bound as i32;
        let rest = |measure| c - self.get(measure);
        let reverse = |measure| if is_consistent { rest(measure) } else { i32::MAX };
        Self([
            rest(Measure::G) - EPSILON as i32,
            rest(Measure::D),
            rest(Measure::F),
            2 * c - self.get(Measure::B),
            reverse(Measure::ReverseD),
            reverse(Measure::ReverseF),
        ])
    }
}

/// The nodes of a side within its limits.
#[derive(Clone, Copy, Debug)]
struct Within {
    least: Measures,
    class: Class,
    /// What comes first in the order of nodes.
    key: [i32; 4],
    /// How many there are, and how many with the least value of the first
    /// measure. Only counted if asked for.
    len: u64,
    len_first: u64,
}

/// The f and d of a row, and the greatest g within the limits. `None` if no g
/// is within.
#[inline]
fn greatest_cost(row: &ClassRow, limits: &Measures) -> Option<(i32, i32, u32)> {
    let (f, d) = Label::pair(row.label());
    let (f, d) = (f as i32, d as i32);
    let [g, most_f, most_d, most_b, reverse_f, reverse_d] = limits.0;
    if row.is_empty() || f > most_f || d > most_d || f + d > most_b {
        return None;
    }
    let by_f = reverse_f.saturating_add(f).div_euclid(2);
    let by_d = reverse_d.saturating_add(d).div_euclid(2);
    Some((f, d, u32::try_from(g.min(by_f).min(by_d)).ok()?))
}

/// The nodes within limits, the least value of `first` first.
fn within(classes: &Classes, limits: &Measures, first: Measure, counts: bool) -> Option<Within> {
    let mut all: Option<Within> = None;
    for row in classes.rows() {
        let Some((f, d, most)) = greatest_cost(row, limits) else { continue };
        // In a row, all measures are least for the least g.
        let Some(least_g) = row.least_cost().filter(|&g| g <= most) else { continue };
        let measures = Measures::of(f, d, least_g as i32);
        let value = measures.get(first);
        let key = [value, least_g as i32, f, d];
        let class = Class { label: row.label(), g: least_g };
        let (mut len, mut len_first) = (0, 0);
        if counts {
            for g in row.costs().take_while(|&g| g <= most) {
                len += u64::from(row.len_at(g));
                let is_first = Measures::of(f, d, g as i32).get(first) == value;
                len_first += if is_first { u64::from(row.len_at(g)) } else { 0 };
            }
        }
        let row = Within { least: measures, class, key, len, len_first };
        all = Some(match all {
            None => row,
            Some(all) => {
                let (before, after) = if row.key < all.key { (row, all) } else { (all, row) };
                let is_equal = before.key[0] == after.key[0];
                Within {
                    least: before.least.least(after.least),
                    len: before.len + after.len,
                    len_first: before.len_first + if is_equal { after.len_first } else { 0 },
                    ..before
                }
            }
        });
    }
    all
}

impl Dbbs {
    pub(crate) fn new(side: SideChoice) -> Self {
        Self { side, bound: 0, first: [Measure::B; 2] }
    }

    /// The nodes of both sides that have partners within the bound.
    fn within_bound(&self, open: &OpenLists<'_>) -> Option<[Within; 2]> {
        let counts = self.side != SideChoice::Alternate;
        let of = |side: Side, limits: &Measures| {
            within(open.of(side), limits, self.first[side as usize], counts)
        };
        let limits = |of: &Within| of.least.limits(self.bound, open.is_consistent);
        let c = self.bound as i32;
        // Forward nodes before anything is known of backward ones.
        let mut most = WITHOUT_LIMIT;
        (most.0[0], most.0[1], most.0[2], most.0[3]) = (c, c, c, 2 * c);
        let mut forward = of(Side::Forward, &most)?;
        loop {
            let backward = of(Side::Backward, &limits(&forward))?;
            let again = of(Side::Forward, &limits(&backward))?;
            if again.least == forward.least {
                return Some([again, backward]);
            }
            forward = again;
        }
    }

    /// Chooses the measures that come first, by the greatest of the bounds that
    /// hold for all open nodes.
    fn choose_measures(&mut self, open: &OpenLists<'_>) -> Option<()> {
        use Measure::{B, D, F, G, ReverseD, ReverseF};
        let least = |side| Some(within(open.of(side), &WITHOUT_LIMIT, G, false)?.least);
        let (forward, backward) = (least(Side::Forward)?, least(Side::Backward)?);
        let sum = |[ahead, back]: [Measure; 2]| forward.get(ahead) + backward.get(back);
        // The first of equal bounds is chosen.
        let bounds = [
            (sum([B, B]).div_euclid(2) + sum([B, B]).rem_euclid(2), [B, B]),
            (sum([G, G]) + EPSILON as i32, [G, G]),
            (sum([F, D]), [F, D]),
            (sum([D, F]), [D, F]),
            (sum([ReverseF, ReverseD]), [ReverseF, ReverseD]),
            (sum([ReverseD, ReverseF]), [ReverseD, ReverseF]),
        ];
        let holding = if open.is_consistent { &bounds[..] } else { &bounds[..4] };
        let greatest = holding.iter().rev().max_by_key(|(bound, _)| *bound)?;
        self.first = greatest.1;
        Some(())
    }
}

impl ExpansionPolicy for Dbbs {
    fn label(&self) -> Label {
        Label::Pair
    }

    fn next(&mut self, open: &OpenLists<'_>) -> Option<Step> {
        if open.has_empty_side() {
            return None;
        }
        if self.bound == 0 {
            // The roots are the only open nodes.
            let f = |side| Some(Label::pair(open.of(side).first()?.label()).0);
            self.bound = open.rounded(f(Side::Forward)?.max(f(Side::Backward)?));
        }
        while self.bound < open.best {
            if let Some(within) = self.within_bound(open) {
                let len = within.map(|within| within.len);
                let len_first = within.map(|within| within.len_first);
                let side = self.side.choose(open.expanded, len, len_first);
                return Some(Step::one(self.bound, side, within[side as usize].class));
            }
            self.choose_measures(open)?;
            self.bound = open.rounded(self.bound + 1);
        }
        Some(Step { bound: self.bound, classes: [None; 2] })
    }
}
