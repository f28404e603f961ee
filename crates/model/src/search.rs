//! How what people type is found in names. Capitals, repeated spaces and invisible characters make no difference. A letter typed without an
//! accent finds those with one; a letter typed with an accent finds only itself. The console searches alike: rules/search.json.

use crate::names::{category, is_ignorable};
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use icu_properties::props::GeneralCategory;

/// What somebody typed, made ready to be looked for in many texts.
#[derive(Debug)]
pub struct Sought {
    folded: String,
    /// The letters typed with an accent, which are to be found as they are.
    meant: Vec<char>,
    /// The typed text folded, but for the letters of `meant`; empty where there are none.
    exact: String,
}

impl Sought {
    /// `None` where nothing was typed.
    #[must_use]
    pub fn new(typed: &str) -> Option<Sought> {
        if typed.trim().is_empty() {
            return None;
        }
        let (mut folded, mut exact) = (String::new(), String::new());
        fold(typed, &mut folded);
        let meant: Vec<char> =
            if typed.is_ascii() { Vec::new() } else { letters(typed).filter(|c| loses(*c)).collect() };
        if !meant.is_empty() {
            fold_but(&meant, typed, &mut exact);
        }
        Some(Sought { folded, meant, exact })
    }

    /// Whether this text holds what was typed; `room` is overwritten. Where nothing is left of what was typed, it is found nowhere.
    pub fn is_in(&self, text: &str, room: &mut String) -> bool {
        fold(text, room);
        if self.folded.is_empty() || !room.contains(&self.folded) {
            return false;
        }
        if self.meant.is_empty() {
            return true;
        }
        fold_but(&self.meant, text, room);
        room.contains(&self.exact)
    }
}

/// Writes the form in which texts are compared over what `folded` holds. Letters that Unicode does not split into a letter and an accent
/// (æ, ø, ß) become what people type for them.
fn fold(text: &str, folded: &mut String) {
    folded.clear();
    if text.is_ascii() {
        text.chars().for_each(|c| push(c.to_ascii_lowercase(), folded));
    } else {
        decomposed(text.chars()).for_each(|c| push_plain(c, folded));
    }
    folded.truncate(folded.trim_end().len());
}

/// The same, but these letters keep their accents.
fn fold_but(kept: &[char], text: &str, folded: &mut String) {
    folded.clear();
    for c in letters(text) {
        if kept.contains(&c) {
            folded.push(c);
        } else {
            decomposed(std::iter::once(c)).for_each(|c| push_plain(c, folded));
        }
    }
    folded.truncate(folded.trim_end().len());
}

/// The letters of a text with their accents, small, without what cannot be seen.
fn letters(text: &str) -> impl Iterator<Item = char> {
    let composed = ComposingNormalizerBorrowed::new_nfkc().normalize_iter(text.chars());
    composed.flat_map(char::to_lowercase).map(one_sigma).filter(|c| !is_ignorable(*c))
}

/// Small letters, and their accents beside them.
fn decomposed(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    let apart = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text);
    apart.flat_map(char::to_lowercase).map(one_sigma)
}

/// A sigma at the end of a word has a form of its own, but is the same letter.
fn one_sigma(c: char) -> char {
    if c == 'ς' { 'σ' } else { c }
}

/// Whether folding takes something away from this letter, or puts another in its place.
fn loses(c: char) -> bool {
    let mut folded = String::new();
    decomposed(std::iter::once(c)).for_each(|c| push_plain(c, &mut folded));
    !c.is_whitespace() && !folded.chars().eq(decomposed(std::iter::once(c)))
}

fn push_plain(c: char, folded: &mut String) {
    match c {
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'ß' => folded.push_str("ss"),
        'þ' => folded.push_str("th"),
        'ø' => folded.push('o'),
        'đ' | 'ð' => folded.push('d'),
        'ł' => folded.push('l'),
        'ħ' => folded.push('h'),
        'ı' => folded.push('i'),
        c if category(c) == GeneralCategory::NonspacingMark || is_ignorable(c) => {}
        c => push(c, folded),
    }
}

/// One space for all that stand in a row, and none at the beginning.
fn push(c: char, folded: &mut String) {
    if !c.is_whitespace() {
        folded.push(c);
    } else if !folded.is_empty() && !folded.ends_with(' ') {
        folded.push(' ');
    }
}
