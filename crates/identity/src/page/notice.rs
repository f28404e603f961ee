//! A page that says one thing.

use super::{STYLE, Texts, written};
use askama::Template;

/// A page that says one thing and leads nowhere.
#[derive(Template)]
#[template(path = "notice.html")]
pub struct NoticePage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// The name of the words that are its title.
    pub title: &'static str,
    /// The name of those below it.
    pub why: &'static str,
}

impl NoticePage<'_> {
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
            let (product_name, title, why) = ("Cardea", "owner-link-over", "owner-link-over-why");
            let html = NoticePage { texts, product_name, title, why }.html();
            assert!(html.contains(&texts.get("owner-link-over")) && html.contains(&texts.get("owner-link-over-why")));
            assert!(html.contains(&format!("<html lang=\"{}\">", texts.language)) && !html.contains("<form"), "{html}");
        }
    }
}
