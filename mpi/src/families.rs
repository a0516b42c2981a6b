//! The strategies that run on all ranks together.

use std::sync::{Arc, LazyLock, Mutex};

use anyhow::{Result, bail};
use optile_core::{Allowed, Family, Heuristics, Opt, Spec, SpecError, Strategy, Takes};
use optile_hda::Hda;
use optile_heuristics::Catalogue;
use optile_ranks::Communicator;
use optile_runner::plan::registry::Registry;

use crate::shared_ranks::SharedRanks;

const RANKS: Opt<Allowed<usize>> = Opt {
    key: "ranks",
    about: "the number of ranks, which the command fills in",
    default: "1",
    allowed: Allowed::Number(1..=4096, usize::from),
};

const THREADS: Opt<Allowed<usize>> = Opt {
    key: "threads",
    about: "the number of threads per rank",
    default: "1",
    allowed: Allowed::Number(1..=1024, usize::from),
};

/// Whether ranks exchange nodes at any time.
const EXCHANGE: Opt<Allowed<bool>> = Opt {
    key: "exchange",
    about: "when ranks exchange nodes: in steps, with the same counts each time, or anytime",
    default: "steps",
    allowed: Allowed::OneOf(&[("steps", false), ("anytime", true)]),
};

/// Those of IDA* on several threads, and the ranks.
static IDASTAR_OPTIONS: LazyLock<Vec<&Opt>> = LazyLock::new(|| {
    let own = optile_idastar::PARALLEL.options.iter().copied();
    let others = own.filter(|option| option.key != THREADS.key);
    let ours: [&Opt; 2] = [&RANKS, &THREADS];
    ours.into_iter().chain(others).collect()
});

/// All strategies of this program. The registry builds them for one rank.
pub(crate) fn registry(heuristics: Catalogue) -> Registry {
    let family = |name, about, options| Family {
        name,
        about,
        heuristics: Takes::Every,
        options,
        is_lookup: false,
        build: |spec, heuristics| on(spec, heuristics, Arc::new(Mutex::new(Communicator::alone()))),
    };
    let families = vec![
        family(
            "hda-mpi",
            "A* on all ranks; a hash assigns each state to one thread of one rank",
            &[&RANKS, &THREADS, &EXCHANGE],
        ),
        family(
            "idastar-mpi",
            "IDA* on all ranks, which take subtrees from each other",
            &IDASTAR_OPTIONS,
        ),
    ];
    Registry::new(families, heuristics)
}

/// HDA* with the options of a name, still without ranks.
fn hda_of(spec: &Spec, heuristics: &dyn Heuristics) -> Result<Hda, SpecError> {
    let threads = THREADS.of(spec)?;
    let mut hda = Hda::new(heuristics.of(spec)?, threads);
    if EXCHANGE.of(spec)? {
        if threads > 1 {
            let expected = "1, because ranks that exchange nodes at any time have one thread: \
                            start more ranks";
            return Err(THREADS.refusal(spec, expected));
        }
        hda = hda.asynchronous();
    }
    Ok(hda)
}

/// The strategy of a name on these ranks.
pub(crate) fn on(
    spec: &Spec,
    heuristics: &dyn Heuristics,
    ranks: SharedRanks,
) -> Result<Box<dyn Strategy>, SpecError> {
    match &*spec.family {
        "hda-mpi" => Ok(hda_of(spec, heuristics)?.among(ranks).boxed()),
        _ => optile_idastar::on_ranks(spec, heuristics, THREADS.of(spec)?, ranks),
    }
}

/// The name of a strategy with the number of ranks and of threads per rank in it.
///
/// # Errors
///
/// When it is not a strategy, or names another number of ranks.
pub(crate) fn full_name(
    registry: &Registry,
    name: &str,
    ranks: usize,
    threads: usize,
) -> Result<String> {
    let spec: Spec = registry.build(name)?.name.parse()?;
    let mut full = name.to_owned();
    match spec.option("ranks") {
        None => full += &format!(",ranks={ranks}"),
        Some(given) if given == ranks.to_string() => {}
        Some(given) => bail!("strategy {name:?} has ranks={given}, and there are {ranks}"),
    }
    if spec.option("threads").is_none() {
        full += &format!(",threads={threads}");
    }
    Ok(registry.build(&full)?.name)
}
