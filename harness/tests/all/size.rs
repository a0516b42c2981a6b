//! A limit on the size of the program's code. Code grows by unintended copies of
//! large functions, and the time of a build grows with it. Unlike that time, the
//! size does not depend on the machine.

#![cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]

use std::fs;

/// Bytes of machine code. When `optile watch` and completions were added, a release build had
/// 6.5 million before and 6.7 after them, and a build for tests, in which the harness is not
/// optimised, 13.3. `optile list heuristics --eta` has 0.04, and 0.1 in a build for tests.
/// Collections of pattern databases have 0.15, half of it in copies of IDA*, and walking distance
/// on large boards has 0.1. Weighted A*, greedy search and ARA* share one loop and have 0.07;
/// promises, and the charts of length against effort and of speed-ups, which was in `optile-mpi` before,
/// have 0.1. Named sets and the charts of anytime searches took 0.03, which copies of A* and IDA*
/// for heuristics on 3x3 boards gave back. When each search was compiled for each heuristic, a release build had 28 million.
const CEILING: u64 = if cfg!(debug_assertions) { 14_250_000 } else { 7_300_000 };

/// The size in bytes of a program's executable segments, from its ELF header.
fn code(program: &[u8]) -> u64 {
    let number = |place: usize, bytes: usize| {
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&program[place..place + bytes]);
        u64::from_le_bytes(number)
    };
    assert_eq!(program[..4], *b"\x7fELF", "the program is no ELF file");
    let (table, entry, entries) = (number(32, 8), number(54, 2), number(56, 2));
    let segments = (0..entries).map(|segment| (table + segment * entry) as usize);
    // A segment that is loaded and executable.
    let is_code = |&segment: &usize| number(segment, 4) == 1 && number(segment + 4, 4) & 1 == 1;
    segments.filter(is_code).map(|segment| number(segment + 32, 8)).sum()
}

#[test]
fn the_program_has_no_more_code_than_it_needs() {
    let program = fs::read(env!("CARGO_BIN_EXE_optile")).expect("the program can be read");
    let code = code(&program);
    assert!(code > 1_000_000, "{code} bytes of code are too few to be true");
    assert!(code < CEILING, "{code} bytes of code, at most {CEILING} are allowed");
}
