use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that names the folder.
pub(crate) const VARIABLE: &str = "OPTILE_PDB_DIR";

/// The folder that tables are kept in: the one given, else that of
/// `OPTILE_PDB_DIR`, else where the platform keeps what can be made again.
/// `None` where that is nowhere.
pub fn folder(given: Option<&Path>) -> Option<PathBuf> {
    given.map(Path::to_owned).or_else(|| conventional(env::consts::OS, |name| env::var_os(name)))
}

/// As the variables of the process have it. A cache is a folder that the user
/// may empty: the XDG base directory specification, Apple's File System
/// Programming Guide, and Microsoft's known folders each have one.
fn conventional(system: &str, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The specification has relative paths ignored.
    let absolute = |name: &str| path(name).filter(|path| path.is_absolute());
    let cache = || match system {
        "windows" => path("LOCALAPPDATA"),
        "macos" => Some(path("HOME")?.join("Library/Caches")),
        _ => absolute("XDG_CACHE_HOME").or_else(|| Some(path("HOME")?.join(".cache"))),
    };
    path(VARIABLE).or_else(|| Some(cache()?.join("optile")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_platform_has_its_convention_and_the_variable_stands_above() {
        let place = |system: &str, variables: &[(&str, &str)]| {
            conventional(system, |name| {
                variables.iter().find(|(own, _)| *own == name).map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/me");
        let cache = ("XDG_CACHE_HOME", "/cache");
        let local = ("LOCALAPPDATA", "/local");
        let own = (VARIABLE, "tables");
        for (system, variables, expected) in [
            ("linux", &[home][..], "/home/me/.cache/optile"),
            ("linux", &[home, cache], "/cache/optile"),
            ("linux", &[home, ("XDG_CACHE_HOME", "cache")], "/home/me/.cache/optile"),
            ("linux", &[home, ("XDG_CACHE_HOME", "")], "/home/me/.cache/optile"),
            ("macos", &[home, cache], "/home/me/Library/Caches/optile"),
            ("windows", &[home, local], "/local/optile"),
            ("linux", &[home, cache, own], "tables"),
            ("windows", &[own], "tables"),
        ] {
            assert_eq!(place(system, variables), Some(expected.into()), "{system} {variables:?}");
        }
        assert_eq!(place("linux", &[local]), None);
        assert_eq!(folder(Some(Path::new("here"))), Some("here".into()));
    }
}
