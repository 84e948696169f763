//! Capabilities, links, diagnostics, hover and actions.

use serde_json::{Value, json};

use super::client::Client;
use super::text::{position, range};
use crate::support::{TempDir, run, string};

const URI: &str = "file:///tmp/notes.txt";

/// A client that can do everything, in UTF-16.
fn capable() -> Value {
    json!({
        "textDocument": {
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        },
        "workspace": {"workspaceEdit": {"documentChanges": true}},
    })
}

fn opened(capabilities: &Value, text: &str) -> Client {
    let mut client = Client::initialized(capabilities, &Value::Null);
    client.open(URI, "plaintext", text);
    client
}

fn actions(client: &mut Client, text: &str, start: usize, end: usize) -> Vec<Value> {
    let params = json!({
        "textDocument": {"uri": URI},
        "range": range(text, start, end, "utf-16"),
        "context": {"diagnostics": []},
    });
    let result = client.request("textDocument/codeAction", &params);
    result
        .expect("a result")
        .as_array()
        .expect("a list")
        .clone()
}

fn titles(actions: &[Value]) -> Vec<&str> {
    actions
        .iter()
        .map(|action| string(action, "title"))
        .collect()
}

#[test]
fn the_position_encoding_is_negotiated() {
    for (offered, chosen) in [
        (json!(null), "utf-16"),
        (json!(["utf-16"]), "utf-16"),
        (json!(["utf-16", "utf-8"]), "utf-8"),
        (json!(["utf-32"]), "utf-32"),
    ] {
        let mut client = Client::start();
        let capabilities = json!({"general": {"positionEncodings": offered}});
        let result = client.request("initialize", &json!({"capabilities": capabilities}));
        let capabilities = &result.expect("a result")["capabilities"];
        assert_eq!(capabilities["positionEncoding"], chosen);
        assert_eq!(capabilities["textDocumentSync"]["change"], 2);
        client.finish();
    }
}

#[test]
fn links_have_a_target_and_a_readable_tooltip() {
    let text = "see https://ex\u{E4}mple.com/%E4%BE%8B and http://аррӏе.com/ or ann@example.com";
    let mut client = opened(&json!({}), text);
    let links = client.links(URI);
    let shown: Vec<_> = links
        .iter()
        .map(|link| (string(link, "target"), string(link, "tooltip")))
        .collect();
    assert_eq!(
        shown,
        [
            (
                "https://xn--exmple-cua.com/%E4%BE%8B",
                "https://ex\u{E4}mple.com/例"
            ),
            ("http://xn--80ak6aa92e.com/", "http://xn--80ak6aa92e.com/"),
            ("mailto:ann@example.com", "ann@example.com"),
        ]
    );
    client.finish();
}

#[test]
fn targets_that_run_scripts_are_not_shown() {
    let text = "javascript://example.com/%0Aalert(1) data://example.com/ other://example.com/";
    for (uri, language) in [("file:///a.txt", "plaintext"), ("file:///a.html", "html")] {
        let mut client = Client::initialized(&json!({}), &json!({"unknownSchemes": "link"}));
        client.open(uri, language, text);
        let links = client.links(uri);
        let targets: Vec<_> = links.iter().map(|link| string(link, "target")).collect();
        assert_eq!(targets, ["other://example.com/"]);
        client.finish();
    }
}

#[test]
fn the_profile_follows_the_name_and_the_language() {
    let text = "see [a](https://example.com/a) and item.name or http://localhost:3000/ \"x.com\"";
    for (uri, language) in [
        ("file:///a.txt", "plaintext"),
        ("file:///a.md", "markdown"),
        ("file:///a.rs", "rust"),
        ("file:///dir%20a/a.rs?x=a.md", "markdown"),
    ] {
        let directory = TempDir::new("lsp-profiles");
        let name = if uri.contains(".rs") {
            "a.rs"
        } else {
            &uri["file:///".len()..]
        };
        directory.write(name, text);
        let path = directory.path().join(name);
        let found = run(&["find", "--href", path.to_str().expect("a path")]);
        let mut client = Client::initialized(&json!({}), &Value::Null);
        client.open(uri, language, text);
        let links = client.links(uri);
        let targets: Vec<_> = links.iter().map(|link| string(link, "target")).collect();
        assert_eq!(targets, found.lines(), "{uri}");
        client.finish();
    }
    // Without a name that tells, the language decides.
    for (language, count) in [("rust", 3), ("markdown", 4), ("plaintext", 4)] {
        let mut client = Client::initialized(&json!({}), &Value::Null);
        client.open("untitled:Untitled-1", language, text);
        let links = client.links("untitled:Untitled-1");
        assert_eq!(links.len(), count, "{language}: {links:?}");
        client.finish();
    }
}

#[test]
fn diagnostics_are_sent_with_the_version_and_follow_changes() {
    let mut client = opened(&json!({}), "ok example.com\nhttp://аррӏе.com/\n");
    let sent = client.wait_for("textDocument/publishDiagnostics");
    assert_eq!((&sent["uri"], &sent["version"]), (&json!(URI), &json!(1)));
    let diagnostics = sent["diagnostics"].as_array().expect("a list");
    assert!(!diagnostics.is_empty());
    for diagnostic in diagnostics {
        assert_eq!(diagnostic["source"], "linkspan");
        assert_eq!(diagnostic["range"]["start"]["line"], 1);
        assert!(diagnostic["severity"].as_u64().expect("a number") <= 2);
    }
    // A line before it moves them, and deleting the link removes them.
    let start = json!({"line": 0, "character": 0});
    client.change(
        URI,
        2,
        &json!([{"range": {"start": start, "end": start}, "text": "\n"}]),
    );
    let sent = client.wait_for("textDocument/publishDiagnostics");
    assert_eq!(sent["version"], 2);
    assert_eq!(sent["diagnostics"][0]["range"]["start"]["line"], 2);
    let line = json!({"start": {"line": 2, "character": 0}, "end": {"line": 3, "character": 0}});
    client.change(URI, 3, &json!([{"range": line, "text": ""}]));
    let sent = client.wait_for("textDocument/publishDiagnostics");
    assert_eq!(sent, json!({"uri": URI, "version": 3, "diagnostics": []}));
    client.finish();
}

#[test]
fn diagnostics_are_removed_when_a_document_is_closed() {
    let mut client = opened(&json!({}), "http://аррӏе.com/");
    client.wait_for("textDocument/publishDiagnostics");
    client.notify(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": URI}}),
    );
    let sent = client.wait_for("textDocument/publishDiagnostics");
    assert_eq!(sent["diagnostics"], json!([]));
    let error = client
        .ask("textDocument/documentLink", URI)
        .expect_err("an error");
    assert_eq!(error["code"], -32602);
    client.finish();
}

#[test]
fn a_client_that_asks_for_diagnostics_gets_none_unasked() {
    let mut client = opened(
        &json!({"textDocument": {"diagnostic": {}}}),
        "http://bank.com@evil.example.org/",
    );
    let report = client
        .ask("textDocument/diagnostic", URI)
        .expect("a report");
    assert_eq!(report["kind"], "full");
    assert_eq!(report["items"][0]["code"], "userinfo");
    assert_eq!(report["items"][0]["severity"], 1);
    client.finish();
}

#[test]
fn hover_explains_the_link() {
    let text = "\u{1F517} see (https://example.com/a), or http://аррӏе.com/*";
    let mut client = opened(&capable(), text);
    let mut hover = |at: &str| {
        let offset = text.find(at).expect("a place");
        let params =
            json!({"textDocument": {"uri": URI}, "position": position(text, offset, "utf-16")});
        client
            .request("textDocument/hover", &params)
            .expect("a result")
    };
    assert_eq!(hover("see"), Value::Null);
    let first = hover("example.com");
    assert_eq!(first["range"], range(text, 10, 31, "utf-16"));
    let description = string(&first["contents"], "value");
    assert_eq!(first["contents"]["kind"], "markdown");
    for part in [
        "- **Target:** `https://example.com/a`\n",
        "- **Kind:** URL\n",
        "closes a bracket that is not the innermost open one of the link",
    ] {
        assert!(description.contains(part), "{description}");
    }
    let deceptive = hover("аррӏе");
    let description = string(&deceptive["contents"], "value");
    assert!(
        description.contains("- **Readable:** `http://xn--80ak6aa92e.com/"),
        "{description}"
    );
    assert!(description.contains("danger"), "{description}");
    client.finish();

    let mut client = opened(&json!({}), text);
    let params = json!({"textDocument": {"uri": URI}, "position": position(text, 12, "utf-16")});
    let hover = client
        .request("textDocument/hover", &params)
        .expect("a result");
    assert_eq!(hover["contents"]["kind"], "plaintext");
    assert!(string(&hover["contents"], "value").starts_with("Target: https://example.com/a\n"));
    client.finish();
}

#[test]
fn actions_rewrite_the_link_at_the_cursor() {
    let text = "see https://ex\u{E4}mple.com/%C3%A4 there";
    let mut client = opened(&capable(), text);
    assert_eq!(actions(&mut client, text, 0, 3), Vec::<Value>::new());
    let end = text.find(" there").expect("a place");
    let offered = actions(&mut client, text, end, end);
    assert_eq!(
        titles(&offered),
        [
            "Write link in readable form",
            "Write link in ASCII",
            "Defang link",
            "Never link https://ex\u{E4}mple.com/%C3%A4",
            "Never link ex\u{E4}mple.com",
        ]
    );
    let new: Vec<_> = offered
        .iter()
        .filter_map(|action| action.pointer("/edit/documentChanges/0/edits/0/newText"))
        .collect();
    assert_eq!(
        new,
        [
            "https://ex\u{E4}mple.com/\u{E4}",
            "https://xn--exmple-cua.com/%C3%A4",
            "hxxps[:]//ex\u{E4}mple[.]com/%C3%A4",
        ]
    );
    let change = &offered[0]["edit"]["documentChanges"][0];
    assert_eq!(change["textDocument"], json!({"uri": URI, "version": 1}));
    assert_eq!(change["edits"][0]["range"], range(text, 4, end, "utf-16"));
    // Only other kinds are wanted.
    let params = json!({
        "textDocument": {"uri": URI},
        "range": range(text, 6, 6, "utf-16"),
        "context": {"diagnostics": [], "only": ["source.organizeImports"]},
    });
    let none = client.request("textDocument/codeAction", &params);
    assert_eq!(none, Ok(json!([])));
    client.finish();
}

#[test]
fn actions_for_a_selection_rewrite_all_its_links() {
    let text = "https://ex\u{E4}mple.com/ and http://аррӏе.com/ and b.com";
    let mut client = opened(
        &json!({"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}}}),
        text,
    );
    let offered = actions(&mut client, text, 0, text.len());
    let defang = offered
        .iter()
        .find(|action| action["title"] == "Defang 3 links");
    let edits = &defang.expect("an action")["edit"]["changes"][URI];
    assert_eq!(edits.as_array().expect("a list").len(), 3);
    assert!(offered.iter().all(|action| action["kind"] == "quickfix"));
    client.finish();
}

#[test]
fn an_action_is_offered_only_if_the_link_stays_the_same() {
    // In HTML, the quotation mark of the readable form would end the attribute.
    let text = "<a href=\"https://example.com/%E4%BE%8B?%22\">x</a> &amp; <a href='https://example.com/?a&amp;%C3%A4'>y</a>";
    let mut client = Client::initialized(&capable(), &Value::Null);
    client.open("file:///a.html", "html", text);
    let mut offered = |at: &str| {
        let offset = text.find(at).expect("a place");
        let params = json!({
            "textDocument": {"uri": "file:///a.html"},
            "range": range(text, offset, offset, "utf-16"),
            "context": {"diagnostics": []},
        });
        let result = client.request("textDocument/codeAction", &params);
        let actions = result
            .expect("a result")
            .as_array()
            .expect("a list")
            .clone();
        let edits = actions.iter().filter(|action| action.get("edit").is_some());
        let edits =
            edits.map(|action| action["edit"]["documentChanges"][0]["edits"][0]["newText"].clone());
        edits.collect::<Vec<_>>()
    };
    for new in offered("example.com/%E4") {
        let new = new.as_str().expect("a string");
        assert!(!new.contains('"'), "{new}");
    }
    // The text of the link is not that of the document, so nothing can replace it.
    assert_eq!(offered("example.com/?a"), Vec::<Value>::new());
    client.finish();
}

#[test]
fn clients_without_edits_in_actions_get_commands() {
    let text = "see https://ex\u{E4}mple.com/";
    let mut client = opened(&json!({}), text);
    let offered = actions(&mut client, text, 6, 6);
    assert_eq!(
        titles(&offered),
        [
            "Never link https://ex\u{E4}mple.com/",
            "Never link ex\u{E4}mple.com"
        ]
    );
    assert_eq!(offered[1]["command"], "linkspan.neverLink");
    client.finish();
}
