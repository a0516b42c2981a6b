//! No modules of a package import each other in a circle.

use optile_testkit::house::{Name, Package};

use crate::source::{packages, root};

#[test]
fn no_modules_import_each_other_in_a_circle() {
    for package in packages() {
        let circles = Package::read(&root().join(&package)).circles();
        assert!(circles.is_empty(), "{package} {}", circles.join("\n"));
    }
}

/// A command imports no code of the command line, which imports all commands.
#[test]
fn commands_do_not_import_the_dispatcher() {
    let harness = Package::read(&root().join("harness"));
    let dispatcher: Name = vec!["command".into()];
    for module in harness.modules().filter(|module| module.len() > 1) {
        for name in harness.mentioned(module) {
            let home = harness.home(&name, 4);
            let is_dispatcher = home == dispatcher && name.len() > 1;
            assert!(!is_dispatcher, "{} imports {}", module.join("/"), name.join("::"));
        }
    }
}
