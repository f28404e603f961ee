//! Checks of text that people type: names, aliases, addresses, usernames, e-mail addresses.

use crate::code::{FieldCode, Refusal};
use crate::ids::UserId;
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};

/// The longest name, in characters.
pub const NAME_MAX: usize = 255;

/// A text that may be empty: trimmed, of at most [`NAME_MAX`] characters. Control, private-use and unassigned characters are refused, and
/// those that turn the direction of writing. At least one character must be visible, and no combining mark may come before the first that
/// is.
pub fn text(field: &'static str, text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.chars().count() > NAME_MAX {
        return Err(Refusal::field(field, FieldCode::TooLong, format!("at most {NAME_MAX} characters")));
    }
    let wrong = text.chars().find_map(|c| match category(c) {
        GeneralCategory::Control => Some((FieldCode::ControlCharacter, "control characters")),
        _ if sets_direction(c) => Some((FieldCode::ControlCharacter, "characters that turn the direction of writing")),
        GeneralCategory::PrivateUse => Some((FieldCode::PrivateUse, "private-use characters")),
        GeneralCategory::Unassigned => Some((FieldCode::Unassigned, "characters that Unicode does not know")),
        _ => None,
    });
    if let Some((detail, these)) = wrong {
        return Err(Refusal::field(field, detail, format!("{these} are not allowed")));
    }
    if !text.is_empty() && !text.chars().any(is_visible) {
        return Err(Refusal::field(field, FieldCode::Invisible, "nothing of it can be seen by itself"));
    }
    if text.chars().take_while(|c| !is_visible(*c)).any(|c| GeneralCategoryGroup::Mark.contains(category(c))) {
        return Err(Refusal::field(field, FieldCode::LeadingMark, "a combining mark needs a character before it"));
    }
    Ok(text.to_owned())
}

/// What kind of character this is.
pub(crate) fn category(c: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(c)
}

/// Whether text behind this character is shown in another direction: with it, one name can look like another, or change the text beside it.
/// Letters have a direction of their own. The marks that stand for a letter (U+200E, U+200F, U+061C) turn nothing.
fn sets_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text without the characters that turn the direction of writing. Names from before these were refused may have them.
pub fn without_direction_marks(text: &str) -> String {
    text.replace(sets_direction, "")
}

/// Letters, numbers, punctuation and symbols, except those that fonts leave blank.
const VISIBLE: GeneralCategoryGroup = GeneralCategoryGroup::Letter
    .union(GeneralCategoryGroup::Number)
    .union(GeneralCategoryGroup::Punctuation)
    .union(GeneralCategoryGroup::Symbol);

/// A symbol of no dots: nothing is to be seen, but Unicode counts it as a symbol.
const BRAILLE_BLANK: char = '\u{2800}';

/// Whether this character shows something by itself. Hangul's fillers are letters, but ignorable.
fn is_visible(c: char) -> bool {
    VISIBLE.contains(category(c)) && c != BRAILLE_BLANK && !is_ignorable(c)
}

/// Whether programs that do not know this character show nothing for it.
pub(crate) fn is_ignorable(c: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// A text that must not be empty.
pub fn name(field: &'static str, name: &str) -> Result<String, Refusal> {
    let name = text(field, name)?;
    if name.is_empty() { Err(Refusal::field(field, FieldCode::Required, "must not be empty")) } else { Ok(name) }
}

fn is_nordic(c: char) -> bool {
    "æøåäöþðÆØÅÄÖÞÐ".contains(c)
}

/// Whether this is written as the id of a user, which stands in the place of the username of people without an account.
pub fn is_user_id(name: &str) -> bool {
    name.to_ascii_lowercase().parse::<UserId>().is_ok()
}

/// A username: at least 3 characters from letters, digits, single spaces, `! + - . @ _ ~` and Nordic letters, and no id of a user.
pub fn username(field: &'static str, username: &str) -> Result<String, Refusal> {
    let username = name(field, username)?;
    if username.chars().count() < 3 {
        return Err(Refusal::field(field, FieldCode::TooShort, "at least 3 characters"));
    }
    if username.chars().any(|c| !(c.is_ascii_alphanumeric() || " !+-.@_~".contains(c) || is_nordic(c))) {
        return Err(Refusal::field(
            field,
            FieldCode::Invalid,
            "letters from A to Z and æ ø å ä ö þ ð, digits, space and ! + - . @ _ ~ only",
        ));
    }
    // Two spaces look like one, so that one name could pass for another.
    if username.contains("  ") {
        return Err(Refusal::field(field, FieldCode::Invalid, "one space at a time"));
    }
    if is_user_id(&username) {
        return Err(Refusal::field(field, FieldCode::Invalid, "this is the id of a user, not a name"));
    }
    Ok(username)
}

/// The most bytes of an e-mail address, of its part before the @ (RFC 5321), and of one part of a host's name (RFC 1035).
const MAIL_MAX: usize = 254;
const LOCAL_MAX: usize = 64;
const LABEL_MAX: usize = 63;

/// An e-mail address that mail servers take: one @, and before it parts with single dots between them. Behind it stands a host of two parts
/// or more; none begins or ends with a hyphen, and the last has at least 2 letters. Nordic letters are allowed. The console has the same
/// rule (`rules/email-address.json`).
pub fn email_address(field: &'static str, address: &str) -> Result<String, Refusal> {
    let address = name(field, address)?;
    let valid = address.len() <= MAIL_MAX
        && address.split_once('@').is_some_and(|(local, host)| is_local_part(local) && is_host(host));
    if valid { Ok(address) } else { Err(Refusal::field(field, FieldCode::InvalidEmail, "not an e-mail address")) }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || is_nordic(c)
}

fn is_local_part(local: &str) -> bool {
    let fits = |c: char| is_letter(c) || c.is_ascii_digit() || "!#$%&'*+-/=?^_`{|}~".contains(c);
    local.len() <= LOCAL_MAX && local.split('.').all(|part| !part.is_empty() && part.chars().all(fits))
}

fn is_host(host: &str) -> bool {
    let fits = |c: char| is_letter(c) || c.is_ascii_digit() || c == '-';
    let is_label = |label: &str| {
        (1..=LABEL_MAX).contains(&label.len())
            && label.chars().all(fits)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = host.rsplit_once('.').map_or("", |(_, last)| last);
    last.chars().count() >= 2 && last.chars().all(is_letter) && host.split('.').all(is_label)
}

/// The form in which mailboxes are counted: as [`key`], without what follows a + in the part before the @, since many mail servers deliver
/// all of these to one mailbox. Nobody is looked up by it.
pub fn mailbox(address: &str) -> String {
    let key = key(address);
    match key.rsplit_once('@') {
        Some((local, host)) => format!("{}@{host}", local.split_once('+').map_or(local, |(before, _)| before)),
        None => key,
    }
}

/// The form in which usernames and addresses are compared: Unicode lower case, so that Æ equals æ on every database. It has no NUL, which
/// PostgreSQL takes in no text: another control character stands there, and no name has either.
pub fn key(text: &str) -> String {
    text.trim().to_lowercase().replace('\0', "\u{1}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use FieldCode::*;

    #[test]
    fn no_key_has_a_nul_and_none_of_them_is_that_of_a_name() {
        assert_eq!(key(" A\0b "), "a\u{1}b");
        assert_eq!(name("name", "a\u{1}b").unwrap_err().detail, Some(ControlCharacter));
    }

    #[test]
    fn a_name_is_trimmed_and_has_1_to_255_characters_without_controls() {
        assert_eq!(name("name", "  Street door "), Ok("Street door".into()));
        assert_eq!(name("name", &"ø".repeat(255)).map(|n| n.chars().count()), Ok(255));
        for (wrong, detail) in
            [("", Required), ("   ", Required), ("a\u{0}b", ControlCharacter), ("a\nb", ControlCharacter)]
        {
            assert_eq!(name("name", wrong).unwrap_err().detail, Some(detail));
        }
        assert_eq!(name("name", &"x".repeat(256)).unwrap_err().detail, Some(TooLong));
    }

    #[test]
    fn a_name_of_which_nothing_can_be_seen_is_refused() {
        for wrong in [
            "\u{200b}",
            "\u{200e}",
            "\u{200f}\u{61c}",
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
                assert_eq!(refusal.detail, Some(Invisible), "{wrong:?}");
            }
        }
        assert_eq!(text("alias", ""), Ok(String::new()));
    }

    #[test]
    fn a_name_of_combining_marks_alone_is_refused() {
        for wrong in [
            "\u{301}",
            "\u{301}\u{302} \u{303}",
            "\u{20e3}",
            "\u{93e}",
            "\u{bbe}\u{bcd}",
            "\u{5b4}",
            "\u{64b}",
            "\u{e31}",
            "\u{3099}",
            "\u{e0100}",
            "\u{2800}\u{301}",
        ] {
            for refusal in [name("name", wrong).unwrap_err(), text("alias", wrong).unwrap_err()] {
                assert_eq!((refusal.field.is_some(), refusal.detail), (true, Some(Invisible)), "{wrong:?}");
            }
        }
    }

    #[test]
    fn a_combining_mark_needs_something_to_stand_on() {
        for wrong in ["\u{301}a", " \u{93e}क", "\u{200f}\u{5b4}א", "\u{20e3}1", "\u{fe0f}❤", "\u{2800}\u{301}a"] {
            assert_eq!(name("name", wrong).unwrap_err().detail, Some(LeadingMark), "{wrong:?}");
        }
        for right in ["a\u{301}", "a \u{301}", "1\u{20e3}", "\u{200f}a\u{301}"] {
            assert_eq!(name("name", right), Ok(right.to_owned()));
        }
    }

    #[test]
    fn a_name_has_no_characters_of_which_nobody_knows_what_they_are() {
        for (wrong, detail) in [
            ("\u{e000}", PrivateUse),
            ("Door \u{f8ff}", PrivateUse),
            ("\u{f0000}", PrivateUse),
            ("a\u{10fffd}b", PrivateUse),
            ("\u{378}", Unassigned),
            ("Door \u{e0080}", Unassigned),
            ("\u{fdd0}", Unassigned),
            ("a\u{fffe}", Unassigned),
            ("a\u{ffff}", Unassigned),
            ("\u{1fffe}", Unassigned),
            ("a\u{10ffff}", Unassigned),
            ("a\u{7f}b", ControlCharacter),
            ("a\u{85}b", ControlCharacter),
            ("\u{202e}live\u{202c}", ControlCharacter),
            ("Door \u{202a}1", ControlCharacter),
            ("\u{202b}\u{202d}a", ControlCharacter),
            ("\u{2066}Anna\u{2069}", ControlCharacter),
            ("a\u{2067}b\u{2068}", ControlCharacter),
            ("\u{202e}", ControlCharacter),
        ] {
            for refusal in [name("name", wrong).unwrap_err(), text("name", wrong).unwrap_err()] {
                assert_eq!((refusal.field, refusal.detail), (Some("name"), Some(detail)), "{wrong:?}");
            }
        }
    }

    #[test]
    fn names_of_people_and_doors_everywhere_are_right() {
        for right in [
            "Ægir",
            "José",
            "Jose\u{301}",
            "Nguye\u{302}\u{303}n",
            "สมชาย ที่รัก",
            "مُحَمَّد",
            "دَر\u{200c}خانه",
            "שָׁלוֹם",
            "தமிழ்ச்செல்வி",
            "श्री",
            "क्\u{200d}ष",
            "ကျော်",
            "ភ្នំពេញ",
            "བཀྲ་ཤིས",
            "日本語",
            "か\u{3099}",
            "葛\u{e0100}城",
            "김민준",
            "\u{1112}\u{1161}\u{11ab}",
            "O’Brien-Smith, Jr.",
            "٣",
            "-",
            "№ 5",
            "a\u{200b}",
            "\u{200f}אבג (12)\u{200f}",
            "👩\u{200d}🔧",
            "🏳\u{fe0f}\u{200d}🌈",
            "👍🏽",
            "❤\u{fe0f}",
            "🇩🇰",
            "🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
            "1\u{fe0f}\u{20e3}",
        ] {
            assert_eq!(name("name", right), Ok(right.to_owned()));
        }
    }

    #[test]
    fn usernames_have_their_form() {
        for right in ["anna", "owner@demo.cardea", "Søren Ø", "a+b-c.d_e~!"] {
            assert!(username("username", right).is_ok(), "{right}");
        }
        for wrong in ["anna  holm", "ab", "name;drop", "日本語", "a/b", "user-0366ba845fb5", "User-0366BA845FB5"] {
            assert!(username("username", wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn keys_compare_nordic_letters_whatever_their_case() {
        assert_eq!(key(" ÆØÅ@X.dk"), key("æøå@x.DK"));
    }

    #[test]
    fn what_follows_a_plus_reaches_the_same_mailbox() {
        assert_eq!(mailbox("Anna+Doors+2@X.dk"), "anna@x.dk");
        assert_eq!(mailbox("anna@x.dk"), "anna@x.dk");
        assert_ne!(mailbox("anna@x+y.dk"), mailbox("anna@x.dk"), "only before the @");
        assert_eq!(mailbox("no address"), "no address");
    }
}
