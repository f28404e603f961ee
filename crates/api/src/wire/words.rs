//! What is wrong with a field, in words for people. The reader of bodies speaks of Rust's types; nobody who sends JSON knows those.

use cardea_model::FieldCode;
use std::borrow::Cow;

/// The code of what a reader of typed values says of a field, and the same in plain words.
pub fn plain(text: &str) -> (FieldCode, String) {
    if let Some((found, expected)) =
        text.strip_prefix("invalid type: ").and_then(|rest| rest.rsplit_once(", expected "))
    {
        return (FieldCode::WrongType, format!("expected {}, not {}", wanted(expected), shown(found)));
    }
    if let Some((_, expected)) = text.strip_prefix("invalid value: ").and_then(|rest| rest.rsplit_once(", expected ")) {
        return (FieldCode::Invalid, format!("expected {}", wanted(expected)));
    }
    if text.starts_with("invalid length") {
        return (FieldCode::Invalid, "too many or too few values".to_owned());
    }
    if text.starts_with("missing field") {
        return (FieldCode::Required, "a field is missing".to_owned());
    }
    if let Some((_, names)) = text.strip_prefix("unknown variant ").and_then(|rest| rest.rsplit_once(", expected ")) {
        return (FieldCode::Invalid, format!("expected {}", names.replace('`', "")));
    }
    (FieldCode::Invalid, text.to_owned())
}

fn wanted(expected: &str) -> Cow<'_, str> {
    match expected {
        "a boolean" => "true or false".into(),
        "a sequence" => "a list".into(),
        "a map" => "an object".into(),
        "a string" | "a borrowed string" | "a character" => "text".into(),
        "unit" | "a unit" => "null".into(),
        "option" => "a value or null".into(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".into(),
        "u8" => format!("a whole number from 0 to {}", u8::MAX).into(),
        "u16" => format!("a whole number from 0 to {}", u16::MAX).into(),
        "u32" => format!("a whole number from 0 to {}", u32::MAX).into(),
        "u64" | "usize" => "a whole number that is not negative".into(),
        "f32" | "f64" => "a number".into(),
        other if other.starts_with("struct ") => "an object".into(),
        other if other.starts_with("a tuple") || other.starts_with("an array") => "a list".into(),
        other => other.into(),
    }
}

fn shown(found: &str) -> &'static str {
    const KINDS: [(&str, &str); 9] = [
        ("boolean", "true or false"),
        ("integer", "a number"),
        ("floating point", "a number"),
        ("number", "a number"),
        ("string", "text"),
        ("character", "text"),
        ("sequence", "a list"),
        ("map", "an object"),
        ("unit", "null"),
    ];
    KINDS.into_iter().find(|(kind, _)| found.starts_with(kind)).map_or("this", |(_, words)| words)
}
