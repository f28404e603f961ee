//! What handlers share.

use crate::caller::DomainIndex;
use crate::feed::Places;
use crate::limits::{
    CLAIMS, EXPORTS, FIRMWARE_QUESTIONS, FIRST_STARTS, Limits, NOTIFICATIONS, REGISTRATIONS, RESET_REQUESTS, RESETS,
    TELLINGS,
};
use crate::once::KeyedMutex;
use crate::routes::log::Downloads;
use cardea_devices::Devices;
use cardea_identity::{FamilyId, Identity, Quota};
use cardea_model::ids::{AccountId, DomainId};
use cardea_outbound::firmware::FirmwareService;
use cardea_store::{Store, StoreError};
use ed25519_dalek::{SigningKey, VerifyingKey};
use std::sync::Arc;
use tokio::sync::{OwnedRwLockReadGuard, RwLock, watch};

/// What the operator decides about the API.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Origins whose pages may call the API from a browser, as browsers write them (`https://doors.example`). The API's own needs none.
    pub allowed_origins: Vec<String>,
    /// Where clients reach this server (`https://doors.example`), for links that it gives them. Empty: the address they asked at.
    pub public_base: String,
    /// Whether somebody sends messages to phones.
    pub sends_pushes: bool,
}

/// What handlers share. Clones are the same.
#[derive(Clone)]
pub struct App(Arc<Inner>);

struct Inner {
    store: Store,
    identity: Identity,
    devices: Devices,
    firmware: Arc<dyn FirmwareService>,
    settings: Settings,
    domain_index: DomainIndex,
    feeds: Places,
    downloads: Downloads,
    claims: Quota<DomainId>,
    creations: Quota<DomainId>,
    firmware_questions: Quota<u128>,
    tellings: Quota<AccountId>,
    exports: Quota<AccountId>,
    registrations: Quota<AccountId>,
    notifications: Quota<AccountId>,
    reset_requests: Quota<u128>,
    reset_requests_for: Quota<(String, u128)>,
    resets: Quota<u128>,
    first_starts: Quota<u128>,
    expenses: Vec<Quota<FamilyId>>,
    keyed: Quota<AccountId>,
    operations_by_key: KeyedMutex,
    key_signer: SigningKey,
    secret: [u8; 32],
    ending: watch::Sender<bool>,
    /// Held to read by each request that may change something.
    under_way: Arc<RwLock<()>>,
}

impl App {
    /// The API over this store, this sign-in and these devices.
    ///
    /// # Errors
    /// What the database says of the server's keys.
    pub async fn new(
        store: Store,
        identity: Identity,
        devices: Devices,
        firmware: Arc<dyn FirmwareService>,
        settings: Settings,
    ) -> Result<App, StoreError> {
        App::limited(store, identity, devices, firmware, settings, Limits::default()).await
    }

    /// The same with these limits instead of the usual ones.
    ///
    /// # Errors
    /// As [`App::new`].
    pub async fn limited(
        store: Store,
        identity: Identity,
        devices: Devices,
        firmware: Arc<dyn FirmwareService>,
        settings: Settings,
        limits: Limits,
    ) -> Result<App, StoreError> {
        let key_signer = SigningKey::from_bytes(&store.signing_key("offline_keys").await?);
        let secret = store.signing_key("api").await?;
        let domain_index = DomainIndex::default();
        Ok(App(Arc::new(Inner {
            store,
            identity,
            devices,
            firmware,
            settings,
            domain_index,
            feeds: Places::default(),
            downloads: Downloads::default(),
            claims: Quota::new(CLAIMS),
            creations: Quota::new(limits.creations),
            firmware_questions: Quota::new(FIRMWARE_QUESTIONS),
            tellings: Quota::new(TELLINGS),
            exports: Quota::new(EXPORTS),
            registrations: Quota::new(REGISTRATIONS),
            notifications: Quota::new(NOTIFICATIONS),
            reset_requests: Quota::new(RESET_REQUESTS.per_address),
            reset_requests_for: Quota::new(RESET_REQUESTS.per_account_and_address),
            resets: Quota::new(RESETS.per_address),
            first_starts: Quota::new(FIRST_STARTS.per_address),
            keyed: Quota::new(limits.keyed),
            operations_by_key: KeyedMutex::default(),
            expenses: limits.expensive.into_iter().map(Quota::new).collect(),
            key_signer,
            secret,
            ending: watch::Sender::new(false),
            under_way: Arc::default(),
        })))
    }

    /// The database.
    pub fn store(&self) -> &Store {
        &self.0.store
    }
    /// Sign-in.
    pub fn identity(&self) -> &Identity {
        &self.0.identity
    }
    /// Device operations, and what is known of locks.
    pub fn devices(&self) -> &Devices {
        &self.0.devices
    }
    /// Where firmware comes from.
    pub fn firmware(&self) -> &dyn FirmwareService {
        &*self.0.firmware
    }
    /// What the operator decided.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }
    /// The key that locks verify offline keys with.
    pub fn verifying_key(&self) -> VerifyingKey {
        self.0.key_signer.verifying_key()
    }
    /// Ends all change feeds, so that a server that is to stop need not wait for their listeners.
    pub fn end_feeds(&self) {
        self.0.ending.send_replace(true);
    }
    /// Waits until all requests that may change something are answered and logged, those too whose callers have hung up. Others that come
    /// meanwhile wait for it.
    pub async fn settled(&self) {
        drop(self.0.under_way.write().await);
    }
    /// To be held while such a request is answered.
    pub(crate) async fn under_way(&self) -> OwnedRwLockReadGuard<()> {
        Arc::clone(&self.0.under_way).read_owned().await
    }
    pub(crate) fn ending(&self) -> watch::Receiver<bool> {
        self.0.ending.subscribe()
    }
    pub(crate) fn feeds(&self) -> &Places {
        &self.0.feeds
    }
    pub(crate) fn downloads(&self) -> &Downloads {
        &self.0.downloads
    }
    /// How often domains claim serial numbers.
    pub(crate) fn claims(&self) -> &Quota<DomainId> {
        &self.0.claims
    }
    /// How often domains create people.
    pub(crate) fn creations(&self) -> &Quota<DomainId> {
        &self.0.creations
    }
    /// How often addresses ask for firmware.
    pub(crate) fn firmware_questions(&self) -> &Quota<u128> {
        &self.0.firmware_questions
    }
    /// How often accounts tell what they did at a lock.
    pub(crate) fn tellings(&self) -> &Quota<AccountId> {
        &self.0.tellings
    }
    /// How often accounts are told all that is known of them.
    pub(crate) fn exports(&self) -> &Quota<AccountId> {
        &self.0.exports
    }
    /// How often accounts tell of their phones.
    pub(crate) fn registrations(&self) -> &Quota<AccountId> {
        &self.0.registrations
    }
    /// How often accounts send messages to their phones.
    pub(crate) fn notifications(&self) -> &Quota<AccountId> {
        &self.0.notifications
    }
    /// How often addresses ask for links to choose a password by.
    pub(crate) fn reset_requests(&self) -> &Quota<u128> {
        &self.0.reset_requests
    }
    /// The same, for each e-mail address in the form in which they are compared.
    pub(crate) fn reset_requests_for(&self) -> &Quota<(String, u128)> {
        &self.0.reset_requests_for
    }
    /// How often addresses show tokens to choose a password by.
    pub(crate) fn resets(&self) -> &Quota<u128> {
        &self.0.resets
    }
    /// How often addresses try to set up the owner of a server.
    pub(crate) fn first_starts(&self) -> &Quota<u128> {
        &self.0.first_starts
    }
    /// How often sign-ins ask for what is at this place of [`EXPENSIVE`](crate::limits::EXPENSIVE).
    pub(crate) fn expenses(&self, place: usize) -> Option<&Quota<FamilyId>> {
        self.0.expenses.get(place)
    }
    /// How often accounts send requests that are to be carried out once.
    pub(crate) fn keyed(&self) -> &Quota<AccountId> {
        &self.0.keyed
    }
    /// Mutual exclusion among such requests of one key.
    pub(crate) fn operations_by_key(&self) -> &KeyedMutex {
        &self.0.operations_by_key
    }
    pub(crate) fn key_signer(&self) -> &SigningKey {
        &self.0.key_signer
    }
    /// What broadcast keys, links to firmware, tokens of invitations and the marks of requests are derived from.
    pub(crate) fn secret(&self) -> &[u8; 32] {
        &self.0.secret
    }
    pub(crate) fn domain_index(&self) -> &DomainIndex {
        &self.0.domain_index
    }
}
