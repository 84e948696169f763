//! The state of the server, and what it does with each message.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;

use linkspan::find::NeverList;
use serde_json::{Value, json};

use super::actions::{self, NEVER_LINK};
use super::document::Document;
use super::hover;
use super::message::{self, ErrorCode, Incoming, RequestError, json_bytes, params};
use super::protocol::{
    ActionParams, ChangeParams, Client, CommandParams, ConfigurationParams, DocumentId,
    DocumentParams, InitializeParams, OpenParams, PositionParams,
};
use super::settings::{FileAccess, Settings};
use super::workspace;

/// The types of messages for users and for logs.
const ERROR: u8 = 1;
const WARNING: u8 = 2;

/// The server.
pub(super) struct Server {
    state: State,
    client: Client,
    settings: Settings,
    /// The directory that the client works in, whose configuration file has defaults.
    directory: Option<PathBuf>,
    /// The settings from the start of the session.
    initial_settings: Value,
    /// The settings that the client sent later. They take precedence.
    changed_settings: Value,
    /// What users asked never to link.
    never: Vec<String>,
    access: FileAccess,
    documents: BTreeMap<String, Tracked>,
    /// The documents whose diagnostics are to be sent.
    unpublished: BTreeSet<String>,
    /// The messages to be sent.
    outbox: Vec<Vec<u8>>,
    requests_sent: u64,
}

/// The phases of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Uninitialized,
    Running,
    ShutDown,
}

/// A document that the client has opened.
struct Tracked {
    document: Document,
    /// Why its text is not known, if a change could not be applied.
    lost: Option<String>,
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    AfterShutdown,
    WithoutShutdown,
}

impl Server {
    pub(super) fn new(access: FileAccess) -> Self {
        Self {
            state: State::Uninitialized,
            client: Client::default(),
            settings: Settings::read(None, [], &[], access).0,
            directory: None,
            initial_settings: Value::Null,
            changed_settings: Value::Null,
            never: Vec::new(),
            access,
            documents: BTreeMap::new(),
            unpublished: BTreeSet::new(),
            outbox: Vec::new(),
            requests_sent: 0,
        }
    }

    /// The messages to be sent, in order.
    pub(super) fn take_outbox(&mut self) -> Vec<Vec<u8>> {
        std::mem::take(&mut self.outbox)
    }

    /// Handles a message. Breaks if it ends the session.
    pub(super) fn handle(&mut self, message: Incoming) -> ControlFlow<Exit> {
        match message {
            Incoming::Request { id, method, params } => {
                let result = self.request(&method, params);
                let has_settings = method == "initialize" && result.is_ok();
                self.outbox.push(match result {
                    Ok(result) => message::response(&id, &result),
                    Err(error) => message::error(Some(&id), &error),
                });
                // Messages about settings follow the response.
                if has_settings {
                    self.apply_settings();
                }
            }
            Incoming::Notification { method, params } => return self.notification(&method, params),
            Incoming::Response => {}
            Incoming::Malformed { id, error } => {
                self.outbox.push(message::error(id.as_ref(), &error));
            }
        }
        ControlFlow::Continue(())
    }

    /// The result of a request, in JSON.
    fn request(&mut self, method: &str, given: Value) -> Result<Vec<u8>, RequestError> {
        match (self.state, method) {
            (State::Uninitialized, "initialize") => return Ok(self.initialize(params(given)?)),
            (State::Uninitialized, _) => {
                let message = "expected the request 'initialize' first";
                return Err(RequestError::new(ErrorCode::ServerNotInitialized, message));
            }
            (State::ShutDown, _) | (State::Running, "initialize") => {
                let message = format!("unexpected request '{method}' in this state");
                return Err(RequestError::new(ErrorCode::InvalidRequest, message));
            }
            (State::Running, _) => {}
        }
        let client = self.client;
        match method {
            "shutdown" => {
                self.state = State::ShutDown;
                Ok(json_bytes(&Value::Null))
            }
            "textDocument/documentLink" => {
                let DocumentParams { text_document } = params(given)?;
                let (document, settings) = self.document(&text_document)?;
                Ok(document.links_json(client.encoding, settings))
            }
            "textDocument/diagnostic" => {
                let DocumentParams { text_document } = params(given)?;
                let (document, settings) = self.document(&text_document)?;
                let items = document.diagnostics(client.encoding, settings);
                Ok(json_bytes(&json!({"kind": "full", "items": items})))
            }
            "textDocument/hover" => self.hover(&params(given)?),
            "textDocument/codeAction" => self.actions(params(given)?),
            "workspace/executeCommand" => self.execute(&params(given)?),
            _ => {
                let message = format!("unknown method '{method}'");
                Err(RequestError::new(ErrorCode::MethodNotFound, message))
            }
        }
    }

    fn initialize(&mut self, given: InitializeParams) -> Vec<u8> {
        self.client = Client::new(&given.capabilities);
        self.directory = workspace::directory(&given);
        self.initial_settings = given.initialization_options;
        self.state = State::Running;
        json_bytes(&self.client.initialize_result())
    }

    fn hover(&mut self, given: &PositionParams) -> Result<Vec<u8>, RequestError> {
        let client = self.client;
        let (document, settings) = self.document(&given.text_document)?;
        let offset = document.text.offset(given.position, client.encoding);
        let offset = offset
            .map_err(|error| RequestError::new(ErrorCode::InvalidParams, error.to_string()))?;
        let mut result = Value::Null;
        document.for_each_link_in(&(offset..offset), settings, |link| {
            if result.is_null() && link.range.contains(&offset) {
                result = hover::result(link, &document.text, client, settings);
            }
        });
        Ok(json_bytes(&result))
    }

    fn actions(&mut self, given: ActionParams) -> Result<Vec<u8>, RequestError> {
        let client = self.client;
        let ActionParams {
            text_document,
            range,
            context,
        } = given;
        let (document, settings) = self.document(&text_document)?;
        let range = document.text.offsets(range, client.encoding);
        let range = range
            .map_err(|error| RequestError::new(ErrorCode::InvalidParams, error.to_string()))?;
        let only = context.only.as_deref();
        let actions =
            actions::actions(document, &text_document.uri, &range, only, client, settings);
        Ok(json_bytes(&actions))
    }

    fn execute(&mut self, given: &CommandParams) -> Result<Vec<u8>, RequestError> {
        if given.command != NEVER_LINK {
            let message = format!("unknown command '{}'", given.command);
            return Err(RequestError::new(ErrorCode::InvalidParams, message));
        }
        let [Value::String(entry)] = given.arguments.as_slice() else {
            let message = format!("{NEVER_LINK}: expected one argument, a host or a link");
            return Err(RequestError::new(ErrorCode::InvalidParams, message));
        };
        let added = NeverList::new().add(entry);
        added.map_err(|error| RequestError::new(ErrorCode::InvalidParams, error.to_string()))?;
        let stored = self.settings.store_never(entry);
        self.never.push(entry.clone());
        self.apply_settings();
        match stored {
            Ok(()) => Ok(json_bytes(&Value::Null)),
            Err(error) => Err(RequestError::new(
                ErrorCode::RequestFailed,
                format!("{error:#}"),
            )),
        }
    }

    /// A document whose text is known, and the settings.
    fn document(&mut self, id: &DocumentId) -> Result<(&mut Document, &Settings), RequestError> {
        let Some(Tracked { document, lost }) = self.documents.get_mut(&id.uri) else {
            let message = format!("the document {} is not open", id.uri);
            return Err(RequestError::new(ErrorCode::InvalidParams, message));
        };
        match lost {
            None => Ok((document, &self.settings)),
            Some(reason) => {
                let message = format!(
                    "the text of {} is not known, because {reason}; reopen it",
                    id.uri
                );
                Err(RequestError::new(ErrorCode::RequestFailed, message))
            }
        }
    }

    fn notification(&mut self, method: &str, given: Value) -> ControlFlow<Exit> {
        match (self.state, method) {
            (State::ShutDown, "exit") => return ControlFlow::Break(Exit::AfterShutdown),
            (_, "exit") => return ControlFlow::Break(Exit::WithoutShutdown),
            (State::Running, _) => {}
            _ => return ControlFlow::Continue(()),
        }
        let uri = given.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = uri.map(str::to_owned);
        let handled = match method {
            "textDocument/didOpen" => params(given).map(|given| self.open(&given)),
            "textDocument/didChange" => params(given).map(|given| self.change(&given)),
            "textDocument/didClose" => params(given).map(|given| self.close(&given)),
            "workspace/didChangeConfiguration" => {
                params(given).map(|given: ConfigurationParams| {
                    self.changed_settings = given.settings;
                    self.apply_settings();
                })
            }
            // Other notifications may be ignored.
            _ => Ok(()),
        };
        if let Err(error) = handled {
            let message = format!("{method}: {}", error.message);
            self.log(&message);
            let is_change = method == "textDocument/didChange";
            if let Some(uri) = uri.filter(|_| is_change) {
                self.lose(
                    &uri,
                    format!(
                        "the parameters of a change were invalid ({})",
                        error.message
                    ),
                );
            }
        }
        ControlFlow::Continue(())
    }

    fn open(&mut self, given: &OpenParams) {
        let opened = &given.text_document;
        let tracked = Tracked {
            document: Document::open(opened, &self.settings),
            lost: None,
        };
        self.documents.insert(opened.uri.clone(), tracked);
        self.delay_diagnostics(&opened.uri);
    }

    fn change(&mut self, given: &ChangeParams) {
        let uri = &given.text_document.uri;
        let Some(tracked) = self.documents.get_mut(uri) else {
            self.log(&format!(
                "textDocument/didChange: the document {uri} is not open"
            ));
            return;
        };
        let Tracked { document, lost } = tracked;
        document.version = given.text_document.version.or(document.version);
        let mut failure = None;
        for change in &given.content_changes {
            if change.range.is_none() {
                // The whole text is known again.
                *lost = None;
                failure = None;
            }
            if lost.is_none() && failure.is_none() {
                failure = document
                    .change(change, self.client.encoding, &self.settings)
                    .err();
            }
        }
        self.delay_diagnostics(uri);
        if let Some(reason) = failure {
            self.log(&format!("textDocument/didChange of {uri}: {reason}"));
            self.lose(uri, format!("a change could not be applied ({reason})"));
        }
    }

    /// Remembers that the text of a document is not known.
    fn lose(&mut self, uri: &str, reason: String) {
        if let Some(tracked) = self.documents.get_mut(uri) {
            tracked.lost = Some(reason);
            self.delay_diagnostics(uri);
        }
    }

    fn close(&mut self, given: &DocumentParams) {
        let uri = &given.text_document.uri;
        if self.documents.remove(uri).is_some() {
            self.delay_diagnostics(uri);
        }
    }

    /// Reads the settings, and all documents again.
    fn apply_settings(&mut self) {
        let (settings, warnings) = Settings::read(
            self.directory.as_deref(),
            [&self.initial_settings, &self.changed_settings],
            &self.never,
            self.access,
        );
        self.settings = settings;
        for warning in warnings {
            self.notify(
                "window/showMessage",
                &json!({"type": WARNING, "message": format!("linkspan: {warning}")}),
            );
        }
        for tracked in self.documents.values_mut() {
            tracked.document.reset(&self.settings);
        }
        let uris: Vec<String> = self.documents.keys().cloned().collect();
        for uri in &uris {
            self.delay_diagnostics(uri);
        }
        if self.client.pulls_diagnostics
            && self.client.refreshes_diagnostics
            && !self.documents.is_empty()
        {
            self.requests_sent += 1;
            let request = message::request(self.requests_sent, "workspace/diagnostic/refresh");
            self.outbox.push(request);
        }
    }

    /// Remembers that the diagnostics of a document have changed, unless the client asks for them.
    fn delay_diagnostics(&mut self, uri: &str) {
        if !self.client.pulls_diagnostics {
            self.unpublished.insert(uri.to_owned());
        }
    }

    /// Whether there are diagnostics to be sent.
    pub(super) fn has_unpublished(&self) -> bool {
        !self.unpublished.is_empty()
    }

    /// Sends diagnostics that the client does not ask for.
    pub(super) fn publish(&mut self) {
        let unpublished = std::mem::take(&mut self.unpublished);
        let encoding = self.client.encoding;
        for uri in unpublished {
            let params = match self.documents.get_mut(&uri) {
                Some(Tracked {
                    document,
                    lost: None,
                }) => {
                    let version = document.version;
                    let diagnostics = document.diagnostics(encoding, &self.settings);
                    let mut params = json!({"uri": uri, "diagnostics": diagnostics});
                    if let (Some(version), Some(params)) = (version, params.as_object_mut()) {
                        params.insert(String::from("version"), version.into());
                    }
                    params
                }
                _ => json!({"uri": uri, "diagnostics": []}),
            };
            self.notify("textDocument/publishDiagnostics", &params);
        }
    }

    fn log(&mut self, message: &str) {
        self.notify(
            "window/logMessage",
            &json!({"type": ERROR, "message": message}),
        );
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.outbox.push(message::notification(method, params));
    }
}
