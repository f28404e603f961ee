//! The programs that may sign people in. All are public clients: they have an id and no secret (docs/security.md,
//! Clients).

use crate::settings::Settings;

/// How long access tokens of further clients live: one of them uses a token for an hour whatever it is told, and handles no 401.
const FURTHER_ACCESS_SECONDS: i64 = 2 * 3_600;

/// A registered client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whether it is the console, the only one with a redirect address and so with authorisation codes.
    pub is_console: bool,
    /// How long its access tokens live, in seconds.
    pub access_seconds: i64,
}

impl Settings {
    /// The client of this id, if it is registered.
    pub fn client<'a>(&self, id: &'a str) -> Option<Client<'a>> {
        let access_seconds = self.access_token_seconds;
        let own = id.strip_prefix(&self.product).and_then(|rest| rest.strip_prefix('-'));
        match own {
            Some("web") => Some(Client { id, is_console: true, access_seconds }),
            Some("android" | "ios") => Some(Client { id, is_console: false, access_seconds }),
            _ => {
                let further = Client { id, is_console: false, access_seconds: FURTHER_ACCESS_SECONDS };
                self.further_clients.iter().any(|further| further == id).then_some(further)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_the_products_three_and_the_configured_further_ones() {
        let settings = Settings { access_token_seconds: 60, ..Settings::default() };
        let web = Client { id: "cardea-web", is_console: true, access_seconds: 60 };
        assert_eq!(settings.client("cardea-web"), Some(web));
        for (id, access_seconds) in
            [("cardea-android", 60), ("cardea-ios", 60), ("danalock-web", 7_200), ("danalock-android", 7_200)]
        {
            assert_eq!(settings.client(id), Some(Client { id, is_console: false, access_seconds }), "{id}");
        }
        for id in ["", "cardea", "cardea-", "cardea-web2", "Cardea-web", "web", "danalock-ios"] {
            assert_eq!(settings.client(id), None, "{id}");
        }
    }
}
