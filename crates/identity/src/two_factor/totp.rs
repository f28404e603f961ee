//! One-time codes: six digits that follow from a seed and the time (RFC 6238 with SHA-1 and steps of 30 seconds, which is what every
//! authenticator app knows; docs/standards.md). Pure: nothing here knows who, or which codes were used.

use cardea_model::Time;
use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use std::fmt::Write;

/// Bytes of a seed.
const SEED: usize = 20;
/// How long a code is shown, in seconds.
const STEP: i64 = 30;
/// How many steps before and after the present one count: clocks go wrong, and people type slowly.
const WINDOW: i64 = 1;
/// How many codes there are.
const CODES: u32 = 1_000_000;
/// How much of a name stands in the address of a seed, in characters: a code of squares that holds more is hard to read.
const NAME: usize = 64;

/// What one-time codes follow from. Printed, it does not show.
#[derive(Clone, PartialEq, Eq)]
pub struct Seed([u8; SEED]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

impl Seed {
    /// A new one.
    pub fn draw() -> Self {
        Seed(rand::random())
    }

    /// The one of these bytes; `None` where they are too many or too few.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Some(Seed(bytes.try_into().ok()?))
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The seed as people type it into an app: 32 characters of base32.
    pub fn base32(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The seed as an app reads it, for this account of this product; of longer names the first 64 characters.
    pub fn uri(&self, product: &str, username: &str) -> String {
        let (product, username) = (encoded(product), encoded(username));
        let secret = self.base32();
        format!(
            "otpauth://totp/{product}:{username}?secret={secret}&issuer={product}&algorithm=SHA1&digits=6&period={STEP}"
        )
    }

    /// The code of a step.
    pub fn code(&self, step: i64) -> u32 {
        self.truncated(step) % CODES
    }

    /// The step that this is the code of, among those that count at `now` and come after the one used last; the earliest, where it is the
    /// code of several.
    pub fn step_of(&self, code: u32, now: Time, used: i64) -> Option<i64> {
        let present = step(now);
        let mut counting = (present - WINDOW..=present + WINDOW).filter(|step| *step > used);
        counting.find(|step| self.code(*step) == code)
    }

    /// The 31 bits that the digits are taken of (RFC 4226, "dynamic truncation").
    fn truncated(&self, step: i64) -> u32 {
        let key = Hmac::<Sha1>::new_from_slice(&self.0);
        let key = key.unwrap_or_else(|_| unreachable!("HMAC takes keys of any length"));
        let digest = key.chain_update(step.to_be_bytes()).finalize().into_bytes();
        let at = usize::from(digest[SEED - 1] & 0x0f);
        let mut four = [0; 4];
        four.copy_from_slice(&digest[at..at + 4]);
        u32::from_be_bytes(four) & 0x7fff_ffff
    }
}

/// The step that a moment is in.
pub fn step(now: Time) -> i64 {
    now.seconds().div_euclid(STEP)
}

/// The beginning of a name as it may stand in an address.
fn encoded(name: &str) -> String {
    let mut encoded = String::new();
    for character in name.chars().take(NAME) {
        let mut bytes = [0; 4];
        for byte in character.encode_utf8(&mut bytes).bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
                _ => write!(encoded, "%{byte:02X}").unwrap_or_else(|_| unreachable!("a text can always grow")),
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seed of both RFCs.
    fn published() -> Seed {
        Seed::from_bytes(b"12345678901234567890").unwrap()
    }

    #[test]
    fn codes_are_those_that_rfc_4226_publishes() {
        let codes = [755_224, 287_082, 359_152, 969_429, 338_314, 254_676, 287_922, 162_583, 399_871, 520_489];
        for (count, code) in codes.into_iter().enumerate() {
            assert_eq!(published().code(count as i64), code, "{count}");
        }
    }

    #[test]
    fn codes_are_those_that_rfc_6238_publishes() {
        for (seconds, code) in [
            (59, 94_287_082),
            (1_111_111_109, 7_081_804),
            (1_111_111_111, 14_050_471),
            (1_234_567_890, 89_005_924),
            (2_000_000_000, 69_279_037),
            (20_000_000_000, 65_353_130),
        ] {
            let step = step(Time::from_seconds(seconds));
            assert_eq!(published().truncated(step) % 100_000_000, code, "{seconds}");
            assert_eq!(published().code(step), code % CODES, "{seconds}");
        }
    }

    #[test]
    fn a_code_counts_one_step_before_and_after_its_own() {
        let (seed, own) = (published(), 1_000_000);
        let at = |step: i64, second: i64| seed.step_of(seed.code(own), Time::from_seconds(step * STEP + second), 0);
        assert_eq!(at(own - 2, 29), None);
        assert_eq!([at(own - 1, 0), at(own, 0), at(own, 29), at(own + 1, 29)], [Some(own); 4]);
        assert_eq!(at(own + 2, 0), None);
    }

    #[test]
    fn a_step_that_was_used_counts_no_more_and_neither_do_those_before_it() {
        let (seed, own) = (published(), 1_000_000);
        let now = Time::from_seconds(own * STEP);
        assert_eq!(seed.step_of(seed.code(own), now, own - 1), Some(own));
        assert_eq!(seed.step_of(seed.code(own), now, own), None);
        assert_eq!(seed.step_of(seed.code(own - 1), now, own), None);
        assert_eq!(seed.step_of(seed.code(own + 1), now, own), Some(own + 1));
    }

    #[test]
    fn a_seed_is_160_bits_and_apps_are_told_whose_it_is() {
        assert_eq!(published().base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            published().uri("Døre & Co", "åse@example.com"),
            "otpauth://totp/D%C3%B8re%20%26%20Co:%C3%A5se%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=D%C3%B8re%20%26%20Co&algorithm=SHA1&digits=6&period=30"
        );
        assert!(published().uri("Cardea", &"a".repeat(255)).contains(&format!(":{}?", "a".repeat(64))));
        assert_ne!(Seed::draw(), Seed::draw());
        assert_eq!(Seed::draw().bytes().len(), 20);
        assert!(!format!("{:?}", published()).contains("49"));
    }
}
