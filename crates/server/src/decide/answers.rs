//! An answer line: `{"open": …, "remote": …, "priority": …, "until": …}`, or what was wrong with the question.

use super::questions::Question;
use cardea_api::wire::text::Text;
use cardea_model::Facts;
use cardea_model::access::{Access, effective};

/// Writes the answer to a question.
pub fn write(out: &mut Vec<u8>, facts: &Facts, question: Result<Question, String>) {
    let question = match question {
        Ok(question) => question,
        Err(why) => {
            let error = serde_json::json!({ "error": "malformed_question", "message": why });
            out.extend_from_slice(error.to_string().as_bytes());
            out.push(b'\n');
            return;
        }
    };
    let access = match (question.user, question.lock) {
        (Some(user), Some(lock)) => effective(facts, user, lock, question.at),
        _ => Access::default(),
    };
    let truth = |truth| if truth { b"true".as_slice() } else { b"false" };
    let priority = match access.decision.priority {
        Some(1) => b"1".as_slice(),
        Some(2) => b"2",
        Some(3) => b"3",
        Some(_) => b"4",
        None => b"null",
    };
    out.extend_from_slice(b"{\"open\":");
    out.extend_from_slice(truth(access.decision.open));
    out.extend_from_slice(b",\"remote\":");
    out.extend_from_slice(truth(access.decision.remote));
    out.extend_from_slice(b",\"priority\":");
    out.extend_from_slice(priority);
    out.extend_from_slice(b",\"until\":");
    match access.until {
        Some(until) => {
            out.push(b'"');
            out.extend_from_slice(until.text().as_str().as_bytes());
            out.extend_from_slice(b"\"}\n");
        }
        None => out.extend_from_slice(b"null}\n"),
    }
}
