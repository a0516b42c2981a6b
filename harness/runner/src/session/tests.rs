//! Tests of `session`.

use std::fs;

use optile_core::Stop;
use optile_heuristics::Catalogue;
use optile_results::difference::Purpose;
use optile_results::findings::verdict::Verdict;
use optile_results::limits::RunLimits;
use optile_results::load;
use optile_results::merging::{Part, merge};
use optile_results::rows::row::{Row, Status};
use optile_testkit::{Behaviour, Mock};

use super::*;
use crate::plan::registry::Entry;
use crate::plan::solver::Solver;
use crate::plan::suite::Suite;

fn mock(name: &str, behaviour: Behaviour) -> Solver {
    Solver::BuiltIn(Entry {
        name: name.into(),
        is_lookup: false,
        strategy: Box::new(Mock::new(behaviour)),
    })
}

fn plan(solvers: Vec<Solver>) -> Plan {
    let text = "a\t1 2 3 / 4 5 0\t0\nb\t1 2 3 / 0 4 5\t-\nc\t2 1 3 / 4 5 0\t-\n";
    let set =
        crate::instances::instance::InstanceSet::read("test", "test", text.as_bytes()).unwrap();
    let suite = "name = \"mock\"\ninstances = [\"smoke\"]\nrepeat = 2\n";
    Plan {
        suite: Suite::parse(
            suite,
            &crate::plan::registry::Registry::new(Vec::new(), Catalogue::default()),
        )
        .unwrap(),
        instances: set.instances,
        solvers,
        limits: RunLimits::default(),
        programs: Vec::new(),
        shard: None,
    }
}

fn carry_out_in(plan: &Plan, home: &std::path::Path) -> Result<Results> {
    let (mut folder, found) = Folder::open(home)?;
    let session = Session {
        folder: &mut folder,
        found,
        tables: vec![],
        pdb_folder: None,
        isolation: Isolation::InProcess,
        build: Build { revision: "abc", compiler: "rustc", target: "here" },
        ranks: None,
        interruption: &Interruption::default(),
        quiet: true,
    };
    let mut results = session.carry_out(plan)?;
    complete(&folder, &mut results)?;
    Ok(results)
}

fn carry_out(solvers: Vec<Solver>) -> (Results, Results) {
    let home = tempfile::tempdir().unwrap();
    let results = carry_out_in(&plan(solvers), home.path()).unwrap();
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 5, "no drafts are left");
    let loaded = load(home.path()).unwrap();
    (results, loaded)
}

#[test]
fn agreeing_strategies_give_a_clean_and_complete_folder() {
    let (results, loaded) =
        carry_out(vec![mock("one", Behaviour::Right), mock("two", Behaviour::Right)]);
    assert!(Verdict::of(&results).is_clean());
    assert!(results.record.complete);
    assert_eq!(results.rows.len(), 12);
    let optimal = |id: &str| {
        results.rows.iter().filter(|row| row.run.instance == id).map(|row| row.optimal).max()
    };
    assert_eq!(
        (optimal("a"), optimal("b"), optimal("c")),
        (Some(Some(0)), Some(Some(2)), Some(None))
    );
    assert_eq!(loaded.rows, results.rows);
    assert_eq!(loaded.record, results.record);
    assert_eq!(loaded.instances, results.instances);
    assert_eq!(loaded.instances[1].start, "1 2 3 0 4 5");
}

#[test]
fn a_wrong_strategy_is_found_without_a_known_length() {
    let (results, loaded) =
        carry_out(vec![mock("long", Behaviour::TooLong), mock("right", Behaviour::Right)]);
    let wrong: Vec<_> =
        results.rows.iter().filter(|row| row.outcome.status == Status::Wrong).collect();
    assert_eq!(wrong.len(), 4);
    assert!(wrong.iter().all(|row| row.run.strategy == "long" && row.outcome.reason.is_some()));
    assert!(!Verdict::of(&loaded).is_clean());
}

#[test]
fn a_crash_costs_its_rows_and_no_others() {
    let (results, _) =
        carry_out(vec![mock("bad", Behaviour::Panics), mock("good", Behaviour::Right)]);
    assert!(results.record.complete);
    // The unsolvable one panics as well: this mock asks no parity.
    assert_eq!(results.rows.iter().filter(|row| row.outcome.status == Status::Crashed).count(), 6);
    assert_eq!(results.rows.iter().filter(|row| row.outcome.status == Status::Solved).count(), 4);
}

#[test]
fn an_interrupted_run_gets_no_row() {
    let (results, loaded) = carry_out(vec![mock("stopped", Behaviour::Stops(Stop::Interrupted))]);
    assert!(results.rows.is_empty() && !loaded.record.complete);
    assert!(loaded.record.origins[0].finished.is_some());
}

/// The parts of a row that must not depend on where a run was interrupted.
fn essence(rows: &[Row]) -> Vec<Row> {
    let plain = |row: &Row| {
        let mut row = row.clone();
        row.run.origin = String::new();
        (row.outcome.search_ns, row.outcome.prepare_ns, row.outcome.cpu_ns) = (0, 0, None);
        row
    };
    rows.iter().map(plain).collect()
}

#[test]
fn a_run_cut_at_any_byte_goes_on_to_the_same_rows() {
    let home = tempfile::tempdir().unwrap();
    let solvers = vec![mock("long", Behaviour::TooLong), mock("right", Behaviour::Right)];
    let plan = plan(solvers);
    let whole = essence(&carry_out_in(&plan, home.path()).unwrap().rows);
    let file = home.path().join("results.jsonl");
    let bytes = fs::read(&file).unwrap();
    for left in (0..=bytes.len()).step_by(37) {
        fs::write(&file, &bytes[..left]).unwrap();
        let results = carry_out_in(&plan, home.path()).unwrap();
        assert_eq!(essence(&results.rows), whole, "{left} bytes were left");
        assert!(results.record.complete);
        assert_eq!(essence(&load(home.path()).unwrap().rows), whole);
    }
}

#[test]
fn a_merged_folder_is_continued_as_the_plan_of_all_its_strategies() {
    let home = tempfile::tempdir().unwrap();
    let solvers = || [mock("long", Behaviour::TooLong), mock("right", Behaviour::Right)];
    let joint = carry_out_in(&plan(solvers().into()), &home.path().join("joint")).unwrap();
    let part = |(place, solver)| {
        let folder = home.path().join(format!("{place}"));
        let results = carry_out_in(&plan(vec![solver]), &folder).unwrap();
        Part { folder, results }
    };
    // The parts are named in the other order.
    let parts: Vec<Part> = solvers().into_iter().enumerate().map(part).rev().collect();
    let merged = merge(parts, Purpose::Merging).unwrap();
    assert_eq!(merged.record.plans.len(), 2);
    let mut origins = Vec::new();
    for left in 0..=merged.rows.len() {
        let path = home.path().join("merged");
        let (folder, _) = Folder::replace(&path).unwrap();
        folder.write_all(&mut merged.clone()).unwrap();
        drop(folder);
        let file = path.join("results.jsonl");
        let text = fs::read_to_string(&file).unwrap();
        fs::write(&file, text.split_inclusive('\n').take(left).collect::<String>()).unwrap();
        // The second time there is nothing to do.
        for _ in 0..2 {
            let results = carry_out_in(&plan(solvers().into()), &path).unwrap();
            assert_eq!(essence(&results.rows), essence(&joint.rows), "{left} rows were left");
            let mut read = load(&path).unwrap().rows;
            read.sort_by_key(|row| row.run.order);
            assert_eq!(essence(&read), essence(&joint.rows));
            assert_eq!(results.record.plans, joint.record.plans);
            assert!(results.record.complete);
            origins.push(results.record.origins.len());
        }
    }
    // Processes of the same second are one here.
    let (all, before) = (merged.rows.len(), merged.record.origins.len());
    let expected = (0..=all).flat_map(|left| [before + usize::from(left < all); 2]);
    assert_eq!(origins, expected.collect::<Vec<_>>(), "a process with nothing to do is no origin");
}

/// A memory limit that nobody gave depends on the machine, and is no part of a plan.
#[test]
fn merged_parts_are_continued_as_the_whole_plan_on_a_machine_with_other_memory() {
    let home = tempfile::tempdir().unwrap();
    let solvers = || [mock("long", Behaviour::TooLong), mock("right", Behaviour::Right)];
    let joint = carry_out_in(&plan(solvers().into()), &home.path().join("joint")).unwrap();
    let default = machine::default_memory_limit(1);
    assert!(default.is_some());
    for (there, here, is_continued) in [
        (Some(4_000_000_000), default, true),
        (Some(4_000_000_001), default, false),
        (Some(4_000_000_000), Some(5), false),
    ] {
        let part = |(place, solver)| {
            let mut plan = plan(vec![solver]);
            plan.shard = Some("1/2".parse().unwrap());
            let folder = home.path().join(format!("{place} {there:?} {here:?}"));
            let mut results = carry_out_in(&plan, &folder).unwrap();
            results.record.limits.memory = there;
            results.record.origins[0].memory = 8_000_000_000;
            Part { folder, results }
        };
        let parts: Vec<Part> = solvers().into_iter().enumerate().map(part).collect();
        let mut merged = merge(parts, Purpose::Merging).unwrap();
        assert!(merged.rows.len() < joint.rows.len());
        let path = home.path().join("merged");
        let (folder, _) = Folder::replace(&path).unwrap();
        folder.write_all(&mut merged).unwrap();
        drop(folder);
        let mut whole = plan(solvers().into());
        whole.limits.memory = here;
        whole.shard = Some("1/2".parse().unwrap());
        let error = carry_out_in(&whole, &path).unwrap_err().to_string();
        assert!(error.contains("part of the plan is the whole plan, and now it is 1/2"), "{error}");
        whole.shard = None;
        match carry_out_in(&whole, &path) {
            Ok(results) => assert_eq!(essence(&results.rows), essence(&joint.rows)),
            Err(error) => assert!(error.to_string().contains("its memory limit is"), "{error}"),
        }
        assert_eq!(carry_out_in(&whole, &path).is_ok(), is_continued, "{there:?} {here:?}");
    }
}

#[test]
fn a_wrong_file_is_named_and_no_strategy_whenever_that_is_found_out() {
    let home = tempfile::tempdir().unwrap();
    let mut plan = plan(vec![mock("right", Behaviour::Right), mock("long", Behaviour::TooLong)]);
    // Both paths refute a length of 5, and by one of 4 the longer path seems right.
    for said in [5, 4, 2] {
        plan.instances[1].optimal = Some(said);
        plan.instances.truncate(2);
        let path = home.path().join(said.to_string());
        let whole = carry_out_in(&plan, &path).unwrap();
        let told = Verdict::of(&whole).sentence();
        let named = format!("; the file is wrong on instance b: 2 moves, it says {said}.");
        assert_eq!(told.ends_with(&named), said != 2, "{told}");
        let of_it: Vec<&Row> = whole.rows.iter().filter(|row| row.run.instance == "b").collect();
        let of_long = of_it.iter().filter(|row| row.outcome.status == Status::Wrong);
        assert_eq!(of_long.filter(|row| row.run.strategy == "long").count(), 2, "{told}");
        assert!(of_it.iter().all(|row| row.optimal == Some(2)));
        let file = path.join("results.jsonl");
        let bytes = fs::read(&file).unwrap();
        for left in (0..=bytes.len()).step_by(97) {
            fs::write(&file, &bytes[..left]).unwrap();
            let again = carry_out_in(&plan, &path).unwrap();
            let read = load(&path).unwrap();
            for results in [&again, &read] {
                assert_eq!(essence(&results.rows), essence(&whole.rows), "{said}: {left}");
                assert_eq!(Verdict::of(results).sentence(), told);
            }
        }
    }
}

#[test]
fn the_record_says_that_runs_are_listed() {
    let home = tempfile::tempdir().unwrap();
    let mut plan = plan(vec![mock("right", Behaviour::Right)]);
    let shuffled = carry_out_in(&plan, &home.path().join("shuffled")).unwrap().record;
    plan.suite.order = Order::Listed;
    let listed = home.path().join("listed");
    carry_out_in(&plan, &listed).unwrap();
    let plans = load(&listed).unwrap().record.plans;
    assert!(plans[0].listed && !shuffled.plans[0].listed);
    assert_ne!(plans[0].id, shuffled.plans[0].id);
}

#[test]
fn a_complete_folder_gets_no_rows_and_another_experiment_no_folder() {
    let home = tempfile::tempdir().unwrap();
    let mut one = plan(vec![mock("right", Behaviour::Right)]);
    let first = carry_out_in(&one, home.path()).unwrap();
    let second = carry_out_in(&one, home.path()).unwrap();
    assert_eq!(second.rows, first.rows);
    assert_eq!(second.record.origins, first.record.origins);

    one.suite.seed += 1;
    let error = carry_out_in(&one, home.path()).unwrap_err().to_string();
    assert!(error.contains("seed"), "{error}");
    one.suite.seed -= 1;
    one.instances.pop();
    let error = carry_out_in(&one, home.path()).unwrap_err().to_string();
    assert!(error.contains("its number of instances is 3, and now it is 2; choose"), "{error}");
}

#[test]
fn shards_together_are_the_plan() {
    let mut whole = plan(vec![mock("right", Behaviour::Right)]);
    let ids = |plan: &Plan| -> Vec<String> {
        plan.runs().into_iter().map(|pending| pending.id).collect()
    };
    let mut all = ids(&whole);
    let mut parts = Vec::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        whole.shard = Some(shard.parse().unwrap());
        assert_eq!(whole.record().planned(), ids(&whole).len() as u64);
        parts.extend(ids(&whole));
    }
    all.sort();
    parts.sort();
    assert_eq!(parts, all);
}
