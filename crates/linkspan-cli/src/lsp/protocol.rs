//! The parameters of requests and notifications, as far as the server needs them, and its capabilities.

use serde::Deserialize;
use serde_json::{Value, json};

use super::actions::{KINDS, NEVER_LINK};
use super::position::{Encoding, Position, PositionRange};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InitializeParams {
    #[serde(default)]
    pub(super) capabilities: Value,
    #[serde(default)]
    pub(super) initialization_options: Value,
    #[serde(default)]
    pub(super) workspace_folders: Option<Vec<WorkspaceFolder>>,
    #[serde(default)]
    pub(super) root_uri: Option<String>,
    #[serde(default)]
    pub(super) root_path: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct WorkspaceFolder {
    pub(super) uri: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct DocumentId {
    pub(super) uri: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DocumentParams {
    pub(super) text_document: DocumentId,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PositionParams {
    pub(super) text_document: DocumentId,
    pub(super) position: Position,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenParams {
    pub(super) text_document: OpenedDocument,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenedDocument {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) language_id: String,
    #[serde(default)]
    pub(super) version: Option<i64>,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeParams {
    pub(super) text_document: ChangedDocument,
    pub(super) content_changes: Vec<Change>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChangedDocument {
    pub(super) uri: String,
    #[serde(default)]
    pub(super) version: Option<i64>,
}

/// A change of a text. Without a range, it is the whole text.
#[derive(Debug, Deserialize)]
pub(super) struct Change {
    #[serde(default)]
    pub(super) range: Option<PositionRange>,
    pub(super) text: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ActionParams {
    pub(super) text_document: DocumentId,
    pub(super) range: PositionRange,
    #[serde(default)]
    pub(super) context: ActionContext,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct ActionContext {
    /// The kinds that the client wants, or all.
    #[serde(default)]
    pub(super) only: Option<Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct CommandParams {
    pub(super) command: String,
    #[serde(default)]
    pub(super) arguments: Vec<Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ConfigurationParams {
    #[serde(default)]
    pub(super) settings: Value,
}

/// What the client can do, as far as it matters.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a capability of its own"
)]
pub(super) struct Client {
    pub(super) encoding: Encoding,
    /// It asks for diagnostics. If it does not, they are sent.
    pub(super) pulls_diagnostics: bool,
    /// It can be told to ask for diagnostics again.
    pub(super) refreshes_diagnostics: bool,
    pub(super) markdown_hover: bool,
    /// Actions may contain edits. Otherwise, they are commands.
    pub(super) edit_actions: bool,
    /// Edits may contain the version of the document.
    pub(super) versioned_edits: bool,
}

impl Client {
    pub(super) fn new(capabilities: &Value) -> Self {
        let strings = |pointer: &str| -> Vec<String> {
            let list = capabilities.pointer(pointer).cloned().unwrap_or_default();
            serde_json::from_value(list).unwrap_or_default()
        };
        let has = |pointer: &str| match capabilities.pointer(pointer) {
            None | Some(Value::Null | Value::Bool(false)) => false,
            Some(_) => true,
        };
        let hover_formats = strings("/textDocument/hover/contentFormat");
        Self {
            encoding: Encoding::negotiate(&strings("/general/positionEncodings")),
            pulls_diagnostics: has("/textDocument/diagnostic"),
            refreshes_diagnostics: has("/workspace/diagnostics/refreshSupport"),
            markdown_hover: hover_formats
                .first()
                .is_some_and(|format| format == "markdown"),
            edit_actions: has("/textDocument/codeAction/codeActionLiteralSupport"),
            versioned_edits: has("/workspace/workspaceEdit/documentChanges"),
        }
    }

    /// The result of `initialize`.
    pub(super) fn initialize_result(self) -> Value {
        let mut capabilities = json!({
            "positionEncoding": self.encoding.as_str(),
            // Incremental changes.
            "textDocumentSync": {"openClose": true, "change": 2},
            "documentLinkProvider": {"resolveProvider": false},
            "hoverProvider": true,
            "codeActionProvider": {"codeActionKinds": KINDS},
            "executeCommandProvider": {"commands": [NEVER_LINK]},
        });
        if self.pulls_diagnostics
            && let Some(capabilities) = capabilities.as_object_mut()
        {
            capabilities.insert(
                String::from("diagnosticProvider"),
                json!({"identifier": "linkspan", "interFileDependencies": false, "workspaceDiagnostics": false}),
            );
        }
        json!({
            "capabilities": capabilities,
            "serverInfo": {"name": "linkspan", "version": env!("CARGO_PKG_VERSION")},
        })
    }
}
