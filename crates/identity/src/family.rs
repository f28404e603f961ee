//! A family: every token that one sign-in gave, and the rule by which one refresh token follows another.
//!
//! Generation n of a family is a refresh token and the access tokens issued with it. A refresh with generation n hands out
//! generation n + 1, and goes on handing out that same one until somebody has used it: a client that lost the answer asks
//! again and gets it again. The first use of generation n + 1, by its refresh token or by an access token, confirms it.
//! From then on the refresh token of generation n is spent, and whoever still shows it has stolen it or was stolen from.

use crate::scopes::TokenScopes;
use cardea_model::Time;
use cardea_model::ids::AccountId;
use cardea_store::sign_in::tokens::Progress;
use std::sync::Arc;

/// How long it may be behind when a family was used last: so often at most that is written down.
const USED_MS: i64 = 5 * 60_000;

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
    /// When it ends for good, however often it is refreshed.
    pub ends: Time,
    /// When one of its tokens was used last, about.
    pub used: Option<Time>,
    /// What its tokens may be used for; it never changes.
    pub scopes: TokenScopes,
    /// Whether it is a personal access token: then there is no other token of it, and nobody refreshes it.
    pub personal: bool,
    /// The address of the provider that said who this is; `None`: none did. It never changes.
    pub issuer: Option<Arc<str>>,
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
    /// When the family ends for good, and any token of it.
    pub ends: Time,
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
        Issue { generation: self.generation, since: now, scopes: self.scopes, ends: self.ends }
    }

    /// A refresh token of generation `presented`, which carried a true signature, is shown at `now`.
    ///
    /// A generation beyond the stored one can only exist because this server issued it. So it is accepted, even when it is more than one
    /// ahead: that happens when the machine lost power before the last confirmations were written.
    ///
    /// The access token may be wanted for less than the family has. The refresh token keeps it all (RFC 6749; docs/standards.md).
    pub fn refresh(
        &mut self,
        presented: u32,
        now: Time,
        lifetime_ms: i64,
        wanted: Option<TokenScopes>,
    ) -> Result<Issue, Refused> {
        if now >= self.expires.min(self.ends) {
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
        self.expires = (now + lifetime_ms).min(self.ends);
        self.used = Some(now);
        Ok(Issue { generation: presented + 1, since, scopes, ends: self.ends })
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

    /// A token of it is used at `now`. True when that is to be remembered, so that the family changed.
    pub fn touch(&mut self, now: Time) -> bool {
        let news = self.used.is_none_or(|used| now - used >= USED_MS);
        if news {
            self.used = Some(now);
        }
        news
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        Progress { generation: self.generation, issued: self.issued, expires: self.expires, used: self.used }
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
            ends: Time(3 * MONTH),
            used: None,
            personal: false,
            issuer: None,
            scopes: TokenScopes::ALL,
        }
    }

    fn issue(generation: u32, since: Time) -> Issue {
        Issue { generation, since, scopes: TokenScopes::ALL, ends: Time(3 * MONTH) }
    }

    #[test]
    fn repeating_a_refresh_gives_the_same_generation_until_it_is_used() {
        let mut family = new();
        let first = family.refresh(1, Time(1_000), MONTH, None).unwrap();
        assert_eq!(first, issue(2, Time(1_000)));
        assert_eq!(family.refresh(1, Time(2_000), MONTH, None), Ok(first));
        let an_hour_later = family.refresh(1, Time(3_601_000), MONTH, None);
        assert_eq!(an_hour_later, Ok(issue(2, Time(3_601_000))));
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
    fn a_family_ends_for_good_however_often_it_is_refreshed() {
        let mut family = new();
        let mut generation = 1;
        for days in (20..90).step_by(20) {
            generation = family.refresh(generation, Time(days * 86_400_000), MONTH, None).unwrap().generation;
        }
        assert_eq!(family.expires, Time(3 * MONTH));
        assert_eq!(family.refresh(generation, Time(3 * MONTH), MONTH, None), Err(Refused::Expired));
        // The operator wants them to end sooner by now.
        let mut sooner = Family { ends: Time(MONTH / 2), ..new() };
        assert_eq!(sooner.refresh(1, Time(MONTH / 2), MONTH, None), Err(Refused::Expired));
    }

    #[test]
    fn that_a_family_is_used_is_remembered_every_five_minutes() {
        let mut family = new();
        assert!(family.touch(Time(0)) && !family.touch(Time(USED_MS - 1)) && family.touch(Time(USED_MS)));
        assert_eq!(family.used, Some(Time(USED_MS)));
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
