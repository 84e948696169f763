//! Writes Markdown tables.

use std::fmt;

use crate::measure::Ratio;

/// A table. All rows have the same number of cells.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column names and no rows.
    #[must_use]
    pub fn new(header: Vec<String>) -> Self {
        Self { rows: vec![header] }
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If the number of cells differs from that of the header.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.rows[0].len(), "{cells:?}");
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, cells) in self.rows.iter().enumerate() {
            writeln!(f, "| {} |", cells.join(" | "))?;
            if number == 0 {
                writeln!(f, "|{}", "---|".repeat(cells.len()))?;
            }
        }
        Ok(())
    }
}

/// A table of ratios, with a row for each corpus and operation.
#[derive(Clone, Debug)]
pub struct Comparisons(Table);

impl Comparisons {
    /// A table without rows.
    #[must_use]
    pub fn new() -> Self {
        let header = ["corpus", "operations", "ratio", "ratio of best times"];
        Self(Table::new(header.map(String::from).to_vec()))
    }

    /// Adds the ratio of two operations, for example "href / find", on a corpus.
    pub fn row(&mut self, corpus: &str, operations: &str, ratio: Ratio) {
        self.0.row(vec![
            corpus.to_owned(),
            operations.to_owned(),
            ratio.to_string(),
            format!("{:.2}", ratio.best),
        ]);
    }
}

impl Default for Comparisons {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for Comparisons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
