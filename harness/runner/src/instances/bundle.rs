//! The suites and instance files that are built into the program.

/// A file of the `instances` folder.
struct File {
    name: &'static str,
    text: &'static str,
}

/// The file with this name and extension.
macro_rules! file {
    ($name:literal, $ending:literal) => {
        File { name: $name, text: include_str!(concat!("../../data/", $name, $ending)) }
    };
}

// Statics, because constants would be in the program once for each crate that
// reads them.
static SUITES: [File; 14] = [
    file!("eight", ".toml"),
    file!("smoke", ".toml"),
    file!("textbook", ".toml"),
    file!("korf100", ".toml"),
    file!("korf100-full", ".toml"),
    file!("bihs-korf100", ".toml"),
    file!("bihs-weakened", ".toml"),
    file!("pdb-trade", ".toml"),
    file!("korf-felner-50-easy", ".toml"),
    file!("korf-felner-parts", ".toml"),
    file!("korf-felner-half", ".toml"),
    file!("korf-felner-50", ".toml"),
    file!("felner2004", ".toml"),
    file!("siag2025", ".toml"),
];

static INSTANCES: [File; 13] = [
    file!("eight-corner", ".tsv"),
    file!("eight-edge", ".tsv"),
    file!("eight-centre", ".tsv"),
    file!("eight-arbitrary", ".tsv"),
    file!("eight-all", ".tsv"),
    file!("smoke", ".tsv"),
    file!("textbook", ".tsv"),
    file!("korf100", ".tsv"),
    file!("korf-external-10", ".tsv"),
    file!("korf-felner-50", ".tsv"),
    file!("fifteen-36", ".tsv"),
    file!("fifteen-random", ".tsv"),
    file!("fifteen-antipodes", ".tsv"),
];

fn find(files: &'static [File], name: &str) -> Option<&'static str> {
    files.iter().find(|file| file.name == name).map(|file| file.text)
}

/// The text of a bundled suite.
pub fn suite(name: &str) -> Option<&'static str> {
    find(&SUITES, name)
}

/// The names of the bundled suites, the default first.
pub fn suite_names() -> impl Iterator<Item = &'static str> {
    SUITES.iter().map(|file| file.name)
}

/// The text of a bundled instance file, by the name of the file or the id in its header.
pub fn instances(name: &str) -> Option<&'static str> {
    find(&INSTANCES, name).or_else(|| by_id(name))
}

fn by_id(id: &str) -> Option<&'static str> {
    INSTANCES.iter().map(|file| file.text).find(|text| header(text, "id") == Some(id))
}

/// The value of a header of a bundled instance file.
fn header(text: &'static str, key: &str) -> Option<&'static str> {
    let value = |line: &'static str| line.strip_prefix("# ")?.strip_prefix(key)?.strip_prefix(": ");
    text.lines().find_map(value)
}

/// The SHA-256 of a version of a bundled set, from the header of its file. `None` if there is no
/// such set.
pub fn sha256(id: &str, version: &str) -> Option<&'static str> {
    let text = by_id(id).filter(|text| header(text, "version") == Some(version))?;
    header(text, "sha256")
}

/// The names of the bundled instance files.
pub fn instance_names() -> impl Iterator<Item = &'static str> {
    INSTANCES.iter().map(|file| file.name)
}
