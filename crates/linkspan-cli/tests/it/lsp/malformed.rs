//! Messages that are wrong in every way: the server answers with an error, and goes on.

use serde_json::{Value, json};

use super::client::Client;

const URI: &str = "file:///tmp/notes.txt";

/// Asserts that the server works.
fn assert_alive(client: &mut Client) {
    client.open("file:///tmp/alive.txt", "plaintext", "example.com");
    assert_eq!(client.links("file:///tmp/alive.txt").len(), 1);
}

fn code(result: Result<Value, Value>) -> i64 {
    let error = result.expect_err("an error");
    assert!(!error["message"].as_str().expect("a message").is_empty());
    error["code"].as_i64().expect("a number")
}

#[test]
fn malformed_messages_get_an_error() {
    let mut client = Client::initialized(&json!({}), &Value::Null);
    for (content, id, expected) in [
        (&b"{"[..], Value::Null, -32700),
        (b"", Value::Null, -32700),
        (b"\xFF\xFE", Value::Null, -32700),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xED\xA0\x80\"}", Value::Null, -32700),
        (b"[]", Value::Null, -32600),
        (b"[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"shutdown\"}]", Value::Null, -32600),
        (b"17", Value::Null, -32600),
        (b"{}", Value::Null, -32600),
        (b"{\"id\":7}", json!(7), -32600),
        (b"{\"id\":7,\"method\":17}", json!(7), -32600),
        (b"{\"id\":{},\"method\":\"shutdown\"}", Value::Null, -32600),
        (b"{\"id\":null,\"method\":\"shutdown\"}", Value::Null, -32600),
        (b"{\"id\":1.5,\"method\":\"shutdown\"}", Value::Null, -32600),
        (b"{\"id\":\"a\",\"method\":\"no/such\"}", json!("a"), -32601),
        (b"{\"id\":7,\"method\":\"$/no-such\"}", json!(7), -32601),
        (b"{\"id\":7,\"method\":\"textDocument/documentLink\"}", json!(7), -32602),
        (b"{\"id\":7,\"method\":\"textDocument/documentLink\",\"params\":[1]}", json!(7), -32602),
        (b"{\"id\":7,\"method\":\"textDocument/hover\",\"params\":{\"textDocument\":{\"uri\":7}}}", json!(7), -32602),
        (b"{\"id\":7,\"method\":\"initialize\",\"params\":{}}", json!(7), -32600),
    ] {
        client.send_content(content);
        let shown = String::from_utf8_lossy(content);
        assert_eq!(code(client.response(&id)), expected, "{shown}");
    }
    // A number of nested arrays that no parser should follow.
    client.send_content("[".repeat(100_000).as_bytes());
    assert_eq!(code(client.response(&Value::Null)), -32700);
    // Notifications and responses get no answer.
    client.notify("no/such", &json!({}));
    client.notify("$/setTrace", &json!({"value": "verbose"}));
    client.notify("$/cancelRequest", &json!({"id": 12345}));
    client.notify("$/cancelRequest", &json!([]));
    client.send_content(b"{\"jsonrpc\":\"2.0\",\"id\":\"linkspan-9\",\"result\":null}");
    client
        .send_content(b"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"\"}}");
    assert_alive(&mut client);
    client.finish();
}

#[test]
fn invalid_notifications_are_logged() {
    let mut client = Client::initialized(&json!({}), &Value::Null);
    for (method, params) in [
        (
            "textDocument/didOpen",
            json!({"textDocument": {"uri": URI}}),
        ),
        ("textDocument/didOpen", json!(null)),
        (
            "textDocument/didChange",
            json!({"textDocument": {"uri": URI}}),
        ),
        (
            "textDocument/didChange",
            json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"text": "a"}]}),
        ),
        ("textDocument/didClose", json!({})),
    ] {
        client.notify(method, &params);
        let logged = client.wait_for("window/logMessage");
        assert_eq!(logged["type"], 1);
        let message = logged["message"].as_str().expect("a message");
        assert!(message.starts_with(method), "{message}");
    }
    // Closing what is not open is no error.
    client.notify(
        "textDocument/didClose",
        &json!({"textDocument": {"uri": URI}}),
    );
    assert_alive(&mut client);
    client.finish();
}

#[test]
fn requests_about_unknown_documents_get_an_error() {
    let mut client = Client::initialized(&json!({}), &Value::Null);
    let document = json!({"uri": "file:///no/such"});
    let position = json!({"line": 0, "character": 0});
    let range = json!({"start": position, "end": position});
    for (method, params) in [
        (
            "textDocument/documentLink",
            json!({"textDocument": document}),
        ),
        ("textDocument/diagnostic", json!({"textDocument": document})),
        (
            "textDocument/hover",
            json!({"textDocument": document, "position": position}),
        ),
        (
            "textDocument/codeAction",
            json!({"textDocument": document, "range": range, "context": {"diagnostics": []}}),
        ),
        ("workspace/executeCommand", json!({"command": "no.such"})),
        (
            "workspace/executeCommand",
            json!({"command": "linkspan.neverLink", "arguments": [17]}),
        ),
        (
            "workspace/executeCommand",
            json!({"command": "linkspan.neverLink", "arguments": ["a b"]}),
        ),
    ] {
        assert_eq!(code(client.request(method, &params)), -32602, "{method}");
    }
    assert_alive(&mut client);
    client.finish();
}

#[test]
fn edits_out_of_range_are_reported_until_the_text_is_known_again() {
    let at = |line: u64, character: u64| json!({"line": line, "character": character});
    for (start, end) in [
        (at(7, 0), at(7, 0)),
        (at(0, 0), at(4_000_000_000, 0)),
        // Reversed.
        (at(1, 0), at(0, 0)),
        (at(0, 3), at(0, 1)),
        // Inside a surrogate pair.
        (at(0, 1), at(0, 2)),
        // Not a position.
        (at(0, 5_000_000_000), at(0, 5_000_000_000)),
        (json!({"line": -1, "character": 0}), at(0, 0)),
        (json!({"line": 0}), at(0, 0)),
    ] {
        let mut client = Client::initialized(&json!({}), &Value::Null);
        client.open(URI, "plaintext", "\u{1F517} example.com\n");
        assert_eq!(client.links(URI).len(), 1);
        let change = json!([{"range": {"start": start, "end": end}, "text": "a.com "}]);
        client.change(URI, 2, &change);
        let logged = client.wait_for("window/logMessage");
        assert_eq!(logged["type"], 1, "{logged}");
        let here = json!({"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}});
        assert_eq!(code(client.ask("textDocument/documentLink", URI)), -32803);
        assert_eq!(code(client.request("textDocument/hover", &here)), -32803);
        // Further edits do not help.
        client.change(
            URI,
            3,
            &json!([{"range": {"start": at(0, 0), "end": at(0, 0)}, "text": "a"}]),
        );
        assert_eq!(code(client.ask("textDocument/documentLink", URI)), -32803);
        // The whole text does.
        client.replace(URI, 4, "a.com b.com");
        assert_eq!(client.links(URI).len(), 2);
        assert_alive(&mut client);
        client.finish();
    }
}

#[test]
fn columns_after_the_end_of_a_line_are_its_end() {
    let mut client = Client::initialized(&json!({}), &Value::Null);
    client.open(URI, "plaintext", "example.co\r\nb\n");
    let end = json!({"line": 0, "character": 99});
    client.change(
        URI,
        2,
        &json!([{"range": {"start": end, "end": end}, "text": "m/a"}]),
    );
    let links = client.links(URI);
    assert_eq!(links[0]["target"], "https://example.com/a");
    // The line after the last one is the end of the text.
    let (start, end) = (
        json!({"line": 0, "character": 0}),
        json!({"line": 3, "character": 0}),
    );
    client.change(
        URI,
        3,
        &json!([{"range": {"start": start, "end": end}, "text": ""}]),
    );
    assert_eq!(client.links(URI).len(), 0);
    let hover = json!({"textDocument": {"uri": URI}, "position": {"line": 9, "character": 0}});
    assert_eq!(code(client.request("textDocument/hover", &hover)), -32602);
    client.finish();
}

#[test]
fn a_session_starts_with_initialize_and_ends_with_shutdown() {
    let mut client = Client::start();
    assert_eq!(code(client.ask("textDocument/documentLink", URI)), -32002);
    assert_eq!(code(client.request("shutdown", &Value::Null)), -32002);
    // Notifications before the start are dropped.
    client.open(URI, "plaintext", "example.com");
    assert_eq!(code(client.request("initialize", &json!(17))), -32602);
    client
        .request("initialize", &json!({"capabilities": {}}))
        .expect("a result");
    assert_eq!(code(client.ask("textDocument/documentLink", URI)), -32602);
    assert_eq!(client.request("shutdown", &Value::Null), Ok(Value::Null));
    assert_eq!(code(client.ask("textDocument/documentLink", URI)), -32600);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait(), (0, String::new()));

    // Without shutdown.
    let mut client = Client::initialized(&json!({}), &Value::Null);
    client.notify("exit", &Value::Null);
    assert_eq!(client.wait(), (1, String::new()));
    let client = Client::initialized(&json!({}), &Value::Null);
    assert_eq!(client.wait(), (1, String::new()));
}

#[test]
fn broken_framing_ends_the_server_with_a_message() {
    for (bytes, message) in [
        (&b"GET / HTTP/1.1\r\n\r\n"[..], "expected a header"),
        (
            b"{\"jsonrpc\":\"2.0\"}\n",
            "expected the headers of a message",
        ),
        (b"Content-Length: x\r\n\r\n{}", "expected a Content-Length"),
        (
            b"Content-Length: 99999999999999999999\r\n\r\n",
            "expected a Content-Length",
        ),
        (
            b"Content-Type: a\r\n\r\n",
            "expected a header Content-Length",
        ),
        (
            b"Content-Length: 10\r\n\r\n{}",
            "the input ends after 2 of 10 bytes",
        ),
    ] {
        let mut client = Client::initialized(&json!({}), &Value::Null);
        client.send_bytes(bytes);
        let (status, stderr) = client.wait();
        assert_eq!(status, 2, "{stderr}");
        assert!(
            stderr.starts_with("linkspan: ") && stderr.contains(message),
            "{stderr}"
        );
    }
}

#[test]
fn cancelled_requests_are_answered() {
    let mut client = Client::initialized(&json!({}), &Value::Null);
    client.open(URI, "plaintext", &"example.com ".repeat(50_000));
    let params = json!({"textDocument": {"uri": URI}});
    let first = client.send_request("textDocument/documentLink", &params);
    let second = client.send_request("textDocument/documentLink", &params);
    client.notify("$/cancelRequest", &json!({"id": second}));
    assert!(client.response(&json!(first)).is_ok());
    // The server may have been faster than the message.
    match client.response(&json!(second)) {
        Ok(links) => assert_eq!(links.as_array().expect("a list").len(), 50_000),
        Err(error) => assert_eq!(error["code"], -32800),
    }
    client.finish();
}
