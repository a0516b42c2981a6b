//! The list of experiments, their quick parts, and the texts about them.

use std::time::Duration;

use optile_results::markdown::escape;
use optile_results::record::Origin;
use optile_runner::interruption::Interruption;
use optile_runner::isolation::Isolation;
use optile_runner::origin;

use super::*;
use crate::presentation::page::paragraph;

/// The page in the documents, which takes minutes to make again.
const PAGE: &str = include_str!("../../../docs/reproductions.md");

const BUILD: origin::Build = origin::Build { revision: "abc", compiler: "rustc", target: "here" };

fn laboratory() -> Laboratory {
    let registry = std::sync::Arc::new(optile::registry::all());
    let interruption = Interruption::default();
    Laboratory { is_quick: true, threads: 2, is_quiet: true, registry, interruption }
}

#[test]
fn names_are_unique_and_every_experiment_says_what_it_is() {
    for (place, experiment) in EXPERIMENTS.iter().enumerate() {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(experiment.name.bytes().all(plain), "{}", experiment.name);
        assert!(experiment.title.len() <= 79, "{}", experiment.title);
        assert!(!experiment.about.is_empty() && !experiment.cost.is_empty());
        let sources = experiment.sources().unwrap();
        assert!(!sources.is_empty());
        let about = format!("{}. {}", experiment.title, experiment.about);
        let sources = sources.iter().map(|source| format!("* {}\n", escape(&source.text())));
        for text in sources.chain([paragraph(&escape(&about))]) {
            assert!(PAGE.contains(&text), "docs/reproductions.md is older than {text}");
        }
        let others = &EXPERIMENTS[..place];
        assert!(others.iter().all(|other| other.name != experiment.name));
    }
}

#[test]
fn a_part_of_each_experiment_comes_out_as_published_and_is_called_a_part() {
    for experiment in EXPERIMENTS {
        let findings = experiment.run(&laboratory()).unwrap();
        assert!(findings.subset.is_some(), "{}", experiment.name);
        for remark in &findings.remarks {
            let text = paragraph(&escape(remark));
            assert!(PAGE.contains(&text), "docs/reproductions.md is older than {text}");
        }
        let score = findings.score();
        assert!(score.equal + score.within > 0, "{}: {}", experiment.name, score.text());
        for row in findings.rows() {
            assert!(!row.verdict.is_unexplained(), "{}: {row:?}", experiment.name);
        }
    }
}

#[test]
fn the_user_can_end_each_experiment() {
    let laboratory = laboratory();
    laboratory.interruption.interrupt().interrupt();
    for experiment in EXPERIMENTS {
        let error = experiment.run(&laboratory).unwrap_err();
        let stop = error.downcast_ref();
        assert_eq!(stop, Some(&optile_core::Stop::Interrupted), "{}", experiment.name);
    }
}

/// One row of each verdict.
fn invented() -> Reproduction {
    let figure = |value: &str, error: f64, grade| {
        let of = (error > 0.0).then_some(100);
        let figure = PublishedFigure { value: value.parse().unwrap(), of, grade };
        Published::Figure { figure, error }
    };
    let mean = |value, error| Measured::Mean { value, error };
    let claim = |supports| {
        let finding = Measured::Finding { text: "7 of 24".into(), supports };
        ComparisonRow::new("a claim", Published::Claim("most".into()), finding)
    };
    let rows = vec![
        ComparisonRow::new(
            "nodes",
            figure("1234567", 0.0, Grade::Read),
            Measured::Count(1_234_567),
        ),
        ComparisonRow::new("A*(h1) | d = 2", figure("100", 5.0, Grade::Computed), mean(104.0, 2.0)),
        ComparisonRow::new("A*(h1) | d = 4", figure("100", 5.0, Grade::Computed), mean(84.0, 1.0))
            .because(0.8..=1.0, "Ties are broken differently."),
        ComparisonRow::new("A*(h1) | d = 6", figure("100", 5.0, Grade::Read), mean(50.0, 1.0))
            .because(0.8..=1.0, "Ties are broken differently."),
        claim(true),
        ComparisonRow::not_run(
            "patterns",
            figure("14.000", 0.0, Grade::Computed),
            "Not in this version.",
        ),
        ComparisonRow::new("random order", Published::Nothing, mean(2076.634, 0.0)),
    ];
    let folded = vec![rows[0].clone(), rows[1].clone(), rows[2].clone()];
    let tables =
        vec![ComparisonTable::new("Shown", rows), ComparisonTable::folded("Folded", folded)];
    let findings = Findings { subset: None, tables, remarks: vec!["A* is counted.".into()] };
    let source = Source {
        author: "N. Body".into(),
        title: "On nothing".into(),
        venue: "Nowhere".into(),
        year: Some(1985),
        place: "Table 1".into(),
    };
    let took = (Duration::from_secs(83), 2);
    Reproduction { experiment: &EXPERIMENTS[0], sources: vec![source], findings, took }
}

#[test]
fn the_terminal_shows_all_but_what_is_folded() {
    insta::assert_snapshot!(sheet(&invented(), None));
}

#[test]
fn the_page_is_complete_with_who_made_it() {
    let origin = Origin {
        command: ["optile", "reproduce", "all"].map(str::to_owned).to_vec(),
        version: "1.2.3".into(),
        revision: "abcdef".into(),
        compiler: "rustc 1.95.0".into(),
        target: "x86_64 release".into(),
        cpu: "Some CPU".into(),
        cores: 2,
        started: "2026-01-01T00:00:00Z".into(),
        ..origin::here(Isolation::InProcess, BUILD)
    };
    let page = page(&[invented()], &origin);
    let legend = |page: &str| page.split("## ").nth(1).map(str::to_owned);
    assert_eq!(legend(&page), legend(PAGE), "how to read docs/reproductions.md");
    insta::assert_snapshot!(page);
}

#[test]
fn times_are_as_people_say_them() {
    let time = |millis, threads| {
        let took = (Duration::from_millis(millis), threads);
        Reproduction { took, ..invented() }.time()
    };
    assert_eq!(time(83_000, 2), "83 s on 2 threads");
    assert_eq!(time(1_240, 1), "1.2 s on 1 thread");
    assert_eq!(time(754_999, 8), "12 min 34 s on 8 threads");
}
