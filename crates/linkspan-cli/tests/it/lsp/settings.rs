//! Settings, and what is never linked.

use serde_json::{Value, json};

use super::client::Client;
use crate::support::{TempDir, string};

const URI: &str = "file:///tmp/notes.txt";

fn targets(client: &mut Client) -> Vec<String> {
    let links = client.links(URI);
    links
        .iter()
        .map(|link| string(link, "target").to_owned())
        .collect()
}

#[test]
fn settings_have_the_names_of_options() {
    let text = "a.com http://localhost/ ftp://b.com/ http://c.com/ asp.net";
    for (settings, expected) in [
        (
            json!(null),
            &[
                "https://a.com",
                "http://localhost/",
                "ftp://b.com/",
                "http://c.com/",
                "https://asp.net",
            ][..],
        ),
        (
            json!({"profile": "uts58"}),
            &[
                "https://a.com",
                "ftp://b.com/",
                "http://c.com/",
                "https://asp.net",
            ],
        ),
        (
            json!({"schemes": ["http"], "bareDomains": "skip"}),
            &["http://localhost/", "http://c.com/"],
        ),
        (
            json!({"linkspan": {"never": ["ASP.net", "c.com"], "impliedScheme": "http"}}),
            &["http://a.com", "http://localhost/", "ftp://b.com/"],
        ),
    ] {
        let mut client = Client::initialized(&json!({}), &settings);
        client.open(URI, "plaintext", text);
        assert_eq!(targets(&mut client), expected, "{settings}");
        client.finish();
    }
}

#[test]
fn later_settings_take_precedence_over_those_of_the_start() {
    let mut client =
        Client::initialized(&json!({}), &json!({"bareDomains": "skip", "level": "info"}));
    client.open(URI, "plaintext", "a.com http://b.com/");
    for (settings, expected) in [
        (json!({}), &["http://b.com/"][..]),
        (json!(null), &["http://b.com/"]),
        // Settings of other servers.
        (
            json!({"gopls": {"bareDomains": "link"}}),
            &["http://b.com/"],
        ),
        (
            json!({"linkspan": {"bareDomains": "link"}}),
            &["https://a.com", "http://b.com/"],
        ),
        (json!({"schemes": ["ftp"]}), &[]),
        (json!({}), &["http://b.com/"]),
    ] {
        client.notify(
            "workspace/didChangeConfiguration",
            &json!({"settings": settings}),
        );
        assert_eq!(targets(&mut client), expected, "{settings}");
    }
    client.finish();
}

#[test]
fn the_level_decides_which_findings_are_reported() {
    let text = "http://аррӏе.com/ https://user@example.com/ http://example.com:81/";
    let mut counts = Vec::new();
    for level in ["info", "warn", "danger"] {
        let mut client = Client::initialized(&json!({}), &json!({"level": level}));
        client.open(URI, "plaintext", text);
        let sent = client.wait_for("textDocument/publishDiagnostics");
        counts.push(sent["diagnostics"].as_array().expect("a list").len());
        client.finish();
    }
    assert!(
        counts.is_sorted_by(|more, less| more >= less) && counts[2] > 0,
        "{counts:?}"
    );
    assert!(counts[0] > counts[2], "{counts:?}");
}

#[test]
fn invalid_settings_are_reported_by_name() {
    let mut client = Client::initialized(
        &json!({}),
        &json!({"level": 3, "no": "such", "profile": "prose"}),
    );
    for name in ["level", "no"] {
        let shown = client.wait_for("window/showMessage");
        assert_eq!(shown["type"], 2);
        let message = string(&shown, "message");
        assert!(
            message.starts_with(&format!("linkspan: setting '{name}': ")),
            "{message}"
        );
    }
    client.open(URI, "plaintext", "example.com");
    assert_eq!(targets(&mut client), ["https://example.com"]);
    client.finish();
}

#[test]
fn never_link_this_is_remembered_and_stored() {
    let directory = TempDir::new("lsp-never");
    directory.write("never.txt", "# projects\nasp.net");
    let file = directory.path().join("never.txt");
    let settings = json!({"neverFile": file.to_str().expect("a path")});
    let capabilities = json!({
        "textDocument": {"diagnostic": {}},
        "workspace": {"diagnostics": {"refreshSupport": true}},
    });
    let mut client = Client::initialized(&capabilities, &settings);
    client.open(URI, "plaintext", "asp.net node.js www.b.com b.com/x");
    assert_eq!(
        targets(&mut client),
        ["https://www.b.com", "https://b.com/x"]
    );
    let command = json!({"command": "linkspan.neverLink", "arguments": ["b.com"]});
    assert_eq!(
        client.request("workspace/executeCommand", &command),
        Ok(Value::Null)
    );
    client.wait_for("workspace/diagnostic/refresh");
    assert_eq!(targets(&mut client), ["https://www.b.com"]);
    client.finish();
    let stored = std::fs::read_to_string(&file).expect("the file");
    assert_eq!(stored, "# projects\nasp.net\nb.com\n");

    // Another session reads it. A file that cannot be written is reported.
    let mut client = Client::initialized(&capabilities, &settings);
    client.open(URI, "plaintext", "asp.net www.b.com b.com/x");
    assert_eq!(targets(&mut client), ["https://www.b.com"]);
    client.finish();
    let settings = json!({"neverFile": directory.path().join("no/such").to_str().expect("a path")});
    let mut client = Client::initialized(&capabilities, &settings);
    client.open(URI, "plaintext", "b.com");
    let error = client
        .request("workspace/executeCommand", &command)
        .expect_err("an error");
    assert_eq!(error["code"], -32803);
    assert_eq!(targets(&mut client), Vec::<String>::new());
    client.finish();
}

/// The settings of a project are those of its configuration file. Settings of the editor take precedence.
#[test]
fn the_configuration_file_of_the_project_has_defaults() {
    let directory = TempDir::new("lsp-config");
    directory.write(
        "linkspan.toml",
        "schemes = ['https', 'tel']\nallow = ['host-confusable']\nnever = 'never.txt'\n\
         [profiles]\n'*.notes' = 'uts58'\n",
    );
    directory.write("never.txt", "asp.net\n");
    directory.write("below/a.txt", "");
    let folder = format!("file://{}/below", directory.path().display());
    let text = "a.com asp.net tel:+12015550123 http://b.com/ https://localhost/ https://аррӏе.com/";
    for (name, settings, expected) in [
        ("a.txt", json!({}), 4),
        // The profile `uts58` does not link hosts of one label.
        ("a.notes", json!({}), 3),
        ("a.notes", json!({"profile": "prose"}), 4),
        ("a.txt", json!({"schemes": ["http"], "never": []}), 2),
    ] {
        let mut client = Client::in_folder(&json!({}), &settings, Some(&folder));
        let uri = format!("{folder}/{name}");
        client.open(&uri, "plaintext", text);
        let sent = client.wait_for("textDocument/publishDiagnostics");
        let found: Vec<_> = client.links(&uri);
        assert_eq!(found.len(), expected, "{name} {settings}: {found:?}");
        let diagnostics = sent["diagnostics"].as_array().expect("a list");
        assert!(
            diagnostics
                .iter()
                .all(|one| one["code"] != "host-confusable"),
            "{diagnostics:?}"
        );
        client.finish();
    }

    directory.write("linkspan.toml", "profile = 'prosa'\n");
    let mut client = Client::in_folder(&json!({}), &json!({}), Some(&folder));
    let shown = client.wait_for("window/showMessage");
    let message = string(&shown, "message");
    assert!(
        message.contains("linkspan.toml': line 1: ") && message.contains("prosa"),
        "{message}"
    );
    client.open(URI, "plaintext", "example.com");
    assert_eq!(targets(&mut client), ["https://example.com"]);
    client.finish();
}
