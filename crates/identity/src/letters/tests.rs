//! What letters say, in which language, and what nobody can make them say.

use super::*;

const LINK: &str = "/reset_password?token=abc";

fn letters() -> Letters {
    Letters::new("Cardea".into(), "https://doors.example/")
}

fn reset(language: &str, hours: u32) -> Mail {
    letters().mail("anna@example.org", language, Letter::PasswordReset { link: LINK.into(), hours })
}

fn invitation(language: &str, sender: &str, doors: &[&str]) -> Mail {
    let door = |name: &&str| OfferedDoor { name: (*name).to_owned(), from: None, until: None };
    offer(language, sender, doors.iter().map(door).collect(), false)
}

fn offer(language: &str, sender: &str, doors: Vec<OfferedDoor>, hours: bool) -> Mail {
    let letter = Letter::Invitation {
        sender: sender.into(),
        domain: "Harbour House".into(),
        doors,
        hours,
        link: "/i/abc".into(),
        days: 30,
    };
    letters().mail("anna@example.org", language, letter)
}

fn new_sign_in(language: &str, with: &str) -> Mail {
    let (when, from) = ("2026-03-02 12:00 UTC".into(), "192.0.2.7".into());
    letters().mail("anna@example.org", language, Letter::NewSignIn { when, from, with: with.into() })
}

fn account_created(language: &str, sender: &str) -> Mail {
    let (sender, domain, username) = (sender.into(), "Harbour House".into(), "anna@example.org".into());
    letters().mail("anna@example.org", language, Letter::AccountCreated { sender, domain, username })
}

fn changed(language: &str) -> [Mail; 5] {
    let when = || "2026-03-02 12:00 UTC".to_owned();
    let token = Letter::TokenCreated { when: when(), name: "Nightly".into(), end: "2026-05-31 12:00 UTC".into() };
    let (provider, account_name) = ("Company".to_owned(), "anna@company.example".to_owned());
    let linked = Letter::ProviderLinked { when: when(), provider: provider.clone(), account_name };
    let unlinked = Letter::ProviderUnlinked { when: when(), provider };
    [Letter::PasswordChanged { when: when() }, Letter::TwoFactorRemoved { when: when() }, token, linked, unlinked]
        .map(|letter| letters().mail("anna@example.org", language, letter))
}

fn given(language: &str, doors: &[&str]) -> Mail {
    let doors = doors.iter().map(|door| (*door).to_owned()).collect();
    letters().mail("anna@example.org", language, Letter::AccessGiven { domain: "Harbour House".into(), doors })
}

fn ending(language: &str, doors: &[(&str, &str)]) -> Mail {
    let doors = doors.iter().map(|(door, end)| ((*door).to_owned(), (*end).to_owned())).collect();
    letters().mail("anna@example.org", language, Letter::AccessEnding { domain: "Harbour House".into(), doors })
}

/// Without the marks around names.
fn plain(text: &str) -> String {
    text.replace(['\u{2068}', '\u{2069}'], "")
}

#[test]
fn an_invitation_says_from_when_until_when_and_whether_at_some_hours() {
    let door = |name: &str, from: Option<&str>, until: Option<&str>| OfferedDoor {
        name: name.into(),
        from: from.map(Into::into),
        until: until.map(Into::into),
    };
    let (from, until) = (Some("2026-12-01 12:00 (UTC)"), Some("2026-12-08 12:00 (UTC)"));
    let doors = || {
        vec![
            door("Gate", None, None),
            door("Flat", from, until),
            door("Sauna", None, until),
            door("Cellar", from, None),
        ]
    };
    let dated = plain(&offer("en-GB", "Mette", doors(), true).text);
    for line in [
        "Gate\n",
        "Flat: from 2026-12-01 12:00 (UTC) until 2026-12-08 12:00 (UTC)\n",
        "Sauna: until 2026-12-08 12:00 (UTC)\n",
        "Cellar: from 2026-12-01 12:00 (UTC)\n",
    ] {
        assert!(dated.contains(line), "{line} in {dated}");
    }
    let hours = "At which hours you may open them stands beside the doors.";
    assert!(dated.contains(hours));
    assert!(!plain(&offer("en-GB", "Mette", doors(), false).text).contains(hours));
}

#[test]
fn a_letter_speaks_its_readers_language() {
    for (language, tag, subject, says) in [
        ("en-GB", "en-GB", "Choose a new password for Cardea", "The button works once, for 24 hours."),
        ("da-DK", "da-DK", "Vælg en ny adgangskode til Cardea", "Knappen virker én gang i 24 timer."),
        ("de", "de", "Neues Passwort für Cardea wählen", "Die Schaltfläche funktioniert einmal, 24 Stunden lang."),
        ("de-AT", "de", "Neues Passwort für Cardea wählen", "24 Stunden"),
        ("vi", "en-GB", "Choose a new password for Cardea", "24 hours"),
        ("", "en-GB", "Choose a new password for Cardea", "24 hours"),
    ] {
        let mail = reset(language, 24);
        assert_eq!((mail.to.as_str(), mail.subject.as_str()), ("anna@example.org", subject));
        assert!(mail.text.contains(says) && mail.html.contains(says), "{}", mail.text);
        assert!(mail.html.contains(&format!("<html lang=\"{tag}\" dir=\"ltr\">")), "{}", mail.html);
    }
    for (language, says) in [("en-GB", "1 hour."), ("da-DK", "1 time."), ("de", "1 Stunde lang.")] {
        assert!(reset(language, 1).text.contains(says), "{language}");
    }
}

#[test]
fn the_text_says_all_that_the_page_says() {
    let text = "Choose a new password

Somebody, probably you, asked for a new password for your account at Cardea.

Choose a password:
https://doors.example/#/reset_password?token=abc

The button works once, for 24 hours. A later mail like this one takes its place.

If it was not you, there is nothing to do: your password stays as it is.

-- 
Cardea at https://doors.example sent this mail. Nobody reads what is sent back to it.
";
    assert_eq!(reset("en-GB", 24).text, text);
    let text = "You are invited

“Mia Vang” invites you to Harbour House.

You may then open:
- Front door
- Back door

Look at the invitation:
https://doors.example/#/i/abc

The invitation is open for 30 days.

If you do not know “Mia Vang”, there is nothing to do: without you nothing comes of it.

-- 
Cardea at https://doors.example sent this mail. Nobody reads what is sent back to it.
";
    assert_eq!(plain(&invitation("en-GB", "Mia Vang", &["Front door", "Back door"]).text), text);
    for language in ["en-GB", "da-DK", "de"] {
        let others = [
            reset(language, 24),
            new_sign_in(language, "Firefox, Windows"),
            account_created(language, "Mia Vang"),
            invitation(language, "Mia Vang", &["Front door"]),
            given(language, &["Front door"]),
            ending(language, &[("Front door", "2026-03-03 13:00 (UTC)")]),
        ];
        for mail in others.into_iter().chain(changed(language)) {
            for line in mail.text.lines().filter(|line| !line.is_empty() && *line != "-- ") {
                let said = line.trim_start_matches("- ").trim_end_matches(':');
                assert!(mail.html.contains(said), "{said} in:\n{}", mail.html);
            }
        }
    }
}

#[test]
fn letters_about_access_name_the_doors_and_when_they_close() {
    let text = "You have access

Harbour House has given you access.

You may now open:
- Front door
- Back door

Go to your doors:
https://doors.example/#/dashboard

When you may open each of them stands beside it.

-- 
Cardea at https://doors.example sent this mail. Nobody reads what is sent back to it.
";
    let mail = given("en-GB", &["Front door", "Back door"]);
    assert_eq!(
        (plain(&mail.subject).as_str(), plain(&mail.text).as_str()),
        ("You may open doors of Harbour House", text)
    );
    let mail = ending("en-GB", &[("Front door", "2026-03-03 13:00 (Europe/Copenhagen)")]);
    assert_eq!(plain(&mail.subject), "Your access to doors of Harbour House is about to end");
    assert!(plain(&mail.text).contains("- Front door: 2026-03-03 13:00 (Europe/Copenhagen)\n"), "{}", mail.text);
    assert!(given("da-DK", &["Dør"; 25]).text.contains("- og 5 døre til\n"));
    assert!(plain(&ending("de", &[("Tür", "2026-03-03 13:00 (UTC)")]).text).contains("Er endet zu diesen Zeiten"));
}

#[test]
fn a_new_sign_in_is_told_with_what_is_known_of_it() {
    let text = "New sign-in

Somebody, probably you, signed in to your account at Cardea from a browser or a place that was not known before.
- Time: 2026-03-02 12:00 UTC
- Network address: 192.0.2.7
- Browser or program: Firefox, Windows

Open Cardea:
https://doors.example/#/login

If it was you, there is nothing to do.

If it was not you, choose a new password at once: it signs everybody out. Then look in your account at where you are signed in, at passkeys and at other sign-ins, and take away what is not yours.

-- 
Cardea at https://doors.example sent this mail. Nobody reads what is sent back to it.
";
    assert_eq!(plain(&new_sign_in("en-GB", "Firefox, Windows").text), text);
    assert!(!new_sign_in("en-GB", "").text.contains("Browser or program"));
    assert_eq!(new_sign_in("de", "").subject, "Neue Anmeldung bei Ihrem Konto bei Cardea");
}

#[test]
fn what_changed_about_an_account_is_told_with_when_and_what_to_do() {
    let text = "Your password was changed

The account that you sign in to with this address at Cardea has another password. What was signed in with the old one is signed out.
- Time: 2026-03-02 12:00 UTC

Choose another password:
https://doors.example/#/forgot_password

If it was you, or somebody who looks after your account and told you, there is nothing to do.

If it was not you, choose another one at once: we send a link to this address.

-- 
Cardea at https://doors.example sent this mail. Nobody reads what is sent back to it.
";
    let [password, two_factor, token, linked, unlinked] = changed("en-GB");
    assert_eq!(password.text, text);
    assert!(two_factor.text.contains("takes no one-time code any more"), "{}", two_factor.text);
    for said in ["- Time: 2026-03-02 12:00 UTC", "- Name: Nightly", "- Ends: 2026-05-31 12:00 UTC"] {
        assert!(plain(&token.text).contains(said), "{said}: {}", token.text);
    }
    for said in ["- Time: 2026-03-02 12:00 UTC", "- Provider: Company", "- Account there: anna@company.example"] {
        assert!(plain(&linked.text).contains(said), "{said}: {}", linked.text);
    }
    for said in ["- Time: 2026-03-02 12:00 UTC", "- Provider: Company", "signs nobody in to it now"] {
        assert!(plain(&unlinked.text).contains(said), "{said}: {}", unlinked.text);
    }
    let all = Letter::ProviderUnlinked { when: "2026-03-02 12:00 UTC".into(), provider: String::new() };
    let all = letters().mail("anna@example.org", "de", all);
    assert!(!all.text.contains("Anbieter:") && all.text.contains("hebt alle Verknüpfungen auf"), "{}", all.text);
}

#[test]
fn whoever_has_an_account_now_is_told_by_whom_and_never_the_password() {
    let mail = account_created("da-DK", "Mia Vang");
    assert_eq!(mail.subject, "Du har nu en konto hos Cardea");
    assert!(plain(&mail.text).contains("Du logger ind med anna@example.org."), "{}", mail.text);
    let evil = account_created("en-GB", "<b>Mia</b>\r\nBcc: eve@example.org");
    assert!(evil.subject.lines().count() == 1 && !evil.html.contains("<b>Mia"), "{}", evil.html);
}

#[test]
fn an_invitation_without_doors_has_no_list_and_one_with_many_counts_the_rest() {
    let none = invitation("en-GB", "Mia", &[]);
    assert!(!none.text.contains("You may then open") && !none.html.contains("<ul"), "{}", none.text);
    let many = invitation("en-GB", "Mia", &["Door"; 21]);
    assert!(many.text.contains("- and 1 more door\n"), "{}", many.text);
    assert!(invitation("da-DK", "Mia", &["Dør"; 25]).text.contains("- og 5 døre til\n"));
}

#[test]
fn a_page_loads_nothing_and_can_be_read_without_images() {
    let others = [new_sign_in("en-GB", ""), account_created("en-GB", "Mia")];
    for mail in [reset("en-GB", 24), invitation("en-GB", "Mia", &["Front door"])].into_iter().chain(others) {
        for never in ["<img", "<script", "<link", "url(", "src=", "@import", "@font-face"] {
            assert!(!mail.html.contains(never), "{never}");
        }
        let addresses = mail.html.matches("http").count();
        let ours = mail.html.matches("https://doors.example").count();
        assert_eq!(addresses, ours, "no other address: {}", mail.html);
        let link = mail.text.lines().find(|line| line.starts_with("https://doors.example/#/")).unwrap();
        assert!(mail.html.contains(&format!("href=\"{link}\"")), "a button");
        assert!(mail.html.contains(&format!(">{link}</a>")), "and the bare link");
    }
}

#[test]
fn what_people_wrote_is_never_markup_nor_a_line_or_header_of_its_own() {
    let evil = "<a href=\"https://evil.example\">Mia</a>\r\nBcc: eve@example.org\n\n-- \nCardea\u{202e}";
    let mail = invitation("en-GB", evil, &[evil]);
    assert!(!mail.html.contains("<a href=\"https://evil") && mail.html.contains("&#60;a href="), "{}", mail.html);
    assert_eq!(mail.subject.lines().count(), 1);
    assert!(!mail.text.lines().any(|line| line.starts_with("Bcc:")), "{}", mail.text);
    assert_eq!(mail.text.lines().filter(|line| *line == "-- ").count(), 1, "{}", mail.text);
    assert!(!mail.text.contains('\u{202e}') && !mail.html.contains('\u{202e}') && !mail.subject.contains('\u{202e}'));
}

#[test]
fn a_name_written_from_right_to_left_keeps_to_itself() {
    let mail = invitation("en-GB", "דלת", &["باب"]);
    assert!(mail.text.contains("“\u{2068}דלת\u{2069}” invites you"), "{}", mail.text);
    assert!(mail.html.contains("<li style=\"margin: 4px 0 0;\">\u{2068}باب\u{2069}</li>"), "{}", mail.html);
}

#[test]
fn a_subject_is_in_our_words_alone_and_no_name_becomes_a_link() {
    let evil = "Your bank: https://evil.example/login";
    for (language, invited, created) in [
        ("en-GB", "You are invited to open doors with Cardea", "You have an account at Cardea now"),
        ("da-DK", "Du er inviteret til at åbne døre med Cardea", "Du har nu en konto hos Cardea"),
        ("de", "Sie sind eingeladen, mit Cardea Türen zu öffnen", "Sie haben jetzt ein Konto bei Cardea"),
    ] {
        for (mail, subject) in
            [(invitation(language, evil, &[evil]), invited), (account_created(language, evil), created)]
        {
            assert_eq!(mail.subject, subject);
            for form in [&mail.text, &mail.html] {
                assert!(form.contains("https: //evil. example/login"), "the name is there: {form}");
                assert!(!form.contains("://evil") && !form.contains("evil.example"), "{form}");
            }
        }
    }
}

#[test]
fn a_letter_is_sealed_work_and_is_shown_to_nobody() {
    let letter = Letter::PasswordReset { link: LINK.into(), hours: 24 };
    assert!(!format!("{letter:?}").contains("abc"));
    let work = letters().write("anna@example.org", "de", letter);
    assert!(work.sealed && work.kind == Mail::KIND && !format!("{work:?}").contains("abc"));
    assert_eq!(Mail::of_payload(&work.payload), Some(reset("de", 24)));
}
