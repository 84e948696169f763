//! The configuration file, `linkspan.toml`.

use crate::support::{Run, TempDir, run_in};

/// A word directly after the path is part of the link only in the profile `uts58`.
const TEXT: &str = "见https://a.com/docs了解 gemini://b.com http://localhost/ https://c.com/a';\n";

fn project(name: &str, config: &str) -> TempDir {
    let directory = TempDir::new(name);
    directory.write("linkspan.toml", config);
    directory.write("sub/a.txt", TEXT);
    directory.write("sub/b.log", TEXT);
    directory.write("docs/c.md", TEXT);
    directory
}

fn profiles(run: &Run) -> Vec<&str> {
    let lines = run.stderr.lines();
    lines
        .filter_map(|line| Some(line.split_once("profile ")?.1))
        .collect()
}

#[test]
fn file_is_found_upwards_and_sets_defaults() {
    let directory = project(
        "config-upwards",
        "profile = \"uts58\"\nschemes = [\"gemini\"]\n",
    );
    let sub = directory.path().join("sub");
    let letter = run_in(&sub, &["find", "a.txt"]);
    assert_eq!(letter.lines(), ["gemini://b.com"], "{}", letter.stderr);
    assert_eq!(
        profiles(&run_in(&sub, &["find", "-v", "a.txt", "b.log"])),
        ["uts58"; 2]
    );
    // The command line takes precedence, and replaces a list as a whole.
    let run = run_in(&sub, &["find", "--scheme", "https", "a.txt"]);
    assert_eq!(run.lines(), ["https://a.com/docs了解", "https://c.com/a"]);
    assert_eq!(
        profiles(&run_in(
            &sub,
            &["find", "-v", "--profile", "prose", "a.txt"]
        )),
        ["prose"]
    );
    assert_eq!(
        profiles(&run_in(
            &sub,
            &["find", "-v", "--no-config", "a.txt", "b.log"]
        )),
        ["prose", "terminal"]
    );
    assert_eq!(
        run_in(&sub, &["--no-config", "find", "a.txt"])
            .lines()
            .len(),
        3
    );
    // All commands that have the option.
    assert_eq!(run_in(&sub, &["check", "--all", "a.txt"]).lines().len(), 1);
    let html = run_in(&sub, &["linkify", "--rel", "none", "a.txt"]);
    assert_eq!(
        html.text().matches("<a href=\"gemini:").count(),
        1,
        "{}",
        html.text()
    );
    assert_eq!(html.text().matches("<a ").count(), 1, "{}", html.text());
    let explained = run_in(&sub, &["explain", "see gemini://b.com"]);
    assert!(
        explained.text().starts_with("url 4..18"),
        "{}",
        explained.text()
    );
    // The closest file counts, and files are not combined.
    directory.write("sub/linkspan.toml", "profile = \"source\"\n");
    assert_eq!(
        profiles(&run_in(&sub, &["find", "-v", "a.txt"])),
        ["source"]
    );
    assert_eq!(run_in(&sub, &["find", "a.txt"]).lines().len(), 4);
}

#[test]
fn lists_and_exceptions_are_defaults() {
    let config = "allow = [\"host-imitates\"]\nnames = \"lists/names\"\nnever = \"lists/never\"\n";
    let directory = TempDir::new("config-lists");
    directory.write("linkspan.toml", config);
    directory.write("lists/names", "example.com\nbücher.example\n");
    directory.write("lists/never", "never.example.org\n");
    directory.write(
        "sub/a.txt",
        "https://examp1e.com https://never.example.org\n",
    );
    let sub = directory.path().join("sub");
    // The paths are relative to the directory of the file.
    assert_eq!(
        run_in(&sub, &["find", "a.txt"]).lines(),
        ["https://examp1e.com"]
    );
    assert_eq!(run_in(&sub, &["check", "a.txt"]).status, 0);
    let check = run_in(&sub, &["check", "--allow", "too-long", "a.txt"]);
    assert!(
        check.text().contains("danger host-imitates"),
        "{}",
        check.text()
    );
    let strict = run_in(&sub, &["find", "--profile", "strict", "a.txt"]);
    assert_eq!((strict.status, strict.text()), (1, ""));
    assert_eq!(
        run_in(&sub, &["find", "--no-config", "a.txt"])
            .lines()
            .len(),
        2
    );
    let format = run_in(&sub, &["format", "--safe", "https://bùcher.example/"]);
    assert_eq!(format.lines(), ["https://xn--bcher-1ua.example/"]);
    directory.write("linkspan.toml", "names = [\"a\"]\n");
    let run = run_in(&sub, &["find", "a.txt"]);
    let message = "line 1: expected the path of a file for the key 'names'";
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn profiles_are_chosen_by_glob() {
    let config = "profile = \"prose\"\n[profiles]\n\"*.log\" = \"source\"\n\"docs/\" = \"strict\"\n\
        \"/sub/b.*\" = \"uts58\"\n";
    let directory = project("config-globs", &config.replace("\"/sub", "\"./sub"));
    directory.write("docs/d.log", TEXT);
    let find = |arguments: &[&str]| {
        let run = run_in(directory.path(), &[&["find", "-v"], arguments].concat());
        profiles(&run).join(" ")
    };
    // The last glob that matches decides: for d.log, that of its directory.
    assert_eq!(find(&["docs", "sub"]), "strict strict prose uts58");
    assert_eq!(find(&["-"]), "prose");
    assert_eq!(
        find(&["--profile", "terminal", "docs"]),
        "terminal terminal"
    );
    // The same rules on the command line come after those of the file.
    assert_eq!(
        find(&["--profile-for", "prose=d.*", "docs"]),
        "strict prose"
    );
    // The strict profile applies to all parts of a document.
    let run = run_in(directory.path(), &["find", "--in", "markdown", "docs/c.md"]);
    assert!(!run.text().contains("localhost"), "{}", run.text());
    // Files are converted with the same profiles.
    let linkify = |arguments: &[&str]| {
        let arguments = [&["linkify", "--in", "text", "--to", "csv"], arguments].concat();
        run_in(directory.path(), &arguments).lines().len()
    };
    assert_eq!(
        linkify(&["docs/c.md"]),
        linkify(&["--profile", "strict", "docs/c.md"])
    );
    assert_ne!(
        linkify(&["docs/c.md"]),
        linkify(&["--profile", "prose", "docs/c.md"])
    );
    let arguments = ["linkify", "-i", "--dry-run", "docs/c.md"];
    let run = run_in(directory.path(), &arguments);
    assert!(!run.text().contains("<http://localhost"), "{}", run.text());
    // Globs are relative to the directory of the file, wherever the program runs.
    let run = run_in(
        &directory.path().join("docs"),
        &["find", "-v", "../sub/b.log"],
    );
    assert_eq!(profiles(&run), ["uts58"]);
}

#[test]
fn errors_name_the_line() {
    for (config, message) in [
        (
            "profil = \"prose\"\n",
            "line 1: unknown key 'profil'; did you mean 'profile'?",
        ),
        (
            "\n\nxyz = 1\n",
            "line 3: unknown key 'xyz'; the keys are allow, names, never, profile, profiles, \
             schemes",
        ),
        (
            "schemes = [\"a\"]\nprofile = \"pros\"\n",
            "line 2: invalid value 'pros' for '--profile <NAME>' [possible values: uts58, prose, \
             source, terminal, strict]",
        ),
        (
            "profile = 1\n",
            "line 1: expected a string for the key 'profile'",
        ),
        (
            "schemes = \"http\"\n",
            "line 1: expected a list of strings for the key 'schemes'",
        ),
        (
            "schemes = [\n  \"http\",\n  1]\n",
            "line 3: expected strings in 'schemes'",
        ),
        (
            "[profiles]\n\"*\" = 1\n",
            "line 2: expected a string after the glob '*'",
        ),
        ("profile = \n", "line 1: "),
        // Values that only another command uses, or that only a later step would reject.
        (
            "\nallow = [\"odd\"]\n",
            "line 2: invalid value 'odd' for '--allow <CODE>'",
        ),
        (
            "schemes = [\"https\", \"javascript\"]\n",
            "line 1: invalid value 'javascript' for '--scheme <SCHEME>': expected a scheme with '//'",
        ),
        ("never = \"no/such/list\"\n", "line 1: cannot read '"),
    ] {
        let directory = project("config-errors", config);
        let run = run_in(directory.path(), &["find", "sub"]);
        assert_eq!((run.status, run.text()), (2, ""), "{config:?}");
        assert!(
            run.stderr.contains("linkspan.toml': ") && run.stderr.contains(message),
            "{config:?}: {}",
            run.stderr
        );
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        // Without it, and for commands that do not need it, the file does not matter.
        assert_eq!(
            run_in(directory.path(), &["find", "--no-config", "sub"]).status,
            0
        );
        for arguments in [&["config"] as &[_], &["format", "a.com"], &["check", "sub"]] {
            let other = run_in(directory.path(), arguments);
            assert_eq!(
                (other.status, other.stderr),
                (2, run.stderr.clone()),
                "{arguments:?}"
            );
        }
        assert_eq!(run_in(directory.path(), &["completions", "fish"]).status, 0);
        assert_eq!(run_in(directory.path(), &["find", "--help"]).status, 0);
    }
}

#[test]
fn config_prints_values_and_their_origin() {
    let config = "schemes = [\"https\", \"gemini\"]\n[profiles]\n\"*.log\" = \"source\"\n\
        \"a \\\" b\" = \"prose\"\n";
    let directory = project("config-shown", config);
    let run = run_in(&directory.path().join("sub"), &["config"]);
    let path = directory.path().join("linkspan.toml");
    assert_eq!(
        run.text(),
        format!(
            "# {}\n\
             # allow is not set: check reports the findings of all codes\n\
             # names is not set: no names are protected\n\
             # never is not set: all links are linked\n\
             # profile is not set: find and check choose it by the kind of each input; linkify \
             --in-place uses prose, other commands uts58\n\
             profiles.\"*.log\" = \"source\"  # line 3\n\
             profiles.\"a \\\" b\" = \"prose\"  # line 4\n\
             schemes = [\"https\", \"gemini\"]  # line 1\n",
            path.display()
        ),
        "{}",
        run.stderr
    );
    // The output is a configuration with the same values.
    directory.write("linkspan.toml", run.text());
    let again = run_in(&directory.path().join("sub"), &["config"]);
    let values = |run: &Run| -> Vec<String> {
        let lines = run.text().lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| line.rsplit_once("  #").expect("an origin").0.to_owned())
            .collect()
    };
    assert_eq!(values(&run), values(&again));
    let none = run_in(directory.path(), &["config", "--no-config"]);
    assert!(
        none.text().starts_with("# linkspan.toml is not read\n"),
        "{}",
        none.text()
    );
    assert!(
        none.text()
            .contains("# schemes is not set: the schemes of the profile\n")
    );
}
