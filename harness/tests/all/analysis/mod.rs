//! Results in other programs: the columns of tables, and the examples of docs/analysis.md.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use optile_results::load;
use optile_results::number::{NUMBERS, Number, Of};
use optile_results::text::unit::Unit;

use crate::process::{optile, run, stderr, stdout};

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)).unwrap()
}

/// The results that docs/analysis.md describes, with more strategies.
fn results(more: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("results");
    let command = "smoke --instance 3x3-* --strategy bfs --strategy astar:* --repeat 1 --quiet \
                   --in-process";
    let more = more.iter().flat_map(|name| ["--strategy", name]);
    run(&out, &command.split(' ').chain(more).collect::<Vec<_>>(), 0);
    (home, out)
}

/// The first line of a file.
fn headings(file: &Path) -> String {
    fs::read_to_string(file).unwrap().lines().next().unwrap_or_default().to_owned()
}

#[test]
fn every_table_has_the_columns_that_the_document_lists() {
    let (home, out) = results(&["wastar:manhattan", "arastar:manhattan"]);
    assert!(optile().arg("report").arg(&out).output().unwrap().status.success());
    let export = home.path().join("export");
    let mut command = optile();
    let command = command.arg("export").arg(&out).arg("--to").arg(&export);
    assert!(command.args(["--format", "csv"]).output().unwrap().status.success());
    let text = document("formats.md");
    let (_, section) = text.split_once("\n## Columns of tables\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let listed: BTreeMap<&str, &str> =
        section.lines().filter_map(|line| line.split_once(".csv: ")).collect();
    let joined = |names: Vec<String>| names.join(",");
    let numbers =
        joined(Number::of_rows([]).into_iter().map(|number| number.name.into()).collect());
    let medians = joined(NUMBERS.iter().map(|number| number.over_samples()).collect());
    let others = |listed: &str| {
        let is_listed = |name: &str| listed.split(',').any(|column| column == name);
        let others = NUMBERS.iter().filter(|number| !is_listed(number.name));
        let names = others.map(|number| number.over_instances());
        joined(names.filter(|name| !is_listed(name)).collect())
    };
    let mut found = 0;
    for (folder, prefix) in [(&out, ""), (&out.join("charts"), "charts/"), (&export, "export/")] {
        for entry in fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            if file.extension().is_none_or(|ending| ending != "csv") {
                continue;
            }
            let name = file.file_stem().unwrap().to_str().unwrap();
            // The name of these has a size, and the columns of scatter charts are strategies.
            let name = name.strip_suffix("-3x3").unwrap_or(name);
            if name.starts_with("scatter-") {
                assert!(headings(&file).starts_with("instance,"), "{name}");
                continue;
            }
            let columns = listed.get(&*format!("{prefix}{name}"));
            let columns = columns.map(|listed| {
                let columns = listed.replace("NUMBERS", &numbers).replace("MEDIANS", &medians);
                columns.replace("OTHERS", &others(listed))
            });
            assert_eq!(columns, Some(headings(&file)), "{prefix}{name}.csv");
            found += 1;
        }
    }
    assert_eq!(found, listed.len(), "{listed:?}");
}

/// With the variable `NUMBERS=overwrite` it writes the table.
#[test]
fn the_document_lists_every_number() {
    let unit = |number: &Number| match number.unit {
        Unit::Count => "count",
        Unit::Nanoseconds => "nanoseconds",
        Unit::Bytes => "bytes",
        Unit::PerSecond => "per second",
    };
    let line = |number: &&Number| match number.of {
        Of::Ratio(above, below) => format!(
            "| `{number}` | {}: all `{above}` divided by all `{below}` | {} |\n",
            number.about,
            unit(number)
        ),
        Of::Fraction(_) => {
            format!(
                "| `{number}` | {}: the mean of solved runs | {} |\n",
                number.about,
                unit(number)
            )
        }
        _ => format!("| `{number}` | {} | {} |\n", number.about, unit(number)),
    };
    let lines: String = NUMBERS.iter().map(line).collect();
    let expected =
        format!("<!-- NUMBERS -->\n| number | meaning | unit |\n| --- | --- | --- |\n{lines}");
    let text = document("formats.md");
    let (before, rest) = text.split_once("<!-- NUMBERS -->").unwrap();
    let (_, after) = rest.split_once("<!-- END -->").unwrap();
    let page = format!("{before}{expected}<!-- END -->{after}");
    if std::env::var("NUMBERS").is_ok_and(|wish| wish == "overwrite") {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/formats.md");
        fs::write(path, &page).unwrap();
    }
    assert_eq!(document("formats.md"), page, "NUMBERS=overwrite writes the table");
}

/// A Python with the modules of the examples, if there is one: that of the variable
/// OPTILE_PYTHON, or python3.
fn python() -> Option<String> {
    let python = std::env::var("OPTILE_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = Command::new(&python)
        .args(["-c", "import pandas, duckdb, matplotlib, nbclient, ipykernel"])
        .output();
    match import {
        Ok(output) if output.status.success() => Some(python),
        _ => {
            println!(
                "skipped: {python} does not have pandas, duckdb, matplotlib, nbclient and ipykernel"
            );
            None
        }
    }
}

/// Runs a program in the folder, in which the results have the name of the documents.
fn python_says(python: &str, folder: &Path, program: &str) -> String {
    let output = Command::new(python)
        .args(["-c", program])
        .current_dir(folder)
        .env("MPLBACKEND", "Agg")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}\n{program}", stderr(&output));
    stdout(&output)
}

/// A folder with `optile-results/smoke`.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let (home, out) = results(&[]);
    let place = home.path().join("optile-results");
    fs::create_dir(&place).unwrap();
    fs::rename(&out, place.join("smoke")).unwrap();
    let folder = home.path().to_owned();
    (home, folder)
}

#[test]
fn the_examples_print_what_is_in_the_rows() {
    let Some(python) = python() else { return };
    let (_home, folder) = folder();
    let mut expanded: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for row in load(&folder.join("optile-results/smoke")).unwrap().rows {
        if let (Some(_), Some(count)) = (row.outcome.length(), row.outcome.counters.expanded) {
            expanded.entry(row.run.strategy).or_default().push(count);
        }
    }
    let line = |(strategy, mut counts): (String, Vec<u64>)| {
        counts.sort_unstable();
        let (low, high) = (counts[(counts.len() - 1) / 2], counts[counts.len() / 2]);
        (strategy, counts.len().to_string(), (low + high) as f64 / 2.0)
    };
    let expected: Vec<(String, String, f64)> = expanded.into_iter().map(line).collect();
    // Ids that other programs take for missing values.
    let table = folder.join("optile-results/smoke/results.csv");
    let mut text = fs::read_to_string(&table).unwrap();
    for (id, other) in [("3x3-1", "NA"), ("3x3-2", "None"), ("3x3-3", "nan")] {
        assert!(text.contains(&format!(",{id},")), "{text}");
        text = text.replace(&format!(",{id},"), &format!(",{other},"));
    }
    fs::write(&table, text).unwrap();
    let text = document("analysis.md");
    let programs: Vec<&str> =
        text.split("```python\n").skip(1).map(|part| part.split("```").next().unwrap()).collect();
    assert_eq!(programs.len(), 2);
    for program in programs {
        let said = python_says(&python, &folder, program);
        let lines = said.lines().filter(|line| !line.is_empty()).skip(1).map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            (cells[0].to_owned(), cells[1].to_owned(), cells[2].parse().unwrap())
        });
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{program}");
    }
}

/// Executes a notebook in the present folder, and prints how many pictures its cells show. The
/// last cell compares what it has drawn with the report's charts.
const EXECUTE: &str = r#"
import os, nbclient, nbformat
os.environ.pop("MPLBACKEND")
notebook = nbformat.read("analysis.ipynb", 4)
compare = """
chart = pd.read_csv(f"{folder}/charts/expansions.csv").set_index(["strategy", "optimal"])
for column in expansions.columns:
    difference = (chart[column] - expansions[column]).abs()
    assert len(difference) == len(chart) and (difference < 1e-6).all(), difference
chart = pd.read_csv(f"{folder}/charts/cactus.csv")
for strategy, line in times.groupby("strategy"):
    ours = list(line["search_ns"].sort_values())
    assert ours == list(chart[chart["strategy"] == strategy]["search_ns"]), strategy
"""
notebook.cells.append(nbformat.v4.new_code_cell(compare))
nbclient.NotebookClient(notebook, kernel_name="python3").execute()
outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
print(sum("image/png" in output.get("data", {}) for output in outputs))
"#;

#[test]
fn the_notebook_draws_the_numbers_of_the_reports_charts_from_its_folder() {
    let Some(python) = python() else { return };
    let (_home, folder) = folder();
    let docs = folder.join("docs");
    fs::create_dir(&docs).unwrap();
    fs::write(docs.join("analysis.ipynb"), document("analysis.ipynb")).unwrap();
    assert_eq!(python_says(&python, &docs, EXECUTE), "2\n");
}

/// Lines of one colour without names would say nothing.
#[test]
fn the_example_for_pgfplots_has_colours_and_a_legend() {
    let page = document("analysis.md");
    let (_, example) = page.split_once("\\usepackage{pgfplots}").unwrap();
    let (example, _) = example.split_once("```").unwrap();
    let plots: Vec<&str> = example.split("\\addplot[of=").skip(1).collect();
    assert!(plots.len() > 1, "{example}");
    let mut colours = BTreeSet::new();
    for plot in plots {
        let (options, rest) = plot.split_once(']').unwrap();
        let options: Vec<&str> = options.split(", ").collect();
        assert!(options.len() > 2, "a name, a colour and a mark: {options:?}");
        colours.insert(options[1]);
        assert!(rest.contains(&format!("\\addlegendentry{{{}}}", options[0])), "{rest}");
    }
    assert!(colours.len() > 1, "{colours:?}");
}

#[test]
fn the_notebook_has_its_outputs() {
    let notebook: serde_json::Value = serde_json::from_str(&document("analysis.ipynb")).unwrap();
    let cells = notebook["cells"].as_array().unwrap().iter();
    let mut pictures = 0;
    for output in cells.filter_map(|cell| cell["outputs"].as_array()).flatten() {
        assert_eq!(output["output_type"], "display_data", "{output}");
        pictures += usize::from(output["data"]["image/png"].is_string());
    }
    assert_eq!(pictures, 2);
}
