//! UTS #46 by the crate `idna`.

use alloc::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, ErrorPolicy, Hyphens, ProcessingSuccess, Uts46};

use super::{DomainBuffer, Form, Policy};

fn rules(policy: Policy) -> (AsciiDenyList, Hyphens) {
    match policy {
        Policy::Url => (AsciiDenyList::URL, Hyphens::Allow),
        Policy::Registry => (AsciiDenyList::STD3, Hyphens::CheckFirstLast),
    }
}

pub(super) fn to_ascii(policy: Policy, name: &[u8]) -> Option<Cow<'_, str>> {
    let (deny_list, hyphens) = rules(policy);
    let length = match policy {
        Policy::Url => DnsLength::Ignore,
        Policy::Registry => DnsLength::Verify,
    };
    Uts46::new().to_ascii(name, deny_list, hyphens, length).ok()
}

pub(super) fn to_unicode(policy: Policy, name: &[u8]) -> Option<Cow<'_, str>> {
    let (deny_list, hyphens) = rules(policy);
    let (unicode, valid) = Uts46::new().to_unicode(name, deny_list, hyphens);
    valid.is_ok().then_some(unicode)
}

pub(super) fn process_in_text<'d>(
    domain: &'d str,
    form: Form,
    buffer: &'d mut DomainBuffer,
) -> Option<&'d str> {
    const DENY_LIST: AsciiDenyList = AsciiDenyList::new(true, "!\"#$%&'()*+,/:;<=>?@[\\]^`{|}~");
    let result = Uts46::new().process(
        domain.as_bytes(),
        DENY_LIST,
        Hyphens::CheckFirstLast,
        ErrorPolicy::FailFast,
        |_, _, _| form == Form::Unicode,
        buffer,
        None,
    );
    match result {
        Ok(ProcessingSuccess::Passthrough) => Some(domain),
        Ok(ProcessingSuccess::WroteToSink) if !buffer.overflowed => Some(buffer.as_str()),
        _ => None,
    }
}
