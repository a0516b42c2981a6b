//! The suites and instance files that are built into the program.

/// A file of the `instances` folder.
struct File {
    name: &'static str,
    text: &'static str,
}

/// The file with this name and extension.
macro_rules! file {
    ($name:literal, $ending:literal) => {
        File { name: $name, text: include_str!(concat!("../data/", $name, $ending)) }
    };
}

// Statics, because constants would be in the program once for each crate that
// reads them.
static SUITES: [File; 11] = [
    file!("eight", ".toml"),
    file!("smoke", ".toml"),
    file!("korf100", ".toml"),
    file!("korf100-full", ".toml"),
    file!("bihs-korf100", ".toml"),
    file!("bihs-weakened", ".toml"),
    file!("pdb-trade", ".toml"),
    file!("korf-felner-50-easy", ".toml"),
    file!("korf-felner-parts", ".toml"),
    file!("korf-felner-half", ".toml"),
    file!("korf-felner-50", ".toml"),
];

static INSTANCES: [File; 9] = [
    file!("eight-corner", ".tsv"),
    file!("eight-edge", ".tsv"),
    file!("eight-centre", ".tsv"),
    file!("eight-arbitrary", ".tsv"),
    file!("smoke", ".tsv"),
    file!("korf100", ".tsv"),
    file!("korf-felner-50", ".tsv"),
    file!("fifteen-36", ".tsv"),
    file!("fifteen-random", ".tsv"),
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

/// The text of a bundled instance file.
pub fn instances(name: &str) -> Option<&'static str> {
    find(&INSTANCES, name)
}

/// The names of the bundled instance files.
pub fn instance_names() -> impl Iterator<Item = &'static str> {
    INSTANCES.iter().map(|file| file.name)
}
