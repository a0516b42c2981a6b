//! The submissions of a class: programs in a folder, some of which are compiled.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail, ensure};
use optile_results::storage::disk;
use optile_results::text::lines::{quote, visible_lines};

use crate::containment::Contained;
use crate::interruption::Interruption;
use crate::plan::solver::External;
use crate::supervision::pending::duration;

/// The file in a submission's folder that says how it is compiled and started.
const MANIFEST: &str = "optile.toml";

/// The longest time for compiling a submission.
const COMPILING: Duration = Duration::from_secs(120);

/// A program that somebody has sent: a file or a folder.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The name of the file or of the folder.
    pub name: String,
    path: PathBuf,
}

/// The submissions in a folder, by their names: files that end in .py, .cpp or .java, and folders
/// with the file `optile.toml`.
///
/// # Errors
///
/// When the folder cannot be read, or has none.
pub fn submissions(folder: &Path) -> Result<Vec<Submission>> {
    let what = || format!("cannot read {}", folder.display());
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).with_context(what)? {
        let path = entry.with_context(what)?.path();
        let ending = path.extension().unwrap_or_default();
        let is_file = ["py", "cpp", "java"].iter().any(|known| ending == *known) && path.is_file();
        if is_file || path.join(MANIFEST).is_file() {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            all.push(Submission { name, path });
        }
    }
    ensure!(
        !all.is_empty(),
        "{} has no submission: expected files that end in .py, .cpp or .java, or folders with {MANIFEST}",
        folder.display()
    );
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

impl Submission {
    /// Compiles the submission if it has to be, below the folder `builds`, and says how it is started.
    ///
    /// # Errors
    ///
    /// When it does not compile, or its manifest has an error. The text is for its author.
    pub fn build(
        &self,
        builds: &Path,
        core: Option<usize>,
        interruption: &Interruption,
    ) -> Result<External> {
        let path = fs::canonicalize(&self.path)?;
        let read = |path: &Path| Ok::<_, anyhow::Error>(disk::read_input(path)?);
        let words = |all: &[&str]| all.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        if path.is_dir() {
            let text = String::from_utf8(read(&path.join(MANIFEST))?).context(MANIFEST)?;
            let mut manifest: toml::Table = text.parse().context(MANIFEST)?;
            let compile = manifest.remove("compile").map(toml::Value::try_into::<Vec<String>>);
            manifest.insert("name".into(), self.name.clone().into());
            let program = manifest.try_into::<External>().context(MANIFEST)?;
            ensure!(!program.command.is_empty(), "{MANIFEST}: command is empty");
            if let Some(compile) = compile.transpose().context(MANIFEST)? {
                run(&compile, &path, core, interruption)?;
            }
            return Ok(External { folder: path, ..program });
        }
        // Who greets writes this word in quotes.
        let text = String::from_utf8_lossy(&read(&path)?).into_owned();
        let plain = !["\"", "\\\"", "'"].iter().any(|end| text.contains(&format!("protocol{end}")));
        let file = path.display().to_string();
        let own = builds.join(&self.name);
        let (compile, command) = match path.extension().and_then(|ending| ending.to_str()) {
            Some("py") => (None, words(&["python3", &file])),
            Some("cpp") => {
                let program = own.join("program").display().to_string();
                let compile = words(&["c++", "-O2", "-std=c++17", "-o", &program, &file]);
                (Some(compile), vec![program])
            }
            _ => {
                let classes = own.display().to_string();
                let compile = words(&["javac", "-encoding", "UTF-8", "-d", &classes, &file]);
                (Some(compile), words(&["java", "-cp", &classes, &main_class(&text)]))
            }
        };
        let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
        if let Some(compile) = compile {
            fs::create_dir_all(&own).with_context(|| format!("cannot make {}", own.display()))?;
            run(&compile, &folder, core, interruption)?;
        }
        Ok(External { name: self.name.clone(), command, plain, folder, ..External::default() })
    }
}

/// The class with the method `main` in the text of a Java program, with its package.
fn main_class(text: &str) -> String {
    let name_after = |line: &str, word: &str| {
        let rest = line.split_once(word)?.1.trim();
        let is_end = |c: char| c.is_whitespace() || "{;<".contains(c);
        Some(rest.split(is_end).next()?.to_owned())
    };
    let package = text.lines().find_map(|line| name_after(line, "package "));
    // Classes inside of others are indented.
    let before = text.split("void main(").next().unwrap_or_default().lines();
    let outer = before.filter(|line| line.starts_with(['c', 'p', 'f', 'a']));
    let class = outer.filter_map(|line| name_after(line, "class ")).next_back();
    package.into_iter().chain([class.unwrap_or("Main".into())]).collect::<Vec<_>>().join(".")
}

/// Runs a compiler, which may start other processes.
fn run(
    words: &[String],
    folder: &Path,
    core: Option<usize>,
    interruption: &Interruption,
) -> Result<()> {
    let [program, ..] = words else { bail!("{MANIFEST}: compile is empty") };
    let arguments: Vec<_> = words.iter().map(Into::into).collect();
    let mut compiler = Contained::program(&arguments, folder, core)?;
    let what = || format!("does not compile: {program}");
    let end = compiler.finish(COMPILING, || interruption.is_asked());
    let end = end.ok_or_else(|| match interruption.is_asked() {
        true => anyhow!("interrupted while it was compiled"),
        false => anyhow!("{} took longer than {}", what(), duration(COMPILING)),
    })?;
    if end.is_success {
        return Ok(());
    }
    // The first error is what an author needs.
    let said = compiler.said();
    let first = said.lines().find(|line| line.contains("error")).or(said.lines().next());
    match first {
        Some(line) => bail!("{}: {}", what(), visible_lines(line)),
        None => bail!("{} {}", what(), quote(&end.reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_the_main_method_is_started() {
        for (text, name) in [
            ("public class Anna { public static void main(String[] a) {} }", "Anna"),
            ("// a class act\nclass A {}\nfinal class B {\n  class C {}\n  void main(", "B"),
            ("package x.y;\nclass D { static class E {}\n static void main(String... a", "x.y.D"),
            ("", "Main"),
        ] {
            assert_eq!(main_class(text), name, "{text}");
        }
    }

    #[test]
    fn submissions_are_files_with_known_endings_and_folders_with_a_manifest() {
        let home = tempfile::tempdir().unwrap();
        assert!(submissions(home.path()).is_err());
        for folder in ["b", "without"] {
            fs::create_dir(home.path().join(folder)).unwrap();
        }
        for file in ["c.py", "a.java", "d.cpp", "notes.txt", "b/optile.toml"] {
            fs::write(home.path().join(file), "").unwrap();
        }
        let names: Vec<_> = submissions(home.path()).unwrap().into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["a.java", "b", "c.py", "d.cpp"]);
    }
}
