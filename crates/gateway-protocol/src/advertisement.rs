//! What a lock says over the radio so that phones of its people know it and nobody else does: a token that changes every quarter of an hour,
//! made of the lock's broadcast key (docs/gateway.md, Advertisements).

use cardea_model::Time;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// How long a token is said, in seconds. Spans are counted from 1970.
pub const SPAN: i64 = 900;

/// What a lock of this broadcast key says at this instant: the first 8 bytes of HMAC-SHA-256 by the key. It is made over `advertisement `
/// and the number of the span as 8 bytes, the highest first.
pub fn token(broadcast_key: &[u8; 16], at: Time) -> [u8; 8] {
    let mut mac = Hmac::<Sha256>::new_from_slice(broadcast_key).expect("HMAC takes keys of any length");
    mac.update(b"advertisement ");
    mac.update(&at.seconds().div_euclid(SPAN).to_be_bytes());
    let digest = mac.finalize().into_bytes();
    std::array::from_fn(|i| digest[i])
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 16] = *b"0123456789abcdef";

    /// The page's own example.
    #[test]
    fn the_page_says_how_it_is_made() {
        const PAGE: &str = include_str!("../../../docs/gateway.md");
        let advertised = token(&KEY, Time::from_seconds(1_772_452_800));
        let hex: String = advertised.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(PAGE.contains(&format!("token, hex                         {hex}\n")), "{hex}");
    }

    #[test]
    fn a_token_is_said_for_a_quarter_of_an_hour() {
        let at = |seconds| token(&KEY, Time::from_seconds(seconds));
        assert_eq!(at(900), at(1_799));
        assert_ne!(at(899), at(900));
        assert_ne!(at(900), token(b"0123456789abcdeF", Time::from_seconds(900)));
    }
}
