//! Form fields as trees.

use cardea_api::testing::{is_text, parse};
use serde_json::json;

#[test]
fn fields_nest_by_brackets_and_repeat_into_lists() {
    assert_eq!(parse(b"a=1&b=%C3%A6+%26").unwrap(), json!({"a": "1", "b": "æ &"}));
    assert_eq!(
        parse(b"start_time=&rule_sets[0][end_time]=x&rule_sets[0][week_days][]=0&rule_sets%5B0%5D[week_days][]=4")
            .unwrap(),
        json!({"start_time": "", "rule_sets": [{"end_time": "x", "week_days": ["0", "4"]}]})
    );
    assert_eq!(parse(b"x=1&x=2&x=3").unwrap(), json!({"x": ["1", "2", "3"]}));
    assert_eq!(parse(b"x[10]=b&x[2]=a").unwrap(), json!({"x": ["a", "b"]}));
    assert_eq!(parse(b"").unwrap(), json!({}));
    assert_eq!(parse(b"=1&&7=2").unwrap(), json!({"0": "1", "7": "2"}));
}

#[test]
fn only_utf_8_is_text() {
    for right in [&b"a=%C3%A6&b=%"[..], "a=\u{e6}".as_bytes(), b"%zz", b""] {
        assert!(is_text(right), "{right:?}");
    }
    for wrong in [&b"a=%FF"[..], b"a=\xff", b"%C3=%A6", b"a=%ed%a0%80"] {
        assert!(!is_text(wrong), "{wrong:?}");
    }
}

#[test]
fn contradictions_and_depths_are_refused() {
    for wrong in ["a=1&a[b]=2", "a[b]=1&a=2", "a[b=1", "a[1][2][3][4][5][6]=1"] {
        assert_eq!(parse(wrong.as_bytes()), None, "{wrong}");
    }
}
