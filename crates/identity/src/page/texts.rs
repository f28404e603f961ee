//! The words of the sign-in page, in the languages of the console that are complete.

use super::Problem;
use crate::TooMany;

/// One language's words.
pub struct Texts {
    /// Its tag.
    pub language: &'static str,
    /// Its own name.
    pub(super) name: &'static str,
    /// Title and button of the page.
    pub(super) sign_in: &'static str,
    /// Above the form.
    pub(super) lead: &'static str,
    /// The first field.
    pub(super) username: &'static str,
    /// The second field.
    pub(super) password: &'static str,
    /// Before the title, when something is wrong.
    pub(super) error: &'static str,
    /// Nobody signs in with these.
    pub(super) wrong: &'static str,
    /// A field was left empty.
    pub(super) missing: &'static str,
    /// The form was older than its browser's session, or not ours.
    pub(super) stale: &'static str,
    /// Too many people at once.
    pub(super) busy: &'static str,
    /// The server failed.
    pub(super) failed: &'static str,
    /// Title of the page for a request that is not ours.
    pub(super) unregistered: &'static str,
    /// What that means.
    pub(super) unregistered_why: &'static str,
    /// The languages.
    pub(super) languages: &'static str,
    too_many: &'static str,
    too_often: &'static str,
    second: (&'static str, &'static str),
    minute: (&'static str, &'static str),
}

impl Texts {
    /// Why somebody is not signed in, and where that helps, when to try again.
    pub fn problem(&self, problem: Problem) -> String {
        match problem {
            Problem::Wrong => self.wrong.to_owned(),
            Problem::Missing | Problem::TooLarge => self.missing.to_owned(),
            Problem::Stale => self.stale.to_owned(),
            Problem::TooMany(TooMany { retry_after }) => self.again_in(self.too_many, retry_after),
            Problem::TooOften(TooMany { retry_after }) => self.again_in(self.too_often, retry_after),
            Problem::Busy => self.busy.to_owned(),
            Problem::Failed => self.failed.to_owned(),
        }
    }

    fn again_in(&self, text: &str, seconds: i64) -> String {
        let (count, (one, many)) =
            if seconds < 60 { (seconds, self.second) } else { ((seconds + 59) / 60, self.minute) };
        let unit = if count == 1 { one } else { many };
        text.replace("{}", &format!("{count} {unit}"))
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

/// All of them, English first.
pub static LANGUAGES: [Texts; 3] = [
    Texts {
        language: "en-GB",
        name: "English",
        sign_in: "Sign in",
        lead: "Your doors, and who may open them.",
        username: "Username",
        password: "Password",
        error: "Error",
        wrong: "The username or the password is not right.",
        missing: "Enter both your username and your password.",
        stale: "This page had been open for too long. Please sign in once more.",
        busy: "Many people are signing in just now. Try again in a moment.",
        failed: "Something went wrong on our side, and you are not signed in. Try again in a moment.",
        unregistered: "This address leads nowhere",
        unregistered_why: "The program that sent you here is not known to this server, or it gave a return address that is not registered. \
                           You have not been signed in and nothing was passed on. Open the console by its own address and sign in there.",
        languages: "Languages",
        too_many: "Too many wrong passwords. Try again in {}.",
        too_often: "Too many sign-ins with this account. Try again in {}.",
        second: ("second", "seconds"),
        minute: ("minute", "minutes"),
    },
    Texts {
        language: "da-DK",
        name: "Dansk",
        sign_in: "Log ind",
        lead: "Dine døre, og hvem der må åbne dem.",
        username: "Brugernavn",
        password: "Adgangskode",
        error: "Fejl",
        wrong: "Brugernavnet eller adgangskoden er forkert.",
        missing: "Skriv både dit brugernavn og din adgangskode.",
        stale: "Siden havde været åben for længe. Log ind én gang til.",
        busy: "Mange er ved at logge ind lige nu. Prøv igen om et øjeblik.",
        failed: "Noget gik galt hos os, og du er ikke logget ind. Prøv igen om et øjeblik.",
        unregistered: "Denne adresse fører ingen steder hen",
        unregistered_why: "Programmet, der sendte dig hertil, er ukendt for denne server, eller det opgav en returadresse, som ikke er \
                           registreret. Du er ikke logget ind, og intet er givet videre. Åbn konsollen på dens egen adresse, og log ind dér.",
        languages: "Sprog",
        too_many: "For mange forkerte adgangskoder. Prøv igen om {}.",
        too_often: "For mange logins med denne konto. Prøv igen om {}.",
        second: ("sekund", "sekunder"),
        minute: ("minut", "minutter"),
    },
    Texts {
        language: "de",
        name: "Deutsch",
        sign_in: "Anmelden",
        lead: "Ihre Türen, und wer sie öffnen darf.",
        username: "Benutzername",
        password: "Passwort",
        error: "Fehler",
        wrong: "Benutzername oder Passwort stimmt nicht.",
        missing: "Geben Sie Benutzername und Passwort ein.",
        stale: "Die Seite war zu lange geöffnet. Bitte melden Sie sich noch einmal an.",
        busy: "Gerade melden sich viele an. Versuchen Sie es gleich noch einmal.",
        failed: "Bei uns ist etwas schiefgegangen, und Sie sind nicht angemeldet. Versuchen Sie es gleich noch einmal.",
        unregistered: "Diese Adresse führt nirgendwohin",
        unregistered_why: "Das Programm, das Sie hierher geschickt hat, ist diesem Server nicht bekannt, oder es nannte eine Rücksprungadresse, \
                           die nicht eingetragen ist. Sie wurden nicht angemeldet, und nichts wurde weitergegeben. Öffnen Sie die Konsole \
                           unter ihrer eigenen Adresse und melden Sie sich dort an.",
        languages: "Sprachen",
        too_many: "Zu viele falsche Passwörter. Versuchen Sie es in {} noch einmal.",
        too_often: "Zu viele Anmeldungen mit diesem Konto. Versuchen Sie es in {} noch einmal.",
        second: ("Sekunde", "Sekunden"),
        minute: ("Minute", "Minuten"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

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
    fn waiting_is_said_in_words() {
        let too_many =
            |language: usize, retry_after| LANGUAGES[language].problem(Problem::TooMany(TooMany { retry_after }));
        assert_eq!(too_many(0, 1), "Too many wrong passwords. Try again in 1 second.");
        assert_eq!(too_many(1, 32), "For mange forkerte adgangskoder. Prøv igen om 32 sekunder.");
        assert_eq!(too_many(2, 61), "Zu viele falsche Passwörter. Versuchen Sie es in 2 Minuten noch einmal.");
        let too_often = LANGUAGES[0].problem(Problem::TooOften(TooMany { retry_after: 2 }));
        assert_eq!(too_often, "Too many sign-ins with this account. Try again in 2 seconds.");
    }
}
