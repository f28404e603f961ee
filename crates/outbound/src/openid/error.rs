//! Why somebody is not signed in by a provider, as far as a log may hold it.

use super::http::HttpError;
use openidconnect::core::CoreErrorResponseType;
use openidconnect::{RequestTokenError, StandardErrorResponse};

/// How much of what a provider says is kept, in characters.
const MESSAGE_MAX: usize = 200;

/// Why somebody is not signed in by a provider. What providers say stands in it: it is for the log.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// It does not answer, or not as a provider does.
    #[error("the provider does not answer as it should: {0}")]
    Away(String),
    /// It takes the code for none.
    #[error("the provider does not take the code: {0}")]
    Refused(String),
    /// What it answered does not hold.
    #[error("what the provider answered does not hold: {0}")]
    Unproven(String),
}

impl ProviderError {
    /// The same, of 200 characters at most and without anything of what the provider was sent in confidence.
    pub(super) fn for_log(self, sent: &[&str]) -> Self {
        match self {
            ProviderError::Away(message) => ProviderError::Away(cut(message, sent)),
            ProviderError::Refused(message) => ProviderError::Refused(cut(message, sent)),
            ProviderError::Unproven(message) => ProviderError::Unproven(cut(message, sent)),
        }
    }
}

fn cut(message: String, sent: &[&str]) -> String {
    if sent.iter().any(|sent| !sent.is_empty() && message.contains(sent)) {
        return "it says back what it was sent".into();
    }
    match message.char_indices().nth(MESSAGE_MAX) {
        Some((end, _)) => format!("{}\u{2026}", &message[..end]),
        None => message,
    }
}

/// Why there is nothing for a code.
pub(super) fn not_exchanged(
    error: RequestTokenError<HttpError, StandardErrorResponse<CoreErrorResponseType>>,
) -> ProviderError {
    match error {
        RequestTokenError::ServerResponse(refused) => ProviderError::Refused(refused.error().to_string()),
        RequestTokenError::Request(error) => ProviderError::Away(error.to_string()),
        RequestTokenError::Parse(error, _) => ProviderError::Unproven(format!("it cannot be read: {error}")),
        RequestTokenError::Other(why) => ProviderError::Away(why),
    }
}

/// Everything that led to it.
pub(super) fn why(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", why(source)),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn for_log(message: &str, sent: &[&str]) -> String {
        match ProviderError::Refused(message.into()).for_log(sent) {
            ProviderError::Refused(message) => message,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_log_holds_little_of_what_a_provider_says_and_nothing_of_what_it_was_sent() {
        assert_eq!(for_log("invalid_grant", &["the code", ""]), "invalid_grant");
        let long = for_log(&"\u{e6}".repeat(200_000), &[]);
        assert_eq!((long.chars().count(), long.ends_with('\u{2026}')), (MESSAGE_MAX + 1, true));
        let whole = "a".repeat(MESSAGE_MAX);
        assert_eq!(for_log(&whole, &[]), whole);
        for echo in ["the code".to_owned(), format!("{}the verifier", "a".repeat(300))] {
            assert_eq!(for_log(&echo, &["the code", "the verifier"]), "it says back what it was sent");
        }
        // Nor where the end of it would be cut away.
        let halved = for_log(&format!("{}the verifier", "a".repeat(MESSAGE_MAX - 5)), &["the verifier"]);
        assert!(!halved.contains("the v"), "{halved}");
    }
}
