//! Tests of `instance`.

use proptest::prelude::*;

use super::*;

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
    assert_eq!(one.to_string(), "generated 38173507");
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
        ("a\t1 2 3 4\t-\n", "instance \"a\", tiles \"1 2 3 4\": no blank"),
        ("a\t1 2 0 0\t-\n", "two blanks"),
        ("a\t1 2 2 0\t-\n", "tile 2 occurs twice and tile 3 is missing"),
        ("a\t1 2 9 0\t-\n", "tile 9 is out of range"),
        ("a\t1 2 3 0 4\t-\n", "5 tiles do not determine the board's size"),
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
    ] {
        let set = read(text).unwrap();
        let mut written = Vec::new();
        set.write(&mut written).unwrap();
        assert_eq!(read(&String::from_utf8(written).unwrap()).unwrap(), set);
    }
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
