//! Two strategies in classes of instances: which of them is better, and from which length on.
//!
//! # The main decision
//!
//! **Lengths are joined until a class can be judged.** The lengths of one board size are taken in
//! bands of five moves, and neighbours are joined until each class has twenty instances that both
//! solved. Sizes are never pooled. A class counts for one strategy only if the interval of its
//! ratio does not hold 1, so a crossing is never read out of noise.

use std::collections::BTreeMap;

use optile_core::Size;
use optile_results::number::Number;
use optile_results::rows::row::Status;
use optile_results::text::unit::three_digits;
use optile_statistics::{Estimate, Interval, geometric_mean_estimates};
use serde::Serialize;

use super::contrast::{Contrast, InstanceContrast, Ratio};
use super::pairing::Pairing;
use crate::bands::{BAND, classes_of_bands, moves};
use crate::verdict::Division;

/// A pair of strategies in all classes.
#[derive(Clone, Debug, Serialize)]
pub struct PairClasses {
    /// The strategy of A.
    pub a: String,
    /// The strategy of B.
    pub b: String,
    /// The classes, in the order of sizes and lengths.
    pub classes: Vec<ClassContrast>,
    /// What they say, in a sentence for each measure, and each size if lengths divide them.
    pub findings: Vec<String>,
}

impl PairClasses {
    pub(super) fn of(
        pairing: &Pairing<'_>,
        contrast: &Contrast,
        division: Division,
        measures: &[&'static Number],
    ) -> Self {
        let Contrast { a, b, .. } = contrast;
        let classes = classes(pairing, contrast, division, measures);
        Self { findings: sentences(a, b, &classes), a: a.clone(), b: b.clone(), classes }
    }
}

/// A class of instances, with both strategies.
#[derive(Clone, Debug, Serialize)]
pub struct ClassContrast {
    /// The size of its boards, such as `4x4`.
    pub size: String,
    /// The least and the greatest optimal length of its instances, if lengths divide them.
    pub lengths: Option<[u32; 2]>,
    /// Instances that both ran.
    pub instances: usize,
    /// Instances that both solved.
    pub solved_by_both: usize,
    /// Instances that A alone solved.
    pub only_a: usize,
    /// Instances that B alone solved.
    pub only_b: usize,
    /// For each measure, who has less, and the ratio.
    pub measures: Vec<ClassRatio>,
}

/// A measure in a class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassRatio {
    /// The measure.
    pub measure: &'static Number,
    /// Instances of both on which A has less.
    pub less_a: usize,
    /// Instances of both on which B has less.
    pub less_b: usize,
    /// The geometric mean of B ÷ A, if there is an instance for it.
    pub ratio: Option<Ratio>,
}

/// The instances of a class, before they are counted.
struct Members<'a> {
    size: Size,
    is_band: bool,
    instances: Vec<&'a InstanceContrast>,
}

impl ClassContrast {
    /// Its size, and its lengths if these divide the instances.
    pub fn title(&self) -> String {
        match self.lengths {
            None => self.size.clone(),
            Some(lengths) => format!("{}, {}", self.size, moves(lengths)),
        }
    }
}

impl Members<'_> {
    fn count(&self, is_counted: impl Fn(&InstanceContrast) -> bool) -> usize {
        self.instances.iter().filter(|instance| is_counted(instance)).count()
    }

    fn counted(&self, measures: &[&'static Number]) -> ClassContrast {
        let of_measure = |&measure: &&'static Number| {
            let ratios = self.instances.iter().filter_map(|instance| instance.ratio(measure));
            let ratios: Vec<f64> = ratios.collect();
            ClassRatio {
                measure,
                less_a: ratios.iter().filter(|&&ratio| ratio > 1.0).count(),
                less_b: ratios.iter().filter(|&&ratio| ratio < 1.0).count(),
                ratio: Ratio::of(measure, &ratios, geometric_mean_estimates(&[&ratios])[0]),
            }
        };
        let lengths = self.instances.iter().filter_map(|instance| instance.optimal);
        let ends = lengths.clone().min().zip(lengths.max()).filter(|_| self.is_band);
        let is_solved = |status| status == Status::Solved;
        ClassContrast {
            size: self.size.to_string(),
            lengths: ends.map(|(least, greatest)| [least, greatest]),
            instances: self.instances.len(),
            solved_by_both: self.count(is_common),
            only_a: self.count(|i| is_solved(i.status_a) && !is_solved(i.status_b)),
            only_b: self.count(|i| !is_solved(i.status_a) && is_solved(i.status_b)),
            measures: measures.iter().map(of_measure).collect(),
        }
    }
}

fn is_common(instance: &InstanceContrast) -> bool {
    instance.status_a == Status::Solved && instance.status_b == Status::Solved
}

/// An instance without a known length is in no class of lengths.
fn classes<'a>(
    pairing: &Pairing<'_>,
    contrast: &'a Contrast,
    division: Division,
    measures: &[&'static Number],
) -> Vec<ClassContrast> {
    let mut sizes: BTreeMap<(usize, Size), BTreeMap<u32, Vec<&InstanceContrast>>> = BTreeMap::new();
    for (pair, instance) in pairing.pairs.iter().zip(&contrast.instances) {
        let size = pair.instance.size;
        let band = match division {
            Division::Size => Some(0),
            Division::Length => instance.optimal.map(|length| length / BAND),
        };
        let Some(band) = band else { continue };
        let bands = sizes.entry((size.cells(), size)).or_default();
        bands.entry(band).or_default().push(instance);
    }
    let is_band = division == Division::Length;
    let of_size = |((_, size), bands): ((usize, Size), BTreeMap<u32, Vec<&'a _>>)| {
        let classes = classes_of_bands(bands.into_values(), |one| is_common(one));
        classes.into_iter().map(move |instances| Members { size, is_band, instances })
    };
    let classes = sizes.into_iter().flat_map(of_size);
    classes.map(|class| class.counted(measures)).collect()
}

fn sentences(a: &str, b: &str, classes: &[ClassContrast]) -> Vec<String> {
    let measures = classes.first().map_or(0, |class| class.measures.len());
    let of_one_kind = classes.chunk_by(|one, next| one.lengths.is_none() || one.size == next.size);
    let several = classes.iter().any(|class| class.size != classes[0].size);
    let mut sentences = Vec::new();
    for classes in of_one_kind {
        for place in 0..measures {
            let judged = classes.iter().filter_map(|class| {
                let ClassRatio { measure, ratio, .. } = &class.measures[place];
                Some(Judged { class, measure, estimate: ratio.as_ref()?.estimate })
            });
            let judged: Vec<Judged<'_>> = judged.collect();
            let size = (several && classes[0].lengths.is_some()).then(|| &classes[0].size);
            let size = size.map(|size| format!("{size}: ")).unwrap_or_default();
            sentences.extend(sentence(a, b, &judged).map(|text| size + &text));
        }
    }
    sentences
}

/// A class with a ratio in a measure.
struct Judged<'a> {
    class: &'a ClassContrast,
    measure: &'static Number,
    estimate: Estimate,
}

impl Judged<'_> {
    /// Whether B needs more (`Some(true)`) or less than A; `None` if it is not certain.
    fn b_needs_more(&self) -> Option<bool> {
        let Interval { low, high } = self.estimate.interval?;
        if low > 1.0 {
            return Some(true);
        }
        (high < 1.0).then_some(false)
    }

    fn place(&self, is_last: bool) -> String {
        match self.class.lengths {
            None => format!("on {}", self.class.size),
            Some([from, _]) if is_last => format!("from {} on", moves([from; 2])),
            Some(lengths) => format!("at {}", moves(lengths)),
        }
    }
}

fn sentence(a: &str, b: &str, judged: &[Judged<'_>]) -> Option<String> {
    let (first, rest) = judged.split_first()?;
    let factor = |one: &Judged<'_>| three_digits(one.estimate.value);
    let (about, place) = (first.measure.about, first.place(false));
    let mut text = format!("{b} has {} times the {about} of {a} {place}", factor(first));
    let Some(last) = rest.last() else { return Some(text + ".") };
    text += &format!(", {} times {}", factor(last), last.place(true));
    let certain = judged.iter().filter_map(|one| Some((one.class, one.b_needs_more()?)));
    let certain: Vec<_> = certain.collect();
    let mut turns = certain.windows(2).filter(|two| two[0].1 != two[1].1);
    let crossing = match (turns.next(), turns.next()) {
        (None, _) => "no crossing is certain".to_owned(),
        (Some([(before, _), (after, _)]), None) => match (before.lengths, after.lengths) {
            (Some([_, from]), Some([to, _])) => {
                format!("the two cross between {from} and {}", moves([to; 2]))
            }
            _ => format!("the two cross between {} and {}", before.size, after.size),
        },
        _ => "the two cross more than once".to_owned(),
    };
    Some(format!("{text}; {crossing}."))
}
