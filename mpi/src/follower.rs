//! The other ranks, which do what the first one asks.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Instant;

use anyhow::Result;
use optile_core::{Interrupt, Limits, Meter, PathChoice, Session};

use crate::job::Job;
use crate::leader::RankStrategies;
use crate::overhead::Overheads;
use crate::shared::{Shared, all_are_ready, lock};

/// Does what the first rank asks, until there is nothing more to do.
pub(crate) fn follow(strategies: &RankStrategies) -> Result<()> {
    let ranks = &strategies.ranks;
    let mut sessions: HashMap<String, Session> = HashMap::new();
    loop {
        let job = Job::receive(&mut lock(ranks))?;
        match job {
            Job::End => return Ok(()),
            Job::Prepare(request) => {
                let session = open(strategies, &mut sessions, &request.strategy)?;
                let mut meter = meter(request.node_limit, request.memory_limit);
                // Its end, if there is one, is seen again when it solves.
                let _ = session.prepare(&request.problem()?, &mut meter);
                all_are_ready(ranks);
            }
            Job::Solve(request, is_smallest) => {
                let session = open(strategies, &mut sessions, &request.strategy)?;
                let mut meter = meter(request.node_limit, request.memory_limit);
                let choice = match is_smallest {
                    true => PathChoice::LexicographicallySmallest,
                    false => PathChoice::Any,
                };
                let before = lock(ranks).traffic();
                let begin = Instant::now();
                // The first rank has the same result, and reports it.
                let _ = session.solve(&request.problem()?, choice, &mut meter);
                let time = begin.elapsed();
                Overheads::gather(&mut lock(ranks), before, time);
            }
        }
    }
}

/// The session of a strategy, which is kept for later jobs.
fn open<'a>(
    strategies: &RankStrategies,
    sessions: &'a mut HashMap<String, Session>,
    name: &str,
) -> Result<&'a mut Session> {
    Ok(match sessions.entry(name.to_owned()) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(place) => place.insert(Session::new(strategies.build(name)?.strategy)),
    })
}

/// Tells the other ranks that there is nothing more to do.
pub(crate) fn dismiss(ranks: &Shared) -> Result<()> {
    Job::End.announce(&mut lock(ranks))
}

fn meter(expanded: Option<u64>, bytes: Option<u64>) -> Meter {
    Meter::new(Limits { expanded, bytes }, Interrupt::default())
}
