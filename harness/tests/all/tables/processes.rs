//! Processes that are killed while they make tables, or make the same ones at once.

use super::*;

#[test]
fn builds_that_are_killed_leave_sound_tables_only() {
    const KILLS: u32 = 20;
    // Small, because twenty builds are begun, and several ended.
    const BUILD: [&str; 5] = ["build", "--size", "4x4", "5-5-5", "--quiet"];
    let home = tempfile::tempdir().unwrap();
    let begun = Instant::now();
    assert!(pdb(home.path(), &BUILD).output().unwrap().status.success());
    let undisturbed = begun.elapsed();
    let whole: Vec<_> = tables(home.path()).iter().map(|file| fs::read(file).unwrap()).collect();
    assert_eq!(whole.len(), 3);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut kills, mut half_done) = (0, 0);
    while kills < KILLS {
        if tables(home.path()).len() == 3 {
            tables(home.path()).iter().for_each(|file| fs::remove_file(file).unwrap());
        }
        let mut process =
            pdb(home.path(), &BUILD).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(undisturbed.mul_f64(random.random_range(0.0..1.0)));
        if process.try_wait().unwrap().is_none() {
            process.kill().unwrap();
            kills += 1;
        }
        let output = process.wait_with_output().unwrap();
        assert_eq!(stderr(&output), "");
        half_done += drafts(home.path());
        for key in keys("4x4", "5-5-5") {
            TableFile::new(home.path(), &key).read().unwrap();
        }
    }
    assert!(half_done > 0, "no build was killed while it wrote");
    let output = pdb(home.path(), &BUILD).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let after: Vec<_> = tables(home.path()).iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(after == whole && drafts(home.path()) == 0);
}

#[test]
fn processes_that_make_the_same_tables_at_once_all_end_well() {
    let home = tempfile::tempdir().unwrap();
    // The folder does not exist, so each of them tries to create it.
    let folder = home.path().join("a").join("b");
    let processes: Vec<_> = (0..4)
        .map(|_| {
            let mut command = pdb(&folder, &BUILD);
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let mut made = 0;
    for process in processes {
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let lines = stdout(&output);
        made += lines.lines().skip(1).filter(|line| !line.contains("existed")).count();
    }
    // No process builds a table that another one has built or is building.
    assert_eq!(made, 3);
    assert_eq!((tables(&folder).len(), drafts(&folder)), (3, 0));
    for key in keys("4x4", "6-6-3") {
        assert!(TableFile::new(&folder, &key).read().unwrap().is_some());
    }
}

#[test]
fn a_table_made_by_one_process_is_waited_for_by_another() {
    let home = tempfile::tempdir().unwrap();
    let [key, ..] = keys("4x4", "6-6-3")[..] else { panic!() };
    let file = TableFile::new(home.path(), &key);
    let draft = file.begin().unwrap().unwrap();
    let folder = home.path().to_owned();
    let waiting = thread::spawn(move || {
        let library = Library::new(Some(folder), SILENT);
        library.provide(&key, &Meter::default()).unwrap().1
    });
    thread::sleep(Duration::from_millis(100));
    assert!(!waiting.is_finished(), "it waits");
    let table = optile_pdb::Table::build(&key, &Meter::default(), &Default::default()).unwrap();
    draft.finish(&table).unwrap();
    assert!(!waiting.join().unwrap(), "it takes what the other made");
    assert_eq!(file.read().unwrap().unwrap().counts(), table.counts());
}
