//! Splitting the authority of a URL. Parsing, finding and correcting share it.

use core::ops::Range;

/// An authority (`user:password@host:port`), split. Offsets count from its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Authority {
    /// Everything between the last `@` and the port.
    pub(crate) host: Range<usize>,
}

impl Authority {
    /// Splits at the last `@`, and at the colon that follows the host. An IPv6 address in brackets may
    /// contain colons.
    pub(crate) fn split(authority: &str) -> Self {
        let host_start = authority.rfind('@').map_or(0, |at| at + 1);
        let host_and_port = authority.get(host_start..).unwrap_or_default();
        let host_len = match host_and_port.strip_prefix('[') {
            Some(address) => address.find(']').map(|bracket| bracket + "[]".len()),
            None => host_and_port.find(':'),
        };
        let host_len = host_len.unwrap_or(host_and_port.len());
        Self {
            host: host_start..host_start + host_len,
        }
    }

    /// The user name and password, if there is an `@`.
    pub(crate) fn userinfo<'a>(&self, authority: &'a str) -> Option<&'a str> {
        authority.get(..self.host.start.checked_sub(1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn authorities_are_split_at_the_last_at_and_the_port() {
        for (authority, userinfo, host) in [
            ("example.com", None, "example.com"),
            ("example.com:80", None, "example.com"),
            ("ann@example.com", Some("ann"), "example.com"),
            ("ann:a@b@example.com:80", Some("ann:a@b"), "example.com"),
            ("[::1]:80", None, "[::1]"),
            ("[::1", None, "[::1"),
            ("@example.com", Some(""), "example.com"),
            ("", None, ""),
        ] {
            let split = Authority::split(authority);
            assert_eq!(split.userinfo(authority), userinfo, "{authority}");
            assert_eq!(authority.get(split.host), Some(host), "{authority}");
        }
    }
}
