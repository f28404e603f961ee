//! The page of a link by which an owner signs in.

use super::{Problem, STYLE, Texts, written};
use crate::letters::isolated;
use askama::Template;
use fluent_bundle::FluentArgs;

/// The page with the button.
#[derive(Template)]
#[template(path = "owner_link.html")]
pub struct OwnerLinkPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// What the address had.
    pub token: &'a str,
    /// What ties the form to this browser.
    pub form_token: &'a str,
    /// Who signs in.
    pub username: &'a str,
    /// What is wrong, if something is.
    pub problem: Option<Problem>,
}

impl OwnerLinkPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }

    fn lead(&self) -> String {
        let mut words = FluentArgs::with_capacity(1);
        words.set("username", isolated(self.username));
        self.texts.text("owner-link-lead", &words)
    }

    fn error(&self) -> Option<String> {
        self.problem.map(|problem| self.texts.problem(problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TooMany;
    use crate::page::texts::LANGUAGES;

    #[test]
    fn a_button_signs_in_whom_the_page_names() {
        for texts in LANGUAGES.iter() {
            let too_many = Problem::TooManyLinks(TooMany { retry_after: 2 });
            for problem in [None, Some(Problem::Stale), Some(too_many)] {
                let (product_name, token, form_token) = ("Cardea", "a \"link\"", "token");
                let page =
                    OwnerLinkPage { texts, product_name, token, form_token, username: "anna@example.com", problem };
                let html = page.html();
                assert!(html.contains("anna@example.com") && html.contains("value=\"a &#34;link&#34;\""), "{html}");
                assert!(html.contains("<button type=\"submit\"") && !html.contains("<script"), "{html}");
                assert_eq!(html.contains("role=\"alert\""), problem.is_some());
                assert!(problem.is_none_or(|problem| html.contains(&texts.problem(problem))), "{html}");
            }
        }
    }
}
