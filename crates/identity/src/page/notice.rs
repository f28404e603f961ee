//! A page that says one thing.

use super::{STYLE, Texts, written};
use askama::Template;

/// A page that says one thing, and maybe where to go on.
#[derive(Template)]
#[template(path = "notice.html")]
pub struct NoticePage<'a> {
    texts: &'static Texts,
    product_name: &'a str,
    title: &'static str,
    why: &'static str,
    next: Option<(&'a str, &'static str)>,
}

impl<'a> NoticePage<'a> {
    /// A page with the words of these names as its title and below it.
    pub fn new(texts: &'static Texts, product_name: &'a str, title: &'static str, why: &'static str) -> Self {
        NoticePage { texts, product_name, title, why, next: None }
    }

    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::texts::LANGUAGES;

    #[test]
    fn a_notice_says_what_it_is_about_in_every_language() {
        for texts in LANGUAGES.iter() {
            let html = NoticePage::new(texts, "Cardea", "owner-link-over", "owner-link-over-why").html();
            assert!(html.contains(&texts.get("owner-link-over")) && html.contains(&texts.get("owner-link-over-why")));
            assert!(html.contains(&format!("<html lang=\"{}\">", texts.language)) && !html.contains("<form"), "{html}");
        }
    }
}
