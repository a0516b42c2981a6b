//! Explorations that continue from a folder.

use std::thread;

use optile_core::Interrupt;
use optile_ranks::thread_links;
use optile_retrograde::MemoryStore;

use super::*;

const SIDES: [usize; 2] = [2, 5];

fn on_ranks<T: Send>(ranks: usize, body: impl Fn(&mut Communicator) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let start = |link| scope.spawn(|| body(&mut Communicator::new(Box::new(link))));
        let threads: Vec<_> = thread_links(ranks).into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn checkpoint(folder: &Path) -> Checkpoint {
    Checkpoint::new(folder, Size::new(SIDES[0], SIDES[1]).unwrap(), 9)
}

fn memory(ranks: &Communicator) -> (Partition, Box<dyn WordStore>) {
    let partition = Partition::new(SIDES, ranks.ranks()).unwrap();
    let parts = partition.parts_of(ranks.rank()).len();
    (partition, Box::new(MemoryStore::new(10, parts, partition.part_words()).unwrap()))
}

/// Explores up to a distance, and writes a checkpoint.
fn begin(folder: &Path, ranks: usize, depth: usize) {
    on_ranks(ranks, |ranks| {
        let (_, store) = memory(ranks);
        let mut own = RankedExploration::new(SIDES, 9, 1, store, ranks).unwrap();
        while own.depth_counts().len() <= depth {
            own.advance(ranks, &Interrupt::default()).unwrap();
        }
        checkpoint(folder).write(&own, 1.5, ranks).unwrap();
    });
}

/// Continues from the folder. Returns the counts, or the error.
fn end(folder: &Path, ranks: usize) -> Result<Vec<u64>> {
    let mut found = on_ranks(ranks, |ranks| {
        let checkpoint = checkpoint(folder);
        let record = checkpoint.record(ranks)?.context("there is no record")?;
        let (partition, store) = memory(ranks);
        let filled = checkpoint.fill(&record, &partition, ranks.rank(), 10, &*store);
        all_have(ranks, filled)?;
        let mut own = RankedExploration::resume(SIDES, 9, 1, record.counts, store, ranks)?;
        own.verify(ranks)?;
        while !own.is_over() {
            own.advance(ranks, &Interrupt::default()).unwrap();
        }
        Ok(own.depth_counts().to_vec())
    });
    found.swap_remove(0)
}

#[test]
fn any_number_of_ranks_continues_what_others_began() {
    let folder = tempfile::tempdir().unwrap();
    let expected = depth_counts();
    for (before, after, depth) in [(1, 1, 1), (3, 3, 20), (2, 5, 30), (7, 2, 40), (4, 1, 54)] {
        begin(folder.path(), before, depth);
        assert_eq!(end(folder.path(), after).unwrap(), expected, "{before} to {after} ranks");
        // A later checkpoint leaves no file of an earlier one.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), before + 1);
    }
    checkpoint(folder.path()).remove().unwrap();
    assert!(!folder.path().exists());
}

fn depth_counts() -> Vec<u64> {
    let table = optile_instances::depth_counts::find("2x5".parse().unwrap(), 9);
    table.unwrap().unwrap().counts
}

/// Files of a checkpoint that was never finished do not disturb the one before.
#[test]
fn a_checkpoint_without_a_record_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    begin(folder.path(), 2, 10);
    for rank in 0..2 {
        fs::write(checkpoint(folder.path()).path(20, rank), b"half").unwrap();
    }
    assert_eq!(end(folder.path(), 3).unwrap(), depth_counts());
}

#[test]
fn damage_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    begin(folder.path(), 2, 30);
    let path = checkpoint(folder.path()).path(30, 1);
    let whole = fs::read(&path).unwrap();
    let place = whole.iter().position(|&byte| byte != 0).unwrap();
    let mut damaged = whole.clone();
    damaged[place] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = format!("{:#}", end(folder.path(), 2).unwrap_err());
    assert!(error.contains("a checksum is wrong") && error.starts_with("rank 1 on "), "{error}");
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let error = format!("{:#}", end(folder.path(), 2).unwrap_err());
    assert!(error.contains("it ends too early"), "{error}");
    // A part that a disk has lost looks empty, but its states are missing.
    fs::write(&path, vec![0; whole.len()]).unwrap();
    let error = format!("{:#}", end(folder.path(), 3).unwrap_err());
    assert!(error.contains("do not have the states that were counted"), "{error}");
    fs::remove_file(&path).unwrap();
    let error = format!("{:#}", end(folder.path(), 2).unwrap_err());
    assert!(error.contains("No such file"), "{error}");
    fs::write(folder.path().join(RECORD), "{}").unwrap();
    let error = format!("{:#}", end(folder.path(), 2).unwrap_err());
    assert!(error.contains("is not the record of an exploration"), "{error}");
}
