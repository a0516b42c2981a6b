//! How watched searches ended, for the terminal.

use std::io::{self, Write};

use optile_core::Path;
use optile_results::quantity::{counted, grouped};
use optile_trace::{Watched, WatchedSearch};

use crate::command::exit::Exit;

/// What a search did, in one line.
pub(super) fn summary(search: &WatchedSearch) -> String {
    let WatchedSearch { strategy, end, rows, .. } = search;
    let shown = rows.len() as u64;
    let expanded = search.counter("expanded").unwrap_or(shown);
    let end = match end {
        Ok(path) => counted(path.len(), "move"),
        Err(words) => words.clone(),
    };
    let part = match shown == expanded {
        true => String::new(),
        false => format!(", of which {} are shown", grouped(&shown.to_string())),
    };
    format!("{strategy}: {end}, {} expanded{part}", grouped(&expanded.to_string()))
}

/// Says which paths are wrong, and whether all have one length.
pub(super) fn exit_of(watched: &Watched) -> Exit {
    let mut exit = Exit::Success;
    let wrong = |text: String| {
        let _ = writeln!(io::stderr(), "wrong: {text}");
        Exit::Wrong
    };
    let lengths = watched.searches.iter().filter_map(|search| search.end.as_ref().ok());
    let least = lengths.map(Path::len).min();
    for search in &watched.searches {
        let name = &search.strategy;
        exit = exit.max(match &search.end {
            Err(_) => Exit::Incomplete,
            Ok(path) => match path.verify(&watched.problem) {
                Err(error) => wrong(format!("{name}: {error}")),
                Ok(()) if Some(path.len()) > least => wrong(format!(
                    "{name}: {}, but a path of {} is known",
                    counted(path.len(), "move"),
                    least.unwrap_or_default()
                )),
                Ok(()) => Exit::Success,
            },
        });
    }
    exit
}
