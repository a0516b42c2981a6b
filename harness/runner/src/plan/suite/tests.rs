//! Tests of `suite`.

use std::fs;

use optile_core::{Family, Takes};
use optile_heuristics::Catalogue;
use optile_results::published::Averaged;
use optile_testkit::{Behaviour, Mock};
use proptest::prelude::*;

use super::*;
use crate::plan::Plan;

/// A registry of one family.
fn registry() -> Registry {
    let bfs = Family {
        name: "bfs",
        about: "a strategy of the registry",
        heuristics: Takes::Nothing,
        options: &[],
        is_lookup: false,
        build: |_, _| Ok(Box::new(Mock::new(Behaviour::Right))),
    };
    Registry::new(vec![bfs], Catalogue::default())
}

#[test]
fn a_suite_reads_with_every_key() {
    let mut suite = Suite::parse(
        "name = \"all\"\nabout = \"every key\"\ninstances = [\"korf100\"]\n\
         first = 12\norder = \"listed\"\n\
         strategies = [\"bfs\"]\nrepeat = 3\nwarmup = 1\nseed = 9\ntime_limit = \"1.5s\"\n\
         cpu_limit = \"2s\"\nnode_limit = 1000\nmemory_limit = \"1GiB\"\n\
         pairs = [[\"bfs\", \"bidir\"]]\ncounts_of = \"bfs\"\n\
         [[published]]\nsource = \"x\"\nstrategy = \"bfs\"\ncolumn = \"length_ratio\"\n\
         mean = 1.5\nsamples = 9\nsd = 2\n\
         [[external]]\nname = \"other\"\ncommand = [\"./other\", \"-q\"]\nabout = \"x\"\n\
         [[heuristic]]\nname = \"guess\"\ncommand = [\"./guess\"]\n",
        &registry(),
    )
    .unwrap();
    assert_eq!((suite.repeat, suite.warmup, suite.seed), (3, 1, 9));
    assert_eq!(
        (suite.published[0].column, suite.published[0].sd),
        (Averaged::LengthRatio, Some(2.0))
    );
    assert_eq!(suite.external[0].command, ["./other", "-q"]);
    assert_eq!(suite.heuristics[0].name, "guess");
    let limits = RunLimits {
        time: Some(Duration::from_millis(1500)),
        cpu: Some(Duration::from_secs(2)),
        nodes: Some(1000),
        memory: Some(1 << 30),
    };
    assert_eq!(suite.limits, limits);
    assert_eq!(suite.pairs, [("bfs".to_owned(), "bidir".to_owned())]);
    assert_eq!(suite.read_instances(&[]).unwrap().len(), 12);
    assert_eq!(suite.order, Order::Listed);
}

#[test]
fn faults_are_named() {
    let message = |text: &str| format!("{:#}", Suite::parse(text, &registry()).unwrap_err());
    let good = "name = \"a\"\ninstances = [\"b\"]\n";
    let published = |strategy: &str, figures: &str| {
        format!(
            "{good}strategies = [\"bfs\"]\n[[published]]\nsource = \"x\"\n\
             strategy = \"{strategy}\"\ncolumn = \"length\"\n{figures}\n"
        )
    };
    for (text, expected) in [
        ("", "missing field `name`"),
        ("name = \"a\"\ninstances = []\n", "no instances"),
        (&format!("{good}strategies = []\n"), "no strategies"),
        ("name = \"../a\"\ninstances = [\"b\"]\n", "cannot be the name of a folder"),
        (&format!("{good}strategy = [\"bfs\"]\n"), "did you mean \"strategies\"?"),
        (&format!("{good}strategy = [\"bfs\"]\n"), "line 3, column 1"),
        (&format!("{good}repeat = 0\n"), "expected a whole number from 1 on"),
        (&format!("{good}first = 0\n"), "expected a whole number from 1 on"),
        (&format!("{good}order = \"list\"\n"), "did you mean \"listed\"?"),
        (&format!("{good}time_limit = 0\n"), "a limit of zero lets nothing run"),
        (&format!("{good}time_limit = \"0s\"\n"), "line 3, column 14"),
        (&format!("{good}repeat = 99999999999\n"), "line 3"),
        (&format!("{good}[[external]]\nname = \"a\"\n"), "missing field `command`"),
        (&format!("{good}[[external]]\nname = \"a\"\ncommand = []\n"), "no command"),
        (&format!("{good}[[external]]\nname = \"A b\"\ncommand = [\"x\"]\n"), "\"A b\""),
        (&format!("{good}[[external]]\nname = \"bfs\"\ncommand = [\"x\"]\n"), "registry"),
        (
            &format!(
                "{good}[[external]]\nname = \"a\"\ncommand = [\"x\"]\n\
                 [[heuristic]]\nname = \"a\"\ncommand = [\"x\"]\n"
            ),
            "two programs are named \"a\"",
        ),
        (&format!("{good}[[external]]\nnam = \"a\"\n"), "did you mean \"name\"?"),
        (&published("z", "mean = 1"), "\"z\" is none of the strategies"),
        (&published("bfs", "mean = nan"), "not a number from 0 on"),
        (&published("bfs", "mean = 1\nsamples = 9\nsd = -1"), "not a number from 0 on"),
        (&published("bfs", "mean = 1\nsd = 1"), "needs samples"),
        (&published("bfs", "mean = 1\nsample = 9"), "did you mean \"samples\"?"),
        (&format!("{good}repeat = -1\n"), "line 3"),
        (&format!("{good}time_limit = \"soon\"\n"), "is not a duration"),
        (&format!("{good}memory_limit = \"lots\"\n"), "is not a size of memory"),
        ("name = ", "line 1"),
    ] {
        let message = message(text);
        assert!(message.contains(expected), "{text:?} gives {message:?}");
    }
    let error = Suite::find("eihgt", &registry()).unwrap_err().to_string();
    assert!(error.contains("did you mean \"eight\"?"), "{error}");
    assert!(Suite::find("no/such.toml", &registry()).is_err());
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-z_\\[\\]=\" 0-9\n]{0,200}") {
        let _ = Suite::parse(&text, &registry());
    }

    #[test]
    fn no_damage_makes_the_reader_panic(cut in 0usize..2000, byte in any::<char>()) {
        let text = bundle::suite("eight").unwrap();
        let cut = (0..=cut.min(text.len())).rev().find(|&at| text.is_char_boundary(at));
        let (head, tail) = text.split_at(cut.unwrap_or(0));
        let _ = Suite::parse(&format!("{head}{byte}{tail}"), &registry());
        let _ = Suite::parse(head, &registry());
    }
}

#[test]
fn bundled_suites_are_sound() {
    for name in bundle::suite_names() {
        let mut suite = Suite::find(name, &registry()).unwrap();
        assert_eq!(suite.name, name);
        assert!(!suite.about.is_empty() && suite.about.len() <= 79, "{name}");
        assert!(!suite.read_instances(&[]).unwrap().is_empty());
    }
}

#[test]
fn ids_of_several_sets_get_the_sets_name() {
    let set = |name: &str| InstanceSet::read("test", name, "1\t1 2 3 0\t0\n".as_bytes()).unwrap();
    assert_eq!(merge(vec![set("a")], None).unwrap()[0].id, "1");
    let both = merge(vec![set("a"), set("b")], None).unwrap();
    assert_eq!((both[0].id.as_str(), both[1].id.as_str()), ("a/1", "b/1"));
    assert!(merge(vec![set("a"), set("a")], None).is_err());
}

#[test]
fn a_run_records_the_sets_of_its_instances() {
    let mut suite = Suite::find("eight", &registry()).unwrap();
    suite.read_instances(&[]).unwrap();
    let names: Vec<_> = suite.sets.iter().map(|set| set.split(' ').nth(1).unwrap()).collect();
    assert_eq!(names, ["eight-corner@1", "eight-edge@1", "eight-centre@1", "eight-arbitrary@1"]);
    let home = tempfile::tempdir().unwrap();
    let own = home.path().join("own.tsv");
    fs::write(&own, "1\t1 2 3 0\t0\n").unwrap();
    // A file, and a set by its id.
    let instances = suite.read_instances(&[own, "random-1000".into()]).unwrap();
    assert_eq!(instances.len(), 1001);
    assert!(suite.sets[0].starts_with("sha256:") && suite.sets[0].ends_with(" - own"));
    let sha256 = bundle::sha256("random-1000", "1").unwrap();
    assert_eq!(suite.sets[1], format!("sha256:{sha256} random-1000@1 fifteen-random"));
    let plan = Plan {
        suite,
        instances,
        solvers: vec![],
        limits: RunLimits::default(),
        programs: vec![],
        shard: None,
    };
    assert_eq!(plan.record().sets, plan.suite.sets);
    assert!(Suite::of_files(&[]).read_instances(&["absent".into()]).is_err());
}

#[test]
fn the_suites_of_24_puzzles_end_with_the_hardest_of_one_file() {
    let nodes = |name: &str| -> Vec<u64> {
        let mut suite = Suite::find(name, &registry()).unwrap();
        let instances = suite.read_instances(&[]).unwrap();
        instances.iter().map(|instance| instance.counts.unwrap().generated.unwrap()).collect()
    };
    let fifty = nodes("korf-felner-50");
    assert!(fifty.len() == 50 && fifty.is_sorted());
    assert_eq!(nodes("korf-felner-half"), fifty[..25]);
    assert_eq!(nodes("korf-felner-50-easy"), fifty[..12]);
    assert_eq!(nodes("korf-felner-parts"), fifty[..10]);
    let more = "name = \"a\"\ninstances = [\"korf-felner-50\"]\nfirst = 51\n";
    let error =
        Suite::parse(more, &registry()).unwrap().read_instances(&[]).unwrap_err().to_string();
    assert_eq!(error, "first is 51: expected at most 50, the number of instances");
}
