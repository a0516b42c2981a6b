//! Attacks on the program, chosen at random: damaged files, programs that
//! misbehave, kills, signals, rival runs, and systems without memory; and boards for every
//! strategy. Each attack is a function of a seed and its number, and a failure names both.
//!
//! The tests make a small share of the attacks. `OPTILE_ADVERSARY=100` makes a
//! hundred times as many, and `OPTILE_SEED` chooses others. docs/reliability.md says
//! what is promised.

mod address_space;
mod corruption;
#[path = "../common/essence.rs"]
mod essence;
mod folders;
mod ids;
mod input;
mod kills;
mod programs;
mod rivals;
mod signals;
mod stored_work;
mod strategies;

use std::env;
use std::process::{Command, Output};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn optile() -> Command {
    Command::new(env!("CARGO_BIN_EXE_optile"))
}

fn number_of(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().expect("a number"))
}

/// The number of attacks to make: `share`, or a multiple of it.
fn attacks(share: u64) -> u64 {
    share * number_of("OPTILE_ADVERSARY").unwrap_or(1)
}

/// The random numbers of an attack, and a text that says how to repeat it.
fn attack(kind: u64, number: u64) -> (Xoshiro256PlusPlus, String) {
    let seed = number_of("OPTILE_SEED").unwrap_or(1);
    let stream = seed ^ kind << 56 ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (Xoshiro256PlusPlus::seed_from_u64(stream), format!("attack {number} of seed {seed}"))
}

/// Runs a command that must end with this status. Returns its output.
fn expect(status: i32, command: &mut Command) -> Output {
    let output = command.output().unwrap();
    let said = said(&output, &format!("{command:?}"));
    assert_eq!(output.status.code(), Some(status), "{command:?}: {said}");
    output
}

/// The standard error of a command. It must not contain a panic, and the status must
/// be one that a command can have.
fn said(output: &Output, attack: &str) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{attack}: {said}");
    assert!(matches!(output.status.code(), Some(0..=2)), "{attack}: {}: {said}", output.status);
    said
}
