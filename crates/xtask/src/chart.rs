//! Bar charts of recorded benchmark tables, as SVG.
//!
//! A chart shows ratios of times. The output has a transparent background and colours that are legible on light and on
//! dark pages. It depends only on the table, so a committed chart can be checked against the record.

use std::fmt::Write as _;

use anyhow::{Context as _, Result, ensure};

/// A bar chart with a group of bars for each row of a table.
pub(crate) struct Chart<'a> {
    pub(crate) title: &'a str,
    /// The label of the axis.
    pub(crate) axis: &'a str,
    pub(crate) scale: Scale,
    /// The names of the bars of each group.
    pub(crate) series: Vec<String>,
    /// The names of the groups, and a value for each bar.
    pub(crate) groups: Vec<(String, Vec<f64>)>,
}

/// The scale of the axis.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Bars start at 0.
    Linear,
    /// Bars start at 1: values below 1 extend to the left, values above 1 to the right.
    Logarithmic,
}

impl Scale {
    /// The value at which bars start.
    fn origin(self) -> f64 {
        match self {
            Self::Linear => 0.0,
            Self::Logarithmic => 1.0,
        }
    }
}

/// The colours of the series. They have a contrast of at least 3:1 with white and with GitHub's dark background.
const COLOURS: [&str; 6] = [
    "#3a82d2", "#c8601e", "#2f9461", "#9a6fc4", "#c2507a", "#8a7d2a",
];

const WIDTH: f64 = 820.0;
/// The space for the names of the groups.
const LEFT: f64 = 160.0;
/// The space for the value of a bar that ends at the right edge.
const RIGHT: f64 = 60.0;
/// The space for the title and the legend.
const TOP: f64 = 76.0;
/// The space for the ticks and the label of the axis.
const BOTTOM: f64 = 52.0;
const BAR: f64 = 13.0;
const GROUP_GAP: f64 = 14.0;

const STYLE: &str = "\
text { font: 12px system-ui, sans-serif; fill: #6e7781; }\n\
.title { font-size: 16px; font-weight: 600; }\n\
.value { font-size: 10px; }\n\
.grid { stroke: #8b949e; stroke-opacity: 0.3; }\n\
.origin { stroke: #6e7781; }\n\
@media (prefers-color-scheme: dark) { text { fill: #9aa4af; } .origin { stroke: #9aa4af; } }\n";

impl<'a> Chart<'a> {
    /// Reads the groups from a Markdown table in a section of a record.
    ///
    /// The first column has the names of the groups. `columns` are the names of the columns with values, and the names
    /// of the series in the chart. A row with the name "target" is left out.
    pub(crate) fn from_table(
        title: &'a str,
        axis: &'a str,
        scale: Scale,
        section: &str,
        columns: &[(&str, &str)],
    ) -> Result<Self> {
        let mut rows = section.lines().filter(|line| line.starts_with('|'));
        let header = cells(rows.next().context("expected a table")?);
        let indices = columns.iter().map(|(column, _)| {
            let index = header.iter().position(|cell| cell == column);
            index.with_context(|| format!("expected the column '{column}'"))
        });
        let indices: Vec<usize> = indices.collect::<Result<_>>()?;
        let rows = rows.skip(1).map(cells);
        let rows = rows.filter(|cells| cells.first() != Some(&"target"));
        let groups = rows.map(|cells| {
            let name = cells.first().context("expected cells")?;
            let values = indices.iter().map(|&index| {
                let cell = cells.get(index).copied().unwrap_or_default();
                value(cell).with_context(|| format!("expected a ratio, found '{cell}'"))
            });
            Ok(((*name).to_owned(), values.collect::<Result<_>>()?))
        });
        let groups: Vec<_> = groups.collect::<Result<_>>()?;
        ensure!(!groups.is_empty(), "expected rows in the table");
        ensure!(columns.len() <= COLOURS.len(), "too many series");
        let series = columns.iter().map(|(_, name)| (*name).to_owned()).collect();
        Ok(Self {
            title,
            axis,
            scale,
            series,
            groups,
        })
    }

    /// The chart as an SVG document.
    pub(crate) fn to_svg(&self) -> String {
        let bars = count(self.series.len());
        let group_height = bars * BAR + GROUP_GAP;
        let bottom = TOP + count(self.groups.len()) * group_height;
        let height = bottom + BOTTOM;
        let values = self.groups.iter().flat_map(|(_, values)| values.iter());
        let axis = Axis::new(self.scale, values);
        let origin = axis.position(self.scale.origin());

        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"desc\">{}</desc>\n<style>\n{STYLE}</style>\n\
             <text class=\"title\" x=\"16\" y=\"26\">{}</text>\n",
            escape(self.title),
            escape(&self.description()),
            escape(self.title),
        );
        let mut legend = 16.0;
        for (name, colour) in self.series.iter().zip(COLOURS) {
            let (box_y, text_x, text) = (42.0, legend + 16.0, escape(name));
            line(
                &mut svg,
                &format!(
                    "<rect x=\"{legend}\" y=\"{box_y}\" width=\"11\" height=\"11\" fill=\"{colour}\"/>\
                     <text x=\"{text_x}\" y=\"52\">{text}</text>"
                ),
            );
            legend += 16.0 + 7.5 * count(name.chars().count()) + 18.0;
        }
        for tick in axis.ticks() {
            let (x, y) = (axis.position(tick), bottom + 16.0);
            let class = if (x - origin).abs() < 0.05 {
                "origin"
            } else {
                "grid"
            };
            line(
                &mut svg,
                &format!(
                    "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>\
                     <text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{tick}×</text>"
                ),
            );
        }
        for (index, (name, values)) in self.groups.iter().enumerate() {
            let top = TOP + count(index) * group_height + GROUP_GAP / 2.0;
            let (x, y) = (LEFT - 12.0, top + bars * BAR / 2.0 + 4.0);
            line(
                &mut svg,
                &format!(
                    "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{}</text>",
                    escape(name)
                ),
            );
            for (bar, (value, colour)) in values.iter().zip(COLOURS).enumerate() {
                let y = top + count(bar) * BAR;
                let (from, to) = (
                    origin.min(axis.position(*value)),
                    origin.max(axis.position(*value)),
                );
                let (width, label_x, label_y) = ((to - from).max(1.0), to + 4.0, y + 9.5);
                let value = label(*value);
                line(
                    &mut svg,
                    &format!(
                        "<rect x=\"{from:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{colour}\"/>\
                         <text class=\"value\" x=\"{label_x:.1}\" y=\"{label_y}\">{value}</text>",
                        BAR - 2.0
                    ),
                );
            }
        }
        let (x, y) = (f64::midpoint(LEFT, WIDTH - RIGHT), bottom + 38.0);
        line(
            &mut svg,
            &format!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>",
                escape(self.axis)
            ),
        );
        svg.push_str("</svg>\n");
        svg
    }

    /// All values as text, for readers who do not see the picture.
    fn description(&self) -> String {
        let mut text = format!("{}.", self.axis);
        for (name, values) in &self.groups {
            let _ = write!(text, " {name}:");
            for (index, (series, value)) in self.series.iter().zip(values).enumerate() {
                let separator = if index == 0 { "" } else { "," };
                let _ = write!(text, "{separator} {series} {}", label(*value));
            }
            text.push('.');
        }
        text
    }
}

/// A horizontal axis that contains the start of the bars and all values.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
}

impl Axis {
    fn new<'v>(scale: Scale, values: impl Iterator<Item = &'v f64>) -> Self {
        let (low, high) = values.fold((scale.origin(), 2.0_f64), |(low, high), &value| {
            (low.min(value), high.max(value))
        });
        Self { scale, low, high }
    }

    /// The horizontal position of a value.
    fn position(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    /// The values with a grid line: on a linear axis at most ten multiples of 1, 2 or 5 times a power of ten, and on a
    /// logarithmic axis these numbers themselves.
    fn ticks(&self) -> Vec<f64> {
        const NUMBERS: [f64; 18] = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0,
            1000.0, 2000.0, 5000.0,
        ];
        let is_visible = |tick: &f64| (self.low..=self.high).contains(tick);
        match self.scale {
            Scale::Linear => {
                let mut steps = NUMBERS.into_iter();
                let step = steps.find(|step| self.high / step <= 10.0);
                let step = step.unwrap_or(self.high);
                let multiples = (0..=10_u8).map(|times| f64::from(times) * step);
                multiples.filter(is_visible).collect()
            }
            Scale::Logarithmic => NUMBERS.into_iter().filter(is_visible).collect(),
        }
    }
}

/// The trimmed cells of a row of a Markdown table.
fn cells(row: &str) -> Vec<&str> {
    row.trim()
        .trim_matches('|')
        .split('|')
        .map(str::trim)
        .collect()
}

/// The first number of a cell such as `5.32 (5.17–5.64)`.
fn value(cell: &str) -> Option<f64> {
    let value: f64 = cell.split(' ').next()?.parse().ok()?;
    (value.is_finite() && value > 0.0).then_some(value)
}

/// A value with about two significant digits.
fn label(value: f64) -> String {
    match value {
        ..1.0 => format!("{value:.2}×"),
        ..10.0 => format!("{value:.1}×"),
        _ => format!("{value:.0}×"),
    }
}

fn line(svg: &mut String, text: &str) {
    svg.push_str(text);
    svg.push('\n');
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// A small number of items as a coordinate.
#[expect(clippy::cast_precision_loss, reason = "less than 2^52")]
fn count(items: usize) -> f64 {
    items as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "Text.\n\n| corpus | goal | slow | fast |\n|---|---|---|---|\n\
                           | a<b | 4.0 | 5.32 (5.17–5.64) | 0.39 (0.38–0.43) |\n\
                           | c | 4.0 | 497.33 (1.0–2.0) | 1.00 (0.9–1.1) |\n";

    fn chart() -> Chart<'static> {
        let columns = [("slow", "slow"), ("fast", "quick")];
        Chart::from_table("Title", "axis", Scale::Logarithmic, SECTION, &columns).unwrap()
    }

    #[test]
    fn tables_are_read() {
        let chart = chart();
        assert_eq!(chart.series, ["slow", "quick"]);
        let groups = [
            ("a<b".to_owned(), vec![5.32, 0.39]),
            ("c".to_owned(), vec![497.33, 1.0]),
        ];
        assert_eq!(chart.groups, groups);
    }

    #[test]
    fn missing_columns_and_values_are_errors() {
        let read = |section: &str, columns: &[(&str, &str)]| {
            Chart::from_table("", "", Scale::Linear, section, columns).is_ok()
        };
        assert!(read(SECTION, &[("slow", "slow")]));
        assert!(!read(SECTION, &[("other", "other")]));
        assert!(!read(SECTION, &[("corpus", "corpus")]));
        assert!(!read("no table", &[]));
    }

    #[test]
    fn svg_describes_itself() {
        let svg = chart().to_svg();
        assert!(svg.contains("<title id=\"title\">Title</title>"));
        assert!(svg.contains("a&lt;b: slow 5.3×, quick 0.39×. c: slow 497×, quick 1.0×."));
        assert_eq!(svg.matches("<rect").count(), 2 + 4);
    }

    #[test]
    fn logarithmic_axis() {
        let axis = Axis::new(Scale::Logarithmic, [0.39, 497.33].iter());
        assert!((axis.position(0.39) - LEFT).abs() < 0.01);
        assert!((axis.position(497.33) - (WIDTH - RIGHT)).abs() < 0.01);
        assert_eq!(
            axis.ticks(),
            [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0]
        );
    }

    #[test]
    fn linear_axis_starts_at_zero() {
        let axis = Axis::new(Scale::Linear, [0.5, 5.8].iter());
        assert!((axis.position(0.0) - LEFT).abs() < 0.01);
        assert_eq!(axis.ticks(), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
