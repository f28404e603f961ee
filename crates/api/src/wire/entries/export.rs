//! All that is known about somebody, as they are told it.

use super::{
    CalendarEntry, DayListEntry, IdentityEntry, LinkEntry, LogEntry, PasskeyEntry, PersonalTokenEntry,
    ProviderLinkEntry, SignInEntry,
};
use crate::asked::AskedProvider;
use crate::wire::example::{self, Example};
use crate::wire::schema::{Instant, Wire};
use cardea_identity::{LivingSignIn, PasskeyInfo, PersonalToken, ProviderLink};
use cardea_model::Time;
use cardea_model::facts::Facts;
use cardea_model::rows::{Link, Target};
use cardea_store::invitations::Invitation;
use cardea_store::{Account, Identity};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use utoipa::ToSchema;

/// What was gathered of somebody.
pub struct Exported {
    /// When.
    pub now: Time,
    /// Their account.
    pub known: Account,
    /// Whether signing in takes a second factor.
    pub two_factor: bool,
    /// Who they are in each domain.
    pub places: Vec<ExportedPlace>,
    /// Where they are signed in.
    pub sign_ins: Vec<LivingSignIn>,
    /// Their personal access tokens.
    pub tokens: Vec<PersonalToken>,
    /// Their passkeys.
    pub passkeys: Vec<PasskeyInfo>,
    /// Which providers sign them in.
    pub provider_links: Vec<ProviderLink>,
    /// To what they are invited, with the username of the domain's owner.
    pub invitations: Vec<(Invitation, String)>,
}

/// What was gathered of somebody in one domain.
pub struct ExportedPlace {
    /// The provider to sign in by before more is told of it.
    pub required_provider: Option<AskedProvider>,
    /// Who they are there.
    pub identity: Identity,
    /// The domain.
    pub facts: Arc<Facts>,
    /// Entries of its log about them, the newest first.
    pub log: Vec<cardea_devices::LogEntry>,
    /// How many there are in all.
    pub log_total: u64,
}

/// All that is known about an account's person.
#[derive(Serialize, ToSchema)]
pub struct AccountExport<'a> {
    /// Of when it is.
    exported_at: Instant,
    /// What the account tells of them.
    profile: ExportedProfile<'a>,
    /// Who they are in each domain.
    domains: Vec<ExportedDomain<'a>>,
    /// Where they are signed in.
    sessions: Vec<SignInEntry>,
    /// Their personal access tokens, without the tokens.
    personal_tokens: Vec<PersonalTokenEntry>,
    /// Their passkeys.
    passkeys: Vec<PasskeyEntry>,
    /// The providers that sign them in.
    provider_links: Vec<ProviderLinkEntry>,
    /// What they are invited to.
    invitations: Vec<ExportedInvitation>,
}

/// What an account tells of its person.
#[derive(Serialize, ToSchema)]
pub struct ExportedProfile<'a> {
    /// What they sign in with.
    username: &'a str,
    /// The name shown to others.
    display_name: &'a str,
    /// Given name.
    firstname: &'a str,
    /// Family name.
    lastname: &'a str,
    /// E-mail address.
    email_address: &'a str,
    /// Postal address.
    address: &'a str,
    /// Telephone number.
    phone: &'a str,
    /// Preferred language.
    language: &'a str,
    /// Whether the terms of use were accepted.
    eula: bool,
    /// When the account was made.
    created: Instant,
    /// Whether signing in takes a second factor.
    #[serde(rename = "2fa")]
    two_factor: bool,
}

/// Somebody in one domain. Of one that keeps them out for want of a sign-in, no more than who they are there.
#[derive(Serialize, ToSchema)]
pub struct ExportedDomain<'a> {
    /// Who they are there.
    identity: IdentityEntry,
    /// The name that the domain gives them.
    alias: &'a str,
    /// The names of the groups that they are in.
    group_names: Vec<&'a str>,
    /// The links that are theirs or their groups'.
    links: Vec<LinkEntry>,
    /// What the locks and groups of locks that these lead to are called, by id.
    names: BTreeMap<String, &'a str>,
    /// The calendars of these.
    calendars: Vec<CalendarEntry>,
    /// The lists of days that these use.
    day_lists: Vec<DayListEntry>,
    /// Entries of the log about them, the newest first; 10,000 at most.
    log: Vec<LogEntry<'a>>,
    /// How many there are in all.
    log_total: u64,
}

/// An invitation.
#[derive(Serialize, ToSchema)]
pub struct ExportedInvitation {
    /// The domain that it leads into.
    #[schema(example = "anna@example.com's domain")]
    domain: String,
    /// When it was sent.
    created_at: Instant,
    /// Until when it can be accepted.
    expires_at: Instant,
}

impl<'a> ExportedDomain<'a> {
    fn of(place: &'a ExportedPlace) -> Self {
        let ExportedPlace { required_provider, identity, facts, log, log_total } = place;
        let required_provider = required_provider.clone();
        if required_provider.is_some() {
            let identity = IdentityEntry::of(identity, required_provider);
            return ExportedDomain {
                identity,
                alias: "",
                group_names: Vec::new(),
                links: Vec::new(),
                names: BTreeMap::new(),
                calendars: Vec::new(),
                day_lists: Vec::new(),
                log: Vec::new(),
                log_total: 0,
            };
        }
        let groups = facts.groups_of_user(identity.user);
        let of_groups = groups.iter().flat_map(|group| facts.links_of_user_group(*group));
        let links: Vec<&Link> = facts.links_of_user(identity.user).iter().chain(of_groups).collect();
        let calendars: BTreeSet<_> = links.iter().filter_map(|link| link.calendar).collect();
        let calendars: Vec<_> = calendars.into_iter().filter_map(|id| facts.calendar(id)).collect();
        let lists: BTreeSet<_> = calendars.iter().flat_map(|calendar| calendar.other_days.lists()).collect();
        ExportedDomain {
            identity: IdentityEntry::of(identity, None),
            alias: facts.user(identity.user).map_or("", |user| &user.alias),
            group_names: groups.iter().filter_map(|group| Some(facts.group(*group)?.name.as_str())).collect(),
            names: links.iter().filter_map(|link| name_of(facts, link.target)).collect(),
            links: links.into_iter().map(LinkEntry::of).collect(),
            calendars: calendars.into_iter().map(|calendar| CalendarEntry::of(calendar)).collect(),
            day_lists: lists.into_iter().filter_map(|id| Some(DayListEntry::of(facts.day_list(*id)?))).collect(),
            log: log.iter().map(|entry| LogEntry::of(entry, facts)).collect(),
            log_total: *log_total,
        }
    }
}

fn name_of(facts: &Facts, target: Target) -> Option<(String, &str)> {
    match target {
        Target::Lock(id) => facts.lock(id).map(|lock| (id.to_string(), lock.name.as_str())),
        Target::Group(id) => facts.group(id).map(|group| (id.to_string(), group.name.as_str())),
    }
}

impl<'a> AccountExport<'a> {
    /// The entry of what was gathered.
    pub fn of(exported: &'a Exported) -> Self {
        let profile = &exported.known.profile;
        let invited = |(invitation, owner): &(Invitation, String)| ExportedInvitation {
            domain: format!("{owner}'s domain"),
            created_at: Wire(invitation.created),
            expires_at: Wire(invitation.expires),
        };
        AccountExport {
            exported_at: Wire(exported.now),
            profile: ExportedProfile {
                username: &profile.username,
                display_name: &profile.display_name,
                firstname: &profile.firstname,
                lastname: &profile.lastname,
                email_address: &profile.email_address,
                address: &profile.address,
                phone: &profile.phone,
                language: &profile.language,
                eula: profile.eula,
                created: Wire(exported.known.created),
                two_factor: exported.two_factor,
            },
            domains: exported.places.iter().map(ExportedDomain::of).collect(),
            sessions: exported.sign_ins.iter().cloned().map(SignInEntry::of).collect(),
            personal_tokens: exported.tokens.iter().cloned().map(PersonalTokenEntry::of).collect(),
            passkeys: exported.passkeys.iter().cloned().map(PasskeyEntry::of).collect(),
            provider_links: exported.provider_links.iter().cloned().map(ProviderLinkEntry::of).collect(),
            invitations: exported.invitations.iter().map(invited).collect(),
        }
    }
}

impl Example for AccountExport<'_> {
    fn example() -> Value {
        let guest = example::guest();
        let identity = Identity {
            user: guest.id,
            domain: example::facts().domain,
            owner_username: super::owner_username(example::facts()).to_owned(),
            primary: true,
            role: guest.role,
            created: guest.created,
            required: None,
        };
        let (facts, log) = (Arc::clone(example::facts()), Vec::new());
        let known = Account {
            profile: (*guest.profile).clone(),
            password_hash: None,
            created: guest.created,
            must_change_password: false,
        };
        let mut told = json!(AccountExport::of(&Exported {
            now: example::now(),
            known,
            two_factor: false,
            places: vec![ExportedPlace { required_provider: None, identity, facts, log, log_total: 1 }],
            sign_ins: Vec::new(),
            tokens: Vec::new(),
            passkeys: Vec::new(),
            provider_links: Vec::new(),
            invitations: Vec::new(),
        }));
        told["domains"][0]["log"] = json!([LogEntry::example()]);
        told["sessions"] = json!([SignInEntry::example()]);
        told["personal_tokens"] = json!([PersonalTokenEntry::example()]);
        told["passkeys"] = json!([PasskeyEntry::example()]);
        told["provider_links"] = json!([ProviderLinkEntry::example()]);
        told
    }
}
