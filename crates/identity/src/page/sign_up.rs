//! The pages of a sign-up: where somebody asks for an account, and where the letter's link leads.

use super::{Problem, STYLE, Texts, written};
use crate::letters::isolated;
use askama::Template;
use fluent_bundle::FluentArgs;

/// The page on which somebody types their e-mail address.
#[derive(Template)]
#[template(path = "sign_up.html")]
pub struct SignUpPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// What ties the form to this browser.
    pub form_token: &'a str,
    /// What was typed before.
    pub email: &'a str,
    /// The token of an invitation, or empty.
    pub invitation: &'a str,
    /// Whether an account takes an invitation.
    pub by_invitation: bool,
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

/// The page on which they choose name and password.
#[derive(Template)]
#[template(path = "sign_up_confirm.html")]
pub struct SignUpConfirmPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// What ties the form to this browser.
    pub form_token: &'a str,
    /// What the letter's link had.
    pub token: &'a str,
    /// The address that the letter went to.
    pub address: &'a str,
    /// The name, as it was told or typed.
    pub display_name: &'a str,
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

impl SignUpPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }

    fn lead(&self) -> &'static str {
        if self.by_invitation && self.invitation.is_empty() { "sign-up-lead-invited" } else { "sign-up-lead" }
    }

    fn error(&self) -> Option<String> {
        self.problem.map(|problem| self.texts.problem(problem))
    }

    fn is_invalid(&self) -> bool {
        matches!(self.problem, Some(Problem::NoAddress))
    }
}

impl SignUpConfirmPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }

    fn lead(&self) -> String {
        let mut words = FluentArgs::with_capacity(1);
        words.set("address", isolated(self.address));
        self.texts.text("sign-up-confirm-lead", &words)
    }

    fn error(&self) -> Option<String> {
        self.problem.map(|problem| self.texts.problem(problem))
    }

    fn is_name_invalid(&self) -> bool {
        matches!(self.problem, Some(Problem::NoName))
    }

    fn is_password_invalid(&self) -> bool {
        matches!(self.problem, Some(Problem::WeakPassword | Problem::UnlikePasswords))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TooMany;
    use crate::page::texts::LANGUAGES;

    #[test]
    fn both_pages_say_every_problem_in_every_language() {
        let wait = Problem::TooManySignUps(TooMany { retry_after: 2 });
        for texts in LANGUAGES.iter() {
            let (product_name, form_token) = ("Cardea", "token");
            for problem in [Problem::NoAddress, Problem::Stale, wait, Problem::Failed] {
                let (email, invitation, by_invitation) = ("a\"b", "", true);
                let said = texts.problem(problem);
                let problem = Some(problem);
                let html =
                    SignUpPage { texts, product_name, form_token, email, invitation, by_invitation, problem }.html();
                assert!(html.contains(&said) && html.contains("a&#34;b"), "{html}");
                assert!(html.contains(&texts.get("sign-up-lead-invited")) && !html.contains("<script"), "{html}");
            }
            for problem in [Problem::NoName, Problem::WeakPassword, Problem::UnlikePasswords, wait, Problem::Busy] {
                let (token, address, display_name) = ("letter's", "anna@example.com", "<Anna>");
                let said = texts.problem(problem);
                let problem = Some(problem);
                let page = SignUpConfirmPage { texts, product_name, form_token, token, address, display_name, problem };
                let html = page.html();
                assert!(html.contains(&said) && html.contains("&#60;Anna&#62;"), "{html}");
                assert!(html.contains("anna@example.com") && html.contains("letter&#39;s"), "{html}");
            }
        }
    }
}
