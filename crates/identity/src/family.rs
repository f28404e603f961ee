//! A family: every token that one sign-in gave, and the rule by which refresh tokens take turns.
//!
//! Generation n of a family is a refresh token and the access tokens issued with it. A refresh with generation n hands out
//! generation n + 1, and goes on handing out that same one until somebody has used it: a client that lost the answer asks
//! again and gets it again. The first use of generation n + 1, by its refresh token or by an access token, confirms it.
//! From then on the refresh token of generation n is spent, and whoever still shows it has stolen it or was stolen from.

use crate::scopes::TokenScopes;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use std::sync::Arc;

/// A repeated refresh within this time gets the very same access token too; later it gets a fresh one.
const SAME_ANSWER_MS: i64 = 30_000;

/// The state of a family. The database keeps it; no token is stored anywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Family {
    /// Who signed in.
    pub account: AccountId,
    /// The client that signed in for them.
    pub client: Arc<str>,
    /// The highest generation that has been used.
    pub generation: u32,
    /// When the generation after that was handed out, if it was.
    pub issued: Option<Time>,
    /// When its refresh tokens end; each refresh moves it on.
    pub expires: Time,
    /// What its tokens may be used for; it never changes.
    pub scopes: TokenScopes,
}

/// The generation that a refresh hands out, and since when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issue {
    /// Which generation.
    pub generation: u32,
    /// Since when; the access token's life counts from here.
    pub since: Time,
    /// What the access token may be used for.
    pub scopes: TokenScopes,
}

/// Why a family's token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// Its time is over.
    Expired,
    /// A spent refresh token: the family has to end.
    Replayed,
    /// More is wanted than the family has; nothing has changed.
    Scope,
}

impl Family {
    /// What a family that began at `now` hands out first.
    pub fn begun(&self, now: Time) -> Issue {
        Issue { generation: self.generation, since: now, scopes: self.scopes }
    }

    /// A refresh token of generation `presented`, which carried a true signature, is shown at `now`.
    ///
    /// A generation beyond the stored one may only exist because this server issued it, so it is taken for what it is even when
    /// more than one ahead: that happens when the machine lost power before the last confirmations were written.
    ///
    /// The access token may be wanted for less than the family has. The refresh token keeps it all (RFC 6749; docs/standards.md).
    pub fn refresh(
        &mut self,
        presented: u32,
        now: Time,
        lifetime_ms: i64,
        wanted: Option<TokenScopes>,
    ) -> Result<Issue, Refused> {
        if now >= self.expires {
            return Err(Refused::Expired);
        }
        if presented < self.generation {
            return Err(Refused::Replayed);
        }
        let scopes = self.scopes.granted(wanted).ok_or(Refused::Scope)?;
        let since = match self.issued {
            Some(since) if presented == self.generation && now - since < SAME_ANSWER_MS => since,
            _ => now,
        };
        self.generation = presented;
        self.issued = Some(since);
        self.expires = now + lifetime_ms;
        Ok(Issue { generation: presented + 1, since, scopes })
    }

    /// A live access token of generation `presented` is used. True when that was the generation's first use, so that the
    /// family changed. Access tokens of generations before stay good for their own short life.
    pub fn confirm(&mut self, presented: u32) -> bool {
        let first = presented > self.generation;
        if first {
            self.generation = presented;
            self.issued = None;
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MONTH: i64 = 30 * 86_400_000;

    fn new() -> Family {
        Family {
            account: AccountId(1),
            client: "cardea-web".into(),
            generation: 1,
            issued: None,
            expires: Time(MONTH),
            scopes: TokenScopes::ALL,
        }
    }

    #[test]
    fn repeating_a_refresh_gives_the_same_generation_until_it_is_used() {
        let mut family = new();
        let first = family.refresh(1, Time(1_000), MONTH, None).unwrap();
        assert_eq!(first, Issue { generation: 2, since: Time(1_000), scopes: TokenScopes::ALL });
        assert_eq!(family.refresh(1, Time(2_000), MONTH, None), Ok(first));
        let an_hour_later = family.refresh(1, Time(3_601_000), MONTH, None);
        assert_eq!(an_hour_later, Ok(Issue { generation: 2, since: Time(3_601_000), scopes: TokenScopes::ALL }));
    }

    #[test]
    fn using_the_successor_spends_the_refresh_token_before_it() {
        let mut by_refresh = new();
        by_refresh.refresh(1, Time(0), MONTH, None).unwrap();
        assert_eq!(by_refresh.refresh(2, Time(1), MONTH, None).map(|issue| issue.generation), Ok(3));
        assert_eq!(by_refresh.refresh(1, Time(2), MONTH, None), Err(Refused::Replayed));

        let mut by_access = new();
        by_access.refresh(1, Time(0), MONTH, None).unwrap();
        assert!(by_access.confirm(2));
        assert!(!by_access.confirm(2), "only the first use changes anything");
        assert!(!by_access.confirm(1), "the access token before lives on");
        assert_eq!(by_access.refresh(1, Time(2), MONTH, None), Err(Refused::Replayed));
    }

    #[test]
    fn the_first_generations_own_access_token_spends_nothing() {
        let mut family = new();
        assert!(!family.confirm(1));
        assert!(family.refresh(1, Time(0), MONTH, None).is_ok());
        assert!(!family.confirm(1));
        assert!(family.refresh(1, Time(1), MONTH, None).is_ok());
    }

    #[test]
    fn a_family_ends_when_nobody_refreshes_it() {
        let mut family = new();
        family.refresh(1, Time(MONTH - 1), MONTH, None).unwrap();
        assert_eq!(family.expires, Time(2 * MONTH - 1));
        assert_eq!(family.clone().refresh(1, Time(2 * MONTH - 1), MONTH, None), Err(Refused::Expired));
    }

    #[test]
    fn a_confirmation_lost_with_the_power_is_made_up_for() {
        let mut stored = new();
        assert_eq!(stored.refresh(4, Time(0), MONTH, None).map(|issue| issue.generation), Ok(5));
        assert_eq!(stored.refresh(3, Time(0), MONTH, None), Err(Refused::Replayed));
    }

    #[test]
    fn a_refresh_gives_less_where_less_is_wanted_and_never_more() {
        let scopes = |names: &str| TokenScopes::parse(names).unwrap();
        let mut family = Family { scopes: scopes("read log").unwrap(), ..new() };
        let before = family.clone();
        assert_eq!(family.refresh(1, Time(0), MONTH, scopes("read operate")), Err(Refused::Scope));
        assert_eq!(family, before, "and the refresh token is as good as it was");
        let narrow = family.refresh(1, Time(0), MONTH, scopes("read")).unwrap();
        assert_eq!(narrow.scopes.to_string(), "read");
        let next = family.refresh(2, Time(1), MONTH, None).unwrap();
        assert_eq!(next.scopes.to_string(), "read log");
        assert_eq!(family.refresh(1, Time(2), MONTH, scopes("operate")), Err(Refused::Replayed), "theft is told first");
    }
}
