//! The report of a run that goes on.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use optile_report::Analysis;
use optile_results::Results;

/// The least time between two pages.
const PAUSE: Duration = Duration::from_secs(2);

/// After a page, this many times as long passes as drawing it took.
const SHARE: u32 = 50;

/// Draws the page of a run between its runs.
pub(super) struct Watch<'a> {
    folder: &'a Path,
    registry: Vec<String>,
    is_quiet: bool,
    /// When the last page was ready, and how long it took.
    drawn: Option<(Instant, Duration)>,
}

impl<'a> Watch<'a> {
    /// Draws into this folder; the registry decides the colours.
    pub(super) fn new(folder: &'a Path, registry: Vec<String>, is_quiet: bool) -> Self {
        Self { folder, registry, is_quiet, drawn: None }
    }

    /// Draws the page if the last one is old enough.
    pub(super) fn see(&mut self, results: &mut Results) {
        let is_due = |(at, cost): (Instant, Duration)| at.elapsed() >= PAUSE.max(cost * SHARE);
        if !self.drawn.is_none_or(is_due) {
            return;
        }
        let begun = Instant::now();
        results.registry.clone_from(&self.registry);
        let page = optile_report::write_running(self.folder, &Analysis::of(results));
        let told = match page {
            Ok(page) if self.drawn.is_none() => {
                Some(format!("Watch the run in a browser: {}", page.display()))
            }
            Ok(_) => None,
            // The rows are more important than the page.
            Err(error) => Some(format!("the page of the run was not drawn: {error:#}")),
        };
        if let Some(told) = told.filter(|_| !self.is_quiet) {
            // The work continues even if nobody reads this.
            let _ = writeln!(io::stderr(), "{told}");
        }
        self.drawn = Some((Instant::now(), begun.elapsed()));
    }
}
