//! Words for what is wrong with a value.

use FieldCode::{Invalid, Required, WrongType};
use cardea_api::testing::plain;
use cardea_model::FieldCode;

#[test]
fn types_of_the_language_become_words() {
    for (said, detail, words) in [
        ("invalid type: integer `7`, expected text or null", WrongType, "expected text or null, not a number"),
        (
            "invalid type: string \"a, expected b\", expected u32",
            WrongType,
            "expected a whole number from 0 to 4294967295, not text",
        ),
        ("invalid type: map, expected a sequence", WrongType, "expected a list, not an object"),
        ("invalid type: sequence, expected struct RuleSet", WrongType, "expected an object, not a list"),
        ("invalid type: string \"yes\", expected a boolean", WrongType, "expected true or false, not text"),
        ("invalid type: floating point `1.5`, expected i64", WrongType, "expected a whole number, not a number"),
        ("invalid value: integer `-1`, expected u32", Invalid, "expected a whole number from 0 to 4294967295"),
        (
            "invalid value: string \"x\", expected an id like lock-0366ba845fb5",
            Invalid,
            "expected an id like lock-0366ba845fb5",
        ),
        ("unknown variant `x`, expected `a` or `b`", Invalid, "expected a or b"),
        ("missing field `id`", Required, "a field is missing"),
    ] {
        assert_eq!(plain(said), (detail, words.to_owned()));
    }
}
