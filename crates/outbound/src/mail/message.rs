//! A mail in the form in which it travels.

use super::{Mail, MailError};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart};

/// The message of a mail from this sender. Its Message-ID is made of `key`. It says that a program wrote it, so that no absence is answered to it.
///
/// # Errors
/// [`MailError::Address`] when the recipient's address is none; [`MailError::Message`] when there is no way to write it.
pub fn of(mail: &Mail, from: &Mailbox, key: &str) -> Result<Message, MailError> {
    let to = mail.to.parse().map_err(|_| MailError::Address)?;
    let by_a_program = HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".into());
    let message = Message::builder()
        .message_id(Some(format!("<{key}@{}>", from.email.domain())))
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(&mail.subject)
        .raw_header(by_a_program);
    Ok(if mail.html.is_empty() {
        message.header(ContentType::TEXT_PLAIN).body(mail.text.clone())?
    } else {
        message.multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(html: &str) -> String {
        let (to, subject) = ("anna@example.org".into(), "Hello".into());
        let mail = Mail { to, subject, text: "the text\n".into(), html: html.into() };
        let message = of(&mail, &"doors@example.org".parse().unwrap(), "a1").unwrap();
        String::from_utf8(message.formatted()).unwrap()
    }

    #[test]
    fn a_mail_with_a_page_has_the_text_first_and_one_without_is_text_alone() {
        let both = written("<p>the page</p>");
        assert!(both.contains("Content-Type: multipart/alternative;"), "{both}");
        let at = |part: &str| both.find(part).unwrap_or_else(|| panic!("{part} in:\n{both}"));
        assert!(at("text/plain; charset=utf-8") < at("the text"));
        assert!(at("the text") < at("text/html; charset=utf-8") && at("text/html") < at("<p>the page</p>"));
        let text = written("");
        assert!(text.contains("Content-Type: text/plain") && !text.contains("multipart"), "{text}");
    }

    #[test]
    fn a_mail_says_that_a_program_wrote_it() {
        assert!(written("").contains("Auto-Submitted: auto-generated\r\n"));
    }

    #[test]
    fn a_payload_of_before_is_read() {
        let before = br#"{"to":"anna@example.org","subject":"Hello","text":"Hi\n"}"#;
        assert_eq!(Mail::of_payload(before).map(|mail| mail.html), Some(String::new()));
    }
}
