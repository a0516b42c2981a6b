//! Files that commands write for others to read: what was meant is read again, or nothing is
//! written, and what was there stays until the new file is whole.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use optile_runner::instances::instance::InstanceSet;

use crate::process::{optile, stderr};

/// Runs `optile` where a file may have at most 512 bytes, as if the disk were full then.
fn on_a_full_disk(arguments: &[&str], home: &Path) -> Output {
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_optile")]).args(arguments);
    command.current_dir(home).output().unwrap()
}

#[test]
fn a_file_stays_until_the_new_one_is_whole_and_a_link_is_not_followed() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    fs::write(at("boards.txt"), "1 2 3 4 5 6 7 0 8\n".repeat(200)).unwrap();
    let mut run = optile();
    run.args(["run", "smoke", "--quiet", "--in-process", "--strategy", "bfs", "--repeat", "1"]);
    let output = run.args(["--out", "results"]).current_dir(home.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for arguments in [
        &["convert", "boards.txt", "-o", "out.tsv"][..],
        &["watch", "123456708", "-o", "out.html"],
        &["watch", "123456708", "--svg", "out.png"],
        &["chart", "results", "--kind", "cactus", "-o", "out.svg"],
    ] {
        let file = at(arguments.last().unwrap());
        let count = || fs::read_dir(home.path()).unwrap().count();
        fs::write(&file, "old").unwrap();
        let before = count();
        let output = on_a_full_disk(arguments, home.path());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains("cannot write out."), "{said}");
        assert_eq!((fs::read_to_string(&file).unwrap(), count()), ("old".into(), before));

        fs::remove_file(&file).unwrap();
        std::os::unix::fs::symlink("mine", &file).unwrap();
        fs::write(at("mine"), "mine").unwrap();
        let output = optile().args(arguments).current_dir(home.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(file.symlink_metadata().unwrap().is_file(), "{arguments:?}");
        assert_eq!(fs::read_to_string(at("mine")).unwrap(), "mine");
    }
}

#[test]
fn convert_writes_the_ids_that_it_found_or_nothing() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    for (stem, fault) in [
        ("plain", None),
        ("#x", None),
        ("# goal: 0123", None),
        ("-", None),
        ("a\u{202e}b", None),
        ("a\tb", Some("id \"a\\tb\" cannot be in an instance file: expected a text without tabs")),
        ("a\nb\t1203\t-", Some("id \"a\\nb\\t1203\\t-\" cannot")),
        (" a", Some("id \" a\" cannot")),
        ("a\r", Some("id \"a\\r\" cannot")),
    ] {
        // A file is called after the set too.
        for (inputs, name, fault) in [
            (&["boards"][..], "out.tsv".to_owned(), fault.map(str::to_owned)),
            // A header may have a tab.
            (
                &["boards/b.txt"],
                format!("{stem}.tsv"),
                fault.filter(|_| stem != "a\tb").map(|fault| fault.replacen("id", "name", 1)),
            ),
        ] {
            fs::create_dir(at("boards")).unwrap();
            fs::write(at("boards/b.txt"), "1230\n").unwrap();
            fs::write(at("boards").join(format!("{stem}.txt")), "1203\n").unwrap();
            let mut convert = optile();
            convert.arg("convert").args(inputs).args(["-o", &format!("./{name}")]);
            let output = convert.current_dir(home.path()).output().unwrap();
            let said = stderr(&output);
            match &fault {
                None => {
                    assert_eq!(output.status.code(), Some(0), "{stem:?}: {said}");
                    let set = InstanceSet::open(&at(&name)).unwrap();
                    let ids: Vec<_> = set.instances.iter().map(|one| one.id.as_str()).collect();
                    match inputs {
                        ["boards"] => assert!(ids.len() == 2 && ids.contains(&stem), "{ids:?}"),
                        _ => assert_eq!((ids, set.name.as_str()), (vec!["1"], stem)),
                    }
                    fs::remove_file(at(&name)).unwrap();
                }
                Some(fault) => {
                    assert_eq!(output.status.code(), Some(1), "{stem:?}: {said}");
                    let said = said.replace("\n  ", " ");
                    assert!(said.contains(&format!("nothing is written: {fault}")), "{said}");
                }
            }
            fs::remove_dir_all(at("boards")).unwrap();
            assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0, "{stem:?}");
        }
    }
    // Two files may have one name in two folders.
    for folder in ["one", "two"] {
        fs::create_dir(at(folder)).unwrap();
        fs::write(at(folder).join("a.txt"), "1203\n").unwrap();
    }
    let mut convert = optile();
    convert.args(["convert", "one", "two", "-o", "set.tsv"]).current_dir(&home);
    let said = stderr(&convert.output().unwrap());
    assert!(said.contains("id \"a\" is already used in line "), "{said}");
    assert!(!at("set.tsv").exists());
}

#[test]
fn generate_writes_a_set_that_is_read_back_whatever_its_arguments_are() {
    for (arguments, fault) in [
        (&["--name", "#a"][..], None),
        (&["--goal", "1 2\n3 0"], None),
        (&["--name", "a\u{2028}\u{202e}b"], None),
        (&["--name", "a\tb"], Some("name \"a\\tb\" has control characters")),
        (&["--name", "a\nb"], Some("name \"a\\nb\" has control characters")),
        (&["--name", " a"], Some("name \" a\" cannot be in an instance file")),
        (&["--name", ""], None),
    ] {
        let generate = ["generate", "--size", "2x2", "--count", "3", "--seed", "1"];
        let output = optile().args(generate).args(arguments).output().unwrap();
        match fault {
            None => {
                assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
                let set = InstanceSet::read("again", "again", &output.stdout).unwrap();
                assert_eq!(set.instances.len(), 3);
                assert!(arguments[0] != "--name" || set.name == arguments[1]);
            }
            Some(fault) => {
                assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
                assert!(stderr(&output).contains(fault), "{}", stderr(&output));
            }
        }
    }
}
