//! Tables in Markdown.

use std::fmt;

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
