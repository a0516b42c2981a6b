//! Files mapped into memory, and whether they were changed since.
//!
//! # The main decision
//!
//! **After each run, the system is asked when a mapped file was last changed.** No mapping
//! protects against a program that writes into the file: a private mapping shows such writes
//! too. A copy in memory would, but it takes several times as long as the check of a mapping,
//! and each process would need its own. The time of the last change costs one question of a
//! microsecond. If it is another one than before, the checksum of the whole table decides,
//! because new names and permissions of a file also change it.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, UNIX_EPOCH};

use bytes::Bytes;
use memmap2::Mmap;
use optile_pdb::Table;

/// A time of change that is not older than this when it is read may also be that of a later
/// change, because clocks of file systems have ticks.
const SETTLED: Duration = Duration::from_millis(100);

/// The number of bytes at the beginning of a file that hold its key and its checksum.
const FIRST: usize = 4096;

/// All mappings of this process.
static MAPPED: Mutex<Vec<Weak<Mapped>>> = Mutex::new(Vec::new());

/// A mapped file.
#[derive(Debug)]
struct Mapped {
    path: PathBuf,
    file: File,
    map: Mmap,
    /// Its first bytes, as they were. They identify a table and its contents.
    first: Vec<u8>,
    /// The time of its last change when its bytes were last checked.
    seen: Mutex<Option<Stamp>>,
}

/// The owner of mapped bytes.
struct Owner(Arc<Mapped>);

impl AsRef<[u8]> for Owner {
    fn as_ref(&self) -> &[u8] {
        &self.0.map
    }
}

/// The time of the last change of a file, in seconds and nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp(i64, i64);

impl Stamp {
    /// `None` if a later change may have the same time.
    fn of(metadata: &Metadata) -> Option<Self> {
        let Self(seconds, nanoseconds) = Self::any(metadata);
        let since = Duration::new(seconds.try_into().ok()?, nanoseconds.try_into().ok()?);
        let age = (UNIX_EPOCH + since).elapsed().ok()?;
        (age >= SETTLED).then_some(Self(seconds, nanoseconds))
    }

    /// The time, even if a later change may have the same.
    fn any(metadata: &Metadata) -> Self {
        Self(metadata.ctime(), metadata.ctime_nsec())
    }
}

/// The bytes of a file, mapped into memory. The caller checks them.
///
/// # Errors
///
/// Those of the system.
#[expect(unsafe_code, reason = "a mapped file has no safe form")]
pub(crate) fn map(path: &Path, file: File) -> io::Result<Bytes> {
    let seen = Mutex::new(Stamp::of(&file.metadata()?));
    // SAFETY: a mapping behaves like memory while nobody changes or truncates the file.
    // Files of tables get their names by a rename, are never written afterwards, and are
    // read-only. A replacement is another file, and a removed file stays until its last
    // mapping ends. If another program changes a file nevertheless, this process reads a
    // wrong byte, which is data and never an address. If another program truncates it, a
    // signal ends this process.
    let map = unsafe { Mmap::map(&file)? };
    let first = map.iter().copied().take(FIRST).collect();
    let mapped = Arc::new(Mapped { path: path.to_owned(), file, map, first, seen });
    let mut all = MAPPED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|other| other.strong_count() > 0);
    all.push(Arc::downgrade(&mapped));
    Ok(Bytes::from_owner(Owner(mapped)))
}

/// What is wrong if a table file was changed while this process used it; `None` if all are as
/// they were.
pub fn changed() -> Option<String> {
    let all = MAPPED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let changed = all.iter().filter_map(Weak::upgrade).find(|mapped| !mapped.is_sound());
    changed.map(|mapped| {
        let path = mapped.path.display();
        format!("{path} was changed while it was used: give a changed table another name")
    })
}

impl Mapped {
    /// Whether its bytes are those that were checked before.
    fn is_sound(self: &Arc<Self>) -> bool {
        let Ok(metadata) = self.file.metadata() else { return false };
        // Reading after the end of a truncated file would end this process.
        if metadata.len() < self.map.len() as u64 {
            return false;
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if *seen == Some(Stamp::any(&metadata)) {
            return true;
        }
        let now = Stamp::of(&metadata);
        let bytes = Bytes::from_owner(Owner(Arc::clone(self)));
        let key = Table::inspect(&bytes, bytes.len() as u64);
        let is_sound = bytes.starts_with(&self.first)
            && key.is_ok_and(|key| Table::read(&key, &bytes).is_ok());
        if is_sound {
            *seen = now;
        }
        is_sound
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::FileExt;
    use std::thread;

    use optile_core::Meter;
    use optile_pdb::Recipe;

    use super::*;

    #[test]
    fn a_mapping_has_the_bytes_of_the_file_and_outlives_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let map_of = |path: &Path| map(path, File::open(path).unwrap());
        let path = folder.path().join("file");
        for length in [0, 1, 4095, 4096, 100_000] {
            let bytes: Vec<u8> = (0..length).map(|place: usize| (place % 251) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            let mapped = map_of(&path).unwrap();
            assert_eq!(mapped, bytes);
            // Another file takes the name, as when a table is built again.
            let other = folder.path().join("other");
            fs::write(&other, vec![255; length + 7]).unwrap();
            fs::rename(&other, &path).unwrap();
            assert_eq!(mapped, bytes);
            fs::remove_file(&path).unwrap();
            assert_eq!(mapped, bytes);
        }
        assert!(map_of(folder.path()).is_err());
    }

    #[test]
    fn changed_bytes_are_found_and_new_names_are_not_changes() {
        let folder = tempfile::tempdir().unwrap();
        let recipe: Recipe = "1.2.3-4.5.6-7.8".parse().unwrap();
        let keys = recipe.keys("3x3".parse().unwrap(), 8).unwrap();
        let [sound, other] = [0, 1].map(|place| {
            let table = Table::build(&keys[place], &Meter::default(), &Default::default());
            let mut bytes = Vec::new();
            table.unwrap().write(&mut bytes).unwrap();
            bytes
        });
        assert_eq!(sound.len(), other.len());
        for is_settled in [false, true] {
            let path = folder.path().join(format!("table-{is_settled}"));
            fs::write(&path, &sound).unwrap();
            let file = File::options().read(true).write(true).open(&path).unwrap();
            let bytes = map(&path, File::open(&path).unwrap()).unwrap();
            let mapped = || {
                let all = MAPPED.lock().unwrap().clone();
                all.iter().filter_map(Weak::upgrade).find(|mapped| mapped.path == path).unwrap()
            };
            if is_settled {
                thread::sleep(2 * SETTLED);
                assert!(mapped().is_sound());
                assert!(mapped().seen.lock().unwrap().is_some());
            }
            assert!(mapped().is_sound());
            fs::rename(&path, folder.path().join("new name")).unwrap();
            assert!(mapped().is_sound());
            let last = sound.len() - 1;
            file.write_all_at(&[sound[last] ^ 1], last as u64).unwrap();
            assert!(!mapped().is_sound());
            file.write_all_at(&other, 0).unwrap();
            assert!(!mapped().is_sound(), "another table");
            file.write_all_at(&sound, 0).unwrap();
            assert!(mapped().is_sound());
            file.set_len(4096).unwrap();
            assert!(!mapped().is_sound());
            drop(bytes);
        }
    }
}
