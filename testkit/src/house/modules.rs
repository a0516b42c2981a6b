//! No modules import each other in a circle.
//!
//! A module and the modules in its folder are one thing to the modules beside it. So the
//! rule is: the modules of one folder do not import each other in a circle, at any depth.
//! A module may import what its parent defines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::source::sources;

/// The names from the root of a package to a module or an item.
pub type Name = Vec<String>;

/// The code of each module of a package.
#[derive(Debug)]
pub struct Package(BTreeMap<Name, String>);

impl Package {
    /// The modules of the package in a folder.
    ///
    /// # Panics
    ///
    /// When a file cannot be read.
    pub fn read(folder: &Path) -> Self {
        let mut modules: BTreeMap<Name, String> = BTreeMap::new();
        for source in sources(folder) {
            let path = source.path.with_extension("");
            let mut name: Name = path.iter().map(|part| part.to_str().unwrap().into()).collect();
            if matches!(name.last().unwrap().as_str(), "mod" | "lib" | "main") {
                name.pop();
            }
            // A package may have a library and a program.
            modules.entry(name).or_default().push_str(&source.lines.join("\n"));
        }
        Self(modules)
    }

    /// The names of its modules.
    pub fn modules(&self) -> impl Iterator<Item = &Name> {
        self.0.keys()
    }

    /// The modules that import each other in a circle, with their folder.
    pub fn circles(&self) -> Vec<String> {
        let circles = self.arrows().into_iter().map(|(folder, arrows)| (folder, circle(arrows)));
        let circles = circles.filter(|(_, circle)| !circle.is_empty());
        circles
            .map(|(folder, circle)| format!("{}: {}", folder.join("/"), circle.join(" ")))
            .collect()
    }

    /// The names that a module mentions, from the root of the package.
    pub fn mentioned(&self, module: &Name) -> BTreeSet<Name> {
        let code = &self.0[module];
        let absolute = |path: Name| self.absolute(module, path);
        imports(code).into_iter().chain(inline(code)).filter_map(absolute).collect()
    }

    /// A path as it is written in a module, from the root of the package. `None` for a path
    /// into another package.
    fn absolute(&self, module: &Name, path: Name) -> Option<Name> {
        let mut at = module.clone();
        let mut rest = path.into_iter().peekable();
        match rest.peek()?.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                while rest.next_if(|word| word == "super").is_some() {
                    at.pop()?;
                }
                return Some(at.into_iter().chain(rest).collect());
            }
            child => {
                at.push(child.to_owned());
                return self
                    .0
                    .contains_key(&at)
                    .then(|| at.into_iter().chain(rest.skip(1)).collect());
            }
        }
        Some(at.into_iter().chain(rest.skip(1)).collect())
    }

    /// The module in which a name is defined. An item that a module exports from another one
    /// belongs to that one.
    pub fn home(&self, name: &Name, depth: usize) -> Name {
        let mut module = name.clone();
        while !self.0.contains_key(&module) {
            module.pop();
        }
        let Some(item) = name.get(module.len()).filter(|_| depth > 0) else { return module };
        let paths = imports(&self.0[&module]);
        let exported = paths.into_iter().find(|path| path.last() == Some(item) && path.len() > 1);
        match exported.and_then(|path| self.absolute(&module, path)) {
            Some(path) => self.home(&path, depth - 1),
            None => module,
        }
    }

    /// For each folder, which of its modules import which others.
    fn arrows(&self) -> BTreeMap<Name, BTreeMap<String, BTreeSet<String>>> {
        let mut arrows: BTreeMap<Name, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for module in self.0.keys() {
            for name in self.mentioned(module) {
                let home = self.home(&name, 4);
                let shared = module.iter().zip(&home).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (module.get(shared), home.get(shared)) {
                    let folder = arrows.entry(module[..shared].to_vec()).or_default();
                    folder.entry(to.clone()).or_default();
                    folder.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        arrows
    }
}

/// The paths in the `use` declarations of a text.
fn imports(code: &str) -> Vec<Name> {
    let mut paths = Vec::new();
    for (place, _) in code.match_indices("use ") {
        let line = code[..place].rsplit('\n').next().unwrap();
        if line.trim().is_empty() || line.trim_start().starts_with("pub") {
            let tree = code[place + "use ".len()..].split(';').next().unwrap();
            expand(tree, &Vec::new(), &mut paths);
        }
    }
    paths
}

/// The paths of a tree such as `a::{b, c::d}`.
fn expand(tree: &str, before: &Name, paths: &mut Vec<Name>) {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap();
        let words = path.split("::").map(|word| word.trim().to_owned());
        paths.push(before.iter().cloned().chain(words).filter(|word| !word.is_empty()).collect());
        return;
    };
    let words = head.split("::").map(|word| word.trim().to_owned());
    let before: Name =
        before.iter().cloned().chain(words).filter(|word| !word.is_empty()).collect();
    let group = group.rsplit_once('}').unwrap().0;
    let (mut depth, mut begin) = (0, 0);
    for (place, c) in group.char_indices().chain([(group.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !group[begin..place].trim().is_empty() {
                    expand(&group[begin..place], &before, paths);
                }
                begin = place + 1;
            }
            _ => {}
        }
    }
}

/// The paths in the code that begin with `crate` or `super`.
fn inline(code: &str) -> Vec<Name> {
    let mut paths = Vec::new();
    for begin in ["crate::", "super::"] {
        for (place, _) in code.match_indices(begin) {
            let is_part = |c: &char| c.is_alphanumeric() || *c == '_' || *c == ':';
            let path: String = code[place..].chars().take_while(is_part).collect();
            let is_inner = code[..place].ends_with(|c: char| is_part(&c) || c == '$');
            if !is_inner {
                let words = path.split("::").filter(|word| !word.is_empty());
                paths.push(words.map(str::to_owned).collect());
            }
        }
    }
    paths
}

/// The modules of a folder that are in a circle, or between two circles.
fn circle(mut arrows: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let before = arrows.len();
        let from: BTreeSet<String> = arrows.keys().cloned().collect();
        arrows.retain(|_, to| to.iter().any(|name| from.contains(name)));
        let to: BTreeSet<String> = arrows.values().flatten().cloned().collect();
        arrows.retain(|name, _| to.contains(name));
        if arrows.len() == before {
            return arrows.into_keys().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_read_from_paths_and_groups() {
        let text =
            "use crate::a::{b, c::d};\nuse crate::{e, f::{g, h}, i};\nlet x = crate::j::k();";
        let names = |paths: Vec<Name>| paths.iter().map(|path| path.join("::")).collect::<Vec<_>>();
        let group = ["crate::a::b", "crate::a::c::d", "crate::e", "crate::f::g", "crate::f::h"];
        assert_eq!(names(imports(text)), [&group[..], &["crate::i"]].concat());
        assert!(names(inline(text)).contains(&"crate::j::k".to_owned()));
    }

    #[test]
    fn circles_are_found_and_trees_are_not() {
        let arrows = |text: &str| {
            let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for pair in text.split(' ') {
                let (from, to) = pair.split_once('>').unwrap();
                arrows.entry(to.into()).or_default();
                arrows.entry(from.into()).or_default().insert(to.into());
            }
            arrows
        };
        assert!(circle(arrows("a>b a>c b>c c>d")).is_empty());
        assert_eq!(circle(arrows("a>b b>c c>b c>d")), ["b", "c"]);
    }
}
