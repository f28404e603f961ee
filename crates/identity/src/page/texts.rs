//! The words of the server in each language: a file for each, with plurals as CLDR has them. English is what the others are held to.

use super::Problem;
use crate::TooMany;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use std::sync::LazyLock;
use unic_langid::LanguageIdentifier;

/// The languages of the console that are complete, English first.
const FILES: [(&str, &str); 3] = [
    ("en-GB", include_str!("../../locales/en-GB.ftl")),
    ("da-DK", include_str!("../../locales/da-DK.ftl")),
    ("de", include_str!("../../locales/de.ftl")),
];

/// All of them, English first.
pub static LANGUAGES: LazyLock<[Texts; 3]> =
    LazyLock::new(|| FILES.map(|(language, file)| Texts::read(language, file)));

/// One language's words.
pub struct Texts {
    /// Its tag.
    pub(crate) language: &'static str,
    bundle: FluentBundle<FluentResource>,
}

impl Texts {
    /// # Panics
    /// When the file, which is part of the program, cannot be read.
    fn read(language: &'static str, file: &str) -> Texts {
        let resource =
            FluentResource::try_new(file.to_owned()).unwrap_or_else(|(_, why)| panic!("{language}: {why:?}"));
        let tag: LanguageIdentifier = language.parse().unwrap_or_else(|why| panic!("{language}: {why}"));
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // No language of ours is written from right to left; what people wrote comes with marks around it.
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).unwrap_or_else(|why| panic!("{language}: {why:?}"));
        Texts { language, bundle }
    }

    /// The words of the language with this tag, or the tag of one near it; English when it is none of ours.
    pub(crate) fn of(tag: &str) -> &'static Texts {
        find(tag).unwrap_or(&LANGUAGES[0])
    }

    /// Its tag.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// The words of this name.
    pub(super) fn get(&self, name: &str) -> String {
        self.format(name, None)
    }

    /// Why somebody is not signed in, and where that helps, when to try again.
    pub(super) fn problem(&self, problem: Problem) -> String {
        match problem {
            Problem::Wrong => self.get("problem-wrong"),
            Problem::Missing | Problem::TooLarge => self.get("problem-missing"),
            Problem::Stale => self.get("problem-stale"),
            Problem::TooMany(wait) => self.again_in("problem-too-many", wait),
            Problem::TooOften(wait) => self.again_in("problem-too-often", wait),
            Problem::WrongCode => self.get("problem-wrong-code"),
            Problem::MissingCode => self.get("problem-missing-code"),
            Problem::TooManyCodes(wait) => self.again_in("problem-too-many-codes", wait),
            Problem::UnlikePasswords => self.get("problem-unlike-passwords"),
            Problem::WeakPassword => self.get("problem-weak-password"),
            Problem::SamePassword => self.get("problem-same-password"),
            Problem::TooManyLinks(wait) => self.again_in("problem-too-many-links", wait),
            Problem::NoAddress => self.get("problem-no-address"),
            Problem::NoName => self.get("problem-no-name"),
            Problem::TooManySignUps(wait) => self.again_in("problem-too-many-sign-ups", wait),
            Problem::WrongPasskey => self.get("problem-wrong-passkey"),
            Problem::TooManyPasskeys(wait) => self.again_in("problem-too-many-passkeys", wait),
            Problem::TooManyProviders(wait) => self.again_in("problem-too-many-providers", wait),
            Problem::NotSetUp => self.get("problem-not-set-up"),
            Problem::Busy => self.get("problem-busy"),
            Problem::Failed => self.get("problem-failed"),
        }
    }

    fn again_in(&self, name: &str, TooMany { retry_after }: TooMany) -> String {
        let (unit, count) =
            if retry_after < 60 { ("second", retry_after) } else { ("minute", (retry_after + 59) / 60) };
        let mut arguments = FluentArgs::with_capacity(2);
        arguments.set("unit", unit);
        arguments.set("count", count);
        self.format(name, Some(&arguments))
    }

    /// The words of this name, with what they take.
    pub(crate) fn text(&self, name: &str, arguments: &FluentArgs<'_>) -> String {
        self.format(name, Some(arguments))
    }

    fn format(&self, name: &str, arguments: Option<&FluentArgs<'_>>) -> String {
        let pattern = self.bundle.get_message(name).and_then(|message| message.value());
        let mut faults = Vec::new();
        let text = pattern.map(|pattern| self.bundle.format_pattern(pattern, arguments, &mut faults).into_owned());
        debug_assert!(text.is_some() && faults.is_empty(), "{} {name}: {faults:?}", self.language);
        text.unwrap_or_else(|| name.to_owned())
    }

    /// The language wanted most, by `ui_locales` before `Accept-Language`; English when none of ours is among them.
    pub fn negotiate(ui_locales: Option<&str>, accept_language: Option<&str>) -> &'static Texts {
        let asked = ui_locales.unwrap_or_default().split_ascii_whitespace().find_map(find);
        let accepted = || {
            let mut ranges: Vec<(&str, f32)> = accept_language.unwrap_or_default().split(',').map(weighted).collect();
            ranges.sort_by(|a, b| b.1.total_cmp(&a.1));
            ranges.into_iter().filter(|(_, weight)| *weight > 0.0).find_map(|(range, _)| find(range))
        };
        asked.or_else(accepted).unwrap_or(&LANGUAGES[0])
    }
}

fn weighted(range: &str) -> (&str, f32) {
    let (tag, parameters) = range.split_once(';').unwrap_or((range, ""));
    let weight = parameters.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.trim().parse().ok());
    (tag.trim(), weight.unwrap_or(0.0))
}

fn find(tag: &str) -> Option<&'static Texts> {
    let primary = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    LANGUAGES.iter().find(|texts| primary(texts.language) == primary(tag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
    use std::collections::{BTreeMap, BTreeSet};

    fn language(ui_locales: Option<&str>, accept_language: Option<&str>) -> &'static str {
        Texts::negotiate(ui_locales, accept_language).language
    }

    #[test]
    fn the_page_speaks_the_language_wanted_most() {
        assert_eq!(language(None, None), "en-GB");
        assert_eq!(language(Some("da-DK en-GB"), Some("de")), "da-DK");
        assert_eq!(language(Some("fr"), Some("de-AT,de;q=0.9")), "de");
        assert_eq!(language(None, Some("fr;q=0.9, en;q=0.3, da;q=0.5")), "da-DK");
        assert_eq!(language(None, Some("de;q=0, en")), "en-GB");
        assert_eq!(language(None, Some("DE")), "de");
        assert_eq!(language(None, Some(";;q=,,=")), "en-GB");
    }

    #[test]
    fn waiting_is_said_in_words_with_the_plural_of_the_language() {
        for (seconds, english, danish, german) in [
            (1, "1 second", "1 sekund", "1 Sekunde"),
            (2, "2 seconds", "2 sekunder", "2 Sekunden"),
            (5, "5 seconds", "5 sekunder", "5 Sekunden"),
            (60, "1 minute", "1 minut", "1 Minute"),
            (61, "2 minutes", "2 minutter", "2 Minuten"),
            (300, "5 minutes", "5 minutter", "5 Minuten"),
        ] {
            let too_many = Problem::TooMany(TooMany { retry_after: seconds });
            let said = LANGUAGES.each_ref().map(|texts| texts.problem(too_many));
            assert_eq!(said[0], format!("Too many wrong passwords. Try again in {english}."));
            assert_eq!(said[1], format!("For mange forkerte adgangskoder. Prøv igen om {danish}."));
            assert_eq!(said[2], format!("Zu viele falsche Passwörter. Versuchen Sie es in {german} noch einmal."));
        }
        let too_often = LANGUAGES[0].problem(Problem::TooOften(TooMany { retry_after: 2 }));
        assert_eq!(too_often, "Too many sign-ins with this account. Try again in 2 seconds.");
    }

    #[test]
    fn a_language_with_more_plurals_has_them() {
        let polish = "wait = { $count ->\n    [one] minuta\n    [few] minuty\n   *[many] minut\n    }\n";
        let texts = Texts::read("pl", polish);
        let said = [1, 2, 5].map(|count| {
            let mut arguments = FluentArgs::new();
            arguments.set("count", count);
            texts.format("wait", Some(&arguments))
        });
        assert_eq!(said, ["minuta", "minuty", "minut"]);
    }

    /// What a pattern takes: arguments, as `$count`, and other messages.
    fn needs(pattern: &Pattern<&str>, found: &mut BTreeSet<String>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                let shown = match expression {
                    Expression::Inline(shown) => shown,
                    Expression::Select { selector, variants } => {
                        variants.iter().for_each(|variant| needs(&variant.value, found));
                        selector
                    }
                };
                found.extend(match shown {
                    InlineExpression::VariableReference { id } => Some(format!("${}", id.name)),
                    InlineExpression::MessageReference { id, .. } => Some(id.name.to_owned()),
                    InlineExpression::Placeable { .. } => panic!("a nested placeable is not looked into"),
                    _ => None,
                });
            }
        }
    }

    /// The messages of a file, with what they take.
    fn messages(file: &str) -> BTreeMap<String, BTreeSet<String>> {
        let resource = FluentResource::try_new(file.to_owned()).expect("a file that can be read");
        let entries = resource.entries().filter_map(|entry| match entry {
            Entry::Message(message) => {
                let mut found = BTreeSet::new();
                needs(message.value.as_ref().expect("a text"), &mut found);
                Some((message.id.name.to_owned(), found))
            }
            _ => None,
        });
        entries.collect()
    }

    #[test]
    fn all_languages_have_the_same_messages_with_the_same_arguments() {
        let [(_, english), others @ ..] = FILES;
        let english = messages(english);
        assert_eq!(english["wait"], BTreeSet::from(["$count".to_owned(), "$unit".to_owned()]));
        for (language, file) in others {
            assert_eq!(messages(file), english, "{language}");
        }
    }
}
