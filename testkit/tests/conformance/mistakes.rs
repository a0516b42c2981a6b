//! What the tests of a heuristic's crate say of its mistakes.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use optile_core::{Admissibility, Heuristic};
use optile_testkit::heuristic::{Tested, bounds_hold, describes_itself, steps_equal_whole_boards};
use optile_testkit::{TooLarge, TwoFives};

fn tested(heuristic: impl Heuristic + 'static) -> Tested {
    Tested::new("seen-in-a-test", "it has a mistake", Arc::new(heuristic))
}

/// What a test says when it fails.
fn said(test: fn(&Tested), heuristic: impl Heuristic + 'static) -> String {
    let tested = tested(heuristic);
    let failed = panic::catch_unwind(AssertUnwindSafe(|| test(&tested))).unwrap_err();
    *failed.downcast::<String>().unwrap()
}

#[test]
fn an_inadmissible_heuristic_that_says_so_passes() {
    let tested = tested(TooLarge(Admissibility::Inadmissible));
    describes_itself(&tested);
    bounds_hold(&tested);
    steps_equal_whole_boards(&tested);
}

#[test]
fn one_that_claims_to_be_admissible_is_told_the_board_and_the_way_out() {
    let text = said(bounds_hold, TooLarge(Admissibility::Claimed));
    assert!(
        text.contains(" on 3x3, whose distance is ") && text.contains("Inadmissible"),
        "{text}"
    );
}

#[test]
fn estimators_for_sizes_that_are_refused_are_a_mistake_with_the_size() {
    let text = said(bounds_hold, TwoFives);
    let expected = "toward makes an estimator for 3x3, which supports refuses";
    assert!(text.contains(expected), "{text}");
}
