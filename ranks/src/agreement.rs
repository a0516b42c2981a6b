//! Texts and errors of one rank that all ranks learn.

use anyhow::{Result, anyhow};

use crate::{Communicator, Elsewhere, decode, encode};

/// What every rank has got. If some rank has failed, all ranks return the error of the first
/// one that has, with its name. That another rank has failed is not an error of this one.
/// Collective.
///
/// # Errors
///
/// Those of the ranks.
pub fn all_have<T>(ranks: &mut Communicator, own: Result<T>) -> Result<T> {
    match first_error(ranks, own.as_ref().err())? {
        Some(error) => Err(error),
        None => own,
    }
}

/// The error of the first rank that has failed, given that of this rank.
fn first_error(
    ranks: &mut Communicator,
    own: Option<&anyhow::Error>,
) -> Result<Option<anyhow::Error>> {
    let is_cause = |error: &&anyhow::Error| {
        !error.chain().any(|cause| cause.downcast_ref::<Elsewhere>().is_some())
    };
    let text = own.filter(is_cause).map(|error| format!("{error:#}"));
    let texts = all_texts(ranks, text.as_deref().unwrap_or_default())?;
    let Some(rank) = texts.iter().position(|text| !text.is_empty()) else { return Ok(None) };
    // What is wrong on all ranks is not the fault of one.
    if texts.iter().all(|text| *text == texts[rank]) {
        return Ok(Some(anyhow!("{}", texts[rank])));
    }
    let host = if text.is_some() { host() } else { String::new() };
    let hosts = all_texts(ranks, &host)?;
    Ok(Some(anyhow!("rank {rank} on {}: {}", hosts[rank], texts[rank])))
}

/// The name of this rank's machine.
fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// A text of each rank. Collective.
///
/// # Errors
///
/// When a rank has ended early.
pub fn all_texts(ranks: &mut Communicator, own: &str) -> Result<Vec<String>> {
    let texts = ranks.share(&encode(&own))?;
    Ok(texts.iter().map(|words| decode(words)).collect())
}

/// A text of rank 0, for all ranks. What the others pass is not used. Collective.
///
/// # Errors
///
/// When a rank has ended early.
pub fn text_of_first(ranks: &mut Communicator, own: &str) -> Result<String> {
    Ok(decode(&ranks.broadcast(0, encode(&own))?))
}
