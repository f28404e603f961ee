//! The second step of the page.

use super::texts::LANGUAGES;
use super::{Problem, STYLE, Texts, with_ui_locales, written};
use askama::Template;

/// The page with the second step, for whoever showed the password of an account that takes a code.
#[derive(Template)]
#[template(path = "code.html")]
pub struct CodePage<'a> {
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
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

impl CodePage<'_> {
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

    /// Whether it is what was typed that is wrong.
    fn is_invalid(&self) -> bool {
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
    use crate::TooMany;

    fn code_page(texts: &'static Texts, problem: Option<Problem>) -> CodePage<'static> {
        CodePage {
            texts,
            product_name: "Cardea",
            query: "state=a&prompt=login",
            form_token: "token",
            ticket: "a \"ticket\"",
            problem,
        }
    }

    #[test]
    fn the_second_step_carries_its_ticket_and_no_password() {
        for texts in LANGUAGES.iter() {
            let html = code_page(texts, None).html();
            assert!(
                html.contains("name=\"ticket\" value=\"a &#34;ticket&#34;\"") && !html.contains("password"),
                "{html}"
            );
            assert!(html.contains("autocomplete=\"one-time-code\"") && !html.contains("<script"), "{html}");
            assert!(html.contains(&texts.get("code-title")) && html.contains("<nav"), "{html}");
        }
    }

    #[test]
    fn every_problem_of_the_second_step_is_said_in_every_language() {
        for texts in LANGUAGES.iter() {
            for (problem, invalid) in [
                (Problem::WrongCode, true),
                (Problem::MissingCode, true),
                (Problem::TooManyCodes(TooMany { retry_after: 2 }), false),
                (Problem::Busy, false),
            ] {
                let html = code_page(texts, Some(problem)).html();
                assert!(html.contains(&texts.problem(problem)), "{html}");
                assert_eq!(html.contains("aria-invalid=\"true\""), invalid);
            }
        }
    }
}
