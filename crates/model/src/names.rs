//! Checks of text that people type: names, aliases, addresses, usernames, e-mail addresses.

use crate::code::Refusal;

/// The longest name, in characters.
pub const NAME_MAX: usize = 255;

/// A text that may be empty: trimmed, no control characters, at most [`NAME_MAX`] characters, and one of them at least to be seen.
pub fn text(field: &'static str, text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.chars().count() > NAME_MAX {
        return Err(Refusal::field(field, "too_long", format!("at most {NAME_MAX} characters")));
    }
    if text.chars().any(char::is_control) {
        return Err(Refusal::field(field, "control_character", "control characters are not allowed"));
    }
    if !text.is_empty() && text.chars().all(is_invisible) {
        return Err(Refusal::field(field, "invisible", "nothing of it can be seen"));
    }
    Ok(text.to_owned())
}

/// Characters that show nothing by themselves (Unicode 16: general category Cf, Default_Ignorable_Code_Point, and the blanks that are
/// neither), by their first and last: soft hyphens, joiners, marks and overrides of direction, fillers, selectors, tags.
const INVISIBLE: [(char, char); 29] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fff8}'),
    ('\u{fff9}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{16fe4}', '\u{16fe4}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d159}', '\u{1d159}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Whether this character shows nothing by itself: whitespace and [`INVISIBLE`].
fn is_invisible(c: char) -> bool {
    c.is_whitespace() || INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// A text that must not be empty.
pub fn name(field: &'static str, name: &str) -> Result<String, Refusal> {
    let name = text(field, name)?;
    if name.is_empty() { Err(Refusal::field(field, "required", "must not be empty")) } else { Ok(name) }
}

fn is_nordic(c: char) -> bool {
    "æøåäöþðÆØÅÄÖÞÐ".contains(c)
}

/// A username: at least 3 characters from letters, digits, space, `! + - . @ _ ~` and Nordic letters.
pub fn username(field: &'static str, username: &str) -> Result<String, Refusal> {
    let username = name(field, username)?;
    if username.chars().count() < 3 {
        return Err(Refusal::field(field, "too_short", "at least 3 characters"));
    }
    if username.chars().any(|c| !(c.is_ascii_alphanumeric() || " !+-.@_~".contains(c) || is_nordic(c))) {
        return Err(Refusal::field(field, "invalid", "letters, digits, space and ! + - . @ _ ~ only"));
    }
    Ok(username)
}

/// An e-mail address: one @, a part before it, and a host whose last part has at least 2 letters; Nordic letters allowed.
pub fn email_address(field: &'static str, address: &str) -> Result<String, Refusal> {
    let address = name(field, address)?;
    let letter = |c: char| c.is_ascii_alphabetic() || is_nordic(c);
    let valid = address.split_once('@').is_some_and(|(local, host)| {
        let mut labels = host.split('.');
        let tld = labels.next_back().unwrap_or_default();
        !local.is_empty()
            && local.chars().all(|c| letter(c) || c.is_ascii_digit() || "!#$%&'*+-/=?^_`{|}~.".contains(c))
            && tld.chars().count() >= 2
            && tld.chars().all(letter)
            && host.contains('.')
            && labels
                .all(|label| !label.is_empty() && label.chars().all(|c| letter(c) || c.is_ascii_digit() || c == '-'))
    });
    if valid { Ok(address) } else { Err(Refusal::field(field, "invalid_email", "not an e-mail address")) }
}

/// The form in which usernames and addresses are compared: Unicode lower case, so that Æ equals æ on every database.
pub fn key(text: &str) -> String {
    text.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_has_1_to_255_characters_without_controls() {
        assert_eq!(name("name", "  Street door "), Ok("Street door".into()));
        assert_eq!(name("name", &"ø".repeat(255)).map(|n| n.chars().count()), Ok(255));
        for (wrong, detail) in
            [("", "required"), ("   ", "required"), ("a\u{0}b", "control_character"), ("a\nb", "control_character")]
        {
            assert_eq!(name("name", wrong).unwrap_err().detail, detail);
        }
        assert_eq!(name("name", &"x".repeat(256)).unwrap_err().detail, "too_long");
    }

    #[test]
    fn a_name_of_which_nothing_can_be_seen_is_refused() {
        for wrong in [
            "\u{200b}",
            "\u{202e}",
            "\u{2066}\u{2069}",
            "\u{200b} \u{200d}",
            "\u{3164}",
            "\u{115f}",
            "\u{ffa0}",
            "\u{2800}",
            "\u{e0061}\u{e007f}",
            "\u{ad}",
            "\u{feff}",
            "\u{fe0f}",
            "\u{61c}",
            "\u{180e}",
            "\u{2800}\u{2003}\u{2800}",
        ] {
            for refusal in [name("name", wrong).unwrap_err(), text("alias", wrong).unwrap_err()] {
                assert_eq!(refusal.detail, "invisible", "{wrong:?}");
            }
        }
        for right in ["a\u{200b}", "\u{202e}evil\u{202c}", "👩\u{200d}🔧", "日本語", "❤\u{fe0f}", "-", "٣"] {
            assert_eq!(name("name", right), Ok(right.to_owned()));
        }
        assert_eq!(text("alias", ""), Ok(String::new()));
    }

    #[test]
    fn usernames_and_addresses_follow_section_5() {
        for right in ["anna", "owner@demo.cardea", "Søren Ø", "a+b-c.d_e~!"] {
            assert!(username("username", right).is_ok(), "{right}");
        }
        for wrong in ["ab", "name;drop", "日本語", "a/b"] {
            assert!(username("username", wrong).is_err(), "{wrong}");
        }
        for right in ["anna@nordic.se", "a.b+c@x-y.co.uk", "bjørn@blåbær.no"] {
            assert!(email_address("email_address", right).is_ok(), "{right}");
        }
        for wrong in
            ["anna", "@nordic.se", "anna@nordic", "anna@nordic.s", "anna@.se", "anna@nor dic.se", "anna@nordic.12"]
        {
            assert!(email_address("email_address", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_compare_nordic_letters_whatever_their_case() {
        assert_eq!(key(" ÆØÅ@X.dk"), key("æøå@x.DK"));
    }
}
