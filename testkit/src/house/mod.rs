//! Rules of the house that the text of a crate shows. The tests of a strategy and of a heuristic ask
//! them of its own crate, so that its author meets no limit for the first time in a pull request. The
//! tests of the program ask them of all packages.

mod modules;
mod source;

use std::path::PathBuf;
use std::{env, fs};

pub use modules::{Name, Package};
pub use source::{Function, Source, files, functions, sources};

/// The most lines of a function, without comments.
pub const MOST_LINES: usize = 60;

/// The most columns of a description, which is a line of a listing.
const MOST_COLUMNS: usize = 79;

/// The crates that strategies and heuristics share. Each depends only on earlier ones of this list.
pub const SHARED: [&str; 8] = [
    "optile-core",
    "optile-ranks",
    "optile-huge-pages",
    "optile-store",
    "optile-search",
    "optile-pdb",
    "optile-lines",
    "optile-heuristics",
];

/// Words that are in no search and in no heuristic: their answers and counts are the same each time.
pub const FOREIGN: [&str; 4] = ["Instant", "SystemTime", "std::fs", "RandomState"];

/// Defines the test that a crate keeps the rules of the house.
#[macro_export]
macro_rules! house {
    () => {
        #[test]
        fn keeps_the_rules_of_the_house() {
            $crate::house::examine();
        }
    };
}

/// The package whose test runs keeps the rules.
///
/// # Panics
///
/// When it does not, with every fault, and when cargo has not started the test.
pub fn examine() {
    let folder = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder of the package");
    let folder = PathBuf::from(folder);
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let mut faults = faults(&manifest, &sources(&folder));
    let circles = Package::read(&folder).circles();
    faults.extend(circles.iter().map(|circle| format!("modules import each other: {circle}")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The faults of a manifest and of sources, a line for each.
fn faults(manifest: &str, sources: &[Source]) -> Vec<String> {
    let mut faults = Vec::new();
    let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = dependencies.lines().take_while(|line| !line.starts_with('['));
    for name in lines.filter_map(|line| line.split(['.', ' ', '=']).next()) {
        if name.starts_with("optile-") && !SHARED.contains(&name) {
            let shared = SHARED.join(", ");
            faults
                .push(format!("Cargo.toml: it depends on {name}: expected only some of {shared}"));
        }
    }
    for source in sources {
        let place = format!("src/{}", source.path.display());
        for function in functions(source) {
            let (name, lines) = (&function.name, function.lines);
            if lines > MOST_LINES {
                faults.push(format!(
                    "{place}: the function {name} has {lines} lines without comments: expected at \
                     most {MOST_LINES}; move a part into a function of its own"
                ));
            }
            if function.takes_a_boolean() {
                faults.push(format!(
                    "{place}: the public function {name} takes a bool: expected an enum, whose \
                     values say what they do"
                ));
            }
        }
        let has = |word: &str| source.lines.iter().any(|line| line.contains(word));
        for word in FOREIGN.into_iter().filter(|word| has(word)) {
            faults.push(format!(
                "{place}: it has {word}: expected no clock, no file and no hash that differs from \
                 run to run"
            ));
        }
        if has("-> Family {") {
            faults.push(format!("{place}: a function returns a family: expected a static"));
        }
    }
    faults
}

/// A name and a description are suitable for listings.
///
/// # Panics
///
/// When one is not.
pub fn examine_listed(name: &str, about: &str) {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let begins = name.starts_with(|c: char| c.is_ascii_lowercase());
    assert!(
        begins && name.chars().all(is_plain),
        "the name {name:?}: expected small letters, digits and -, beginning with a letter"
    );
    let columns = about.chars().count();
    assert!(
        !about.is_empty() && !about.contains('\n'),
        "about of {name} is not one line: {about:?}"
    );
    assert!(
        columns <= MOST_COLUMNS,
        "about of {name} has {columns} columns: expected at most {MOST_COLUMNS}, a line of \
         `optile list`: {about:?}"
    );
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    fn said(name: &str, about: &str) -> String {
        let panic = catch_unwind(|| examine_listed(name, about)).unwrap_err();
        *panic.downcast().unwrap()
    }

    #[test]
    fn a_description_is_told_the_limit_and_its_length() {
        examine_listed("a-1", &"é".repeat(79));
        let said_of = said("a-1", &"é".repeat(80));
        assert!(
            said_of.starts_with("about of a-1 has 80 columns: expected at most 79"),
            "{said_of}"
        );
        assert!(said("A", "x").starts_with("the name \"A\": expected small letters"));
        assert!(said("a", "").starts_with("about of a is not one line"));
    }

    fn source(text: &str) -> Vec<Source> {
        vec![Source { path: "lib.rs".into(), lines: text.lines().map(str::to_owned).collect() }]
    }

    #[test]
    fn faults_of_a_crate_are_told_with_limit_and_length() {
        let function = |lines: usize| {
            format!(
                "impl A {{\n    fn long() {{\n{}    }}\n}}\n",
                "        a();\n".repeat(lines - 2)
            )
        };
        let manifest = "[package]\n\n[dependencies]\noptile-core.workspace = true\nrand = \"1\"\n\n\
                        [dev-dependencies]\noptile-testkit.workspace = true\n";
        assert_eq!(faults(manifest, &source(&function(60))), [""; 0]);
        let faults = faults(
            &manifest.replace("rand", "optile-astar"),
            &source(&format!(
                "{}pub fn f(a: bool) {{}}\nfn g() -> Family {{\n    Instant::now()\n}}\n",
                function(75)
            )),
        );
        for (fault, begin) in faults.iter().zip([
            "Cargo.toml: it depends on optile-astar: expected only some of optile-core, ",
            "src/lib.rs: the function long has 75 lines without comments: expected at most 60; ",
            "src/lib.rs: the public function f takes a bool: ",
            "src/lib.rs: it has Instant: ",
            "src/lib.rs: a function returns a family: ",
        ]) {
            assert!(fault.starts_with(begin), "{fault}");
        }
        assert_eq!(faults.len(), 5, "{faults:?}");
    }
}
