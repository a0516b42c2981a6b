//! Checkpoints read and written, whole and damaged.

use optile_core::Meter;
use proptest::prelude::*;

use super::*;

fn size() -> Size {
    "2x4".parse().unwrap()
}

fn explored(layers: usize) -> Exploration {
    let mut exploration = Exploration::new(sides(size()), 7, 1).unwrap();
    for _ in 1..layers {
        exploration.advance(&mut Meter::default()).unwrap();
    }
    exploration
}

#[test]
fn what_is_written_is_read_back_at_every_depth() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::new(&folder.path().join("2x4"), size(), 7);
    assert!(checkpoint.read(1).unwrap().is_none());
    for layers in 1..=37 {
        let exploration = explored(layers);
        checkpoint.write(&exploration, layers as f64).unwrap();
        let read = checkpoint.read(2).unwrap().unwrap();
        assert_eq!(read.exploration.depth_counts(), exploration.depth_counts());
        assert!(read.exploration.layers().eq(exploration.layers()));
        assert_eq!(read.seconds, layers as f64);
    }
    checkpoint.remove().unwrap();
    checkpoint.remove().unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn another_space_another_version_and_other_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    Checkpoint::new(&path, size(), 7).write(&explored(9), 0.0).unwrap();
    let says = |checkpoint: &Checkpoint| format!("{:#}", checkpoint.read(1).unwrap_err());
    let other = says(&Checkpoint::new(&path, size(), 0));
    assert!(other.ends_with(
        ": remove this checkpoint to start again: it is of \"2x4\" with the goal's blank at \
         cell 7, not of 2x4 at cell 0"
    ));
    let bytes = fs::read(&path).unwrap();
    let same = Checkpoint::new(&path, size(), 7);
    let header = bytes.split(|&byte| byte == b'\n').next().unwrap();
    let newer = String::from_utf8_lossy(header)
        .replace("\"optile_exploration\":1", "\"optile_exploration\":9");
    fs::write(&path, newer).unwrap();
    assert!(says(&same).contains("it has version 9, but this optile reads up to 1"));
    fs::write(&path, "{}\n").unwrap();
    assert!(says(&same).ends_with("it is not a checkpoint of an exploration"));
    fs::write(&path, &bytes[..bytes.len() - 3]).unwrap();
    assert!(says(&same).contains("it ends too early"));
    fs::write(&path, [&bytes[..], b"\n"].concat()).unwrap();
    assert!(says(&same).ends_with("it is damaged: something follows its checksum"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// No damage to a checkpoint makes it give other layers.
    #[test]
    fn damage_is_seen(place in any::<prop::sample::Index>(), bit in 0..8, layers in 2..37usize) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let checkpoint = Checkpoint::new(&path, size(), 7);
        checkpoint.write(&explored(layers), 1.0).unwrap();
        let mut bytes = fs::read(&path).unwrap();
        let place = place.index(bytes.len());
        bytes[place] ^= 1u8 << bit;
        fs::write(&path, &bytes).unwrap();
        prop_assert!(checkpoint.read(1).is_err());
    }

    #[test]
    fn any_words_come_back(words in prop::collection::vec(
        prop_oneof![Just(0u64), Just(0), 0..1u64 << 60], 0..200)) {
        let mut bytes = Vec::new();
        write_words(&words, &mut bytes).unwrap();
        let mut read = vec![0; words.len()];
        read_words(&mut read, &mut Vec::new(), &mut &bytes[..]).unwrap();
        prop_assert_eq!(read, words);
    }
}
