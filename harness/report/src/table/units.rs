//! One unit for each column of a table, as papers have it.

use optile_results::text::quantity::grouped;
use optile_results::text::unit::{Unit, three_digits};

use super::{Table, Value};

impl Table {
    /// The table with one unit for each column, which its heading names, and values without one.
    pub(crate) fn with_units(mut self) -> Self {
        for (place, heading) in self.headings.iter_mut().enumerate() {
            let Some(unit) = self.rows.iter().find_map(|row| unit(&row[place])) else { continue };
            let values: Vec<f64> = self.rows.iter().filter_map(|row| row[place].number()).collect();
            let (one, name) = unit.common(&values);
            if !name.is_empty() {
                *heading = format!("{heading}, in\u{a0}{name}");
            }
            for row in &mut self.rows {
                if let Some(value) = row[place].number() {
                    row[place] = text(value / one, one).into();
                }
            }
        }
        self
    }
}

/// The unit of a value whose text has one.
fn unit(value: &Value) -> Option<Unit> {
    match value {
        Value::Measured(_, unit) => Some(*unit),
        Value::PerSecond(_) => Some(Unit::Count),
        _ => None,
    }
}

/// A number with three digits, or a whole one if nothing divides it.
fn text(value: f64, one: f64) -> String {
    if value == 0.0 || one == 1.0 && value.fract() == 0.0 || value >= 999.5 {
        return grouped(&format!("{:.0}", three_digits(value).parse().unwrap_or(value)));
    }
    three_digits(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_one_unit_which_its_heading_names() {
        let column = |unit, values: &[f64]| {
            let rows = values.iter().map(|&value| vec![Value::Measured(value, unit)]).collect();
            let table = Table::new(["x"], 0, rows).with_units();
            let texts: Vec<String> = table.rows.iter().map(|row| row[0].text()).collect();
            (table.headings[0].replace('\u{a0}', " "), texts.join(" "))
        };
        for (unit, values, heading, texts) in [
            (Unit::Nanoseconds, &[1.5e6, 2e7, 3e9][..], "x, in ms", "1.50 20.0 3,000"),
            (Unit::Nanoseconds, &[1e3, 2e9, 3e9], "x, in ms", "0.00100 2,000 3,000"),
            (Unit::Count, &[4.0, 7.5, 12.0], "x", "4 7.50 12"),
            (Unit::Count, &[4e5, 1_234_567.0, 1e9], "x, in millions", "0.400 1.23 1,000"),
            (Unit::Bytes, &[0.0, 2e6], "x, in MB", "0 2.00"),
        ] {
            assert_eq!(column(unit, values), (heading.to_owned(), texts.to_owned()));
        }
        let mixed = vec![vec![Value::Nothing], vec![Value::PerSecond(2e6)]];
        let table = Table::new(["nodes/s"], 0, mixed).with_units();
        assert_eq!(table.headings, ["nodes/s, in\u{a0}millions"]);
        assert_eq!(table.rows[0], [Value::Nothing]);
    }
}
