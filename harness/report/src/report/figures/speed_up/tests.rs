//! Tests of `speed_up`.

use super::*;
use crate::report::Analysis;
use crate::report::figures::figures;
use crate::synthetic::{end, record, row};
use optile_results::Results;
use optile_results::row::Status;

const ANYTIME: &str = "hda-mpi:manhattan,exchange=anytime";

/// Times of instances on numbers of ranks; none if the instance is not solved.
fn results(times: &[(&str, &str, Option<u64>)]) -> Results {
    let names: BTreeSet<&str> = times.iter().map(|(_, strategy, _)| *strategy).collect();
    let rows = times.iter().map(|(instance, strategy, time)| {
        let mut row = row(instance, strategy, 20, 1000);
        row.search_ns = time.unwrap_or(7);
        if time.is_none() {
            end(&mut row, Status::MemoryLimit);
        }
        row
    });
    Results::new(record(&Vec::from_iter(names)), rows.collect(), vec![])
}

fn figure(results: &Results) -> Option<Figure> {
    let all = figures(&Analysis::of(results)).into_iter().flatten();
    all.into_iter().find(|figure| figure.name == "speed-up")
}

fn ranks(number: u64) -> String {
    format!("{ANYTIME},ranks={number},threads=1")
}

/// Instance b is not solved on four ranks, and c is not solved on one.
fn three() -> Results {
    let [one, two, four] = [1, 2, 4].map(ranks);
    results(&[
        ("a", &one, Some(8000)),
        ("a", &four, Some(2000)),
        ("a", &two, Some(5000)),
        ("b", &one, Some(9000)),
        ("b", &two, Some(4500)),
        ("b", &four, None),
        ("c", &one, None),
        ("c", &four, Some(9)),
    ])
}

#[test]
fn the_ranks_and_threads_of_a_name_are_apart_from_its_rest() {
    for (name, rest, ranks, threads) in [
        ("hda:manhattan,threads=4", "hda:manhattan", None, Some(4)),
        ("hda-mpi:h,ranks=2,threads=16", "hda-mpi:h", Some(2), Some(16)),
        ("a:max(b,c),ranks=2,exchange=anytime", "a:max(b,c),exchange=anytime", Some(2), None),
        ("hda:h,threads=0", "hda:h", None, Some(0)),
        ("x,threads=two", "x,threads=two", None, None),
        ("bfs", "bfs", None, None),
        ("", "", None, None),
    ] {
        assert_eq!(team(name), (rest.to_owned(), ranks, threads));
    }
}

#[test]
fn a_speed_up_is_the_time_on_one_rank_divided_by_the_time() {
    let figure = figure(&three()).unwrap();
    insta::assert_snapshot!(figure.csv(), @r#"
    instance,strategy,ranks,threads,speed_up
    a,"hda-mpi:manhattan,exchange=anytime",1,1,1
    b,"hda-mpi:manhattan,exchange=anytime",1,1,1
    a,"hda-mpi:manhattan,exchange=anytime",2,2,1.6
    b,"hda-mpi:manhattan,exchange=anytime",2,2,2
    a,"hda-mpi:manhattan,exchange=anytime",4,4,4
    "#);
    insta::assert_snapshot!(figure.caption, @"The search time on 1 rank divided by that on more. A marker is an instance. Lines are geometric means over 1 instance, solved on all these numbers. An instance or a strategy that was not solved on 1 rank is left out.");
    let titles = [&*figure.title, &figure.subtitle, &figure.x.title, &figure.legend[0].name];
    let expected = ["Speed-up by number of ranks", "Dashed: ideal.", "ranks", ANYTIME];
    assert_eq!(titles, expected);
    // The ideal, the means over the only instance that all solved, and the markers.
    let places: Vec<&[(Place, Place)]> = figure.layers.iter().map(|layer| &*layer.points).collect();
    let line = [at(1, 1.0), at(2, 1.6), at(4, 4.0)];
    assert_eq!(places[0], [at(1, 1.0), at(4, 4.0)]);
    assert_eq!(places[1], line);
    assert_eq!(places[2].len(), 5);
}

#[test]
fn only_several_numbers_that_begin_with_the_fewest_make_a_line() {
    // Without a number, or with 0, the number of threads is that of the cores.
    let cores = ["hda:zero", "hda:zero,threads=0", "hda:zero,threads=2"];
    assert!(figure(&results(&cores.map(|name| ("a", name, Some(5))))).is_none());
    let unsolved = [("a", "hda:zero,threads=1", Some(5)), ("a", "hda:zero,threads=2", None)];
    assert!(figure(&results(&unsolved)).is_none());
    let threads = [1, 2, 4, 8].map(|number| format!("hda:zero,threads={number}"));
    let late = [2, 8].map(|number| format!("hda-mpi:zero,ranks={number},threads=1"));
    let rows = threads.iter().chain(&late).map(|name| ("a", &**name, Some(5)));
    let figure = figure(&results(&rows.collect::<Vec<_>>())).unwrap();
    assert_eq!((&*figure.title, figure.legend.len()), ("Speed-up by number of threads", 1));
}
