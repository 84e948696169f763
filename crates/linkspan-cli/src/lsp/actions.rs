//! Actions that change a link, or that stop it from being linked.

use std::ops::Range;

use linkspan::assess::defang;
use linkspan::find::NeverList;
use linkspan::live::TextSource as _;
use linkspan::url::to_ascii;
use serde_json::{Value, json};

use super::document::Document;
use super::protocol::Client;
use super::settings::Settings;

/// The command that adds an entry to the list of what is never linked.
pub(super) const NEVER_LINK: &str = "linkspan.neverLink";

/// For links with findings.
const QUICK_FIX: &str = "quickfix";
const REWRITE: &str = "refactor.rewrite";

/// The kinds of all actions.
pub(super) const KINDS: [&str; 2] = [QUICK_FIX, REWRITE];

/// The maximum number of commands that are offered for one selection.
const MAX_COMMANDS: usize = 8;

/// A link that actions are about.
struct ActionLink {
    range: Range<usize>,
    has_findings: bool,
    /// Its text, if the document contains it as it is. Otherwise it cannot be replaced.
    written: Option<String>,
    readable: String,
    href: String,
    /// Its host, if it has a valid one.
    host: String,
    is_linked: bool,
}

/// A form that links are changed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Readable,
    Ascii,
    Defanged,
}

/// The actions for a range of a document.
pub(super) fn actions(
    document: &Document,
    uri: &str,
    range: &Range<usize>,
    only: Option<&[String]>,
    client: Client,
    settings: &Settings,
) -> Vec<Value> {
    let is_wanted = |kind: &str| {
        // A kind includes those below it.
        let includes = |wanted: &String| {
            let below = kind.strip_prefix(wanted.as_str());
            below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || wanted.is_empty())
        };
        only.is_none_or(|only| only.iter().any(includes))
    };
    let links = links(document, range, settings);
    let has_findings = links.iter().any(|link| link.has_findings);
    let kind = if has_findings { QUICK_FIX } else { REWRITE };
    let mut actions = Vec::new();
    if !is_wanted(kind) {
        return actions;
    }
    if client.edit_actions {
        for form in [Form::Readable, Form::Ascii, Form::Defanged] {
            let edits: Vec<(Range<usize>, String)> = links
                .iter()
                .filter_map(|link| {
                    Some((
                        link.range.clone(),
                        link.rewritten(form, document, settings)?,
                    ))
                })
                .collect();
            if !edits.is_empty() {
                actions.push(json!({
                    "title": form.title(edits.len()),
                    "kind": kind,
                    "edit": workspace_edit(document, uri, &edits, client),
                }));
            }
        }
    }
    for entry in never_entries(&links) {
        let title = format!("Never link {entry}");
        let command = json!({"title": title, "command": NEVER_LINK, "arguments": [entry]});
        actions.push(if client.edit_actions {
            json!({"title": title, "kind": kind, "command": command})
        } else {
            command
        });
    }
    actions
}

fn links(document: &Document, range: &Range<usize>, settings: &Settings) -> Vec<ActionLink> {
    let mut links: Vec<ActionLink> = Vec::new();
    document.for_each_link_in(range, settings, |placed| {
        let found = placed.found;
        let link = &found.link;
        let source = document.text.slice(placed.range.clone());
        // Edits must not overlap.
        if links
            .last()
            .is_some_and(|last| placed.range.start < last.range.end)
        {
            return;
        }
        links.push(ActionLink {
            range: placed.range.clone(),
            has_findings: !found.findings.is_empty(),
            written: (source == link.as_str()).then(|| source.into_owned()),
            readable: link.display().into_owned(),
            href: link.href().into_owned(),
            host: link.host().to_owned(),
            is_linked: found.rejection.is_none(),
        });
    });
    links
}

impl ActionLink {
    /// The link in another form. `None` if it has that form, or if it would not be the same link.
    fn rewritten(&self, form: Form, document: &Document, settings: &Settings) -> Option<String> {
        let written = self.written.as_ref()?;
        let new = match form {
            Form::Readable => self.readable.clone(),
            Form::Ascii => to_ascii(written).ok()?.into_owned(),
            Form::Defanged => defang(written),
        };
        let is_same_link =
            || self.is_linked && document.is_link_after(&self.range, &new, &self.href, settings);
        let is_offered = new != *written && (form == Form::Defanged || is_same_link());
        is_offered.then_some(new)
    }
}

impl Form {
    fn title(self, count: usize) -> String {
        let links = match count {
            1 => String::from("link"),
            count => format!("{count} links"),
        };
        match self {
            Self::Readable => format!("Write {links} in readable form"),
            Self::Ascii => format!("Write {links} in ASCII"),
            Self::Defanged => format!("Defang {links}"),
        }
    }
}

/// The edits as the protocol represents them.
fn workspace_edit(
    document: &Document,
    uri: &str,
    edits: &[(Range<usize>, String)],
    client: Client,
) -> Value {
    let edits: Vec<Value> = edits
        .iter()
        .map(|(range, new)| json!({"range": document.text.positions(range, client.encoding), "newText": new}))
        .collect();
    if client.versioned_edits {
        let identifier = json!({"uri": uri, "version": document.version});
        json!({"documentChanges": [{"textDocument": identifier, "edits": edits}]})
    } else {
        json!({"changes": {uri: edits}})
    }
}

/// The entries that stop links from being linked: the links as written, and their hosts.
fn never_entries(links: &[ActionLink]) -> Vec<&str> {
    let mut entries = Vec::new();
    for link in links.iter().filter(|link| link.is_linked) {
        for entry in link
            .written
            .as_deref()
            .into_iter()
            .chain([link.host.as_str()])
        {
            let is_valid = NeverList::new().add(entry).is_ok();
            if is_valid && !entries.contains(&entry) && entries.len() < MAX_COMMANDS {
                entries.push(entry);
            }
        }
    }
    entries
}
