//! Tests of `instance`.

use std::collections::HashSet;

use optile_core::Rect;
use proptest::prelude::*;

use super::*;
use crate::instances::depth_counts;

fn read(text: &str) -> Result<InstanceSet> {
    InstanceSet::read("test.tsv", "test", text.as_bytes())
}

fn message(text: &str) -> String {
    format!("{:#}", read(text).unwrap_err())
}

#[test]
fn headers_hold_for_every_instance_and_a_goal_column_for_one() {
    let set = read(
        "\u{feff}# name: mine\r\n# size: 3x3\r\n# goal: 0 1 2 3 4 5 6 7 8\r\n# any comment\r\n\r\n\
         a\t1 0 2 3 4 5 6 7 8\t1\r\nb\t1 0 2 3 4 5 6 7 8\t-\t1 2 3 8 0 4 7 6 5\r\n",
    )
    .unwrap();
    assert_eq!(set.name, "mine");
    let [a, b] = &set.instances[..] else { panic!("two instances") };
    assert_eq!((a.id.as_str(), a.optimal), ("a", Some(1)));
    assert_eq!(a.problem.goal().blank(), 0);
    assert_eq!((b.optimal, b.problem.goal().blank()), (None, 4));
}

#[test]
fn columns_after_the_length_may_be_counts() {
    let set = read(
        "# size: 2x2\n1\t1 2 3 0\t0\t140036828\t276361932\n2\t1 2 0 3\t1\t-\t-\n\
         3\t1 2 0 3\t1\t-\t38173507\n",
    );
    let set = set.unwrap();
    let counts = Counts { expanded: Some(140_036_828), generated: Some(276_361_932) };
    assert_eq!(set.instances[0].counts, Some(counts));
    assert_eq!(set.instances[1].counts, None);
    let one = set.instances[2].counts.unwrap();
    assert!(one.agree_with(Some(1), Some(38_173_507)) && !one.agree_with(Some(1), Some(2)));
    let both = read("# size: 2x2\n1\t1 2 3 0\t0\t1 2 0 3\t5\t9\n").unwrap();
    assert_eq!(both.instances[0].problem.goal().blank(), 2);
    assert_eq!(both.instances[0].counts, Some(Counts { expanded: Some(5), generated: Some(9) }));
}

#[test]
fn every_fault_is_named_with_file_line_and_value() {
    for (text, expected) in [
        ("", "test.tsv: no instances"),
        ("# name: empty\n\n", "test.tsv: no instances"),
        ("# size: 3x\n", "test.tsv:1: size \"3x\" is not of the form"),
        ("# size: 1x9\n", "test.tsv:1: boards have at least 2 columns and 2 rows"),
        ("# size: 3x3\n# size: 3x3\n", "test.tsv:2: header \"size\" occurs twice"),
        ("a 1 2 3\n", "test.tsv:1: \"a 1 2 3\" has 1 column:"),
        ("a\t1 2 3 0\n", "has 2 columns"),
        ("\t1 2 3 0\t-\n", "has no id"),
        ("a\t1 2 3 5\t-\n", "instance \"a\", tiles \"1 2 3 5\": no blank"),
        ("a\t1 2 0 0\t-\n", "two blanks"),
        ("a\t1 2 2 0\t-\n", "tile 2 occurs twice and tile 3 is missing"),
        ("a\t1 2 9 0\t-\n", "tile 9 is out of range"),
        ("a\t1 2 3 0 4\t-\n", "5 tiles: a number and a 2x2 board?"),
        ("a\t1 2 3 0 4 5\t-\n", "6 tiles: a 2x3 board or a 3x2 board?"),
        (
            "# size: 3x3\na\t1 2 3 0\t-\n",
            "test.tsv:2: instance \"a\", tiles \"1 2 3 0\": 4 tiles on a 3x3 board: expected 9",
        ),
        ("a\t1 2 3 0\tfour\n", "optimal length \"four\" is neither a whole number nor -"),
        ("a\t1 2 3 0\t-4\n", "optimal length \"-4\""),
        ("a\t1 2 3 0\t99999999999\n", "optimal length \"99999999999\" is too large: expected at"),
        (
            "a\t1 2 3 0\t0\t5\t18446744073709551616\n",
            "count of generated nodes \"18446744073709551616\" is too large: expected at most",
        ),
        (
            "a\t2 1 3 0\t-\nb\t2 1 3 0\t4\n",
            "test.tsv:2: instance \"b\": the optimal length is 4, but",
        ),
        (
            "a\t1 2 3 0\t0\nb\t1 2 0 3\t1\na\t1 2 3 0\t0\n",
            "test.tsv:3: id \"a\" is already used in line 1",
        ),
        ("a\t1 2 3 0\t-\t1 2 3\n", "instance \"a\", goal \"1 2 3\": 3 tiles on a 2x2 board"),
        ("# goal: 1 2 3\na\t1 2 3 0\t-\n", "test.tsv:2: instance \"a\": goal \"1 2 3\" of line 1"),
        ("a\t1 2 3 0\t0\n# size: 2x2\n", "test.tsv:2: \"# size: 2x2\" must be above"),
        ("a\t1 2 3 0\t0\t5\tx\n", "count of generated nodes \"x\""),
        ("# id: a\na\t1 2 3 0\t0\n", "test.tsv: a has no version"),
        ("# version: 1\na\t1 2 3 0\t0\n", "test.tsv: version 1 has no id"),
        ("# version: 0\n", "test.tsv:1: version \"0\" is not a whole number from 1"),
        ("# version: 01\n", "test.tsv:1: version \"01\" is not a whole number from 1"),
        ("# sha256: 1f\na\t1 2 3 0\t0\n", "test.tsv: the instances of the set have the SHA-256 "),
        ("a\t1 2 3 0\t0\n# sha256: 1f\n", "test.tsv:2: \"# sha256: 1f\" must be above"),
        ("# selection: all\n", "test.tsv: selection \"all\": no size"),
        ("# size: 4x4\n# selection: all\n", "4x4 boards are too many to list"),
        ("# selection: none 1\n", "expected all, or a bundled set in place of \"none\""),
        ("# selection: korf-100 101\n", "korf-100 has no instance \"101\""),
        ("# selection: korf-100 1 1\n", "id \"1\" occurs twice"),
        ("# selection: smoke\na\t1 2 3 0\t0\n", "the file has instances of its own"),
    ] {
        let message = message(text);
        assert!(message.contains(expected), "{text:?} gives {message:?}");
    }
}

#[test]
fn an_unsolvable_pair_is_not_a_fault() {
    assert!(!read("a\t2 1 3 0\t-\n").unwrap().instances[0].problem.is_solvable());
}

#[test]
fn what_is_written_reads_back() {
    for text in [
        "# size: 2x2\na\t1 2 3 0\t0\nb\t2 1 3 0\t-\n",
        "a\t1 2 3 0\t0\t1 2 0 3\nb\t1 2 / 3 4 / 5 0\t-\n",
        "# id: mine\n# version: 2\n# licence: any\n# size: 2x2\na\t1 2 3 0\t0\t-\t5\nb\t1 2 0 3\t1\n",
    ] {
        let set = read(text).unwrap();
        let mut written = Vec::new();
        set.write(&mut written).unwrap();
        assert_eq!(read(&String::from_utf8(written).unwrap()).unwrap(), set);
    }
}

/// The lines of a file that its SHA-256 covers.
fn covered(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        !line.starts_with('#') || line.starts_with("# size:") || line.starts_with("# goal:")
    });
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn bundled_sets_say_what_they_are() {
    let mut ids = Vec::new();
    for name in bundle::instance_names() {
        let set = InstanceSet::bundled(name).unwrap().unwrap();
        let keys: Vec<&str> = set.description.entries().iter().map(|entry| entry.0).collect();
        assert_eq!(keys, ["id", "version", "licence", "source", "generator", "sha256"], "{name}");
        let [id, version, .., sha256] = set.description.entries() else { unreachable!() };
        let [id, version, sha256] = [id, version, sha256].map(|entry| entry.1.clone());
        assert_eq!(bundle::instances(&id), bundle::instances(name));
        assert_eq!(bundle::sha256(&id, &version), Some(&*sha256));
        assert!(!ids.contains(&id));
        ids.push(id);
        // Other programs can check a file that has its instances, without reading them.
        let text = bundle::instances(name).unwrap();
        if !text.contains("# selection:") {
            assert_eq!(set.sha256(), sha256);
            let mut written = Vec::new();
            set.write_instances(&mut written).unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), covered(text));
        }
    }
    assert_eq!(bundle::sha256("korf-100", "2"), None);
}

#[test]
fn a_changed_file_is_refused_under_the_old_name() {
    let text = bundle::instances("korf-100").unwrap();
    let changes = [
        ("\t57\t140036828", "\t57\t140036829"),
        ("# goal: 0 1 2 3", "# goal: 0 2 3 1"),
        ("1\t14 13 15 7", "1\t13 15 14 7"),
    ];
    for (old, new) in changes {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text);
        let refused = message(&changed);
        let known = "test.tsv: korf-100 version 1 is a bundled set with the SHA-256 a3abfc";
        assert!(refused.contains(known), "{refused}");
        assert!(refused.ends_with("restore the file, or give the changed set another id"));
        // A new id alone does not make its digest right.
        let renamed = changed.replace("# id: korf-100", "# id: mine");
        assert!(message(&renamed).contains("the instances of mine version 1 have the SHA-256"));
        let without: Vec<&str> = renamed.lines().filter(|line| !line.contains("sha256")).collect();
        assert_eq!(read(&without.join("\n")).unwrap().instances.len(), 100);
    }
    // How it is written does not matter.
    let windows = text.replace('\n', "\r\n").replace("# size: 4x4", "# any comment\n# size: 4x4");
    assert_eq!(read(&windows).unwrap().sha256(), read(text).unwrap().sha256());
    let digest = read(text).unwrap().sha256();
    let upper = text.replace(&digest, &digest.to_uppercase());
    assert!(upper != text && read(&upper).unwrap().sha256() == digest);
}

#[test]
fn selections_have_the_instances_of_their_set() {
    let ten = InstanceSet::bundled("korf-external-10").unwrap().unwrap();
    let hundred = InstanceSet::bundled("korf100").unwrap().unwrap().instances;
    // The literature counts from 0.
    let numbers = [2, 14, 16, 31, 48, 55, 59, 65, 81, 87];
    assert_eq!(ten.instances, numbers.map(|number: usize| hundred[number].clone()));
}

#[test]
fn all_eight_puzzles_are_a_set() {
    let set = InstanceSet::bundled("eight-all").unwrap().unwrap();
    let lengths: Vec<u32> = set.instances.iter().filter_map(|one| one.optimal).collect();
    assert_eq!(lengths.len(), 181_440);
    assert!(lengths.is_sorted());
    let counts = space::Oracle::new(Rect::<3, 3>, 8).counts();
    for (length, count) in (0..).zip(counts) {
        assert_eq!(lengths.iter().filter(|&&one| one == length).count() as u64, count);
    }
    let mut spaces = space::Spaces::default();
    for one in set.instances.iter().step_by(997) {
        assert_eq!(spaces.length(&one.problem), one.optimal);
    }
}

#[test]
fn the_antipodes_are_the_boards_of_the_greatest_length_and_their_reflections() {
    let set = InstanceSet::bundled("fifteen-antipodes").unwrap().unwrap();
    let tiles: HashSet<Vec<u8>> =
        set.instances.iter().map(|one| one.problem.start().tiles().to_vec()).collect();
    let published = depth_counts::find("4x4".parse().unwrap(), 15).unwrap().counts;
    assert_eq!((published.len(), published.last()), (81, Some(&(tiles.len() as u64))));
    // Reflected at the diagonal, the tile that belongs to a cell is the one of the reflected cell.
    let mirrored = |cell: usize| cell % 4 * 4 + cell / 4;
    let renamed = |tile: u8| match tile {
        0 => 0,
        tile => mirrored(usize::from(tile) - 1) as u8 + 1,
    };
    for board in &tiles {
        let reflected: Vec<u8> = (0..16).map(|cell| renamed(board[mirrored(cell)])).collect();
        assert!(tiles.contains(&reflected), "{board:?}");
    }
    assert!(set.instances.iter().all(|one| one.problem.is_solvable() && one.optimal == Some(80)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = InstanceSet::read("fuzz", "fuzz", &bytes[..]);
    }

    #[test]
    fn no_near_miss_makes_the_reader_panic(
        text in "(# (size|goal|name): ?[0-9x /]{0,12}\n|[a-c]\t([0-8x] ?){0,10}\t(-|[0-9]{1,3})(\t([0-8] ?){0,10})?\r?\n){0,6}"
    ) {
        let _ = read(&text);
    }
}
