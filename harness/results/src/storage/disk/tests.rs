//! Tests of `disk`.

use std::os::unix::fs::symlink;
use std::process::Command;
use std::thread;

use super::*;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

pub(crate) fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    replace(path, |out| out.write_all(text.as_bytes()))
}

#[test]
fn a_file_is_replaced_as_a_whole_or_not_at_all() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    put(&file, "old").unwrap();
    let error = replace(&file, |out| {
        out.write_all(b"half")?;
        out.flush()?;
        assert_eq!(names(home.path()).len(), 2, "the draft is beside it");
        Err(io::Error::other("the disk is full"))
    });
    assert_eq!(error.unwrap_err().to_string(), "the disk is full");
    assert_eq!((fs::read_to_string(&file).unwrap(), names(home.path()).len()), ("old".into(), 1));
    put(&file, "new").unwrap();
    assert_eq!(read(&file).unwrap(), b"new");
    redraw(&file, b"drawn").unwrap();
    assert_eq!(read(&file).unwrap(), b"drawn");
    try_out(&file).unwrap();
    assert_eq!(names(home.path()), ["file"]);
    assert!(put(&home.path().join("missing/file"), "").is_err());
    assert!(try_out(&home.path().join("missing/file")).is_err());
    let folder = home.path().join("folder");
    fs::create_dir(&folder).unwrap();
    assert!(put(&folder, "").is_err() && try_out(&folder).is_err());
    try_out_folder(&folder.join("new/newer")).unwrap();
    assert!(try_out_folder(&file.join("new")).is_err());
    assert!(names(&folder).is_empty());
    assert_eq!(names(home.path()), ["file", "folder"]);
}

#[test]
fn devices_are_never_replaced() {
    for device in ["/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/2"] {
        assert!(is_device(Path::new(device)), "{device}");
    }
    // The superuser could write there.
    if is_device(Path::new("/dev/null")) {
        let error = put(Path::new("/dev/null"), "").unwrap_err().to_string();
        assert!(error.contains("it is a device, not a file"), "{error}");
    }
    for file in ["/dev/shm/results/run.json", "file", "a/file"] {
        assert!(!is_device(Path::new(file)), "{file}");
    }
}

#[test]
fn links_and_pipes_are_replaced_and_never_followed() {
    let home = tempfile::tempdir().unwrap();
    let target = home.path().join("target");
    fs::write(&target, "mine").unwrap();
    let link = home.path().join("link");
    symlink(&target, &link).unwrap();
    assert_eq!(read(&link).unwrap(), b"mine", "readers follow links");
    let error = open_own(&link, OpenOptions::new().write(true)).unwrap_err().to_string();
    assert!(error.contains("it is a symbolic link, not a file"), "{error}");
    put(&link, "new").unwrap();
    assert!(!link.symlink_metadata().unwrap().is_symlink());
    assert_eq!((read(&link).unwrap(), read(&target).unwrap()), (b"new".into(), b"mine".into()));

    let fifo = home.path().join("fifo");
    pipe(&fifo);
    for error in [
        open(&fifo).unwrap_err(),
        open_own(&fifo, OpenOptions::new().write(true)).unwrap_err(),
        open_own(&fifo, OpenOptions::new().read(true).write(true)).unwrap_err(),
        open(home.path()).unwrap_err(),
    ] {
        assert!(error.to_string().contains(", not a file: remove it"), "{error}");
    }
    put(&fifo, "new").unwrap();
    assert_eq!(read(&fifo).unwrap(), b"new");
    assert_eq!(open(&home.path().join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
}

#[test]
fn drafts_of_dead_processes_are_removed_and_those_of_living_ones_stay() {
    let home = tempfile::tempdir().unwrap();
    let dead = home.path().join(".optile-1-0.draft");
    fs::write(&dead, "left by a killed process").unwrap();
    symlink("/etc/hostname", home.path().join(".optile-1-1.draft")).unwrap();
    pipe(&home.path().join(".optile-1-2.draft"));
    let living = Draft::beside(&home.path().join("one")).unwrap();
    assert!(!dead.exists());
    let mine = living.path.clone();
    put(&home.path().join("two"), "").unwrap();
    assert!(mine.exists());
    drop(living);
    // Files that are not drafts stay.
    assert_eq!(names(home.path()), [".optile-1-1.draft", ".optile-1-2.draft", "two"]);
}

#[test]
fn writers_at_once_do_not_disturb_each_other() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    let texts: Vec<String> = (0..4).map(|n| n.to_string().repeat(100_000)).collect();
    thread::scope(|scope| {
        for text in &texts {
            let file = &file;
            scope.spawn(move || (0..20).for_each(|_| put(file, text).unwrap()));
        }
        for _ in 0..200 {
            if let Ok(found) = fs::read_to_string(&file) {
                assert!(texts.contains(&found), "{} bytes", found.len());
            }
        }
    });
    assert_eq!(names(home.path()), ["file"]);
}
