//! The report of a run that goes on.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use optile_results::Results;

/// The least time between two pages.
const PAUSE: Duration = Duration::from_secs(2);

/// A page waits this many times as long as drawing the last one took.
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
    pub(super) fn see(&mut self, results: &mut Results) -> Result<()> {
        let is_due = |(at, cost): (Instant, Duration)| at.elapsed() >= PAUSE.max(cost * SHARE);
        if !self.drawn.is_none_or(is_due) {
            return Ok(());
        }
        let begun = Instant::now();
        results.registry.clone_from(&self.registry);
        let page = optile_report::write_running(self.folder, results)?;
        if self.drawn.is_none() && !self.is_quiet {
            // The work continues even if nobody reads this.
            let _ = writeln!(io::stderr(), "Watch the run in a browser: {}", page.display());
        }
        self.drawn = Some((Instant::now(), begun.elapsed()));
        Ok(())
    }
}
