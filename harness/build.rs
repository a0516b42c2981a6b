//! Gives the program its revision, compiler and target, which the results record.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}

/// Whether the program is linked by the linker of the compiler, which is the default
/// on 64-bit Linux since Rust 1.90.
fn has_own_linker() -> bool {
    let is_usual = env::var("TARGET").is_ok_and(|target| target == "x86_64-unknown-linux-gnu");
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let is_chosen = env::var_os("RUSTC_LINKER").is_some() || flags.contains("link");
    let compiler = env::var("RUSTC").unwrap_or_default();
    let sysroot = output_of(&compiler, &["--print", "sysroot"]).unwrap_or_default();
    let linker = "lib/rustlib/x86_64-unknown-linux-gnu/bin/gcc-ld/ld.lld";
    is_usual && !is_chosen && Path::new(&sysroot).join(linker).exists()
}

fn main() {
    // Identical functions are kept once, which saves half a megabyte. A program at a
    // fixed address needs no relocations, which saves almost as much.
    if has_own_linker() {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    let unknown = || "unknown".to_owned();
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| unknown());
    let describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
    let revision = output_of("git", &describe).unwrap_or_else(unknown);
    let compiler = output_of(&variable("RUSTC"), &["--version"]).unwrap_or_else(unknown);
    println!("cargo::rustc-env=OPTILE_REVISION={revision}");
    println!("cargo::rustc-env=OPTILE_COMPILER={compiler}");
    println!("cargo::rustc-env=OPTILE_TARGET={} {}", variable("TARGET"), variable("PROFILE"));

    // The revision changes with a commit, which adds a line to the log, and any changed source
    // makes it dirty. Git rewrites its index even when it is only asked for the status.
    let root = Path::new("..");
    for file in [".git/HEAD", ".git/logs/HEAD", "Cargo.toml", "Cargo.lock", "instances"] {
        if root.join(file).exists() {
            println!("cargo::rerun-if-changed=../{file}");
        }
    }
    for folder in [root, Path::new(".")] {
        for package in fs::read_dir(folder).into_iter().flatten().flatten() {
            let (manifest, sources) =
                (package.path().join("Cargo.toml"), package.path().join("src"));
            // A folder that is missing would count as changed.
            if manifest.exists() && sources.exists() {
                println!("cargo::rerun-if-changed={}", sources.display());
            }
        }
    }
}
