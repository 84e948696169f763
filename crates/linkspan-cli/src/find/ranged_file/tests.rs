//! Compares files that are read in ranges with the same bytes read as a stream: the reference implementation.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::io::{self, Cursor, ErrorKind};
use std::sync::{Arc, Mutex};
use std::thread;

use clap::Parser as _;
use linkspan::Profile;

use super::*;
use crate::args::{Arguments, Command, When};
use crate::check::FindingsFormatter;
use crate::find::batch::BatchPool;
use crate::find::formatter::LinkFormatter;
use crate::find::ordered_results::WriteMessage;
use crate::find::parallel::Message;
use crate::find::shared_ranges::SharedRanges;
use crate::find::worker::search_ranges;
use crate::read::{FinderSet, Format, ReadAs};
use crate::terminal::Styling;
use crate::text::Malformed;

/// Parts of a file. Their sections, lines, characters and sequences end everywhere.
const PARTS: [&[u8]; 24] = [
    b"\n",
    b"\r\n",
    b"\n\n",
    b" ",
    b"see example.com/a ",
    b"https://example.org/a_(b), ",
    "（https://ja.wikipedia.org/wiki/東京）を参照。".as_bytes(),
    b"ann@example.com",
    "почта@пример.рф ".as_bytes(),
    b"\xFF",
    b"\xE6\xBC",
    b"\xF0\x9F\x98",
    "\u{FEFF}a.com ".as_bytes(),
    b"\x1B[31mexample.net\x1B[0m ",
    b"\x1B]8;;https://example.com/x y\x1B\\a.com\x1B]8;;\x1B\\ ",
    b"\x1B]8;;https://example.com/",
    b"\x1B",
    b"\0",
    b"# linkspan: allow odd-port\n",
    b"http://example.com:4711/ ",
    "http://аррӏе.com/ 𝄞 ".as_bytes(),
    b"\"b c\"@example.com ",
    b"word ",
    "漢字、".as_bytes(),
];

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// A file with a byte order mark or without, of lines that are short or long.
fn file(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    if random.below(4) == 0 {
        bytes.extend_from_slice(b"\xEF\xBB\xBF");
    }
    let first = random.below(PARTS.len());
    let kinds = 1 + random.below(PARTS.len());
    for _ in 0..random.below(60) {
        let part = PARTS[(first + random.below(kinds)) % PARTS.len()];
        bytes.extend(part.repeat(1 + random.below(3)));
    }
    bytes
}

/// A file in memory. Reads are short, interrupted, or fail after some bytes.
struct Bytes {
    content: Vec<u8>,
    max_read: usize,
    fails_at: Option<usize>,
    /// The number of reads after which the file is shorter, and its length then.
    shrinks: Option<(usize, usize)>,
    /// How often something was read, and how many bytes.
    reads: Mutex<(usize, usize)>,
}

impl Bytes {
    fn new(bytes: &[u8], max_read: usize) -> Self {
        Self {
            content: bytes.to_vec(),
            max_read,
            fails_at: None,
            shrinks: None,
            reads: Mutex::default(),
        }
    }
}

impl ReadAt for Bytes {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut reads = self.reads.lock().unwrap();
        reads.0 += 1;
        if reads.0.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        let offset = usize::try_from(offset).unwrap();
        let end = self.fails_at.unwrap_or(self.content.len());
        if offset >= end && self.fails_at.is_some() {
            return Err(io::Error::other("bad sector"));
        }
        let end = match self.shrinks {
            Some((count, len)) if reads.0 > count => end.min(len),
            _ => end,
        };
        let rest = self.content.get(offset..end).unwrap_or_default();
        let count = rest.len().min(self.max_read).min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        reads.1 += count;
        Ok(count)
    }
}

/// The search of a command line.
fn search(arguments: &[&str]) -> Search {
    let arguments = [&["linkspan"], arguments].concat();
    let styling = Styling::new(When::Never);
    let formatter = match Arguments::parse_from(arguments).command {
        Command::Find(find) => LinkFormatter::new(&find.output.effective(), false, styling),
        Command::Check(check) => {
            let formatter = FindingsFormatter::new(&check.output, &check.exceptions, styling);
            LinkFormatter::findings(formatter)
        }
        _ => unreachable!("another command"),
    };
    Search {
        finders: FinderSet::single(&Finder::new()),
        read_options: options(7),
        read_as: ReadAs::default(),
        verbose: false,
        filter: crate::find::LinkFilter::default(),
        limit: None,
        formatter,
        counters: Arc::default(),
    }
}

fn options(block_size: usize) -> ReadOptions {
    ReadOptions {
        encoding: None,
        detect_encoding: false,
        malformed: Malformed::Nul,
        block_size,
    }
}

/// What was found: the output, the findings, the notes and the error.
#[derive(Debug, Default, PartialEq)]
struct Found {
    bytes: Vec<u8>,
    findings: String,
    notes: Vec<String>,
    error: Option<String>,
}

impl Found {
    fn add(&mut self, mut batch: Batch) {
        self.bytes.extend_from_slice(batch.bytes());
        self.notes.extend_from_slice(batch.notes());
        for entry in batch.take_findings() {
            writeln!(self.findings, "{entry:?}").unwrap();
        }
    }
}

fn choice() -> Choice {
    Choice::new(Format::Text, Profile::Uts58)
}

/// The bytes as a stream.
fn in_stream(search: &Search, bytes: &[u8], block_size: usize) -> Found {
    let opened = Opened {
        input: Box::new(Cursor::new(bytes.to_vec())),
        options: options(block_size),
        choice: choice(),
        large_file: None,
    };
    let mut found = Found::default();
    let mut batch = Batch::default();
    let sink = &mut |batch: &mut Batch| {
        found.add(std::mem::take(batch));
        Flow::Continue
    };
    let mut buffers = Buffers::default();
    let result = search.run_opened(&Source::Stdin, opened, &mut buffers, &mut batch, sink);
    result.expect("memory can be read");
    found
}

fn ranged(file: Bytes, len: usize, section_len: usize) -> RangedFile<Bytes> {
    let ranges = LineRanges::new(file, len as u64, section_len);
    RangedFile {
        ranges: ranges.expect("UTF-8"),
        options: options(section_len),
        choice: choice(),
    }
}

/// The ranges one after another.
fn in_ranges(search: &Search, file: &RangedFile<Bytes>) -> Found {
    let found = RefCell::new(Found::default());
    let mut batch = Batch::default();
    let sink = &mut |batch: &mut Batch| {
        found.borrow_mut().add(std::mem::take(batch));
        Flow::Continue
    };
    let mut buffers = RangeBuffers::default();
    let result = search.search_in_ranges(&Source::Stdin, file, &mut buffers, &mut batch, sink);
    assert!(
        buffers.bytes.capacity() <= 4 * file.options.block_size.max(16),
        "the buffer has {} bytes for sections of {}",
        buffers.bytes.capacity(),
        file.options.block_size
    );
    let mut found = found.into_inner();
    found.add(batch);
    found.error = result.err().map(|error| format!("{error:#}"));
    found
}

/// What the threads have written, and how many ends of inputs.
#[derive(Default)]
struct Written {
    found: Found,
    ends: usize,
}

impl WriteMessage for Written {
    fn write(&mut self, message: Message) -> Flow {
        assert_eq!(self.ends, 0, "a message after the end");
        match message {
            Message::Batch(batch) => self.found.add(batch),
            Message::Note(note) => self.found.notes.push(note),
            Message::Error(error) => self.found.error = Some(format!("{error:#}")),
            Message::EndOfInput(_) => self.ends += 1,
        }
        Flow::Continue
    }

    fn flush(&mut self) -> Flow {
        Flow::Continue
    }
}

/// The ranges on several threads.
fn in_parallel(search: &Search, file: RangedFile<Bytes>, threads: usize) -> Found {
    let source = Arc::new(Source::Stdin);
    let (ranges, end) = SharedRanges::new(search, &source, file, threads);
    let pool = BatchPool::default();
    let (flow, written) = thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                search_ranges(search, &ranges, &pool, &mut RangeBuffers::default());
            });
        }
        ranges.results().write_to(Written::default())
    });
    let Written { found, ends } = written;
    assert_eq!(flow, Flow::Continue);
    assert!(end.recv().is_err(), "nothing is sent");
    assert_eq!(ends, usize::from(found.error.is_none()));
    found
}

const OUTPUTS: [&[&str]; 6] = [
    &["find"],
    &["find", "--json"],
    &["find", "--json", "--full"],
    &["find", "--line-number", "--href"],
    &["find", "--csv", "--lines"],
    &["check", "--all"],
];

#[test]
fn ranges_have_the_output_of_a_stream() {
    let searches = OUTPUTS.map(search);
    let mut random = Random(1);
    let mut links = 0;
    for case in 0..250 {
        let bytes = file(&mut random);
        let section_len = 1 + random.below(if case % 2 == 0 { 12 } else { 300 });
        let max_read = 1 + random.below(300);
        for (search, arguments) in searches.iter().zip(OUTPUTS) {
            let expected = in_stream(search, &bytes, 1 << 16);
            links += expected.bytes.len();
            let what = format!(
                "case {case}, {arguments:?}, sections of {section_len}: {}",
                String::from_utf8_lossy(&bytes)
            );
            let file = || ranged(Bytes::new(&bytes, max_read), bytes.len(), section_len);
            assert_eq!(in_ranges(search, &file()), expected, "{what}");
            let threads = 1 + case % 3;
            assert_eq!(in_parallel(search, file(), threads), expected, "{what}");
        }
    }
    assert!(links > 150_000, "{links}");
}

/// A file may have other bytes when it is read than when it was opened: the result is that of some bytes that it had.
#[test]
fn files_may_shrink_and_grow() {
    let search = search(&["find", "--json"]);
    let mut random = Random(2);
    for _ in 0..300 {
        let bytes = file(&mut random);
        let section_len = 1 + random.below(40);
        let expected = in_stream(&search, &bytes, 100);
        let len = random.below(2 * bytes.len() + 1);
        // The last range goes on to the end, so a file that has grown is read as a whole.
        let file = || ranged(Bytes::new(&bytes, 1000), len, section_len);
        assert_eq!(in_ranges(&search, &file()), expected, "{len}");
        assert_eq!(in_parallel(&search, file(), 2), expected, "{len}");
    }
}

/// If a file shrinks while it is read, nothing is found after the place where a thread saw its end, although other threads
/// may have read more.
#[test]
fn nothing_is_found_after_the_end_of_a_file_that_shrinks() {
    let search = search(&["find", "--line-number"]);
    let mut random = Random(4);
    for _ in 0..300 {
        let bytes = file(&mut random);
        let expected = in_stream(&search, &bytes, 100);
        let section_len = 1 + random.below(40);
        let shrinks = (random.below(30), random.below(bytes.len() + 1));
        let shrinking = || {
            let mut file = Bytes::new(&bytes, 1000);
            file.shrinks = Some(shrinks);
            ranged(file, bytes.len(), section_len)
        };
        for found in [
            in_ranges(&search, &shrinking()),
            in_parallel(&search, shrinking(), 3),
        ] {
            assert_eq!(found.error, None);
            // The last link may have lost its end.
            let found = String::from_utf8_lossy(&found.bytes).into_owned();
            let without_last = found.trim_end().rsplit_once('\n').map(|(lines, _)| lines);
            let without_last = without_last.unwrap_or_default().as_bytes();
            assert!(
                expected.bytes.starts_with(without_last),
                "{shrinks:?}, sections of {section_len}: {found} in {bytes:?}"
            );
        }
    }
}

/// The error comes once, after the links of everything that was read before it.
#[test]
fn errors_come_after_what_was_read() {
    let search = search(&["find", "--json"]);
    let mut random = Random(3);
    for _ in 0..500 {
        let bytes = file(&mut random);
        let section_len = 1 + random.below(40);
        let fails_at = random.below(bytes.len() + 1).max(3);
        if fails_at > bytes.len() {
            continue;
        }
        let file = || {
            let mut file = Bytes::new(&bytes, 1000);
            file.fails_at = Some(fails_at);
            ranged(file, bytes.len(), section_len)
        };
        let read = &bytes[..fails_at];
        let mut expected = in_stream(&search, read, 100);
        expected.error = Some(String::from("cannot read standard input: bad sector"));
        // The bytes before the error may have malformed ones, or only a character that the error cut off.
        expected.notes.clear();
        for mut found in [in_ranges(&search, &file()), in_parallel(&search, file(), 3)] {
            found.notes.clear();
            assert_eq!(found, expected, "{fails_at} of {bytes:?}");
        }
    }
}

/// A file is read about once, also if it is a single line, which the first range contains and the others look for.
#[test]
fn reading_is_bounded() {
    let search = search(&["find"]);
    let section_len = 10_000;
    for (text, factor) in [
        ("https://example.com/a\n", 1.5),
        ("https://example.com/a ", 3.0),
    ] {
        let bytes = text.repeat(20_000);
        let file = ranged(
            Bytes::new(bytes.as_bytes(), 100_000),
            bytes.len(),
            section_len,
        );
        let found = in_ranges(&search, &file);
        assert_eq!(found.bytes.len(), bytes.len());
        let (_, read) = *file.ranges.file().reads.lock().unwrap();
        #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
        let ratio = read as f64 / bytes.len() as f64;
        assert!(ratio < factor, "{ratio} times as many bytes were read");
    }
}
