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
    // SAFETY: a mapping is as good as memory while nobody changes or cuts the
    // file. Files of tables have their names by a rename, are never written
    // afterwards, and are made read-only; what replaces one is another file,
    // and one that is removed stays until its last mapping ends. What a process
    // of another kind does to them nevertheless cannot harm this one beyond a
    // wrong byte, which is data and no address here, or the end by a signal
    // where the file was cut.
    let map = unsafe { Mmap::map(file)? };
    Ok(Bytes::from_owner(map))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn a_mapping_is_the_file_and_outlives_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let map_of = |path: &Path| map(&File::open(path).unwrap());
        let path = folder.path().join("file");
        for length in [0, 1, 4095, 4096, 100_000] {
            let bytes: Vec<u8> = (0..length).map(|place: usize| (place % 251) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            let mapped = map_of(&path).unwrap();
            assert_eq!(mapped, bytes);
            // Another file takes the name, as when a table is made again.
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
