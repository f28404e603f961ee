//! What a password must be at least. How strong it is, is the console's question (spec section 5).

use crate::code::Refusal;

/// The fewest characters (spec section 5).
pub const PASSWORD_MIN: usize = 6;
/// The most bytes, so that nobody makes the server hash a book.
pub const PASSWORD_MAX_BYTES: usize = 1024;

/// Whether `password` may be set. The field's code is `invalid_password` (spec section 8).
pub fn password(field: &'static str, password: &str) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::field(field, "invalid_password", message));
    if password.chars().count() < PASSWORD_MIN {
        refuse(format!("at least {PASSWORD_MIN} characters"))
    } else if password.len() > PASSWORD_MAX_BYTES {
        refuse(format!("at most {PASSWORD_MAX_BYTES} bytes"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_at_least_six_characters() {
        assert!(password("password", "sekser").is_ok());
        assert!(password("password", "æøåæøå").is_ok(), "characters, not bytes");
        assert!(password("password", &"a".repeat(PASSWORD_MAX_BYTES)).is_ok());
        for wrong in ["", "fivec", "æøåæø", &"a".repeat(PASSWORD_MAX_BYTES + 1)] {
            let refusal = password("password", wrong).unwrap_err();
            assert_eq!((refusal.field, refusal.detail), (Some("password"), "invalid_password"), "{wrong}");
        }
    }
}
