//! Checkpoints read and written, whole and damaged.

use optile_core::Interrupt;
use optile_ranks::thread_links;
use optile_runner::instances::depth_counts;
use optile_testkit::links;
use proptest::prelude::*;

use super::*;

fn size() -> Size {
    "2x5".parse().unwrap()
}

fn on_ranks<T: Send>(ranks: usize, body: impl Fn(&mut Communicator) -> T + Sync) -> Vec<T> {
    links::on_ranks(thread_links(ranks), |mut ranks| body(&mut ranks))
}

fn checkpoint(folder: &Path) -> Checkpoint {
    Checkpoint::new(&folder.join("2x5"), size(), 9)
}

/// Explores up to a distance, and writes a checkpoint.
fn begin(folder: &Path, ranks: usize, depth: usize) {
    on_ranks(ranks, |ranks| {
        let mut own = Exploration::new(size(), 9, 1, ranks).unwrap();
        while own.depth_counts().len() <= depth {
            own.advance(ranks, &Interrupt::default()).unwrap();
        }
        checkpoint(folder).write(&own, 1.5, ranks).unwrap();
    });
}

/// Continues from a checkpoint. Returns the counts, or the error.
fn end_of(checkpoint: &Checkpoint, ranks: usize) -> Result<Vec<u64>> {
    let mut found = on_ranks(ranks, |ranks| {
        let mut own = Exploration::new(size(), 9, 1, ranks).unwrap();
        let seconds = checkpoint.resume(&mut own, ranks)?.context("there is no checkpoint")?;
        assert_eq!(seconds, 1.5);
        while !own.is_over() {
            own.advance(ranks, &Interrupt::default()).unwrap();
        }
        Ok(own.depth_counts().to_vec())
    });
    found.swap_remove(0)
}

fn end(folder: &Path, ranks: usize) -> Result<Vec<u64>> {
    end_of(&checkpoint(folder), ranks)
}

fn says(folder: &Path, ranks: usize) -> String {
    format!("{:#}", end(folder, ranks).unwrap_err())
}

fn expected() -> Vec<u64> {
    depth_counts::find("2x5".parse().unwrap(), 9).unwrap().counts
}

#[test]
fn any_number_of_ranks_continues_what_others_began() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (before, after, depth) in
        [(1, 1, 1), (3, 3, 20), (2, 5, 30), (7, 2, 40), (4, 1, 53), (1, 3, 54), (1, 1, 55)]
    {
        begin(folder, before, depth);
        assert_eq!(end(folder, after).unwrap(), expected(), "{before} to {after} ranks");
        // A later checkpoint leaves no file of an earlier one.
        assert_eq!(fs::read_dir(folder).unwrap().count(), before);
    }
    begin(folder, 3, 9);
    checkpoint(folder).remove().unwrap();
    checkpoint(folder).remove().unwrap();
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
    assert!(says(folder, 2).ends_with("there is no checkpoint"));
}

/// Only what is not empty is written, and read again.
#[test]
fn the_first_layers_have_small_files() {
    let folder = tempfile::tempdir().unwrap();
    begin(folder.path(), 1, 3);
    let bytes = fs::metadata(folder.path().join("2x5")).unwrap().len();
    assert!(bytes < 4000, "{bytes}");
}

/// Files of a checkpoint that was never finished do not disturb the one before.
#[test]
fn a_checkpoint_to_which_rank_0_does_not_lead_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    begin(folder.path(), 2, 10);
    fs::write(checkpoint(folder.path()).path(20, 1), b"half").unwrap();
    assert_eq!(end(folder.path(), 3).unwrap(), expected());
}

#[test]
fn another_space_another_version_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    begin(folder, 1, 9);
    let path = folder.join("2x5");
    let other = Checkpoint::new(&path, "5x2".parse().unwrap(), 0);
    let error = format!("{:#}", end_of(&other, 1).unwrap_err());
    assert!(error.ends_with(
        ": remove this checkpoint to start again: it is of \"2x5\" with the goal's blank at \
         cell 9, not of 5x2 at cell 0"
    ));
    let bytes = fs::read(&path).unwrap();
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    // The version before had runs of words, and no checksum of its first line.
    for version in [1, 9] {
        let line = String::from_utf8_lossy(&bytes[..line]);
        let named = format!("\"optile_exploration\":{version}");
        fs::write(&path, line.replace("\"optile_exploration\":2", &named)).unwrap();
        let expected = format!("it has version {version}, but this program reads 2");
        assert!(says(folder, 1).ends_with(&expected), "{}", says(folder, 1));
    }
    fs::write(&path, "{}\n").unwrap();
    assert!(says(folder, 2).ends_with("it is not a checkpoint of an exploration"));
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    assert!(says(folder, 1).contains("it ends too early"));
    fs::write(&path, [&bytes[..], b"\n"].concat()).unwrap();
    assert!(says(folder, 1).contains("it ends too early"));
    // As optile-mpi wrote checkpoints before.
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(says(folder, 1).contains("not a file: remove it or choose another name"));
}

#[test]
fn damage_to_the_file_of_any_rank_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    begin(folder, 2, 30);
    let path = checkpoint(folder).path(30, 1);
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = says(folder, 2);
    assert!(error.contains("a checksum is wrong") && error.starts_with("rank 1 on "), "{error}");
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert!(says(folder, 2).contains("it ends too early"));
    // States that a disk has lost.
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(&path, &whole[..line + 9]).unwrap();
    assert!(says(folder, 3).contains("do not have the states that were counted"));
    fs::remove_file(&path).unwrap();
    assert!(says(folder, 2).contains("it is missing"));
    // A file of another checkpoint with the same name.
    begin(folder, 3, 30);
    let other = fs::read(&path).unwrap();
    begin(folder, 2, 30);
    fs::write(&path, other).unwrap();
    assert!(says(folder, 2).contains("it is of another checkpoint"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// No damage to a checkpoint makes it give other layers.
    #[test]
    fn damage_is_seen(place in any::<prop::sample::Index>(), bit in 0..8, depth in 1..55usize) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("2x5");
        begin(folder.path(), 1, depth);
        let mut bytes = fs::read(&path).unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= 1u8 << bit;
        fs::write(&path, &bytes).unwrap();
        prop_assert!(end(folder.path(), 1).is_err());
    }
}
