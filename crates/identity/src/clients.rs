//! The programs that may sign people in. All are public clients: they have an id and no secret (wire-facts, Sign-in).

use crate::settings::Settings;

/// A registered client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Client<'a> {
    /// Its id.
    pub id: &'a str,
    /// Whether it is the console, the only one with a redirect address and so with authorisation codes.
    pub is_console: bool,
}

impl Settings {
    /// The client of this id, if it is registered.
    pub fn client<'a>(&self, id: &'a str) -> Option<Client<'a>> {
        let own = id.strip_prefix(&self.product).and_then(|rest| rest.strip_prefix('-'));
        match own {
            Some("web") => Some(Client { id, is_console: true }),
            Some("android" | "ios") => Some(Client { id, is_console: false }),
            _ => self.further_clients.iter().any(|further| further == id).then_some(Client { id, is_console: false }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_the_products_three_and_the_configured_further_ones() {
        let settings = Settings::default();
        assert_eq!(settings.client("cardea-web"), Some(Client { id: "cardea-web", is_console: true }));
        for id in ["cardea-android", "cardea-ios", "danalock-web", "danalock-android"] {
            assert_eq!(settings.client(id), Some(Client { id, is_console: false }), "{id}");
        }
        for id in ["", "cardea", "cardea-", "cardea-web2", "Cardea-web", "web", "danalock-ios"] {
            assert_eq!(settings.client(id), None, "{id}");
        }
    }
}
