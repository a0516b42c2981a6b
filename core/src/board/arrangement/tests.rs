//! Spellings of boards, right and wrong.

use super::*;

#[test]
fn every_spelling_of_one_board_reads_the_same() {
    let expected = Arrangement::new(Size::new(3, 3).unwrap(), &[1, 2, 3, 0, 4, 6, 7, 5, 8]);
    for text in [
        "123x46758",
        "123046758",
        "123_46758",
        "123.46758",
        "1 2 3 0 4 6 7 5 8",
        "1 2 3 X 4 6 7 5 8",
        "  1,2,3, 0,4,6, 7,5,8 ",
        "1 2 3\r\n0 4 6\r\n7 5 8\r\n",
        "1 2 3 / x 4 6 / 7 5 8",
        "123/x46/758",
    ] {
        assert_eq!(text.parse::<Arrangement>(), expected, "{text}");
    }
}

#[test]
fn slashes_determine_sizes_that_counts_do_not() {
    let wide: Arrangement = "1 2 3 4 / 5 6 7 0".parse().unwrap();
    let high: Arrangement = "1 2 / 3 4 / 5 6 / 7 0".parse().unwrap();
    assert_eq!(wide.size().to_string(), "4x2");
    assert_eq!(high.size().to_string(), "2x4");
    let size = Size::new(2, 4).unwrap();
    assert_eq!(Arrangement::parse("1 2 3 4 5 6 7 0", Some(size)), Ok(high));
}

#[test]
fn bad_boards_are_named() {
    let error = |text: &str| text.parse::<Arrangement>().unwrap_err();
    assert_eq!(error(" \n"), ArrangementError::Empty);
    assert_eq!(error("1 2 3 4 5 6 7 8 9"), ArrangementError::NoBlank);
    assert_eq!(error("1 2 3 0 4 6 7 5 0"), ArrangementError::TwoBlanks);
    assert_eq!(error("1 2 3 0 4 6 7 5 5"), ArrangementError::Duplicate { tile: 5, missing: 8 });
    assert!(matches!(error("1 2 3 0 4 6 7 5 9"), ArrangementError::Range { tile: 9, .. }));
    assert!(matches!(error("1 2 3 0 4 6 7 5 300"), ArrangementError::Range { tile: 300, .. }));
    assert!(matches!(error("1 2 3 0 4 6 7"), ArrangementError::Size { found: 7 }));
    assert!(matches!(error("1 2 3 / 0 4 / 6 7"), ArrangementError::Ragged { row: 2 }));
    assert!(matches!(error("1 2 3 q 4 6 7 5 8"), ArrangementError::Token { .. }));
    assert!(matches!(error("1 2 3 -1 4 6 7 5 8"), ArrangementError::Token { .. }));
    assert!(matches!(error("0 1"), ArrangementError::Size { found: 2 }));
    assert_eq!(error(&"1 ".repeat(500_000)), ArrangementError::TooLong);
    assert!(error(&"y".repeat(1_000_000)).to_string().len() < 200);
}
