//! Texts and errors of one rank that all ranks learn.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use optile_ranks::{Communicator, Gone, to_text, to_words};
use optile_retrograde::RankedError;
use optile_runner::machine;

/// What every rank has got. If some rank has failed, all ranks return the error of the first
/// one that has, with its name. That another rank has failed is not an error of this one.
/// Collective.
///
/// # Errors
///
/// Those of the ranks.
pub(crate) fn all_have<T>(ranks: &mut Communicator, own: Result<T>) -> Result<T> {
    let is_cause =
        |error: &&anyhow::Error| !matches!(error.downcast_ref(), Some(RankedError::Other { .. }));
    let text = own.as_ref().err().filter(is_cause).map(|error| format!("{error:#}"));
    let texts = all_texts(ranks, text.as_deref().unwrap_or_default())?;
    let Some(rank) = texts.iter().position(|text| !text.is_empty()) else { return own };
    // What is wrong on all ranks is not the fault of one.
    if texts.iter().all(|text| *text == texts[rank]) {
        return Err(anyhow!("{}", texts[rank]));
    }
    let host = if text.is_some() { machine::host() } else { String::new() };
    let hosts = all_texts(ranks, &host)?;
    Err(anyhow!("rank {rank} on {}: {}", hosts[rank], texts[rank]))
}

/// The status of a work whose errors all ranks have alike. Rank 0 prints the error before any
/// rank ends, because a rank that ends with an error may end the whole run. Collective.
///
/// # Errors
///
/// When a rank has ended early.
pub(crate) fn fail_together(
    ranks: &mut Communicator,
    result: Result<ExitCode>,
) -> Result<ExitCode> {
    let error = match result {
        Err(error) if !error.is::<Gone>() => error,
        result => return result,
    };
    if ranks.rank() == 0 {
        // If this fails, there is no way to say so.
        let _ = writeln!(io::stderr(), "error: {error:#}");
    }
    ranks.share(&[])?;
    Ok(ExitCode::FAILURE)
}

/// A text of each rank. Collective.
///
/// # Errors
///
/// When a rank has ended early.
pub(crate) fn all_texts(ranks: &mut Communicator, own: &str) -> Result<Vec<String>> {
    let texts = ranks.share(&to_words(own))?;
    Ok(texts.iter().map(|words| to_text(words)).collect())
}

/// A text of rank 0, for all ranks. What the others pass is not used. Collective.
///
/// # Errors
///
/// When a rank has ended early.
pub(crate) fn text_of_first(ranks: &mut Communicator, own: &str) -> Result<String> {
    Ok(to_text(&ranks.broadcast(0, to_words(own))?))
}
