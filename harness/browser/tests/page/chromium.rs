//! Chromium without a window. The tests use its own protocol over two pipes:
//! JSON messages, each followed by a zero byte.
//!
//! The protocol is described at
//! <https://chromedevtools.github.io/devtools-protocol>. The tests need only a
//! dozen of its commands. A client that knows all of them would take longer to
//! build than all tests of the page take to run.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

use serde_json::{Value, json};

use crate::reader::PATIENCE;
use crate::results::place;

/// A browser with one tab.
pub(crate) struct Chromium {
    process: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    /// The session of the tab, when the tab is open.
    session: Option<String>,
    last_id: u64,
    /// Events of the tab, the oldest first.
    events: Vec<Value>,
    /// The folder for the browser's settings.
    profile: PathBuf,
}

impl Chromium {
    /// Starts a browser and opens a tab in it.
    pub(crate) fn start() -> Self {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = place(&format!("profile-{}-{number}", std::process::id()));
        let mut process = Command::new("/bin/sh")
            // The browser reads commands from file 3 and writes to file 4.
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1"])
            .arg(env::var_os("CHROMIUM").unwrap_or_else(|| "/usr/bin/chromium".into()))
            .arg(format!("--user-data-dir={}", profile.display()))
            .args([
                "--headless",
                "--remote-debugging-pipe",
                // A sandbox needs rights that continuous integration seldom
                // has. Only the page of this test is opened.
                "--no-sandbox",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-default-apps",
                "--disable-dev-shm-usage",
                "--disable-extensions",
                "--disable-gpu",
                "--disable-quic",
                "--disable-sync",
                "--hide-scrollbars",
                "--no-default-browser-check",
                "--no-first-run",
                "--password-store=basic",
                "--use-mock-keychain",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let commands = process.stdin.take().unwrap();
        let mut answers = BufReader::new(process.stdout.take().unwrap());
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while answers.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                let text = message.strip_suffix(&[0]).unwrap_or(&message);
                if sender.send(serde_json::from_slice(text).unwrap()).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Self {
            process,
            commands,
            messages,
            session: None,
            last_id: 0,
            events: Vec::new(),
            profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach);
        browser.session = Some(session["sessionId"].as_str().unwrap().to_owned());
        browser
    }

    /// The result of a command.
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.try_call(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// The result of a command, or the browser's error.
    pub(crate) fn try_call(&mut self, method: &str, parameters: Value) -> Result<Value, String> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let sent = self.commands.write_all(format!("{message}\0").as_bytes());
        sent.unwrap_or_else(|error| panic!("{method}: the browser is gone: {error}"));
        loop {
            let mut message = self.message(method);
            if message["id"] == self.last_id {
                return match &message["error"] {
                    Value::Null => Ok(message["result"].take()),
                    error => Err(error.to_string()),
                };
            }
            self.events.push(message);
        }
    }

    /// Waits for an event of this name that was not taken yet.
    pub(crate) fn wait_for(&mut self, event: &str) {
        while !self.events.iter().any(|message| message["method"] == event) {
            let message = self.message(event);
            self.events.push(message);
        }
    }

    /// Takes the events of this name.
    pub(crate) fn take(&mut self, event: &str) -> Vec<Value> {
        self.events.extract_if(.., |message| message["method"] == event).collect()
    }

    fn message(&self, awaited: &str) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.unwrap_or_else(|error| panic!("{awaited}: no answer from the browser: {error}"))
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        // The browser's own processes may still write there while they end.
        let _ = fs::remove_dir_all(&self.profile);
    }
}
