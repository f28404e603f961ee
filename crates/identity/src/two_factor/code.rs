//! What people show beside their password: a one-time code, or a recovery code where the app is not at hand.

use crate::password::drawn;
use sha2::{Digest, Sha256};

/// How many recovery codes somebody gets.
const RECOVERY_CODES: usize = 10;
/// How many characters one has: 76 bits, so that nobody guesses one and its hash alone leads nowhere.
const RECOVERY: usize = 16;
/// How many stand together, for whoever copies one from paper.
const GROUP: usize = 4;
/// How many digits a one-time code has.
const DIGITS: usize = 6;

/// Something that may be a code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The six digits of an app.
    OneTime(u32),
    /// A recovery code, by its SHA-256.
    Recovery([u8; 32]),
}

impl Code {
    /// Reads what was typed, whatever spaces and hyphens are in it; `None` where it is neither.
    pub fn read(typed: &str) -> Option<Code> {
        let is_shown = |c: &char| !c.is_whitespace() && *c != '-';
        let typed: String = typed.chars().filter(is_shown).take(RECOVERY + 1).collect();
        if typed.len() == RECOVERY && typed.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Some(Code::Recovery(hash(&typed)));
        }
        one_time(&typed).map(Code::OneTime)
    }

    /// Reads the six digits of an app; `None` where it is anything else.
    pub fn read_one_time(typed: &str) -> Option<u32> {
        match Code::read(typed)? {
            Code::OneTime(code) => Some(code),
            Code::Recovery(_) => None,
        }
    }
}

fn one_time(typed: &str) -> Option<u32> {
    let digits = typed.len() == DIGITS && typed.bytes().all(|byte| byte.is_ascii_digit());
    if digits { typed.parse().ok() } else { None }
}

/// What is kept of a recovery code.
fn hash(code: &str) -> [u8; 32] {
    Sha256::digest(code.to_ascii_uppercase()).into()
}

/// Ten recovery codes as people are told them (`XXXX-XXXX-XXXX-XXXX`), and what is kept of them.
pub fn draw_recovery_codes() -> (Vec<String>, Vec<[u8; 32]>) {
    let codes = (0..RECOVERY_CODES).map(|_| {
        let code = drawn(RECOVERY);
        let groups: Vec<&str> = (0..RECOVERY).step_by(GROUP).map(|at| &code[at..at + GROUP]).collect();
        (groups.join("-"), hash(&code))
    });
    codes.unzip()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn six_digits_are_a_one_time_code_however_they_are_grouped() {
        for typed in ["012345", "012 345", " 01-23-45\n"] {
            assert!(Code::read(typed) == Some(Code::OneTime(12_345)), "{typed}");
        }
        for typed in ["", "12345", "1234567", "12345x", "١٢٣٤٥٦", "+12345", "1234-5678-9012-3456-7"] {
            assert!(Code::read(typed).is_none(), "{typed}");
        }
    }

    #[test]
    fn ten_recovery_codes_are_read_as_they_are_told_in_whatever_case() {
        let (told, kept) = draw_recovery_codes();
        assert_eq!((told.len(), told.iter().collect::<HashSet<_>>().len()), (10, 10));
        for (told, kept) in told.iter().zip(kept) {
            assert_eq!((told.len(), told.matches('-').count()), (19, 3), "{told}");
            for typed in [told.clone(), told.to_lowercase(), told.replace('-', " "), told.replace('-', "")] {
                assert!(Code::read(&typed) == Some(Code::Recovery(kept)), "{typed}");
                assert_eq!(Code::read_one_time(&typed), None);
            }
        }
    }
}
