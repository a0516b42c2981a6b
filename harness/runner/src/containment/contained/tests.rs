//! Tests of `contained`.

use super::*;

fn shell(script: &str) -> Contained {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    Contained::start(command, Tree::single).unwrap()
}

/// A process that a script left behind. The script printed its number. Dropping
/// kills the process.
struct Left(Pid);

impl Left {
    fn of(child: &mut Contained) -> Self {
        let Received::Line(id) = child.receive(Duration::from_secs(30)) else {
            panic!("no number")
        };
        Self(Pid::from_raw(id.parse().unwrap()).unwrap())
    }
}

impl Drop for Left {
    fn drop(&mut self) {
        let _ = rustix::process::kill_process(self.0, Signal::KILL);
    }
}

#[test]
fn an_end_is_received_though_others_hold_the_pipes() {
    let begun = Instant::now();
    let mut child = shell("setsid sleep 60 & echo $!; echo last words >&2; exit 3");
    let left = Left::of(&mut child);
    while child.receive(Duration::from_millis(10)) != Received::End {
        assert!(begun.elapsed() < Duration::from_secs(30), "the end is not received");
    }
    let reason = child.end(EXIT_TIME).reason;
    assert_eq!(reason, "ended with exit status: 3, saying \"last words\"");
    assert!(begun.elapsed() < Duration::from_secs(30));
    drop(left);
}

#[test]
fn a_process_that_reads_nothing_delays_nothing() {
    let begun = Instant::now();
    let mut child = shell("exec sleep 60");
    assert!(child.send("something"), "a pipe has room for a line");
    assert!(!child.send(&"much ".repeat(1 << 20)));
    assert_eq!(child.end(Duration::ZERO).reason, "was killed");
    assert!(begun.elapsed() < Duration::from_secs(30));
    assert!(child.send("to nobody"), "what is lost makes nobody wait either");
}

#[test]
fn a_process_that_closes_its_output_and_lives_is_said_to_have_done_so() {
    let mut child = shell("exec >&-; exec sleep 60");
    let begun = Instant::now();
    while child.receive(Duration::from_millis(10)) != Received::End {
        assert!(begun.elapsed() < Duration::from_secs(30), "the end is not received");
    }
    let reason = child.end(Duration::from_millis(100)).reason;
    assert_eq!(reason, "closed its output, but did not end, and was killed");
}
