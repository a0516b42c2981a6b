//! The strategies that run on all ranks together.

use std::sync::{Arc, LazyLock, Mutex};

use anyhow::{Result, bail};
use optile_core::{Allowed, Family, Heuristics, OptionInfo, Size, Spec, SpecError, Strategy};
use optile_hda::Hda;
use optile_ranks::Communicator;
use optile_runner::plan::registry::Registry;

use crate::shared_ranks::SharedRanks;

/// What the options `ranks` and `threads` must look like.
const FORM: &str = "a number from 1 to 4096";

const RANKS_OPTION: OptionInfo =
    number_option("ranks", "the number of ranks, which the command fills in");

const THREADS_OPTION: OptionInfo = number_option("threads", "the number of threads per rank");

const fn number_option(key: &'static str, about: &'static str) -> OptionInfo {
    let allowed = Allowed::Form { about: FORM, examples: &["1", "2"] };
    OptionInfo { key, about, default: "1", allowed }
}

const HDA_OPTIONS: [OptionInfo; 3] = [
    RANKS_OPTION,
    THREADS_OPTION,
    OptionInfo {
        key: "exchange",
        about: "when ranks exchange nodes: in steps, with the same counts each time, or anytime",
        default: "steps",
        allowed: Allowed::OneOf(&["steps", "anytime"]),
    },
];

/// Those of IDA* on several threads, and the ranks.
static IDASTAR_OPTIONS: LazyLock<Vec<OptionInfo>> = LazyLock::new(|| {
    let own = optile_idastar::PARALLEL.options.iter().copied();
    let others = own.filter(|option| option.key != THREADS_OPTION.key);
    [RANKS_OPTION, THREADS_OPTION].into_iter().chain(others).collect()
});

/// All strategies of this program. The registry builds them for one rank.
pub(crate) fn registry(heuristics: impl Heuristics + 'static) -> Registry {
    let family = |name, about, options| Family {
        name,
        about,
        heuristics: optile_heuristics::ALL,
        options,
        is_lookup: false,
        build: |spec, heuristics| on(spec, heuristics, Arc::new(Mutex::new(Communicator::alone()))),
    };
    let families = vec![
        family(
            "hda-mpi",
            "A* on all ranks; a hash assigns each state to one thread of one rank",
            &HDA_OPTIONS,
        ),
        family(
            "idastar-mpi",
            "IDA* on all ranks, which take subtrees from each other",
            &IDASTAR_OPTIONS,
        ),
    ];
    Registry::new(families, |_: Size| "hda-mpi:manhattan", heuristics)
}

/// HDA* with the options of a name, still without ranks.
fn hda_of(spec: &Spec, heuristics: &dyn Heuristics) -> Result<Hda, SpecError> {
    let threads = number(spec, "threads")?;
    let mut hda = Hda::new(heuristics.of(spec)?, threads);
    if spec.option("exchange") == Some("anytime") {
        if threads > 1 {
            return Err(SpecError::BadValue {
                key: "threads".into(),
                value: threads.to_string(),
                expected: "1, because ranks that exchange nodes at any time have one thread: \
                           start more ranks"
                    .into(),
            });
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
    number(spec, "ranks")?;
    if spec.family == "hda-mpi" {
        return Ok(hda_of(spec, heuristics)?.among(ranks).boxed());
    }
    number(spec, "threads")?;
    let mut own = spec.clone();
    if spec.option("threads").is_none() {
        // Otherwise it would take one thread per core.
        own.options.push(("threads".into(), "1".into()));
    }
    optile_idastar::on_ranks(&own, heuristics, ranks)
}

/// The value of a numeric option.
fn number(spec: &Spec, key: &'static str) -> Result<usize, SpecError> {
    let value = spec.option(key).unwrap_or("1");
    match value.parse() {
        Ok(number @ 1..=4096) => Ok(number),
        _ => {
            Err(SpecError::BadValue { key: key.into(), value: value.into(), expected: FORM.into() })
        }
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
        Some(given) => bail!("strategy {name:?} is for {given} ranks, and there are {ranks}"),
    }
    if spec.option("threads").is_none() {
        full += &format!(",threads={threads}");
    }
    Ok(registry.build(&full)?.name)
}
