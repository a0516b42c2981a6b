//! The files of a new strategy, a new heuristic or a new external program.
//!
//! `CONTRIBUTING.md` and `docs/external.md` show the same texts. A test compares them, and
//! compiles and runs what is written here.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use optile_results::text::lines::quote;
use optile_results::text::read_back::read_back;
use optile_runner::plan::solver::is_name;
use optile_runner::plan::suite::Suite;

use crate::command::output;
use crate::registry;

const MANIFEST: &str = include_str!("../../../templates/strategy/manifest.toml");
const LIBRARY: &str = include_str!("../../../templates/strategy/lib.rs");
const BEST_FIRST: &str = include_str!("../../../templates/strategy/best_first.rs");
const CONFORMANCE: &str = include_str!("../../../templates/strategy/conformance.rs");
const HEURISTIC: &str = include_str!("../../../templates/heuristic/lib.rs");
const HEURISTIC_TEST: &str = include_str!("../../../templates/heuristic/heuristic.rs");
const PYTHON: [&str; 2] = [
    include_str!("../../../templates/external/idastar.py"),
    include_str!("../../../templates/external/plain.py"),
];
const CPP: [&str; 2] = [
    include_str!("../../../templates/external/idastar.cpp"),
    include_str!("../../../templates/external/plain.cpp"),
];
const JAVA: [&str; 2] = [
    include_str!("../../../templates/external/idastar.java"),
    include_str!("../../../templates/external/plain.java"),
];
const SUITE: &str = include_str!("../../../templates/external/suite.toml");

/// The line in front of the strategies among the dependencies of the harness, and the
/// last line of the list of families, and of that of heuristics.
const DEPENDENCIES: &str =
    "# The strategies, and heuristics that have crates of their own: one line each.\n";
const LIST_END: &str = "    ]\n}\n";

/// What a new crate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A search without a heuristic.
    Blind,
    /// A best-first search with a heuristic.
    BestFirst,
    /// A heuristic.
    Heuristic,
}

impl Kind {
    /// What the user calls it, the name of the example, the list of the registry to which it belongs,
    /// what its crate adds to that, and its file of tests.
    fn words(self) -> [&'static str; 5] {
        match self {
            Self::Blind | Self::BestFirst => {
                ["strategy", "textbook", "fn families()", "FAMILY", "tests/conformance.rs"]
            }
            Self::Heuristic => {
                ["heuristic", "wrong-rows", "fn heuristics()", "HEURISTIC", "tests/heuristic.rs"]
            }
        }
    }

    /// Manifest, library and tests of the example.
    fn files(self) -> [String; 3] {
        match self {
            Self::Blind => [MANIFEST, LIBRARY, CONFORMANCE].map(str::to_owned),
            Self::Heuristic => {
                let about = "The number of tiles that are not in their rows";
                let manifest = MANIFEST
                    .replace("Breadth-first search as textbooks print it", about)
                    .replace("textbook", "wrong-rows");
                [manifest, HEURISTIC.to_owned(), HEURISTIC_TEST.to_owned()]
            }
            Self::BestFirst => {
                let testkit = "optile-testkit.workspace = true\n";
                let manifest = MANIFEST
                    .replace("Breadth-first search", "A*")
                    .replace(testkit, &format!("optile-heuristics.workspace = true\n{testkit}"));
                let heuristics = "::FAMILY, optile_heuristics::Catalogue::default())";
                let conformance = CONFORMANCE.replace("::FAMILY)", heuristics);
                [manifest, BEST_FIRST.to_owned(), conformance]
            }
        }
    }
}

/// A programming language of external programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Python 3, with its standard library.
    Python,
    /// C++17, with its standard library.
    Cpp,
    /// Java 17, with its standard library.
    Java,
}

impl Language {
    /// The command that compiles a program, if it is compiled, in the folder that it names.
    pub(crate) fn compiler(self, name: &str) -> Option<String> {
        match self {
            Self::Python => None,
            Self::Cpp => Some(format!("c++ -O2 -std=c++17 -o {name}/{name} {name}/{name}.cpp")),
            Self::Java => Some(format!("javac -d {name} {name}/{name}.java")),
        }
    }

    /// The programs with both protocols, how their files end, the command of a suite, and the words
    /// for the language.
    fn parts(self, name: &str) -> ([&'static str; 2], &'static str, String, &'static str) {
        match self {
            Self::Python => (PYTHON, "py", format!("\"python3\", \"{name}.py\""), "Python"),
            Self::Cpp => (CPP, "cpp", format!("\"./{name}\""), "C++"),
            Self::Java => (JAVA, "java", "\"java\", \"-cp\", \".\", \"Solver\"".into(), "Java"),
        }
    }
}

/// How an external program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// By lines of JSON.
    Json,
    /// By lines of tiles.
    Plain,
}

/// Refuses a name that is not valid for a strategy or a heuristic, or that one has.
fn check_name(name: &str, noun: &str) -> Result<()> {
    ensure!(
        is_name(name),
        "{} is not the name of a {noun}: expected small letters, digits and -, beginning with \
         a letter",
        quote(name)
    );
    let registry = registry::all();
    let is_taken = registry.families().iter().any(|family| family.name == name);
    ensure!(!is_taken, "{} is a strategy already: choose another name", quote(name));
    let is_taken = registry.all_heuristics().iter().any(|heuristic| heuristic.name == name);
    ensure!(!is_taken, "{} is a heuristic already: choose another name", quote(name));
    Ok(())
}

/// Makes a folder, which must not exist, with these files. Returns their paths. If one cannot be
/// written, as on a full disk, no folder is left.
fn write_new<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, String)>,
) -> Result<Vec<PathBuf>> {
    let cannot = |path: &Path| format!("cannot write {}", path.display());
    fs::create_dir(folder).with_context(|| cannot(folder))?;
    let write = |(file, text): (&str, String)| {
        let file = folder.join(file);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).with_context(|| cannot(&file))?;
        }
        output::write(&file, text.as_bytes())?;
        Ok(file)
    };
    let written: Result<_> = files.into_iter().map(write).collect();
    written.inspect_err(|_| drop(fs::remove_dir_all(folder)))
}

/// The folder of the workspace that contains `place`.
///
/// # Errors
///
/// When `place` is not in a clone of the repository.
fn workspace(place: &Path) -> Result<&Path> {
    let is_root = |folder: &&Path| folder.join("harness/src/registry.rs").is_file();
    place.ancestors().find(is_root).with_context(|| {
        format!(
            "{} is not in a clone of the repository of optile: expected a folder with \
             harness/src/registry.rs here or above",
            place.display()
        )
    })
}

/// Adds a strategy or a heuristic to the workspace that contains `place`: a crate, a dependency line and
/// a registry line. Returns the folder of the crate and the files that were changed.
///
/// # Errors
///
/// When the name is not valid or is taken, when `place` is not in a workspace, or when a
/// file cannot be read or written. Nothing is changed if the name is refused.
pub(crate) fn add_crate(place: &Path, name: &str, kind: Kind) -> Result<Vec<PathBuf>> {
    let root = workspace(place)?;
    let [noun, example, list, item, test] = kind.words();
    check_name(name, noun)?;
    let folder = root.join(name);
    for taken in [Path::new(name), &Path::new("harness").join(name)] {
        let is_free = !root.join(taken).exists();
        ensure!(is_free, "{}/ exists in the repository: choose another name", taken.display());
    }
    let (manifest, registry) =
        (root.join("harness/Cargo.toml"), root.join("harness/src/registry.rs"));
    let read = |file: &Path| {
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
    };
    let (dependencies, listed) = (read(&manifest)?, read(&registry)?);
    let package = format!("optile-{name}");
    if dependencies.contains(&format!("\n{package} ")) {
        bail!("{} has a dependency {package} already: choose another name", manifest.display());
    }
    let crate_name = package.replace('-', "_");
    let dependencies = with_dependency(&dependencies, name).with_context(|| {
        format!("{}: expected the line {}", manifest.display(), quote(DEPENDENCIES.trim()))
    })?;
    let listed = with_item(&listed, list, &format!("{crate_name}::{item}"))
        .with_context(|| format!("{}: expected a list in {list}", registry.display()))?;

    let [own_manifest, library, tests] = kind.files();
    let example_crate = format!("optile-{example}").replace('-', "_");
    let own = [
        ("Cargo.toml", own_manifest.replace(&format!("optile-{example}"), &package)),
        ("src/lib.rs", library.replace(&format!("\"{example}\""), &format!("\"{name}\""))),
        (test, tests.replace(&example_crate, &crate_name)),
    ];
    let mut files = write_new(&folder, own)?;
    for (file, text) in [(manifest, dependencies), (registry, listed)] {
        output::write(&file, text.as_bytes())?;
        files.push(file);
    }
    Ok(files)
}

/// The manifest of the harness with one more line after those of the strategies.
fn with_dependency(manifest: &str, name: &str) -> Option<String> {
    let begin = manifest.find(DEPENDENCIES)? + DEPENDENCIES.len();
    let lines = manifest[begin..].split_inclusive('\n');
    let strategies = lines.take_while(|line| line.starts_with("optile-"));
    let end = begin + strategies.map(str::len).sum::<usize>();
    // All packages of the workspace have the same version.
    let version = env!("CARGO_PKG_VERSION");
    let line = format!("optile-{name} = {{ path = \"../{name}\", version = \"{version}\" }}\n");
    Some([&manifest[..end], &line, &manifest[end..]].concat())
}

/// The registry with one more item at the end of one of its lists.
fn with_item(registry: &str, list: &str, item: &str) -> Option<String> {
    let begin = registry.find(list)?;
    let end = begin + registry[begin..].find(LIST_END)?;
    let line = format!("        {item},\n");
    Some([&registry[..end], &line, &registry[end..]].concat())
}

/// Writes an external program and its suite into the folder `name` in `place`. Returns
/// the files.
///
/// # Errors
///
/// When the name is not valid or the folder exists, or when a file cannot be written.
pub(crate) fn write_external(
    place: &Path,
    name: &str,
    language: Language,
    protocol: Protocol,
) -> Result<Vec<PathBuf>> {
    check_name(name, "strategy")?;
    let folder = place.join(name);
    ensure!(!folder.exists(), "{name}/ exists here: choose another name or another folder");
    let ([json, plain], ending, command, words) = language.parts(name);
    let (program, stem) = match protocol {
        Protocol::Json => (json, "idastar"),
        Protocol::Plain => (plain, "plain"),
    };
    let file = format!("{name}.{ending}");
    let program = program
        .replace(&format!("{stem}.{ending}"), &file)
        .replace(&format!("-o {stem} "), &format!("-o {name} "));
    // The name may contain what is replaced: the later texts do not occur in a name.
    let mut suite = SUITE
        .replace("python-idastar", name)
        .replace("examples/external/suite.toml", &format!("{name}/suite.toml"))
        .replace("\"external\"", &format!("\"{name}\""))
        .replace("\"python3\", \"idastar.py\"", &command)
        .replace("in Python's standard library", &format!("in {words}"))
        .replace("in Python", &format!("in {words}"));
    if protocol == Protocol::Plain {
        suite.push_str("plain = true\n");
    }
    let names = |text: &[u8]| {
        let suite = Suite::parse(std::str::from_utf8(text)?, &registry::all())?;
        let programs = suite.external.into_iter().map(|program| program.name);
        Ok(programs.chain([suite.name]).collect())
    };
    let fault = || format!("{} cannot be the name of a suite", quote(name));
    read_back(&vec![name.to_owned(); 2], suite.as_bytes(), names, fault)?;
    write_new(&folder, [(file.as_str(), program), ("suite.toml", suite)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// The texts of the templates are names too, which a replacement might meet twice.
        #[test]
        fn what_new_writes_is_read_back(
            name in "(in|external|python|python-idastar|idastar|suite|examples|textbook)?-?[a-z0-9-]{0,9}",
            language in prop::sample::select(&[Language::Python, Language::Cpp, Language::Java][..]),
            is_plain: bool,
        ) {
            let home = tempfile::tempdir().unwrap();
            let protocol = if is_plain { Protocol::Plain } else { Protocol::Json };
            let written = write_external(home.path(), &name, language, protocol);
            prop_assert_eq!(written.is_ok(), check_name(&name, "strategy").is_ok(), "{}", name);
            let Ok(files) = written else { return Ok(()) };
            let suite: toml::Table = fs::read_to_string(&files[1]).unwrap().parse().unwrap();
            prop_assert_eq!(suite["name"].as_str(), Some(&*name));
            prop_assert_eq!(suite["external"][0]["name"].as_str(), Some(&*name));
            let command = suite["external"][0]["command"].as_array().unwrap();
            let file = files[0].file_name().unwrap().to_str();
            let last = command.last().unwrap().as_str().unwrap();
            let (program, expected) = match language {
                Language::Python => (format!("{name}.py"), format!("{name}.py")),
                Language::Cpp => (format!("{name}.cpp"), format!("./{name}")),
                Language::Java => (format!("{name}.java"), "Solver".into()),
            };
            prop_assert_eq!((file, last), (Some(&*program), &*expected));
            let plain = suite["external"][0].get("plain").and_then(toml::Value::as_bool);
            prop_assert_eq!(plain, is_plain.then_some(true));

            let manifest = format!("[dependencies]\n{DEPENDENCIES}optile-bfs = 1\n\nb = 3\n");
            let read = |text: &str| text.parse::<toml::Table>().unwrap()["dependencies"].clone();
            let mut more = read(&with_dependency(&manifest, &name).unwrap());
            let own = more.as_table_mut().unwrap().remove(&format!("optile-{name}")).unwrap();
            prop_assert_eq!(own["path"].as_str(), Some(&*format!("../{name}")));
            prop_assert_eq!(more, read(&manifest));
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_leaves_no_folder() {
        let home = tempfile::tempdir().unwrap();
        let files = || [("a", "one".to_owned()), ("a/b", "two".to_owned())];
        let folder = home.path().join("new");
        let message = format!("{:#}", write_new(&folder, files()).unwrap_err());
        assert!(message.starts_with("cannot write"), "{message}");
        assert!(!folder.exists());
        // What is there already stays as it is, also behind a link.
        std::os::unix::fs::symlink(home.path(), &folder).unwrap();
        assert!(write_new(&folder, [("a", "one".to_owned())]).is_err());
        assert!(folder.is_symlink() && !home.path().join("a").exists());
    }

    #[test]
    fn a_new_line_follows_the_last_of_its_kind() {
        let manifest = format!("[a]\n{DEPENDENCIES}optile-bfs = 1\noptile-bidir = 2\n\nb = 3\n");
        let expected = format!(
            "[a]\n{DEPENDENCIES}optile-bfs = 1\noptile-bidir = 2\n\
             optile-my-search = {{ path = \"../my-search\", version = \"0.1.0\" }}\n\nb = 3\n"
        );
        assert_eq!(with_dependency(&manifest, "my-search"), Some(expected));
        assert_eq!(with_dependency("[a]\n", "my-search"), None);
        let registry = "fn families() -> Vec<Family> {\n    vec![\n        a::FAMILY,\n    ]\n}\n";
        let expected = "fn families() -> Vec<Family> {\n    vec![\n        a::FAMILY,\n        \
                        b::FAMILY,\n    ]\n}\n";
        assert_eq!(with_item(registry, "fn families()", "b::FAMILY").as_deref(), Some(expected));
        assert_eq!(with_item("", "fn families()", "b::FAMILY"), None);
    }
}
