//! JSON-RPC messages.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The codes of errors, by the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ErrorCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    ServerNotInitialized = -32002,
    RequestFailed = -32803,
    RequestCancelled = -32800,
}

/// Why a request has no result.
#[derive(Clone, Debug)]
pub(super) struct RequestError {
    pub(super) code: ErrorCode,
    pub(super) message: String,
}

impl RequestError {
    pub(super) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }
}

/// The id of a request.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum RequestId {
    Number(i64),
    String(String),
}

/// A message of the client.
#[derive(Debug)]
pub(super) enum Incoming {
    Request {
        id: RequestId,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// The answer to a request of the server. Its content is not needed.
    Response,
    /// A message that is not a valid request, notification or response, with its id if it has one.
    Malformed {
        id: Option<RequestId>,
        error: RequestError,
    },
}

impl Incoming {
    /// Reads the content of a message.
    pub(super) fn parse(content: &[u8]) -> Self {
        let malformed = |id, code, message: String| Self::Malformed {
            id,
            error: RequestError::new(code, message),
        };
        let mut message = match serde_json::from_slice::<Value>(content) {
            Ok(Value::Object(message)) => message,
            Ok(_) => {
                let message = String::from("expected an object");
                return malformed(None, ErrorCode::InvalidRequest, message);
            }
            Err(error) => return malformed(None, ErrorCode::ParseError, error.to_string()),
        };
        let given_id = message.remove("id");
        let id = match given_id.clone().map(serde_json::from_value) {
            None => None,
            Some(Ok(id)) => Some(id),
            // The answer to a message whose id could not be read.
            Some(Err(_)) if given_id == Some(Value::Null) && !message.contains_key("method") => {
                return Self::Response;
            }
            Some(Err(_)) => {
                let message = String::from("expected a number or a string as id");
                return malformed(None, ErrorCode::InvalidRequest, message);
            }
        };
        let params = message.remove("params").unwrap_or_default();
        match (message.remove("method"), id) {
            (Some(Value::String(method)), Some(id)) => Self::Request { id, method, params },
            (Some(Value::String(method)), None) => Self::Notification { method, params },
            (None, Some(_)) if message.contains_key("result") || message.contains_key("error") => {
                Self::Response
            }
            (_, id) => {
                let message = String::from("expected a string as method");
                malformed(id, ErrorCode::InvalidRequest, message)
            }
        }
    }

    /// The id of the request that this message cancels.
    pub(super) fn cancelled_id(&self) -> Option<RequestId> {
        match self {
            Self::Notification { method, params } if method == "$/cancelRequest" => {
                serde_json::from_value(params.get("id")?.clone()).ok()
            }
            _ => None,
        }
    }
}

/// Reads parameters.
pub(super) fn params<T: DeserializeOwned>(params: Value) -> Result<T, RequestError> {
    serde_json::from_value(params)
        .map_err(|error| RequestError::new(ErrorCode::InvalidParams, error.to_string()))
}

/// The response to a request, with a result that is JSON already.
pub(super) fn response(id: &RequestId, result: &[u8]) -> Vec<u8> {
    let mut message = Vec::with_capacity(result.len() + 64);
    message.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    message.extend_from_slice(&json_bytes(id));
    message.extend_from_slice(br#","result":"#);
    message.extend_from_slice(result);
    message.push(b'}');
    message
}

/// The response to a request that failed. Without an id, to a message that could not be read.
pub(super) fn error(id: Option<&RequestId>, error: &RequestError) -> Vec<u8> {
    let RequestError { code, message } = error;
    let error = json!({"code": *code as i32, "message": message});
    json_bytes(&json!({"jsonrpc": "2.0", "id": id, "error": error}))
}

/// A notification.
pub(super) fn notification(method: &str, params: &impl Serialize) -> Vec<u8> {
    json_bytes(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
}

/// A request of the server.
pub(super) fn request(id: u64, method: &str) -> Vec<u8> {
    json_bytes(&json!({"jsonrpc": "2.0", "id": format!("linkspan-{id}"), "method": method}))
}

/// A value as JSON.
pub(super) fn json_bytes(value: &impl Serialize) -> Vec<u8> {
    // Serializing these types cannot fail: their keys are strings.
    serde_json::to_vec(value).unwrap_or_default()
}
