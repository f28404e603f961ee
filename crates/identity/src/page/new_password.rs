//! The page on which somebody replaces the password that they were given.

use super::texts::LANGUAGES;
use super::{Problem, STYLE, Texts, with_ui_locales, written};
use askama::Template;

/// The page for whoever showed a password that is to be replaced before it signs anybody in.
#[derive(Template)]
#[template(path = "new_password.html")]
pub struct NewPasswordPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// The request's own query, which the form is sent back to.
    pub query: &'a str,
    /// What ties the form to this browser.
    pub form_token: &'a str,
    /// What says that the password was right.
    pub ticket: &'a str,
    /// Whether the account takes a code beside it.
    pub takes_code: bool,
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

impl NewPasswordPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }

    fn error(&self) -> Option<String> {
        self.problem.map(|problem| self.texts.problem(problem))
    }

    /// Whether it is the password typed that is wrong.
    fn is_invalid(&self) -> bool {
        matches!(self.problem, Some(Problem::UnlikePasswords | Problem::WeakPassword | Problem::SamePassword))
    }

    /// Whether it is the code.
    fn is_wrong_code(&self) -> bool {
        matches!(self.problem, Some(Problem::WrongCode | Problem::MissingCode))
    }

    fn languages(&self) -> &'static [Texts] {
        &*LANGUAGES
    }

    fn query_in(&self, other: &Texts) -> String {
        with_ui_locales(self.query, other.language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_is_said_in_every_language_and_no_password_is_carried() {
        for texts in LANGUAGES.iter() {
            for (problem, takes_code, invalid) in [
                (None, false, false),
                (Some(Problem::UnlikePasswords), false, true),
                (Some(Problem::WeakPassword), false, true),
                (Some(Problem::SamePassword), false, true),
                (Some(Problem::WrongCode), true, true),
                (Some(Problem::Busy), true, false),
            ] {
                let (product_name, query, form_token, ticket) = ("Cardea", "state=a", "token", "a \"ticket\"");
                let page = NewPasswordPage { texts, product_name, query, form_token, ticket, takes_code, problem };
                let html = page.html();
                assert!(html.contains("name=\"ticket\" value=\"a &#34;ticket&#34;\""), "{html}");
                assert_eq!(html.matches("autocomplete=\"new-password\"").count(), 2);
                assert_eq!(html.contains("autocomplete=\"one-time-code\""), takes_code);
                assert_eq!(html.contains("aria-invalid=\"true\""), invalid);
                assert!(problem.is_none_or(|problem| html.contains(&texts.problem(problem))), "{html}");
                assert!(!html.contains("<script") && html.contains("<nav"), "{html}");
            }
        }
    }
}
