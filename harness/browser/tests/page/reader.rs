//! A reader of the page: what readers do in a browser, and what they see.

use std::cell::RefCell;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::chromium::Chromium;

/// How long the browser may take for each action. Tests do not measure time.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// A page in its own browser.
pub(crate) struct Reader {
    browser: RefCell<Chromium>,
    address: String,
}

impl Reader {
    /// Opens a page from its file, with `hash` after its address.
    pub(crate) fn open(page: &Path, hash: &str) -> Self {
        let reader = Self::new(page);
        reader.go(hash);
        reader
    }

    /// A reader that has not yet opened its page.
    pub(crate) fn new(page: &Path) -> Self {
        let browser = RefCell::new(Chromium::start());
        let address = format!("file://{}", page.canonicalize().unwrap().display());
        let reader = Self { browser, address };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            reader.call(&format!("{domain}.enable"), json!({}));
        }
        reader
    }

    fn call(&self, method: &str, parameters: Value) -> Value {
        self.browser.borrow_mut().call(method, parameters)
    }

    /// Opens the page again, with `hash` after its address, and waits until its script has read the data: a browser
    /// says that a page is loaded before that.
    pub(crate) fn go(&self, hash: &str) {
        self.load(hash);
        self.until(
            "(() => {
               const live = [...document.querySelectorAll('[data-live]')];
               return !live.length || live.some(({ hidden }) => !hidden);
             })()",
        );
    }

    fn load(&self, hash: &str) {
        // A change of the hash alone would not load the page again.
        for address in ["about:blank", &format!("{}{hash}", self.address)] {
            self.browser.borrow_mut().take("Page.loadEventFired");
            let answer = self.call("Page.navigate", json!({ "url": address }));
            assert!(answer["errorText"].is_null(), "{address}: {}", answer["errorText"]);
            self.browser.borrow_mut().wait_for("Page.loadEventFired");
        }
    }

    /// The value of a JavaScript expression, which may be a promise.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let wrapped = format!("(async () => JSON.stringify((await ({expression})) ?? null))()");
        let wrapped = json!({ "expression": wrapped, "awaitPromise": true, "returnByValue": true });
        let begin = Instant::now();
        let answer = loop {
            match self.browser.borrow_mut().try_call("Runtime.evaluate", wrapped.clone()) {
                Ok(answer) => break answer,
                // A page that loads itself again ends what is evaluated in it.
                Err(error) if error.contains("navigated") && begin.elapsed() < PATIENCE => {}
                Err(error) => panic!("{expression}: {error}"),
            }
        };
        let text = answer["result"]["value"].as_str();
        let text = text.unwrap_or_else(|| panic!("{expression}: {}", answer["exceptionDetails"]));
        serde_json::from_str(text).unwrap()
    }

    pub(crate) fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_else(|| panic!("{expression} is not text")).into()
    }

    /// The text of the first element of a kind.
    pub(crate) fn says(&self, selector: &str) -> String {
        self.text(&format!("document.querySelector({selector:?}).textContent"))
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&self, expression: &str) {
        let begin = Instant::now();
        while self.value(expression) != Value::Bool(true) {
            assert!(begin.elapsed() < PATIENCE, "never: {expression}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the middle of an element, if no other element is in front of it.
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
        let place = self.value(&format!(
            "(() => {{
               const target = document.querySelector({selector:?});
               target.scrollIntoView({{ block: 'center', inline: 'nearest', behavior: 'instant' }});
               const {{ left, top, width, height }} = target.getBoundingClientRect();
               return [left + width / 2, top + height / 2];
             }})()"
        ));
        let event = json!({ "type": "mouseMoved", "x": place[0], "y": place[1] });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Types into the element with the focus.
    pub(crate) fn type_text(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    pub(crate) fn press(&self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            " " => 32,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "-" => 189,
            "l" => 76,
            "p" => 80,
            _ => panic!("the number of {key} is not known here"),
        };
        let text = match key {
            "Enter" => "\r",
            " " | "-" | "l" | "p" => key,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({
                "type": kind, "key": key, "code": key, "text": text, "windowsVirtualKeyCode": code,
            });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Chooses entries of lists by their values.
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

    /// Sets the width of the window in pixels.
    pub(crate) fn width(&self, width: u32) {
        self.window(width, 900);
    }

    /// Sets the size of the window in pixels.
    pub(crate) fn window(&self, width: u32, height: u32) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false }),
        );
        self.until(&format!("innerWidth === {width}"));
        // The next frame shows the page at its new width.
        self.value("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))");
    }

    /// Asks for what readers can prefer, such as `prefers-color-scheme`.
    pub(crate) fn prefer(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Shows the page as it is printed.
    pub(crate) fn on_paper(&self) {
        self.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    }

    /// Prints the page on A4 and returns how many bytes each sheet has, after compression.
    pub(crate) fn sheets(&self) -> Vec<usize> {
        let paper = json!({ "paperWidth": 8.27, "paperHeight": 11.69, "printBackground": true });
        let printed = self.call("Page.printToPDF", paper);
        // The browser can read base 64.
        let text = self.text(&format!("atob({})", printed["data"]));
        assert!(text.starts_with("%PDF-"), "{}", &text[..20]);
        let after = |text: &str, words: &str| -> usize {
            let (_, rest) = text.split_once(words).unwrap();
            let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next();
            digits.unwrap().parse().unwrap()
        };
        let pages = text.split("<</Type /Page\n").skip(1);
        let contents = pages.map(|page| after(page, "/Contents "));
        let length =
            |content| after(&text, &format!("\n{content} 0 obj\n<</Filter /FlateDecode\n/Length "));
        contents.map(length).collect()
    }

    /// Opens the page with scripts turned off.
    pub(crate) fn go_without_script(&self) {
        self.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
        self.load("");
    }

    /// Errors on the console, exceptions, and requests for other addresses than
    /// the page, since the last call.
    pub(crate) fn faults(&self) -> Vec<String> {
        // All earlier events have arrived before this answer.
        self.value("0");
        let mut browser = self.browser.borrow_mut();
        let mut faults = Vec::new();
        for event in ["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"] {
            faults.extend(browser.take(event).iter().map(|event| event["params"].to_string()));
        }
        let requests = browser.take("Network.requestWillBeSent");
        let addresses = requests.iter().map(|event| event["params"]["request"]["url"].as_str());
        let foreign = addresses.map(Option::unwrap_or_default).filter(|address| {
            address.split('#').next() != Some(&self.address) && *address != "about:blank"
        });
        faults.extend(foreign.map(str::to_owned));
        faults
    }
}
