//! What came of a way to a provider and back, where it did not lead in. Nothing that the provider wrote stands on it.

use super::{STYLE, Texts, written};
use crate::TooMany;
use askama::Template;
use fluent_bundle::FluentArgs;

/// Why it did not lead in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderProblem {
    /// It began elsewhere, is over, or was used.
    Over,
    /// The provider let nobody in.
    Declined,
    /// It does not answer.
    Away,
    /// What it says does not hold.
    Unproven,
    /// Nobody here is linked to whom it named.
    NotLinked,
    /// Whom it named signs somebody else in.
    LinkedElsewhere,
    /// The account is linked to another one there.
    LinkedAlready,
    /// Too often.
    TooMany(TooMany),
}

impl ProviderProblem {
    /// The names of the words that are the title, and of those below it.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            ProviderProblem::Over => ("provider-over", "provider-over-why"),
            ProviderProblem::Declined => ("provider-declined", "provider-declined-why"),
            ProviderProblem::Away => ("provider-away", "provider-away-why"),
            ProviderProblem::Unproven => ("provider-unproven", "provider-unproven-why"),
            ProviderProblem::NotLinked => ("provider-not-linked", "provider-not-linked-why"),
            ProviderProblem::LinkedElsewhere => ("provider-linked", "provider-linked-elsewhere-why"),
            ProviderProblem::LinkedAlready => ("provider-linked", "provider-linked-already-why"),
            ProviderProblem::TooMany(_) => ("provider-too-many", ""),
        }
    }
}

/// The page.
#[derive(Template)]
#[template(path = "provider.html")]
pub struct ProviderPage<'a> {
    /// Its words.
    pub texts: &'static Texts,
    /// The product's name.
    pub product_name: &'a str,
    /// What people call the provider.
    pub provider: &'a str,
    /// Where it leads back to: a page of ours.
    pub back: &'a str,
    /// What it says.
    pub problem: ProviderProblem,
}

impl ProviderPage<'_> {
    /// The page.
    pub fn html(&self) -> String {
        written(self)
    }

    fn style(&self) -> &'static str {
        STYLE
    }

    fn title(&self) -> String {
        self.text(self.problem.words().0)
    }

    fn why(&self) -> String {
        match self.problem {
            ProviderProblem::TooMany(wait) => self.texts.problem(super::Problem::TooManyProviders(wait)),
            problem => self.text(problem.words().1),
        }
    }

    fn text(&self, name: &str) -> String {
        let mut arguments = FluentArgs::with_capacity(1);
        arguments.set("provider", self.provider);
        self.texts.text(name, &arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::texts::LANGUAGES;

    #[test]
    fn what_did_not_lead_in_is_said_in_every_language_with_a_way_back() {
        for texts in LANGUAGES.iter() {
            for problem in [
                ProviderProblem::Over,
                ProviderProblem::Declined,
                ProviderProblem::Away,
                ProviderProblem::Unproven,
                ProviderProblem::NotLinked,
                ProviderProblem::LinkedElsewhere,
                ProviderProblem::LinkedAlready,
                ProviderProblem::TooMany(TooMany { retry_after: 2 }),
            ] {
                let (product_name, provider, back) =
                    ("Cardea", "Company <b>", "/oauth2/authorize?state=a&prompt=login");
                let page = ProviderPage { texts, product_name, provider, back, problem };
                let html = page.html();
                assert!(
                    !html.contains("<b>") && !page.why().is_empty() && !page.title().starts_with("provider-"),
                    "{html}"
                );
                assert!(html.contains("href=\"/oauth2/authorize?state=a&#38;prompt=login\""), "{html}");
                assert!(html.contains(&format!("<html lang=\"{}\">", texts.language)), "{html}");
            }
        }
    }
}
