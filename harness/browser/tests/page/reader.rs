//! A reader of the page: Chromium without a window.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Network, Runtime};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;

/// How long the browser may take for anything. Tests do not measure time.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page open in a browser of its own, and what went wrong in it.
pub(crate) struct Reader {
    tab: Arc<Tab>,
    heard: Arc<Mutex<Heard>>,
    address: String,
    // Closes the window when it is dropped.
    _browser: Browser,
}

/// What the page did beside showing itself.
#[derive(Default)]
struct Heard {
    faults: Vec<String>,
    requests: Vec<String>,
}

impl Reader {
    /// Opens a page from its file, with `hash` behind its address.
    pub(crate) fn open(page: &Path, hash: &str) -> Self {
        let reader = Self::new(page);
        reader.go(hash);
        reader
    }

    /// A reader that has not opened its page yet.
    pub(crate) fn new(page: &Path) -> Self {
        let browser = start();
        let tab = browser.new_tab().unwrap();
        tab.set_default_timeout(PATIENCE);
        let heard = Arc::new(Mutex::new(Heard::default()));
        let listener = Arc::clone(&heard);
        tab.call_method(Runtime::Enable(None)).unwrap();
        tab.call_method(Network::Enable {
            max_total_buffer_size: None,
            max_resource_buffer_size: None,
            max_post_data_size: None,
            report_direct_socket_traffic: None,
            enable_durable_messages: None,
        })
        .unwrap();
        tab.enable_log().unwrap();
        tab.add_event_listener(Arc::new(move |event: &Event| {
            let mut heard = listener.lock().unwrap();
            match event {
                Event::RuntimeExceptionThrown(thrown) => {
                    heard.faults.push(format!("{:?}", thrown.params.exception_details));
                }
                Event::RuntimeConsoleAPICalled(call) => {
                    heard.faults.push(format!("{:?}", call.params.args));
                }
                Event::LogEntryAdded(entry) => {
                    heard.faults.push(entry.params.entry.text.clone());
                }
                Event::NetworkRequestWillBeSent(request) => {
                    heard.requests.push(request.params.request.url.clone());
                }
                _ => {}
            }
        }))
        .unwrap();
        let address = format!("file://{}", page.canonicalize().unwrap().display());
        Self { tab, heard, address, _browser: browser }
    }

    /// Opens the page anew, with `hash` behind its address.
    pub(crate) fn go(&self, hash: &str) {
        // Another hash alone would not load it again.
        self.tab.navigate_to("about:blank").unwrap().wait_until_navigated().unwrap();
        self.tab.navigate_to(&format!("{}{hash}", self.address)).unwrap();
        self.tab.wait_until_navigated().unwrap();
    }

    /// The value of a JavaScript expression, which may be a promise.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let wrapped = format!("(async () => JSON.stringify((await ({expression})) ?? null))()");
        let object =
            self.tab.evaluate(&wrapped, true).unwrap_or_else(|e| panic!("{expression}: {e}"));
        let text = object.value.unwrap_or_else(|| panic!("{expression}: {:?}", object.description));
        serde_json::from_str(text.as_str().unwrap()).unwrap()
    }

    pub(crate) fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression} is no text")).into()
    }

    /// What the first element of a kind says.
    pub(crate) fn says(&self, selector: &str) -> String {
        self.text(&format!("document.querySelector({selector:?}).textContent"))
    }

    /// Waits until an expression holds.
    pub(crate) fn until(&self, expression: &str) {
        let begin = Instant::now();
        while self.value(expression) != Value::Bool(true) {
            assert!(begin.elapsed() < PATIENCE, "never: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks into the middle of an element, if it is what one would hit there.
    ///
    /// In one call: each costs a tenth of a second, whatever it does.
    pub(crate) fn click(&self, selector: &str) {
        let hit = self.value(&format!(
            "(() => {{
               const target = document.querySelector({selector:?});
               target.scrollIntoView({{ block: 'center', inline: 'nearest', behavior: 'instant' }});
               const {{ left, top, width, height }} = target.getBoundingClientRect();
               const [clientX, clientY] = [left + width / 2, top + height / 2];
               const hit = document.elementFromPoint(clientX, clientY);
               if (!hit || !(target.contains(hit) || hit.contains(target))) return hit?.outerHTML ?? 'nothing';
               (target.querySelector('input') ?? target).focus?.();
               hit.dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true, clientX, clientY }}));
               return '';
             }})()"
        ));
        assert_eq!(hit, "", "{selector} is covered");
    }

    /// Moves the mouse to the middle of an element.
    pub(crate) fn point_at(&self, selector: &str) {
        self.tab.find_element(selector).unwrap().move_mouse_over().unwrap();
    }

    /// Types where the focus is.
    pub(crate) fn type_text(&self, text: &str) {
        self.tab.send_character(text).unwrap();
    }

    pub(crate) fn press(&self, key: &str) {
        self.tab.press_key(key).unwrap();
    }

    /// Chooses from lists by their values.
    pub(crate) fn choose(&self, choices: &[(&str, &str)]) {
        let chosen = self.value(&format!(
            "Object.entries(Object.fromEntries({})).every(([id, value]) => {{
               const list = document.getElementById(id);
               list.value = value;
               list.dispatchEvent(new Event('change'));
               return list.value === value;
             }})",
            serde_json::to_string(choices).unwrap()
        ));
        assert_eq!(chosen, true, "{choices:?}");
    }

    /// Makes the window so many pixels wide.
    pub(crate) fn width(&self, width: u32) {
        self.tab
            .call_method(Emulation::SetDeviceMetricsOverride {
                width,
                height: 900,
                device_scale_factor: 1.0,
                mobile: false,
                scale: None,
                screen_width: None,
                screen_height: None,
                position_x: None,
                position_y: None,
                dont_set_visible_size: None,
                screen_orientation: None,
                viewport: None,
                display_feature: None,
                device_posture: None,
            })
            .unwrap();
        self.until(&format!("innerWidth === {width}"));
        // What is drawn anew for a width comes with the next frame.
        self.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))");
    }

    /// Shows the page as printed.
    pub(crate) fn on_paper(&self) {
        self.tab
            .call_method(Emulation::SetEmulatedMedia {
                media: Some("print".into()),
                features: None,
            })
            .unwrap();
    }

    /// Has no script run on pages opened from now on.
    pub(crate) fn without_script(&self) {
        self.tab.call_method(Emulation::SetScriptExecutionDisabled { value: true }).unwrap();
    }

    /// Complaints on the console, exceptions, and addresses asked for that are
    /// not the page's own.
    pub(crate) fn faults(&self) -> Vec<String> {
        let heard = self.heard.lock().unwrap();
        let own =
            |url: &&String| url.split('#').next() == Some(&self.address) || *url == "about:blank";
        let foreign = heard.requests.iter().filter(|url| !own(url));
        heard.faults.iter().chain(foreign).cloned().collect()
    }
}

/// A browser without a window. On a busy machine the client gives up on it
/// before it answers, so there is more than one try.
fn start() -> Browser {
    let arguments = ["--disable-quic", "--disable-component-update"].map(OsStr::new);
    let begin = Instant::now();
    loop {
        let options = LaunchOptions {
            path: Some(chromium()),
            // A sandbox needs rights that continuous integration seldom has;
            // nothing but the page of this test is opened.
            sandbox: false,
            idle_browser_timeout: PATIENCE * 10,
            args: arguments.to_vec(),
            ..LaunchOptions::default()
        };
        match Browser::new(options) {
            Ok(browser) => return browser,
            Err(error) if begin.elapsed() > PATIENCE => {
                panic!("{} does not start: {error:#}", chromium().display())
            }
            Err(_) => thread::sleep(Duration::from_millis(500)),
        }
    }
}

/// Chromium as the variable CHROMIUM names it, else where Debian puts it.
fn chromium() -> PathBuf {
    env::var_os("CHROMIUM").unwrap_or_else(|| "/usr/bin/chromium".into()).into()
}
