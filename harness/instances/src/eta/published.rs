//! Published values of eta.

use optile_core::Size;

const PAPER: &str = "R. Clausecker, F. Schintke, A Measure of Quality for IDA* Heuristics, \
                     Symposium on Combinatorial Search (2021)";
const LOGS: &str = "R. Clausecker, 24puzzle, the raw logs of the measurements in doc/eta (2020)";

/// A published value.
#[derive(Clone, Copy, Debug)]
pub struct PublishedEta {
    /// The board's columns and rows.
    sides: (usize, usize),
    /// The name of the heuristic for the goal with its blank last, or a description if optile
    /// does not have it.
    pub heuristic: &'static str,
    /// The printed digits.
    pub eta: &'static str,
    /// Where it was published.
    pub source: &'static str,
}

/// All published values. The sources have the goal's blank first, so the tile t of a source is
/// 25 - t here. All 6-tile tables of the logs are zero-aware.
const VALUES: [PublishedEta; 5] = [
    PublishedEta { sides: (5, 5), heuristic: "manhattan", eta: "1.0010e-19", source: PAPER },
    PublishedEta { sides: (5, 5), heuristic: "walking-distance", eta: "1.858e-20", source: PAPER },
    // The partition of R. Döbbelin, T. Schütt and A. Reinefeld. The log reinefeld.out has
    // 4.561690e-22 with a standard error of 1.7e-24.
    PublishedEta {
        sides: (5, 5),
        heuristic: "pdb:1.2.6.7.11.12-3.4.5.8.9.10-13.14.15.19.20.24-16.17.18.21.22.23+zero",
        eta: "4.56e-22",
        source: LOGS,
    },
    // The partition of R. Clausecker. The log clausecker.out has 4.390548e-22 with a standard
    // error of 4.7e-24.
    PublishedEta {
        sides: (5, 5),
        heuristic: "pdb:1.2.6.7.11.12-3.4.5.8.9.10-13.16.17.18.21.22-14.15.19.20.23.24+zero",
        eta: "4.39e-22",
        source: LOGS,
    },
    // The small catalogue with its reflections. The log small-t.out has 3.786984e-23 with a
    // standard error of 6.6e-26.
    PublishedEta {
        sides: (5, 5),
        heuristic: "seven partitions 6-6-6-6+zero, reflected",
        eta: "3.79e-23",
        source: LOGS,
    },
];

/// The published values for boards of a size.
pub fn published(size: Size) -> impl Iterator<Item = PublishedEta> {
    let sides = (size.width(), size.height());
    VALUES.into_iter().filter(move |value| value.sides == sides)
}
