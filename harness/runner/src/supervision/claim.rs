//! The processor time that an external program reports.

use std::time::Duration;

/// The system counts processor time in ticks of ten milliseconds. Its
/// measurement and the program's own may differ by this time plus a tenth.
const CLOCK_SLACK: Duration = Duration::from_millis(30);

/// The least processor time for reading and answering a request.
const LEAST_WORK: Duration = Duration::from_micros(1);

/// The processor time of a run of an external program: the program's claim if it agrees
/// with the system's measurement, otherwise the measurement. A measurement of zero means
/// that the time is too short to be known.
pub(crate) fn believed(claimed: Option<Duration>, measured: Option<Duration>) -> Option<Duration> {
    let is_plausible = |claimed: &Duration| {
        let measured = measured?;
        let slack = measured / 10 + CLOCK_SLACK;
        Some(*claimed >= LEAST_WORK && claimed.abs_diff(measured) <= slack)
    };
    let claimed = claimed.filter(|claimed| is_plausible(claimed).unwrap_or(false));
    claimed.or(measured.filter(|measured| !measured.is_zero()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reported_processor_time_is_compared_with_the_systems() {
        let believed = |claimed: Option<u64>, measured: Option<u64>| {
            let millis = Duration::from_millis;
            believed(claimed.map(Duration::from_nanos), measured.map(millis))
        };
        let ms = |millis| Some(Duration::from_millis(millis));
        assert_eq!(believed(Some(205_000_000), Some(200)), ms(205));
        assert_eq!(believed(Some(170_000_000), Some(200)), ms(170));
        assert_eq!(believed(Some(3_000_000), Some(0)), ms(3));
        for absurd in [0, 1, 100_000_000, 300_000_000, u64::MAX] {
            assert_eq!(believed(Some(absurd), Some(200)), ms(200), "{absurd}");
        }
        assert_eq!(believed(Some(1), Some(0)), None);
        assert_eq!(believed(Some(1_000_000), None), None, "nothing to hold it against");
        assert_eq!(believed(None, Some(20)), ms(20));
        assert_eq!(believed(None, Some(0)), None);
    }
}
