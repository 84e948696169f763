//! A client that speaks the protocol with the program.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::support::program;

/// A running server.
pub(super) struct Client {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
    next_id: i64,
    /// Notifications and requests of the server that no test has asked for yet.
    received: VecDeque<Value>,
}

impl Client {
    /// Starts the server.
    pub(super) fn start() -> Self {
        let mut child = program()
            .args(["lsp", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        Self {
            stdin: child.stdin.take(),
            stdout: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            next_id: 0,
            received: VecDeque::new(),
        }
    }

    /// Starts the server and a session with these capabilities and settings.
    pub(super) fn initialized(capabilities: &Value, settings: &Value) -> Self {
        Self::in_folder(capabilities, settings, None)
    }

    /// Starts the server and a session that works in a folder.
    pub(super) fn in_folder(capabilities: &Value, settings: &Value, uri: Option<&str>) -> Self {
        let mut client = Self::start();
        let params = json!({"processId": null, "rootUri": uri, "capabilities": capabilities, "initializationOptions": settings});
        let result = client.request("initialize", &params).expect("a result");
        assert_eq!(result["serverInfo"]["name"], "linkspan");
        client.notify("initialized", &json!({}));
        client
    }

    /// Sends the content of a message.
    pub(super) fn send_content(&mut self, content: &[u8]) {
        let header = format!("Content-Length: {}\r\n\r\n", content.len());
        self.send_bytes(&[header.as_bytes(), content].concat());
    }

    /// Sends bytes, which need not be a message.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    pub(super) fn notify(&mut self, method: &str, params: &Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send_content(message.to_string().as_bytes());
    }

    /// Sends a request, and returns its id.
    pub(super) fn send_request(&mut self, method: &str, params: &Value) -> i64 {
        self.next_id += 1;
        let message =
            json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params});
        self.send_content(message.to_string().as_bytes());
        self.next_id
    }

    /// Sends a request and waits for its result, or its error.
    pub(super) fn request(&mut self, method: &str, params: &Value) -> Result<Value, Value> {
        let id = self.send_request(method, params);
        self.response(&json!(id))
    }

    /// Waits for the response to a request.
    pub(super) fn response(&mut self, id: &Value) -> Result<Value, Value> {
        loop {
            let message = self.read();
            if message.get("method").is_some() {
                self.received.push_back(message);
                continue;
            }
            assert_eq!(&message["id"], id, "{message}");
            assert_eq!(message["jsonrpc"], "2.0");
            return match message.get("error") {
                Some(error) => Err(error.clone()),
                None => Ok(message["result"].clone()),
            };
        }
    }

    /// The parameters of the next notification or request with this method.
    pub(super) fn wait_for(&mut self, method: &str) -> Value {
        loop {
            let at = self
                .received
                .iter()
                .position(|message| message["method"] == method);
            if let Some(message) = at.and_then(|at| self.received.remove(at)) {
                return message["params"].clone();
            }
            let message = self.read();
            assert!(message.get("method").is_some(), "{message}");
            self.received.push_back(message);
        }
    }

    fn read(&mut self) -> Value {
        let mut len = None;
        loop {
            let mut line = String::new();
            self.stdout.read_line(&mut line).expect("headers are UTF-8");
            assert!(!line.is_empty(), "the server ended");
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                len = value.trim_end().parse().ok();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut content = vec![0; len.expect("a length")];
        self.stdout.read_exact(&mut content).expect("a message");
        serde_json::from_slice(&content).expect("a message is JSON")
    }

    pub(super) fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
    }

    /// Replaces the whole text.
    pub(super) fn replace(&mut self, uri: &str, version: i64, text: &str) {
        self.change(uri, version, &json!([{"text": text}]));
    }

    pub(super) fn change(&mut self, uri: &str, version: i64, changes: &Value) {
        let document = json!({"uri": uri, "version": version});
        self.notify(
            "textDocument/didChange",
            &json!({"textDocument": document, "contentChanges": changes}),
        );
    }

    /// The result of a request about a whole document.
    pub(super) fn ask(&mut self, method: &str, uri: &str) -> Result<Value, Value> {
        self.request(method, &json!({"textDocument": {"uri": uri}}))
    }

    pub(super) fn links(&mut self, uri: &str) -> Vec<Value> {
        let result = self.ask("textDocument/documentLink", uri);
        let result = result.expect("a result");
        result.as_array().expect("a list").clone()
    }

    /// Ends the session as the protocol says, and asserts that the server agrees.
    pub(super) fn finish(mut self) {
        assert_eq!(self.request("shutdown", &Value::Null), Ok(Value::Null));
        self.notify("exit", &Value::Null);
        assert_eq!(self.wait(), (0, String::new()));
    }

    /// Closes the input and waits for the server to end. Returns its status and its messages.
    pub(super) fn wait(mut self) -> (i32, String) {
        drop(self.stdin.take());
        let mut messages = String::new();
        let stderr = self.child.stderr.as_mut().expect("a pipe");
        stderr.read_to_string(&mut messages).expect("UTF-8");
        let status = self.child.wait().expect("the server ends");
        (status.code().expect("no signal ended the server"), messages)
    }
}
