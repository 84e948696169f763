//! Comments that allow findings: `linkspan: allow CODE, CODE`.
//!
//! A comment is recognised in any syntax. It allows findings on its own line, and if nothing but a comment stands on
//! that line, on the next line, too. Text may follow the codes: the reason.

use std::ops::Range;

use linkspan::assess::Code;
use memchr::{memchr, memmem, memrchr};

const MARKER: &str = "linkspan: allow";

/// What ends a comment before the end of its line.
const COMMENT_ENDS: &[&str] = &["-->", "*/", "#}", "%>", "]]"];

/// A comment that allows findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AllowComment {
    codes: Vec<Code>,
    /// What is written instead of a code.
    unknown: Vec<String>,
    /// Whether nothing else is on the line.
    is_alone: bool,
}

impl AllowComment {
    /// The comment on a line.
    fn on_line(line: &str) -> Option<Self> {
        let at = memmem::find(line.as_bytes(), MARKER.as_bytes())?;
        let (before, after) = line.split_at_checked(at)?;
        let after = after.strip_prefix(MARKER)?;
        // "linkspan: allowed" and "a-linkspan: allow" are other words. Hyphens may start a comment.
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if before.trim_end_matches('-').ends_with(is_word) || after.starts_with(is_word) {
            return None;
        }
        let mut comment = Self::default();
        let mut rest = after;
        loop {
            rest = rest.trim_start();
            let is_code = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
            let len = rest.find(|c| !is_code(c)).unwrap_or(rest.len());
            let (name, next) = rest.split_at_checked(len)?;
            // The hyphens may be those of "-->".
            let name = name.trim_end_matches('-');
            let code = Code::ALL.iter().copied().find(|code| code.as_str() == name);
            match code {
                Some(code) => comment.codes.push(code),
                None => comment.unknown.push(name.to_owned()),
            }
            match next.trim_start().strip_prefix(',') {
                Some(next) => rest = next,
                None => break,
            }
        }
        let ends = COMMENT_ENDS.iter().filter_map(|end| {
            let at = after.find(end)?;
            after.get(at + end.len()..)
        });
        let rest = ends.max_by_key(|rest| rest.len());
        comment.is_alone = !before.contains(char::is_alphanumeric)
            && !rest.is_some_and(|rest| rest.contains(char::is_alphanumeric));
        Some(comment)
    }
}

/// Looks up which findings comments allow, line by line, in a text that arrives in chunks.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllowComments {
    /// What comments before the chunk allow on its first line.
    carried: Vec<Code>,
    /// The line that was looked up last, and its answer.
    last: Option<(Range<usize>, Vec<Code>)>,
}

/// What comments say about a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Allowed {
    pub(crate) codes: Vec<Code>,
    /// What is written instead of a code. Each comment is reported once at most.
    pub(crate) unknown: Vec<String>,
}

impl AllowComments {
    /// What is allowed on the line with this offset of a chunk. Call it with ascending offsets.
    pub(crate) fn at(&mut self, chunk: &str, offset: usize) -> Allowed {
        if let Some((line, codes)) = &self.last
            && (line.contains(&offset) || line.end == offset)
        {
            return Allowed {
                codes: codes.clone(),
                unknown: Vec::new(),
            };
        }
        let line = line_at(chunk, offset);
        let text = |line: &Range<usize>| chunk.get(line.clone()).unwrap_or_default();
        let own = AllowComment::on_line(text(&line)).unwrap_or_default();
        let mut allowed = Allowed {
            codes: own.codes,
            unknown: own.unknown,
        };
        if line.start == 0 {
            allowed.codes.extend(&self.carried);
        } else {
            let before = line_at(chunk, line.start - 1);
            let is_known = self.last.as_ref().is_some_and(|(last, _)| *last == before);
            if let Some(comment) = AllowComment::on_line(text(&before)).filter(|one| one.is_alone) {
                allowed.codes.extend(comment.codes);
                if !is_known {
                    allowed.unknown.extend(comment.unknown);
                }
            }
        }
        self.last = Some((line, allowed.codes.clone()));
        allowed
    }

    /// Ends a chunk: remembers what its last line allows on the first line of the next one.
    pub(crate) fn end_chunk(&mut self, chunk: &str) {
        self.last = None;
        let is_complete = chunk.ends_with('\n');
        let end = chunk.len() - usize::from(is_complete);
        let line = line_at(chunk, end);
        let comment = AllowComment::on_line(chunk.get(line.clone()).unwrap_or_default());
        if is_complete || line.start > 0 {
            self.carried.clear();
        }
        let comment = comment.filter(|comment| comment.is_alone || !is_complete);
        self.carried.extend(comment.unwrap_or_default().codes);
    }
}

/// The line with this offset, without its line end.
fn line_at(text: &str, offset: usize) -> Range<usize> {
    let before = text.as_bytes().get(..offset).unwrap_or_default();
    let after = text.as_bytes().get(offset..).unwrap_or_default();
    let start = memrchr(b'\n', before).map_or(0, |at| at + 1);
    let end = memchr(b'\n', after).map_or(text.len(), |at| offset + at);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: Code = Code::OddPort;
    const HOST: Code = Code::OtherHost;

    #[test]
    fn comments_in_any_syntax() {
        for (line, codes, is_alone) in [
            ("// linkspan: allow odd-port", &[PORT][..], true),
            (
                "  # linkspan: allow odd-port, other-host",
                &[PORT, HOST],
                true,
            ),
            (
                "<!-- linkspan: allow odd-port,other-host -->",
                &[PORT, HOST],
                true,
            ),
            ("<!--linkspan: allow other-host-->", &[HOST], true),
            ("/* linkspan: allow odd-port */", &[PORT], true),
            ("-- linkspan: allow odd-port (a test server)", &[PORT], true),
            ("; linkspan: allow odd-port", &[PORT], true),
            ("% linkspan: allow odd-port", &[PORT], true),
            (
                "http://a.b:1234/ # linkspan: allow odd-port",
                &[PORT],
                false,
            ),
            (
                "<!-- linkspan: allow odd-port --> http://a.b:1234",
                &[PORT],
                false,
            ),
            ("/* linkspan: allow odd-port */ x /* y */", &[PORT], false),
        ] {
            let comment = AllowComment::on_line(line).unwrap_or_default();
            assert_eq!(comment.codes, codes, "{line}");
            assert_eq!(comment.is_alone, is_alone, "{line}");
            assert!(comment.unknown.is_empty(), "{line}");
        }
        for line in [
            "linkspan: allowed odd-port",
            "linkspan:allow odd-port",
            "linkspan allow odd-port",
            "x-linkspan: allow odd-port",
            "",
        ] {
            assert_eq!(AllowComment::on_line(line), None, "{line}");
        }
        let comment =
            AllowComment::on_line("# linkspan: allow odd-prot, odd-port").unwrap_or_default();
        assert_eq!(
            (comment.codes, comment.unknown),
            (vec![PORT], vec![String::from("odd-prot")])
        );
        let nothing = AllowComment::on_line("# linkspan: allow").unwrap_or_default();
        assert_eq!(nothing.unknown, [""]);
    }

    /// However a text is split after line ends, each line has the same answer.
    #[test]
    fn chunks_do_not_matter() {
        let lines = [
            "a # linkspan: allow other-host\n",
            "b\n",
            "# linkspan: allow odd-port\n",
            "c\n",
            "d\n",
            "# linkspan: allow odd-port\n",
            "# linkspan: allow other-host\n",
            "e",
        ];
        let expected = [
            vec![HOST],
            vec![],
            vec![PORT],
            vec![PORT],
            vec![],
            vec![PORT],
            vec![HOST, PORT],
            vec![HOST],
        ];
        for splits in 0..1_u32 << (lines.len() - 1) {
            let mut comments = AllowComments::default();
            let mut chunk = String::new();
            let mut offsets = Vec::new();
            let mut found = Vec::new();
            for (number, line) in lines.iter().enumerate() {
                offsets.push(chunk.len());
                chunk.push_str(line);
                if splits >> number & 1 == 1 || number + 1 == lines.len() {
                    found.extend(
                        offsets
                            .drain(..)
                            .map(|offset| comments.at(&chunk, offset).codes),
                    );
                    comments.end_chunk(&chunk);
                    chunk.clear();
                }
            }
            assert_eq!(found, expected, "{splits:b}");
        }
    }

    #[test]
    fn unknown_codes_are_reported_once() {
        let text = "# linkspan: allow foo\na\n";
        let mut comments = AllowComments::default();
        assert_eq!(comments.at(text, 3).unknown, ["foo"]);
        assert_eq!(comments.at(text, 5).unknown, [""; 0]);
        assert_eq!(comments.at(text, text.len() - 1).unknown, [""; 0]);
        assert_eq!(
            AllowComments::default().at(text, text.len() - 1).unknown,
            ["foo"]
        );
    }
}
