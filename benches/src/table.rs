//! Tables in Markdown.

use std::fmt;

use crate::measure::Ratio;

/// A table. All rows have as many cells as the head.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns.
    #[must_use]
    pub fn new(head: Vec<String>) -> Self {
        Self { rows: vec![head] }
    }

    /// Adds a row.
    ///
    /// # Panics
    ///
    /// If it has more or fewer cells than the head.
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

/// A table of one thing against another, text by text.
#[derive(Clone, Debug)]
pub struct Comparisons(Table);

impl Comparisons {
    /// A table without rows.
    #[must_use]
    pub fn new() -> Self {
        let head = ["text", "what", "time", "best times"];
        Self(Table::new(head.map(String::from).to_vec()))
    }

    /// Adds how one thing compares with another, which `what` names, on a text.
    pub fn row(&mut self, text: &str, what: &str, ratio: Ratio) {
        self.0.row(vec![
            text.to_owned(),
            what.to_owned(),
            ratio.to_string(),
            format!("{:.2}", ratio.bests),
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
