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
    pub any: Option<String>,
    /// In the username.
    pub username: Option<String>,
    /// In the display name.
    pub display_name: Option<String>,
    /// In the e-mail address.
    pub email_address: Option<String>,
    /// In the alias.
    pub alias: Option<String>,
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
