use super::questions::{Question, read};
use super::run;
use cardea_model::ids::{LockId, UserId};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../../../rules/access.json");

fn answers(document: &Value, input: &str) -> Vec<Value> {
    let mut output = Vec::new();
    run(&document.to_string(), input.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn one_door() -> Value {
    json!({"users": [{"id": "user-000000000001"}], "locks": [{"id": "lock-000000000001"}],
        "links": [{"id": "lock_user-000000000001", "user_id": "user-000000000001", "lock_id": "lock-000000000001"}]})
}

const QUESTION: &str =
    r#"{"user_id":"user-000000000001","lock_id":"lock-000000000001","at":"2026-07-15T12:00:00+00:00"}"#;

fn permanent() -> Value {
    json!({"open": true, "remote": false, "priority": 1, "until": null})
}

fn closed() -> Value {
    json!({"open": false, "remote": false, "priority": null, "until": null})
}

#[test]
fn every_case_of_the_rules_is_answered_line_by_line() {
    let cases: Value = serde_json::from_str(CASES).unwrap();
    for case in cases["cases"].as_array().unwrap() {
        let asked = case["questions"].as_array().unwrap();
        let mut lines = String::new();
        for question in asked {
            let line = json!({"user_id": question["user_id"], "lock_id": question["lock_id"], "at": question["at"]});
            lines += &format!("{line}\n");
        }
        let wanted: Vec<Value> = asked
            .iter()
            .map(|question| {
                let mut answer = question.clone();
                for field in ["user_id", "lock_id", "at"] {
                    answer.as_object_mut().unwrap().remove(field);
                }
                answer
            })
            .collect();
        assert_eq!(answers(&case["document"], &lines), wanted, "{}", case["name"]);
    }
}

#[test]
fn a_line_that_is_no_question_is_answered_by_an_error_and_the_next_goes_on() {
    for wrong in [
        "",
        "{",
        "null",
        "[]",
        r#"["user-000000000001","lock-000000000001","2026-07-15T12:00:00Z"]"#,
        "{}",
        r#"{"user_id":"user-000000000001","lock_id":"lock-000000000001"}"#,
        r#"{"user_id":1,"lock_id":"lock-000000000001","at":"2026-07-15T12:00:00Z"}"#,
        r#"{"user_id":"user-000000000001","lock_id":"lock-000000000001","at":"soon"}"#,
        r#"{"user_id":"user-000000000001","lock_id":"lock-000000000001","at":"2026-07-15T12:00:00"}"#,
        r#"{"user_id":"user-000000000001","lock_id":"lock-000000000001","at":"2026-02-30T12:00:00Z"}"#,
        r#"{"user_id":"user-000000000001","user_id":"user-000000000001","lock_id":"lock-000000000001","at":"2026-07-15T12:00:00Z"}"#,
        r#"{"user_id":"user-000000000001","lock_id":"lock-000000000001","at":"2026-07-15T12:00:00Z"} more"#,
    ] {
        let found = answers(&one_door(), &format!("{wrong}\n{QUESTION}\n"));
        assert_eq!(found.len(), 2, "{wrong}");
        assert_eq!(found[0]["error"], "malformed_question", "{wrong}");
        assert!(found[0]["message"].as_str().is_some_and(|message| !message.is_empty()), "{wrong}");
        assert_eq!(found[1], permanent(), "{wrong}");
    }
    let mut output = Vec::new();
    run(&one_door().to_string(), &[QUESTION.as_bytes(), b"\n{\"user_id\":\"\xff\"}\n"].concat()[..], &mut output)
        .unwrap();
    assert!(String::from_utf8(output).unwrap().ends_with("}\n"), "bytes that are no UTF-8");
}

#[test]
fn ids_of_nobody_and_nothing_are_closed() {
    for (user, lock) in [
        ("user-000000000002", "lock-000000000001"),
        ("user-000000000001", "lock-000000000002"),
        ("nobody", "lock-000000000001"),
        ("user-000000000001", "USER"),
        ("user-00000000000G", "lock-000000000001"),
        ("", ""),
    ] {
        let line = json!({"user_id": user, "lock_id": lock, "at": "2026-07-15T12:00:00Z"});
        assert_eq!(answers(&one_door(), &line.to_string()), [closed()], "{user} {lock}");
    }
}

#[test]
fn a_document_that_cannot_be_read_is_refused() {
    for wrong in
        ["", "[]", "{", r#"{"users": 1}"#, r#"{"locks": [{"id": "lock-000000000001", "timezone": "Nowhere/At_All"}]}"#]
    {
        assert!(run(wrong, &b""[..], Vec::new()).is_err(), "{wrong}");
    }
}

#[test]
fn the_last_line_may_lack_its_end_and_no_line_has_no_answer() {
    assert_eq!(answers(&one_door(), QUESTION), [permanent()]);
    assert_eq!(answers(&one_door(), &format!("{QUESTION}\r\n{QUESTION}\n")), [permanent(), permanent()]);
    assert_eq!(answers(&one_door(), ""), Vec::<Value>::new());
}

#[test]
fn answers_keep_the_order_of_a_hundred_thousand_questions() {
    let mut lines = String::new();
    for number in 0..100_000 {
        let user = if number % 7 == 0 { "user-000000000001" } else { "user-000000000002" };
        lines += &QUESTION.replace("user-000000000001", user);
        lines.push('\n');
    }
    let found = answers(&one_door(), &lines);
    assert_eq!(found.len(), 100_000);
    for (number, answer) in found.into_iter().enumerate() {
        assert_eq!(answer, if number % 7 == 0 { permanent() } else { closed() }, "{number}");
    }
}

/// An answer comes before the next question is asked.
#[test]
fn questions_stream() {
    use std::io::{BufRead, BufReader, Write};
    let (questions, mut ask) = std::io::pipe().unwrap();
    let (output, answers) = std::io::pipe().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| run(&one_door().to_string(), questions, answers));
        let mut output = BufReader::new(output);
        for _ in 0..3 {
            writeln!(ask, "{QUESTION}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), permanent());
        }
        drop(ask);
    });
}

#[test]
fn a_question_may_be_written_in_any_way_that_json_allows() {
    let wanted =
        |at: &str| Ok(Question { user: Some(UserId(0xabc)), lock: Some(LockId(0x123)), at: at.parse().unwrap() });
    let at = "2026-07-15T12:00:00Z";
    for line in [
        r#"{"user_id":"user-000000000abc","lock_id":"lock-000000000123","at":"2026-07-15T12:00:00Z"}"#,
        r#"{"at":"2026-07-15T14:00:00+02:00","lock_id":"lock-000000000123","user_id":"user-000000000abc"}"#,
        " { \"user_id\" :\t\"user-000000000abc\" , \"lock_id\" : \"lock-000000000123\" , \"at\" : \"2026-07-15T12:00:00.000+00:00\" } \r",
        r#"{"user_id":"\u0075ser-000000000abc","lock_id":"lock-000000000123","at":"2026-07-15T12:00:00Z"}"#,
        r#"{"user_id":"user-000000000abc","lock_id":"lock-000000000123","at":"2026-07-15T12:00:00Z","note":{"more":[1,"é"]}}"#,
        r#"{"user_id":"user-000000000abc","lock_id":"lock-000000000123","at":"2026-07-15 12:00:00Z"}"#,
        r#"{"user_id":"user-000000000abc","lock_id":"lock-000000000123","at":"2026-07-15T06:30:00-05:30"}"#,
    ] {
        assert_eq!(read(line.as_bytes()), wanted(at), "{line}");
    }
}

/// The quick reader of instants agrees with the careful one, or leaves the text to it.
#[test]
fn instants_are_read_as_the_model_reads_them() {
    let ask =
        |at: &str| read(json!({"user_id": "u", "lock_id": "l", "at": at}).to_string().as_bytes()).map(|q| q.at).ok();
    for year in ["0000", "0001", "1582", "1900", "1969", "1970", "2000", "2023", "2024", "2100", "9998", "9999"] {
        for month in 0..=13 {
            for day in [0, 1, 15, 28, 29, 30, 31, 32] {
                for clock in
                    ["00:00:00Z", "23:59:59.999+00:00", "12:30:60Z", "24:00:00Z", "07:08:09.5-23:59", "01:02:03+05:45"]
                {
                    let text = format!("{year}-{month:02}-{day:02}T{clock}");
                    assert_eq!(ask(&text), text.parse().ok(), "{text}");
                }
            }
        }
    }
}
