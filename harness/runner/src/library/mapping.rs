//! Files mapped into memory.

use std::fs::File;
use std::io;

use bytes::Bytes;
use memmap2::Mmap;

/// The bytes of a file, mapped into memory.
///
/// # Errors
///
/// Those of the system.
#[expect(unsafe_code, reason = "a mapped file has no safe form")]
pub(crate) fn map(file: &File) -> io::Result<Bytes> {
    // SAFETY: a mapping behaves like memory while nobody changes or truncates the file.
    // Files of tables get their names by a rename, are never written afterwards, and are
    // read-only. A replacement is another file, and a removed file stays until its last
    // mapping ends. If another program changes a file nevertheless, this process reads a
    // wrong byte, which is data and never an address. If another program truncates it, a
    // signal ends this process.
    let map = unsafe { Mmap::map(file)? };
    Ok(Bytes::from_owner(map))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_mapping_has_the_bytes_of_the_file_and_outlives_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let map_of = |path: &Path| map(&File::open(path).unwrap());
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
}
