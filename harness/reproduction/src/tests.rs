//! The list of experiments, their quick parts, and the texts about them.

use std::time::Duration;

use optile_results::markdown::escape;
use optile_results::record::Origin;
use optile_runner::interruption::Interruption;
use optile_runner::session::isolation::Isolation;
use optile_runner::session::origin;

use super::*;
use crate::comparison::published_figure::PublishedFigure;
use crate::comparison::sample::Sample;
use crate::comparison::table::{ComparisonRow, ComparisonTable, Findings};
use crate::comparison::verdict::{Measured, Published};
use crate::literature::{Article, LITERATURE};
use crate::presentation::page::paragraph;

/// The page in the documents, which takes minutes to make again.
const PAGE: &str = include_str!("../../../docs/reproductions.md");

const BUILD: origin::Build = origin::Build { revision: "abc", compiler: "rustc", target: "here" };

pub(crate) fn laboratory() -> Laboratory {
    let registry = std::sync::Arc::new(optile::registry::all());
    let interruption = Interruption::default();
    Laboratory { is_quick: true, threads: 2, is_quiet: true, registry, interruption }
}

#[test]
fn names_are_unique_and_every_experiment_says_what_it_is() {
    assert_eq!(EXPERIMENTS.len(), LITERATURE.len());
    for (place, experiment) in EXPERIMENTS.iter().enumerate() {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        assert!(experiment.name.bytes().all(plain), "{}", experiment.name);
        let Article { title, about, cost, remarks, sources, .. } = experiment.article();
        assert!(title.len() <= 79, "{title}");
        assert!(!about.is_empty() && !cost.is_empty() && !sources.is_empty());
        let sources = sources.iter().map(|source| format!("* {}\n", escape(source)));
        let about = format!("{title}. {about}");
        let paragraphs = remarks.iter().chain([&about]).map(|text| paragraph(&escape(text)));
        for text in sources.chain(paragraphs) {
            assert!(PAGE.contains(&text), "docs/reproductions.md is older than {text}");
        }
        let others = &EXPERIMENTS[..place];
        assert!(others.iter().all(|other| other.name != experiment.name));
    }
}

#[test]
fn a_part_of_each_experiment_comes_out_as_published_and_is_called_a_part() {
    for experiment in EXPERIMENTS {
        let reproduction = experiment.run(&laboratory()).unwrap();
        let findings = &reproduction.findings;
        assert!(findings.subset.is_some(), "{}", experiment.name);
        let score = findings.score();
        let [equal, within, ..] = score.counts();
        assert!(equal + within > 0, "{}: {}", experiment.name, score.text());
        assert!(reproduction.is_explained(), "{}: {:?}", experiment.name, findings);
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

/// One row of each verdict. The means of a hundred have a standard error of 5.
fn invented() -> Reproduction {
    let of_100 = |digits: &str, computed| {
        Published::Figure(PublishedFigure {
            of: Some(100),
            computed,
            ..PublishedFigure::of_digits(digits)
        })
    };
    let mean = |mean, error| Sample { mean, deviation: 50.0, error };
    let finding = Measured::Finding { text: "7 of 24".into(), supports: true };
    let patterns = PublishedFigure { computed: true, ..PublishedFigure::of_digits("14.000") };
    let mut rows = vec![
        ComparisonRow::new("nodes", 1_234_567, 1_234_567),
        ComparisonRow::new("A*(h1) | d = 2", of_100("100", true), mean(104.0, 2.0)),
        ComparisonRow::new("A*(h1) | d = 4", of_100("100", true), mean(84.0, 1.0)),
        ComparisonRow::new("A*(h1) | d = 6", of_100("100", false), mean(50.0, 1.0)),
        ComparisonRow::new("a claim", Published::Claim("most".into()), finding),
        ComparisonRow::not_run("patterns", &patterns, "Not in this version."),
        ComparisonRow::new("random order", Published::Nothing, mean(2076.634, 0.0)),
    ];
    rows.iter_mut().for_each(|row| row.because([0.8, 1.0], "Ties are broken differently."));
    let folded = vec![rows[0].clone(), rows[1].clone(), rows[2].clone()];
    let tables =
        vec![ComparisonTable::new("Shown", rows), ComparisonTable::folded("Folded", folded)];
    let findings = Findings { subset: None, tables };
    let took = (Duration::from_secs(83), 2);
    Reproduction { experiment: &EXPERIMENTS[0], findings, took }
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
