//! Searching people by what they are called.

use cardea_model::rows::User;
use cardea_model::search::Sought;
use serde::Deserialize;
use utoipa::IntoParams;

/// Which people. Each given filter must be found somewhere in what it names, whatever the case. A plain letter finds those with an accent
/// too, an accent itself alone: `soren` finds Søren, `ø` no o. Of several filters all must be met; an empty one is none.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct UserFilter {
    /// In any of the four below.
    any: Option<String>,
    /// In the username.
    username: Option<String>,
    /// In the display name.
    display_name: Option<String>,
    /// In the e-mail address.
    email_address: Option<String>,
    /// In the alias.
    alias: Option<String>,
}

/// Filters made ready, once for all people.
pub struct Search {
    any: Option<Sought>,
    /// Of username, display name, e-mail address and alias.
    each: [Option<Sought>; 4],
    /// Where texts are made comparable.
    room: String,
}

impl UserFilter {
    /// The search for these; `None` when there is nothing to look for.
    pub fn search(&self) -> Option<Search> {
        let sought = |term: &Option<String>| Sought::new(term.as_deref().unwrap_or_default());
        let each = [&self.username, &self.display_name, &self.email_address, &self.alias].map(sought);
        let any = sought(&self.any);
        let looks = any.is_some() || each.iter().any(Option::is_some);
        looks.then(|| Search { any, each, room: String::new() })
    }
}

impl Search {
    /// Whether this person is looked for.
    pub fn finds(&mut self, user: &User) -> bool {
        let profile = &user.profile;
        let texts = [&profile.username, &profile.display_name, &profile.email_address, &user.alias];
        let mut found = self.any.is_none();
        for (text, term) in texts.into_iter().zip(&self.each) {
            if term.as_ref().is_some_and(|term| !term.is_in(text, &mut self.room)) {
                return false;
            }
            found = found || self.any.as_ref().is_some_and(|any| any.is_in(text, &mut self.room));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardea_model::Time;
    use cardea_model::ids::{AccountId, UserId};
    use cardea_model::role::Role;
    use cardea_model::rows::Profile;
    use std::sync::Arc;

    fn soren() -> User {
        let profile = Profile {
            account: AccountId(1),
            username: "SB@Example.com".into(),
            display_name: "Søren Bjørnsgård".into(),
            firstname: String::new(),
            lastname: String::new(),
            email_address: "soren@nordic.dk".into(),
            address: "Elsewhere".into(),
            phone: String::new(),
            language: String::new(),
            eula: false,
        };
        let alias = "Øverst".into();
        User {
            id: UserId(1),
            profile: Arc::new(profile),
            role: Role::User,
            alias,
            is_shadow_user: false,
            readonly: false,
            created: Time(0),
        }
    }

    fn finds(filter: UserFilter) -> Option<bool> {
        filter.search().map(|mut search| search.finds(&soren()))
    }

    #[test]
    fn people_are_found_by_parts_of_what_they_are_called_whatever_case_and_with_accents_as_they_are_typed() {
        let of = |term: &str| Some(term.to_owned());
        for (any, found) in [
            ("SOREN", true),
            ("bjornsgard", true),
            ("Bjørnsgård", true),
            ("overst", true),
            ("øverst", true),
            ("sb@ex", true),
            (" nordic.dk ", true),
            ("elsewhere", false),
            ("sorenb", false),
            ("sören", false),
            ("so\u{200b}ren", true),
        ] {
            assert_eq!(finds(UserFilter { any: of(any), ..UserFilter::default() }), Some(found), "{any}");
        }
        let alias = |alias: &str, any: &str| UserFilter { alias: of(alias), any: of(any), ..UserFilter::default() };
        assert_eq!(finds(alias("øv", "nordic")), Some(true));
        assert_eq!(finds(alias("soren", "nordic")), Some(false), "of several all must be met");
        assert_eq!(finds(alias("øv", "south")), Some(false));
        assert_eq!(
            finds(UserFilter { username: of("sb"), email_address: of("SOREN@"), ..UserFilter::default() }),
            Some(true)
        );
        assert_eq!(finds(UserFilter { username: of("  "), ..UserFilter::default() }), None, "nothing to look for");
    }
}
