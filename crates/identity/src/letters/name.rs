//! What people wrote, on its way into a letter.

use cardea_model::names;

/// The longest name that is shown whole, in characters.
const LONGEST: usize = 100;

/// A name between marks (first strong isolate, pop directional isolate), so that the direction in which it is written is its own.
pub fn isolated(name: &str) -> String {
    let name = one_line(&name.chars().filter(|c| !sets_direction(*c)).collect::<String>());
    let shown = match name.char_indices().nth(LONGEST) {
        None => name,
        Some((end, _)) => format!("{}…", &name[..end]),
    };
    format!("\u{2068}{shown}\u{2069}")
}

/// The same for a name that somebody chose for others to read. Mail programs turn what looks like the address of a page into a link, so a
/// space is put into it. E-mail addresses stay as they are, since people are known by them.
pub fn named(name: &str) -> String {
    let name = one_line(name);
    if is_plain_address(&name) { isolated(&name) } else { isolated(&taken_apart(&name)) }
}

/// Whether this is an e-mail address, and no mail program takes any of it for that of a page.
fn is_plain_address(name: &str) -> bool {
    let (local, _) = name.split_once('@').unwrap_or_default();
    let plain = local.chars().all(|c| c.is_alphanumeric() || "._+-".contains(c));
    plain && !local.to_lowercase().starts_with("www.") && names::email_address("name", name).is_ok()
}

/// With a space after each dot that something follows at once, unless it stands between digits, and before each slash after a colon.
fn taken_apart(name: &str) -> String {
    let mut apart = String::with_capacity(name.len());
    let mut before = ' ';
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        apart.push(c);
        let after = rest.peek().copied().unwrap_or(' ');
        let joins = match c {
            // The last three characters count as dots in host names.
            '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}' => {
                !(before.is_whitespace() || before.is_numeric() && after.is_numeric())
            }
            ':' => after == '/',
            _ => false,
        };
        if joins && !after.is_whitespace() {
            apart.push(' ');
        }
        before = c;
    }
    apart
}

/// The same in one line, with single spaces.
pub fn one_line(text: &str) -> String {
    let ends_a_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let parts = text.split(|c: char| c.is_whitespace() || ends_a_line(c)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Whether it is a direction mark, an embedding, an override or an isolate: invisible characters that move the text around them.
fn sets_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_and_moves_nothing_around_it() {
        let shown = |name: &str| isolated(name).trim_matches(['\u{2068}', '\u{2069}']).to_owned();
        assert_eq!(isolated("Front door"), "\u{2068}Front door\u{2069}");
        assert_eq!(shown("a\r\nb\u{2028}c\u{85}d\te\0f  g"), "a b c d e f g");
        assert_eq!(shown("\u{202e}rood\u{2069}\u{200f}"), "rood");
        assert_eq!(shown(&"å".repeat(LONGEST)), "å".repeat(LONGEST));
        assert_eq!(shown(&"å".repeat(LONGEST + 1)), format!("{}…", "å".repeat(LONGEST)));
    }

    #[test]
    fn no_mail_program_makes_a_link_of_a_name() {
        for (name, shown) in [
            ("https://evil.example/login", "https: //evil. example/login"),
            ("Your bank: www.evil.example", "Your bank: www. evil. example"),
            ("evil.example", "evil. example"),
            ("evil\u{200b}.\u{200b}example", "evil\u{200b}. \u{200b}example"),
            ("evil\u{ff0e}example\u{3002}", "evil\u{ff0e} example\u{3002}"),
            ("www.evil.example@x.dk", "www. evil. example@x. dk"),
            ("evil.example/login@x.dk", "evil. example/login@x. dk"),
            ("http://10.0.0.1/", "http: //10.0.0.1/"),
        ] {
            assert_eq!(named(name), isolated(shown));
        }
        for name in ["anna.holm@example.org", "Door 2.1", "J. R. Berg, Jr.", "Flat 3: left", "Mia …", ".com", "a/b"] {
            assert_eq!(named(name), isolated(name));
        }
    }
}
