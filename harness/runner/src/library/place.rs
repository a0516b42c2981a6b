//! The folder for table files, and the room on its disk.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that names the folder.
pub(crate) const VARIABLE: &str = "OPTILE_PDB_DIR";

/// The folder for table files: `given`, or else the folder that `OPTILE_PDB_DIR` names,
/// or else `optile` in the user's cache folder. `None` if none of them is known.
pub fn folder(given: Option<&Path>) -> Option<PathBuf> {
    given.map(Path::to_owned).or_else(|| from_environment(|name| env::var_os(name)))
}

/// The folder according to environment variables. The cache folder is the one of the XDG
/// base directory specification. Users may empty it.
fn from_environment(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The specification says that relative paths are ignored.
    let cache = || match path("XDG_CACHE_HOME").filter(|path| path.is_absolute()) {
        Some(cache) => Some(cache),
        None => Some(path("HOME")?.join(".cache")),
    };
    path(VARIABLE).or_else(|| Some(cache()?.join("optile")))
}

/// The free bytes on the disk of a folder; `None` if the system does not report them. If the
/// folder does not exist, those of its nearest existing parent.
pub(super) fn free_disk(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    let there = folder.ancestors().find(|folder| folder.exists())?;
    let disk = rustix::fs::statvfs(there).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_comes_before_the_cache_folder() {
        let place = |variables: &[(&str, &str)]| {
            from_environment(|name| {
                variables.iter().find(|(own, _)| *own == name).map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/me");
        let cache = ("XDG_CACHE_HOME", "/cache");
        for (variables, expected) in [
            (&[home][..], "/home/me/.cache/optile"),
            (&[home, cache], "/cache/optile"),
            (&[home, ("XDG_CACHE_HOME", "cache")], "/home/me/.cache/optile"),
            (&[home, ("XDG_CACHE_HOME", "")], "/home/me/.cache/optile"),
            (&[home, cache, (VARIABLE, "tables")], "tables"),
        ] {
            assert_eq!(place(variables), Some(expected.into()), "{variables:?}");
        }
        assert_eq!(place(&[]), None);
        assert_eq!(folder(Some(Path::new("here"))), Some("here".into()));
    }

    #[test]
    fn a_missing_folder_has_the_free_space_of_its_parent() {
        let here = free_disk(Path::new(".")).unwrap();
        assert!(here > 0);
        assert!(free_disk(Path::new("no/such/folder")).is_some());
    }
}
