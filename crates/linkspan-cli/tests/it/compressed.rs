//! Compressed input: `-z`.

use std::io::Write as _;

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::support::{Run, TempDir, number, run_in, run_on, string};

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(data).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn bzip2(data: &[u8]) -> Vec<u8> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(data).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn xz(data: &[u8]) -> Vec<u8> {
    let mut encoder = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).expect("valid options");
    encoder.write_all(data).expect("memory can be written");
    encoder.finish().expect("memory can be written")
}

fn zstd(data: &[u8]) -> Vec<u8> {
    compress_to_vec(data, CompressionLevel::Fastest)
}

type Compress = fn(&[u8]) -> Vec<u8>;

/// All formats, with the usual extension.
const FORMATS: [(&str, &str, Compress); 4] = [
    ("gzip", "gz", gzip),
    ("bzip2", "bz2", bzip2),
    ("xz", "xz", xz),
    ("zstd", "zst", zstd),
];

/// Text of more than a chunk, also when it is compressed, with links in every part.
fn long_text() -> String {
    let mut text = String::new();
    let mut random = 1_u64;
    for number in 0..40_000 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let line = format!("{number}: siehe https://bücher.example/größe/{random:x} heute.\n");
        text.push_str(&line);
    }
    text
}

fn without_path(run: &Run) -> String {
    run.text().replace("\"path\":\"a.txt\",", "\"path\":null,")
}

#[test]
fn links_and_offsets_are_those_of_the_decompressed_data() {
    let directory = TempDir::new("compressed-formats");
    let text = long_text();
    directory.write("a.txt", &text);
    let plain = without_path(&run_in(directory.path(), &["find", "--json", "a.txt"]));
    assert_eq!(plain.lines().count(), 40_000);
    for (name, extension, compress) in FORMATS {
        let compressed = compress(text.as_bytes());
        assert!(compressed.len() < text.len() * 2 / 3, "{name}");
        let file = format!("a.txt.{extension}");
        directory.write(&file, &compressed);
        let path = format!("\"path\":\"{file}\",");
        for threads in ["1", "8"] {
            let run = run_in(
                directory.path(),
                &["find", "-z", "--json", "-j", threads, &file],
            );
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name}");
            let found = run.text().replace(&path, "\"path\":null,");
            assert!(found == plain, "{name} with {threads} threads");
            // A pipe, with a name that says nothing.
            let run = run_on(&compressed, &["find", "-z", "--json", "-j", threads]);
            assert!(run.text() == plain, "{name} from a pipe");
        }
    }
    // The extension does not matter, and plain files are read as they are.
    directory.write("b", gzip(b"b.example.com"));
    let run = run_in(directory.path(), &["find", "-z", "-I", "b", "a.txt"]);
    assert_eq!(run.lines().len(), 40_001);
    assert_eq!(run.lines()[0], "b.example.com");
}

#[test]
fn all_streams_of_an_input_are_read() {
    for (name, _, compress) in FORMATS {
        let mut data = compress(b"see one.example.com and two.exam");
        data.extend(compress(b"ple.com\n"));
        data.extend(compress(b""));
        data.extend(compress(b"three.example.com\n"));
        let run = run_on(&data, &["find", "-z"]);
        assert_eq!(
            run.lines(),
            ["one.example.com", "two.example.com", "three.example.com"],
            "{name}: {}",
            run.stderr
        );
    }
    // Zeros after a member of gzip, as tapes have them; more than a block of them.
    let mut data = gzip(b"a.com ");
    data.resize(data.len() + 100_000, 0);
    data.extend(gzip(b"b.com"));
    data.extend([0; 7]);
    let run = run_on(&data, &["find", "-z"]);
    assert_eq!(
        (run.lines(), run.stderr.as_str()),
        (vec!["a.com", "b.com"], "")
    );
    // A frame of zstd that is to be skipped.
    let mut data = b"\x53\x2A\x4D\x18\x03\x00\x00\x00abc".to_vec();
    data.extend(zstd(b"a.com"));
    assert_eq!(run_on(&data, &["find", "-z"]).lines(), ["a.com"]);
}

#[test]
fn incomplete_data_is_an_error_after_the_links_before_it() {
    let text = long_text();
    for (name, _, compress) in FORMATS {
        let compressed = compress(text.as_bytes());
        let cut = &compressed[..compressed.len() * 2 / 3];
        for format in ["text", "markdown"] {
            let run = run_on(cut, &["find", "-z", "--in", format]);
            assert_eq!(run.status, 2, "{name}");
            assert_eq!(
                run.stderr,
                format!("linkspan: cannot read standard input: the {name} data is incomplete\n"),
            );
            assert!(
                (1_000..40_000).contains(&run.lines().len()),
                "{name}, {format}: {} links",
                run.lines().len()
            );
        }
    }
}

#[test]
fn corrupt_data_is_an_error() {
    let text = long_text();
    for (name, _, compress) in FORMATS {
        let mut compressed = compress(text.as_bytes());
        let middle = compressed.len() / 2;
        for byte in &mut compressed[middle..middle + 64] {
            *byte ^= 0x55;
        }
        let run = run_on(&compressed, &["find", "-z"]);
        assert_eq!(run.status, 2, "{name}");
        let message = format!("cannot read standard input: the {name} data is ");
        let last = run.stderr.lines().last().unwrap_or_default();
        assert!(last.contains(&message), "{name}: {}", run.stderr);
    }
    // Other data after the compressed one.
    for (name, _, compress) in FORMATS {
        let mut data = compress(b"see example.com\n");
        data.extend(b"\x01 and some other text after it\n");
        let run = run_on(&data, &["find", "-z"]);
        assert_eq!(
            (run.status, run.lines()),
            (2, vec!["example.com"]),
            "{name}"
        );
        let message = format!("the {name} data is corrupt (");
        assert!(run.stderr.contains(&message), "{name}: {}", run.stderr);
        assert!(!run.stderr.contains("Magic"), "{name}: {}", run.stderr);
    }
    // The checksum of zstd, which its decoder does not compare.
    let mut data = zstd(b"see example.com\n");
    *data.last_mut().expect("a checksum") ^= 1;
    let run = run_on(&data, &["find", "-z"]);
    assert_eq!(run.lines(), ["example.com"]);
    assert!(run.stderr.contains("wrong checksum"), "{}", run.stderr);
}

/// A few bytes can ask for gigabytes of memory.
#[test]
fn memory_of_decompression_is_bounded() {
    let mut xz = xz(b"example.com");
    // The block header: its size, flags, the filter LZMA2, the size of its properties, the size of the
    // dictionary, padding, and a checksum.
    assert_eq!(xz[14..16], [0x21, 1]);
    xz[16] = 37;
    let header = 12..12 + 4 * (usize::from(xz[12]) + 1) - 4;
    let mut checksum = flate2::Crc::new();
    checksum.update(&xz[header.clone()]);
    xz[header.end..header.end + 4].copy_from_slice(&checksum.sum().to_le_bytes());
    // A frame with a window of a gibibyte, and one raw block.
    let mut zstd = b"\x28\xB5\x2F\xFD\x00\xA0".to_vec();
    zstd.extend(&(11_u32 << 3 | 1).to_le_bytes()[..3]);
    zstd.extend(b"example.com");
    for (name, data) in [("xz", xz), ("zstd", zstd)] {
        let run = run_on(&data, &["find", "-z"]);
        assert_eq!(
            (run.status, run.stderr.as_str()),
            (
                2,
                format!(
                    "linkspan: cannot read standard input: decompressing the {name} data needs \
                     more than 128 MiB of memory\n"
                )
                .as_str()
            ),
        );
    }
}

#[test]
fn without_the_option_a_note_names_it() {
    let directory = TempDir::new("compressed-note");
    for (name, extension, compress) in FORMATS {
        let compressed = compress(b"see example.com\n");
        let file = format!("a.{extension}");
        directory.write(&file, &compressed);
        let run = run_in(directory.path(), &["find", &file]);
        assert_eq!((run.status, run.text()), (1, ""));
        assert_eq!(
            run.stderr,
            format!(
                "linkspan: '{file}' is skipped: it is compressed with {name} (-z searches \
                 compressed files)\n"
            )
        );
        let run = run_on(&compressed, &["check"]);
        assert!(
            run.stderr
                .starts_with("linkspan: standard input is skipped: "),
            "{}",
            run.stderr
        );
    }
    // Other binary files of a directory are skipped without a note, too.
    let run = run_in(directory.path(), &["find", "."]);
    assert_eq!((run.status, run.stderr.as_str()), (1, ""));
    let run = run_in(directory.path(), &["find", "-z", "."]);
    assert_eq!(
        run.lines(),
        [
            "./a.bz2:1:5:example.com",
            "./a.gz:1:5:example.com",
            "./a.xz:1:5:example.com",
            "./a.zst:1:5:example.com"
        ]
    );
}

#[test]
fn kind_of_a_compressed_file_is_that_of_its_contents() {
    let directory = TempDir::new("compressed-kind");
    directory.write("a.md.gz", gzip(b"see [it](https://example.com/a,)."));
    directory.write(
        "b.gz",
        gzip(b"{\"u\":\"https:\\/\\/example.com\\/\\u00fc\"}"),
    );
    directory.write("c.bin.gz", gzip(b"\0 binary.example.com"));
    let run = run_in(directory.path(), &["find", "-z", "-v", "--json", "."]);
    assert_eq!(
        run.stderr,
        "linkspan: './a.md.gz': read as markdown, profile prose\n\
         linkspan: './b.gz': read as json, profile source\n"
    );
    let objects = run.objects();
    assert_eq!(string(&objects[0], "text"), "https://example.com/a,");
    assert_eq!(string(&objects[1], "text"), "https://example.com/ü");
    assert_eq!(number(&objects[1], "start"), 6);
    assert_eq!(objects.len(), 2);
    let run = run_in(directory.path(), &["check", "-z", "--all", "a.md.gz"]);
    assert_eq!(run.lines(), ["a.md.gz:1:10: https://example.com/a,"]);
}

#[test]
fn compressed_text_is_converted() {
    for (name, _, compress) in FORMATS {
        let data = compress(b"see example.com\n");
        let linked = "see [example.com](<https://example.com>)\n";
        let run = run_on(&data, &["linkify", "-z", "--to", "markdown"]);
        assert_eq!(
            (run.status, run.text(), run.stderr.as_str()),
            (0, linked, "")
        );
        let run = run_on(&data, &["linkify", "-z", "--to", "json"]);
        assert_eq!(string(&run.objects()[0], "text"), "example.com");
        // Without the option, nothing is written.
        for format in ["markdown", "ansi", "json"] {
            let run = run_on(&data, &["linkify", "--to", format]);
            assert_eq!((run.status, run.text()), (2, ""), "{name}, {format}");
            let message = format!("it is compressed with {name} (-z ");
            assert!(run.stderr.contains(&message), "{}", run.stderr);
        }
    }
    let run = run_on("a", &["linkify", "-z", "-i", "a.md"]);
    assert!(run.stderr.contains("cannot be used with"), "{}", run.stderr);
}
