//! Labels inside a host that readers take for its end.

/// The top-level domains that readers take for the end of a domain wherever they are.
pub(crate) const WELL_KNOWN: [&str; 3] = ["com", "net", "org"];

/// The length of the [well-known](WELL_KNOWN) top-level domains.
pub(crate) const WELL_KNOWN_LEN: usize = 3;

const SPACES: u32 = u32::from_le_bytes([b' '; 4]);

/// Whether no label of an ASCII host, except for the first and the last one, looks like the end of a domain. `dots` has a
/// bit for each dot. `false` is inconclusive.
///
/// The label before the last one may be a whole `com`, as in `example.com.br`: it is registered, or part of the suffix.
#[inline(always)]
pub(crate) fn is_without_embedded_domain(host: &[u8], dots: u64) -> bool {
    let mut remaining = dots;
    while !remaining.is_power_of_two() && remaining != 0 {
        let label = remaining.trailing_zeros() as usize + 1;
        let start = host.get(label..).and_then(<[u8]>::first_chunk::<4>);
        remaining &= remaining - 1;
        if let Some(start) = start {
            // The bit is set in lower-case letters, and no other characters of hosts become letters by setting it.
            let [start @ .., next] = (u32::from_le_bytes(*start) | SPACES).to_le_bytes();
            let is_well_known = WELL_KNOWN.iter().any(|known| known.as_bytes() == start);
            let is_end = next == b'-' || next == b'.' && !remaining.is_power_of_two();
            if is_well_known && is_end {
                return false;
            }
        }
    }
    true
}
