//! The readable form of a link in few characters.

use alloc::borrow::Cow;
use alloc::string::{String, ToString as _};

use super::forms::last_labels;
use super::{Link, LinkKind};
use crate::host;
use crate::percent::infallible;
use crate::scheme::SEPARATOR;
use crate::suffix::SuffixList;
use crate::truncate::{LinkParts, fits, truncate, truncate_link};
use crate::url;

impl<'t> Link<'t> {
    /// The [readable form](Self::display) in at most `limit` user-perceived characters, or in as few as the registrable
    /// domain needs. A user name is left out if the form is too long, because readers take it for the host.
    pub(crate) fn short_display(&self, limit: usize) -> Cow<'t, str> {
        let display = self.display();
        if fits(&display, limit) {
            return display;
        }
        match self.displayed_parts() {
            Some(parts) => Cow::Owned(truncate_link(&parts, limit, |_| true)),
            None => truncate(display, limit),
        }
    }

    /// The parts of the readable form, without a user name. `None` if the host is neither a domain nor an IP address.
    fn displayed_parts(&self) -> Option<LinkParts> {
        let text = self.as_str();
        let is_valid = self.kind == LinkKind::Email || self.spans.check(text).is_ok();
        if !self.has_domain() || !is_valid {
            return None;
        }
        let (host, _) = self.displayed_host(text);
        let registrable_start = registrable_start(&host);
        let subdomains = host::labels(&host, 0..registrable_start);
        let subdomains = subdomains.map(|label| label.text.to_string()).collect();
        let registrable = host.get(registrable_start..)?;
        let port = url::slice(text, self.spans.host().end..self.spans.tail().start);
        let port = if port == ":" { "" } else { port };
        let mut tail = String::new();
        infallible(self.write_displayed_tail(text, &host, &mut tail));
        Some(LinkParts {
            before_host: self.displayed_before_host(text),
            subdomains,
            registrable: [registrable, port].concat(),
            tail,
        })
    }

    /// The scheme with `://`, or the local part with `@`.
    fn displayed_before_host(&self, text: &str) -> String {
        match (self.kind, self.spans.scheme()) {
            (LinkKind::Email, _) => url::slice(text, 0..self.spans.host().start).into(),
            (LinkKind::Url, Some(scheme)) => {
                url::slice(text, scheme).to_ascii_lowercase() + SEPARATOR
            }
            (LinkKind::Url, None) => String::new(),
        }
    }
}

/// Where the registrable domain of a host starts. An address and a public suffix stay whole. A name below a suffix under
/// which anybody can have one, such as `github.io`, is shown with the suffix: it decides whose site it is.
fn registrable_start(host: &str) -> usize {
    if host.starts_with('[') {
        return 0;
    }
    let wanted = |domain: &str| SuffixList::embedded().owner_suffix_labels(domain) + 1;
    let registrable = last_labels(host, 0..host.len(), &wanted);
    registrable.map_or(0, |registrable| registrable.start)
}
