//! Catches panics of strategies. Panics of the harness are left alone.

use std::cell::Cell;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Installs a panic hook. It keeps the message of a panic inside [`catch`], so that it is
/// not printed across the progress bar. Other panics go to the previous hook.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !CATCHING.get() {
                return previous(info);
            }
            let text = info.payload_as_str().unwrap_or("no message");
            let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
            MESSAGE.replace(format!("panicked: {text}{place}"));
        }));
    });
}

/// Runs `body` and catches a panic in it.
///
/// # Errors
///
/// The message and the source position of a panic. Values that `body` had borrowed stay as
/// they were at the panic.
pub(super) fn catch<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    install_hook();
    CATCHING.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(body));
    CATCHING.set(false);
    result.map_err(|_| MESSAGE.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_comes_back_as_its_message() {
        assert_eq!(catch(|| 7), Ok(7));
        let message = catch(|| panic!("number {}", 7)).map(|()| "nothing").unwrap_err();
        assert!(message.starts_with("panicked: number 7 at "), "{message}");
        assert!(message.contains("crash.rs"));
    }
}
