//! What a password must be: long and varied enough that guessing it takes 2^64 attempts or more, and none of those that many people have. The
//! console judges length and variety by the same rule while somebody types; `rules/password.json` holds the two together.

use crate::code::{FieldCode, Refusal};
use std::sync::LazyLock;

/// The fewest characters.
pub const PASSWORD_MIN: usize = 6;
/// The most bytes, so that nobody makes the server hash a very long text.
pub const PASSWORD_MAX_BYTES: usize = 1024;

/// From how many possible passwords on one is medium.
const MEDIUM: u128 = 1 << 64;
/// From how many possible passwords on one is strong.
const STRONG: u128 = 1 << 80;
/// What characters beside ASCII letters and digits add to the set that a password is drawn from.
const SPECIAL: u128 = 36;

/// The commonest passwords that became known, of at least [`PASSWORD_MIN`] characters. They stand one a line, in small letters, sorted by
/// their bytes. They are all of this length in two lists: @zxcvbn-ts/language-common 4.1.3 (MIT; © 2012–2016 Dan Wheeler and Dropbox, Inc.,
/// © 2021 @zxcvbn-ts) and Django 5.2 (BSD; © Django Software Foundation).
const COMMONEST: &str = include_str!("password/commonest.txt");

/// The same to search in.
static BY_NAME: LazyLock<Vec<&str>> = LazyLock::new(|| COMMONEST.lines().collect());

/// Whether many people have this password, or one that differs in capital letters alone.
pub fn is_common(password: &str) -> bool {
    BY_NAME.binary_search(&password.to_lowercase().as_str()).is_ok()
}

/// How strong a password is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Under 64 bits; may not be set.
    Weak,
    /// Under 80 bits.
    Medium,
    /// 80 bits or more.
    Strong,
}

impl Strength {
    /// Its name in `rules/password.json`.
    pub const fn name(self) -> &'static str {
        match self {
            Strength::Weak => "weak",
            Strength::Medium => "medium",
            Strength::Strong => "strong",
        }
    }
}

/// How strong `password` is: its bits are its characters × log2(size of the set they are drawn from − 1). Compared as the power itself,
/// (size − 1)^characters against 2^64 and 2^80, so that no rounding is involved.
pub fn strength(password: &str) -> Strength {
    let characters = u32::try_from(password.chars().count()).unwrap_or(u32::MAX);
    match charset(password).saturating_sub(1).saturating_pow(characters) {
        0..MEDIUM => Strength::Weak,
        MEDIUM..STRONG => Strength::Medium,
        _ => Strength::Strong,
    }
}

/// The size of the set that the password's characters are drawn from: that of its ASCII letters and digits, and [`SPECIAL`] more if it has
/// any other character. Letters beyond ASCII count as such other characters, whatever their case: a keyboard with å on it has few of them.
fn charset(password: &str) -> u128 {
    let any = |kind: fn(&char) -> bool| password.chars().any(|c| kind(&c));
    let (digits, lower, upper) =
        (any(char::is_ascii_digit), any(char::is_ascii_lowercase), any(char::is_ascii_uppercase));
    let hex = password.chars().filter(char::is_ascii_alphanumeric).all(|c| c.is_ascii_hexdigit());
    let plain = match (digits, lower || upper, lower && upper) {
        (false, false, _) => 0,
        (true, false, _) => 10,
        (_, true, _) if hex => 16,
        (false, true, false) => 26,
        (true, true, false) => 36,
        (false, true, true) => 52,
        (true, true, true) => 62,
    };
    let special = password.chars().any(|c| !c.is_ascii_alphanumeric());
    plain + if special { SPECIAL } else { 0 }
}

/// Whether `password` may be set. The field's code is `invalid_password`, which existing clients know.
///
/// # Errors
/// Too short, too long, weak, or common.
pub fn password(field: &'static str, password: &str) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::field(field, FieldCode::InvalidPassword, message));
    if password.chars().count() < PASSWORD_MIN {
        refuse(format!("at least {PASSWORD_MIN} characters"))
    } else if password.len() > PASSWORD_MAX_BYTES {
        refuse(format!("at most {PASSWORD_MAX_BYTES} bytes"))
    } else if strength(password) == Strength::Weak {
        refuse("too weak: make it longer, or mix small and capital letters, digits and other characters".to_owned())
    } else if is_common(password) {
        refuse("too common: whoever guesses begins with what many people have".to_owned())
    } else {
        Ok(())
    }
}

/// The fewest characters of a name that is looked for in a password: shorter ones stand in many by chance.
const NAME_MIN: usize = 4;

/// Whether `password` may be set for somebody of this username. Whoever guesses knows the name. So the password without the name, or
/// without the part of an address before the @, must be of medium strength by itself.
///
/// # Errors
/// As [`password`], and where it is little but the name.
pub fn password_of(field: &'static str, password: &str, username: &str) -> Result<(), Refusal> {
    self::password(field, password)?;
    let (text, name) = (password.to_lowercase(), username.trim().to_lowercase());
    let before_at = name.split('@').next().unwrap_or_default();
    let is_little_else = [name.as_str(), before_at].into_iter().any(|name| {
        let stands = name.chars().count() >= NAME_MIN && text.contains(name);
        stands && strength(&text.replace(name, "")) == Strength::Weak
    });
    match is_little_else {
        true => Err(Refusal::field(field, FieldCode::InvalidPassword, "too like the username, which others know")),
        false => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_more_than_the_username() {
        let name = "owner.of.doors@demo.cardea";
        for right in ["Cardea-Demo-2026", "a long walk with the owner", "owner.of.doors and three grey geese"] {
            assert!(password_of("password", right, name).is_ok(), "{right}");
        }
        for wrong in [name, "Owner.Of.Doors@Demo.Cardea1", "owner.of.doors2026", "2026-owner.of.doors!"] {
            assert!(password("password", wrong).is_ok(), "{wrong} is strong but for the name");
            assert_eq!(password_of("password", wrong, name).unwrap_err().field, Some("password"), "{wrong}");
        }
        assert!(password_of("password", "bob likes long walks", "bob").is_ok(), "three letters stand anywhere");
        assert!(password_of("password", "short", name).is_err());
    }

    #[test]
    fn a_password_is_of_medium_strength_at_least() {
        assert!(password("password", "Cardea-Demo-2026").is_ok());
        assert!(password("password", "long enough").is_ok());
        assert!(password("password", "æøåæøåæøåæøåæ").is_ok(), "characters, not bytes, and none of ASCII");
        assert!(password("password", &"a".repeat(PASSWORD_MAX_BYTES)).is_ok());
        for (wrong, why) in [
            ("", "at least 6"),
            ("fivec", "at least 6"),
            ("æøåæø", "at least 6"),
            ("sekser", "too weak"),
            ("123456", "too weak"),
            ("password2026", "too weak"),
            ("Password123", "too common"),
            ("1QAZ2WSX3edc", "too common"),
            (&*"a".repeat(PASSWORD_MAX_BYTES + 1), "at most 1024"),
        ] {
            let refusal = password("password", wrong).unwrap_err();
            assert_eq!(
                (refusal.field, refusal.detail),
                (Some("password"), Some(FieldCode::InvalidPassword)),
                "{wrong}"
            );
            assert!(refusal.message.starts_with(why), "{wrong}: {}", refusal.message);
        }
    }

    #[test]
    fn the_list_of_the_commonest_is_sorted_and_has_only_what_would_be_long_enough() {
        let all = &*BY_NAME;
        assert!(all.len() > 10_000 && all.is_sorted_by(|a, b| a < b), "{}", all.len());
        for common in all {
            assert!(common.chars().count() >= PASSWORD_MIN && *common == common.to_lowercase(), "{common}");
            assert!(is_common(&common.to_uppercase()), "{common}");
        }
        let allowed = |text: &str| strength(text) > Strength::Weak;
        let capital = |text: &str| text[..1].to_uppercase() + &text[1..];
        let effective = all.iter().filter(|common| common.is_ascii() && (allowed(common) || allowed(&capital(common))));
        assert!(effective.count() > 400, "those alone would pass otherwise");
        assert!(!is_common("Cardea-Demo-2026") && !is_common(""));
    }
}
