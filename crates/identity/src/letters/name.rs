//! What people wrote, on its way into a letter.

/// The longest name that is shown whole, in characters.
const LONGEST: usize = 100;

/// A name between marks (first strong isolate, pop directional isolate), so that the direction in which it is written is its own.
pub fn isolated(name: &str) -> String {
    let name = one_line(&name.chars().filter(|c| !turns_direction(*c)).collect::<String>());
    let shown = match name.char_indices().nth(LONGEST) {
        None => name,
        Some((end, _)) => format!("{}…", &name[..end]),
    };
    format!("\u{2068}{shown}\u{2069}")
}

/// The same in one line, with single spaces.
pub fn one_line(text: &str) -> String {
    let ends_a_line = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let parts = text.split(|c: char| c.is_whitespace() || ends_a_line(c)).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// Whether it is a mark, an embedding, an override or an isolate: characters that are not seen and move others.
fn turns_direction(c: char) -> bool {
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
}
