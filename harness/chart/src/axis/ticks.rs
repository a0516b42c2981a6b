//! Which values of an axis have labels.

/// The most steps between labels; with more, labels would touch.
const MOST_LABELS: usize = 9;
/// The least and the greatest value of a logarithmic axis. Beyond them, its steps would be zero
/// or infinite.
const EXTREMES: (f64, f64) = (1e-300, 1e300);

/// The distance of labels from `low` to `high`. It is large enough to tell the number before or
/// after a multiple: from 2^53 on, whole numbers that follow each other are one float.
fn linear_step(low: f64, high: f64) -> f64 {
    let least = low.abs().max(high.abs()) / 2f64.powi(50);
    // Divided first, because the difference may be infinite.
    let share = high / MOST_LABELS as f64 - low / MOST_LABELS as f64;
    up_to_step(share.max(least).max(EXTREMES.0))
}

/// Whole numbers from about `low` to about `high`, with a distance of 1, 2 or 5
/// times a power of ten; at least two numbers.
pub(super) fn linear_ticks(low: f64, high: f64) -> Vec<f64> {
    let step = linear_step(low, high).max(1.0);
    let mut first = (low / step).ceil();
    let mut last = (high / step).floor();
    while last - first < 1.0 {
        if first >= 1.0 && first * step >= low {
            first -= 1.0;
        } else {
            last += 1.0;
        }
    }
    (0..=(last - first) as usize).map(|index| (first + index as f64) * step).collect()
}

/// The next of 1, 2, 5, 10, 20, 50…
fn next_step(step: f64) -> f64 {
    // Halfway between two steps on the logarithmic scale, rounding is harmless.
    up_to_step(step * 1.5)
}

/// The smallest of …, 1, 2, 5, 10, … that is at least `value`.
fn up_to_step(value: f64) -> f64 {
    let decade = 10f64.powf(value.log10().floor());
    let slack = value * (1.0 - 1e-9);
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|step| step * decade)
        .find(|&s| s >= slack)
        .unwrap_or(10.0 * decade)
}

/// The largest of …, 1, 2, 5, 10, … that is at most `value`.
pub(super) fn down_to_step(value: f64) -> f64 {
    let decade = 10f64.powf(value.log10().floor());
    let slack = value * (1.0 + 1e-9);
    [5.0, 2.0, 1.0].into_iter().map(|step| step * decade).find(|&s| s <= slack).unwrap_or(decade)
}

/// The ends of a logarithmic axis: different numbers of the form 1, 2 or 5 times a
/// power of ten.
pub(super) fn logarithmic_range(low: f64, high: f64) -> (f64, f64) {
    let (least, most) = EXTREMES;
    let (low, high) = (down_to_step(low.clamp(least, most)), up_to_step(high.clamp(least, most)));
    if low * 1.01 < high { (low, high) } else { (down_to_step(low / 1.5), next_step(high)) }
}

/// Powers of ten, and within two decades also 2 and 5 times a power of ten. The
/// ends have this form, so there are at least two ticks.
pub(super) fn logarithmic_ticks(low: f64, high: f64) -> Vec<f64> {
    let decades = (high / low).log10();
    if decades < 2.01 {
        let next = |tick: &f64| (tick * 1.01 < high).then(|| next_step(*tick));
        return std::iter::successors(Some(low), next).collect();
    }
    let first = (low.log10() - 1e-9).ceil() as i32;
    let last = (high.log10() + 1e-9).floor() as i32;
    let step = ((last - first) as usize / MOST_LABELS + 1) as i32;
    (first..=last).filter(|power| power.rem_euclid(step) == 0).map(|p| 10f64.powi(p)).collect()
}

/// The values with labels of a linear axis that begins and ends at exactly these values; its ends
/// if no two round values are between them.
pub(super) fn linear_ticks_within(low: f64, high: f64) -> Vec<f64> {
    let step = linear_step(low, high);
    let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
    match first < last {
        true => (0..=(last - first) as usize).map(|n| (first + n as f64) * step).collect(),
        false => vec![low, high],
    }
}

/// The same for a logarithmic axis.
pub(super) fn logarithmic_ticks_within(low: f64, high: f64) -> Vec<f64> {
    let (first, last) = (up_to_step(low.max(EXTREMES.0)), down_to_step(high.min(EXTREMES.1)));
    match first * 1.01 < last {
        true => logarithmic_ticks(first, last),
        false => vec![low, high],
    }
}
