//! Every list and lookup that the database answers goes along an index.

use crate::domain::domain;
use crate::random::Random;
use cardea_model::ids::{AccountId, DeviceId, DomainId, InvitationId, LockId, Serial, UserId};
use cardea_model::invitation::InvitationMethod;
use cardea_model::{Facts, Revision, Time};
use cardea_store::audit::{self, Kind, Wanted};
use cardea_store::client_devices::{ClientDevice, Platform, ReleaseState};
use cardea_store::device_firmware::FirmwareReport;
use cardea_store::discoveries::{By, Discovered};
use cardea_store::enrollments::Enrollment;
use cardea_store::invitations::{self, Invitation};
use cardea_store::log::LogOperation;
use cardea_store::sign_in::tokens::Which;
use cardea_store::testing;
use cardea_store::{
    SignIn, Store, StoreError, addressees, bridges, client_devices, conditions, device_firmware, discoveries,
    domain_settings, each_database, end_domain, enrollments, first_start, founding, fresh_id, issued_keys, jobs, log,
    outbox, sign_in,
};
use sea_orm::{ConnectionTrait, DatabaseTransaction};

each_database! {
    async fn no_statement_reads_a_whole_table(test: TestStore) {
        let mut test = test;
        let statements = testing::record(&mut test.store);
        let home = domain(&test, "owner@example.org").await.domain;
        let mut random = Random::new(3);
        // Some of everything: joining, renaming, granting, removing, in many shapes.
        for _ in 0..60 {
            let facts = test.store.facts(home).await.unwrap();
            let size = random.size();
            let edits = random.edits(&facts, test.store.now(), size);
            crate::domain::write(&test.store, home, edits).await.unwrap();
        }
        if test.store.backend() == sea_orm::DbBackend::Postgres {
            let analyze = test.store.write(|tx| Box::pin(async move { Ok::<_, StoreError>(tx.execute_unprepared("ANALYZE").await?) }));
            analyze.await.unwrap();
        }
        let store = test.store.clone();
        let writes = statements.demand_indexes(&store).await;
        assert!(writes > 100, "the statements of changes were recorded: {writes}");

        let mut follower = Store::open_to_read(test.config()).await.unwrap();
        let followed = testing::record(&mut follower);
        follower.facts(home).await.unwrap();
        let loaded = followed.demand_indexes(&store).await;
        assert!(loaded >= 10, "the statements that load a domain were recorded: {loaded}");
        for _ in 0..10 {
            let facts = test.store.facts(home).await.unwrap();
            let edits = random.edits(&facts, test.store.now(), 20);
            crate::domain::write(&test.store, home, edits).await.unwrap();
        }
        follower.facts(home).await.unwrap();
        let refreshed = followed.demand_indexes(&store).await;
        assert!(refreshed >= 8, "the statements that refresh a domain were recorded: {refreshed}");
        let facts = store.facts(home).await.unwrap();
        store.account_by_username("owner@example.org").await.unwrap();
        store.account(facts.owner).await.unwrap();
        store.identities(facts.owner).await.unwrap();
        store.domain_of_user(UserId(fresh_id())).await.unwrap();
        store.domain_of_serial(Serial(fresh_id())).await.unwrap();
        store.domain_by_owner("owner@example.org").await.unwrap();
        store.domains(0, 100).await.unwrap();
        store.default_zone(home).await.unwrap();
        store.changes_since(home, Revision { number: 1, ..facts.revision }, 100).await.unwrap();
        read_the_audit(&store, &facts).await;
        store.client_devices(facts.owner, 0, 10).await.unwrap();
        store.client_device(facts.owner, "phone").await.unwrap();
        store.domain_settings(home).await.unwrap();
        store.domains_with_endings(Time(0), Time(1)).await.unwrap();
        store.is_demo().await.unwrap();
        store.memberships(&[facts.owner]).await.unwrap();
        store.signing_key("keys").await.unwrap();
        let locks: Vec<LockId> = facts.locks(0).map(|lock| lock.id).collect();
        read_the_log(&store, home).await;
        store.prune(cardea_store::Retention { changes_days: 1, log_days: 1 }).await.unwrap();
        bridges::of_domain(store.read(), home).await.unwrap();
        conditions::of_domain(store.read(), home).await.unwrap();
        conditions::find(store.read(), locks[0]).await.unwrap();
        let bridge = facts.devices(0).next().expect("a device").id;
        bridges::find(store.read(), bridge).await.unwrap();
        discoveries::of_domain(store.read(), home, test.store.now()).await.unwrap();
        store.tracked_firmware(home, Serial(7)).await.unwrap();
        store.tracked_firmware_of(home, [Serial(7), Serial(8)]).await.unwrap();
        jobs::find(store.read(), [7; 16]).await.unwrap();
        jobs::waiting(store.read(), bridge, 10).await.unwrap();
        jobs::waiting_of(store.read(), bridge, facts.owner).await.unwrap();
        jobs::waiting_at(store.read(), bridge, &locks[..2], 10).await.unwrap();
        jobs::in_progress(store.read(), bridge).await.unwrap();
        issued_keys::living(store.read(), locks[0], test.store.now(), 10).await.unwrap();
        sign_in::sessions::living(store.read(), &[7; 32], test.store.now()).await.unwrap();
        sign_in::tokens::find(store.read(), &[7; 32]).await.unwrap();
        sign_in::tokens::find_with_revision(store.read(), &[7; 32], home).await.unwrap();
        sign_in::sessions::of_family(store.read(), &[7; 16]).await.unwrap();
        sign_in::tokens::of_session(store.read(), &[7; 32]).await.unwrap();
        sign_in::tokens::of_code(store.read(), &[7; 32]).await.unwrap();
        sign_in::codes::is_given(store.read(), &[7; 32]).await.unwrap();
        sign_in::two_factor::find(store.read(), facts.owner).await.unwrap();
        sign_in::two_factor::is_required(store.read(), facts.owner).await.unwrap();
        assert_eq!(sign_in::two_factor::credentials(store.read(), facts.owner).await.unwrap(), (false, false));
        sign_in::recovery_codes::is_one(store.read(), facts.owner, &[7; 32]).await.unwrap();
        sign_in::resets::find(store.read(), &[7; 32], Time(0)).await.unwrap();
        sign_in::passkeys::find(store.read(), &[7; 32]).await.unwrap();
        sign_in::passkeys::of(store.read(), facts.owner, 20).await.unwrap();
        sign_in::ceremonies::find(store.read(), &[7; 32], Time(0)).await.unwrap();
        sign_in::provider_links::find(store.read(), &[7; 32]).await.unwrap();
        sign_in::provider_links::of(store.read(), facts.owner, 20).await.unwrap();
        sign_in::provider_links::to(store.read(), facts.owner, "https://login.example").await.unwrap();
        sign_in::provider_links::has_password(store.read(), facts.owner).await.unwrap();
        sign_in::places::is_known(store.read(), "owner@example.org", &[7; 32], Time(0)).await.unwrap();
        let (owner, lock, seal) = (facts.owner, LockId(fresh_id()), store.seal().clone());
        let by = SignIn { account: facts.owner, family: [7; 16] };
        let swept = store.write(move |tx| Box::pin(async move {
            sign_in::hold(tx, owner).await?;
            sign_in::has_password_hash(tx, owner, "hash").await?;
            sign_in::hold_of_code(tx, &[7; 32]).await?;
            let (id, family, scopes) = (vec![6; 32], None, None);
            sign_in::sessions::begin(tx, sign_in::sessions::Model { id, account: owner.0 as i64, created: 0, expires: 1, family, scopes, proven: None, sign_in: 1, seen: None, issuer: None }).await?;
            let [id, session, challenge] = [9, 6, 9].map(|byte| vec![byte; 32]);
            sign_in::codes::give(tx, sign_in::codes::Model { id, account: owner.0 as i64, session, client: "c".into(), redirect_uri: "r".into(), challenge, expires: 1, scopes, proven: None, sign_in: 1, issuer: None }).await?;
            sign_in::sessions::hold(tx, &[6; 32], Time(0)).await?;
            sign_in::sessions::of_account(tx, owner, Time(0)).await?;
            sign_in::sessions::end_of_sign_in(tx, owner, 2, false).await?;
            sign_in::sessions::end_of_sign_in(tx, owner, 1, true).await?;
            sign_in::sessions::take(tx, &[6; 32]).await?;
            sign_in::tokens::beyond(tx, owner, &[7; 16], 200, Time(0)).await?;
            sign_in::tokens::of_sign_ins(tx, owner, Time(0)).await?;
            sign_in::tokens::personal(tx, owner, Time(0)).await?;
            for which in [Which::SignIn(owner, 1), Which::OtherSignIns(owner, 1), Which::Personal(owner, 1), Which::AllPersonal(owner)] {
                sign_in::tokens::end(tx, which).await?;
            }
            sign_in::places::remember(tx, owner, &[[7; 32], [8; 32]], Time(1)).await?;
            sign_in::places::forget(tx, owner).await?;
            sign_in::new_sign_ins::rested(tx, owner).await?;
            sign_in::new_sign_ins::remember(tx, owner, Time(1)).await?;
            sign_in::new_sign_ins::language(tx, owner).await?;
            sign_in::new_sign_ins::must_change_password(tx, owner).await?;
            sign_in::places::sweep(tx, Time(0)).await?;
            sign_in::two_factor::await_code(tx, owner, vec![7; 60]).await?;
            sign_in::two_factor::require(tx, owner, 1, Time(1)).await?;
            sign_in::two_factor::take_step(tx, owner, 2).await?;
            sign_in::recovery_codes::give(tx, owner, vec![[7; 32], [8; 32]]).await?;
            sign_in::recovery_codes::take(tx, owner, &[7; 32]).await?;
            sign_in::recovery_codes::left(tx, owner).await?;
            sign_in::two_factor::remove(tx, owner).await?;
            sign_in::resets::person(tx, "owner@example.org").await?;
            sign_in::resets::begin(tx, owner, vec![7; 32], Time(1), Time(1)).await?;
            sign_in::resets::take(tx, owner, &[7; 32], Time(0)).await?;
            sign_in::resets::end(tx, owner).await?;
            sign_in::resets::sweep(tx, Time(0)).await?;
            let passkey = sign_in::passkeys::Model {
                id: vec![7; 32],
                account: owner.0 as i64,
                name: String::new(),
                credential: "{}".into(),
                created: 0,
                used: None,
            };
            sign_in::passkeys::add(tx, passkey).await?;
            sign_in::passkeys::rename(tx, owner, &[7; 32], "phone".into()).await?;
            sign_in::passkeys::take(tx, owner, &[7; 32], "{}", "[]", Time(1)).await?;
            sign_in::passkeys::remove(tx, owner, &[7; 32]).await?;
            sign_in::passkeys::remove_all(tx, owner).await?;
            let ceremony = sign_in::ceremonies::Model { id: vec![7; 32], state: "{}".into(), expires: 1 };
            sign_in::ceremonies::begin(tx, ceremony.clone()).await?;
            sign_in::ceremonies::take(tx, &ceremony).await?;
            sign_in::ceremonies::sweep(tx, Time(1)).await?;
            let link = sign_in::provider_links::Model {
                id: vec![7; 32],
                account: owner.0 as i64,
                issuer: "https://login.example".into(),
                subject: "7".into(),
                shown: String::new(),
                created: 0,
                used: None,
            };
            sign_in::provider_links::add(tx, link).await?;
            sign_in::provider_links::take(tx, owner, &[7; 32], Time(1)).await?;
            sign_in::provider_links::remove(tx, owner, "https://login.example").await?;
            sign_in::provider_links::remove_all(tx, owner).await?;
            let visit = sign_in::provider_visits::Model { id: vec![7; 32], browser: vec![8; 32], kept: vec![], expires: 1 };
            sign_in::provider_visits::begin(tx, visit).await?;
            sign_in::provider_visits::take(tx, &[7; 32], &[8; 32], Time(0)).await?;
            sign_in::provider_visits::sweep(tx, Time(1)).await?;
            log::forget_name(tx, home, UserId(7)).await?;
            end_domain(tx, DomainId(fresh_id())).await?;
            assert!(!founding::is_first(tx).await?);
            first_start::begin(tx, vec![7; 32], Time(1)).await?;
            first_start::counts(tx, &[7; 32], Time(0)).await?;
            first_start::take(tx, &[7; 32], Time(0)).await?;
            first_start::sweep(tx, Time(0)).await?;
            sign_in::resets::account(tx, "owner@example.org").await?;
            sign_in::sign_ups::hold(tx, "new@example.org").await?;
            let link = sign_in::sign_ups::Link { token: vec![7; 32], told: Vec::new(), expires: Time(1) };
            sign_in::sign_ups::begin(tx, &seal, "new@example.org", Some(link), Time(1)).await?;
            sign_in::sign_ups::find(tx, &seal, &[7; 32], Time(0)).await?;
            sign_in::sign_ups::take(tx, &[7; 32], Time(0)).await?;
            sign_in::sign_ups::sweep(tx, Time(0)).await?;
            sign_in::account_letters::addressee(tx, owner).await?;
            sign_in::account_letters::rested(tx, owner, "token_created").await?;
            sign_in::account_letters::remember(tx, owner, "token_created", Time(1)).await?;
            sign_in::account_letters::sweep(tx, Time(0)).await?;
            addressees::hold(tx, "new@example.org", "others").await?;
            addressees::remember(tx, "new@example.org", "others", Time(1)).await?;
            addressees::sweep(tx, Time(0)).await?;
            sign_in::held_password_hash(tx, owner).await?;
            sign_in::used_links::use_up(tx, &[7; 16], Time(1)).await?;
            sign_in::used_links::is_used(tx, &[7; 16]).await?;
            sign_in::used_links::sweep(tx, Time(0)).await?;
            invitations::to_addressee(tx, "new@example.org", Time(0)).await?;
            jobs::sweep(tx, Time(0)).await?;
            jobs::fail_waiting(tx, bridge, String::new()).await?;
            jobs::end_at(tx, bridge, Some(lock), String::new()).await?;
            let enrollment = Enrollment { device: bridge, domain: home, user: UserId(7), token: [7; 32] };
            enrollments::begin(tx, enrollment, Time(1)).await?;
            enrollments::take(tx, enrollment, Time(0)).await?;
            enrollments::forget(tx, bridge).await?;
            enrollments::sweep(tx, Time(0)).await?;
            for invitation in [invitation(home, None, "new@example.org"), invitation(home, Some(owner), "known")] {
                invitations::add(tx, &invitation).await.expect("nobody is invited yet");
                invitations::find(tx, invitation.id, Time(0)).await?;
                invitations::take(tx, invitation.id, Time(2)).await?;
            }
            invitations::page(tx, invitations::Of::Domain(home), Time(0), 0, 10).await?;
            invitations::page(tx, invitations::Of::Account(owner), Time(0), 0, 10).await?;
            invitations::invited(tx, home, &[owner], &["new@example.org".into()], Time(0)).await?;
            invitations::sweep(tx, Time(0)).await?;
            discoveries::put(tx, home, By::Bridge(bridge), vec![discovered()], Time(1)).await?;
            discoveries::sweep(tx, Time(0)).await?;
            client_devices::put(tx, &seal, owner, &phone()).await?;
            client_devices::forget_registration(tx, &seal, owner, "phone", "registration").await?;
            client_devices::remove(tx, owner, "phone", Time(0)).await?;
            client_devices::remove_all(tx, owner).await?;
            client_devices::sweep(tx, Time(0)).await?;
            domain_settings::put(tx, home, Default::default()).await?;
            domain_settings::told::take_on(tx, cardea_model::ids::LinkId::new(cardea_model::ids::LinkKind::LockUser, 7), Time(1)).await?;
            domain_settings::told::sweep(tx, Time(0)).await?;
            device_firmware::put(tx, home, told(), Time(1)).await?;
            device_firmware::forget(tx, home, Serial(7)).await?;
            issued_keys::forget(tx, lock).await?;
            conditions::forget(tx, lock).await?;
            jobs::fail_unacknowledged(tx, bridge, 1, String::new()).await?;
            jobs::adopt(tx, bridge, 1).await?;
            bridges::hold(tx, bridge).await?;
            bridges::acknowledge_events(tx, bridge, 1, 1).await?;
            sign_in::sessions::sweep(tx, Time(0)).await?;
            sign_in::codes::sweep(tx, Time(0)).await?;
            sign_in::tokens::sweep(tx, Time(0)).await?;
            sign_in::codes::take(tx, &[7; 32]).await?;
            sign_in::tokens::stands(tx, &by).await?;
            Ok::<_, StoreError>(())
        }));
        swept.await.unwrap();
        let asked = statements.demand_indexes(&store).await;
        assert!(asked > 25, "the statements of lists were recorded: {asked}");

        let by = testing::sign_in(&store, facts.owner).await;
        let by_facts = store.write_by_facts(vec![home], by, |_, facts, _| Box::pin(async move { Ok(facts[0].revision) }));
        assert_eq!(by_facts.await.unwrap(), facts.revision);
        let job = new_job(home, facts.owner, bridge, locks[0], test.store.now());
        let other = jobs::NewJob { id: [9; 16], ..job.clone() };
        let moving = jobs::NewJob { id: [10; 16], ..job.clone() };
        let operated = store.write(move |tx| Box::pin(operate(tx, job, other, by)));
        let epoch = operated.await.unwrap();
        move_bolt(&store, moving, epoch, by).await;
        let asked = statements.demand_indexes(&store).await;
        assert!(asked >= 16, "the statements of an operation were recorded: {asked}");

        hand_over(&store).await;
        let asked = statements.demand_indexes(&store).await;
        assert!(asked >= 12, "the statements of the outbox were recorded: {asked}");
    }
}

/// Pages near and far and all of the log, in every shape that its filter has.
async fn read_the_log(store: &Store, domain: DomainId) {
    crate::log::fill(store, domain, 3_000).await;
    for filter in crate::log::filters(domain) {
        log::page(store, &filter, 0, 50).await.unwrap();
        log::page(store, &filter, 2_500, 50).await.unwrap();
        let mut pieces =
            log::pieces(store, filter, log::Span { start: Some(Time(0)), end: Some(Time(1)) }, crate::log::LONG, ());
        assert!(pieces.recv().await.is_none());
    }
}

/// Pages of all writes and of those that filters leave.
async fn read_the_audit(store: &Store, facts: &Facts) {
    let times = log::Span { start: Some(Time(0)), end: Some(store.now().plus_seconds(1)) };
    let user = facts.users(0).next().expect("a person").id;
    let one = Wanted { by: Some(audit::By::User(user)), act: Some("test".into()), ..Wanted::default() };
    for wanted in [
        Wanted::default(),
        Wanted { span: times, ..Wanted::default() },
        Wanted { by: Some(audit::By::Server), ..Wanted::default() },
        Wanted { act: Some("test".into()), ..Wanted::default() },
        Wanted { kind: Some(Kind::Lock), ..Wanted::default() },
        Wanted { thing: Some(user.0), ..Wanted::default() },
        Wanted { kind: Some(Kind::User), thing: Some(user.0), span: times, ..one.clone() },
        Wanted { by: Some(audit::By::User(UserId(fresh_id()))), ..one },
    ] {
        store.audit(facts, &wanted, 0, 50).await.unwrap();
        store.audit(facts, &wanted, 20, 5).await.unwrap();
    }
}

/// Work is asked for, claimed, tried, over and forgotten.
async fn hand_over(store: &Store) {
    let (seal, now) = (store.seal().clone(), store.now());
    outbox::plan(store, &["upkeep"]).await.unwrap();
    outbox::next_attempt(store.read(), "upkeep").await.unwrap();
    outbox::waiting(store.read(), "upkeep", now).await.unwrap();
    let done = store.write(move |tx| {
        Box::pin(async move {
            let id =
                outbox::add(tx, &seal, outbox::Work { kind: "mail", payload: vec![], sealed: true, due: None }, now);
            let id = id.await?;
            let entry = outbox::claim(tx, "mail", now, now.plus_seconds(60), 10).await?.remove(0);
            assert!(outbox::retry(tx, &entry, now, "away").await?);
            let entry = outbox::claim(tx, "mail", now, now.plus_seconds(60), 10).await?.remove(0);
            assert!(outbox::finish(tx, &entry, now).await?);
            outbox::give_up(tx, &entry, now, "away").await?;
            let run = outbox::claim(tx, "upkeep", now, now.plus_seconds(60), 10).await?.remove(0);
            assert!(outbox::again(tx, &run, now, None).await?);
            outbox::find(tx, id).await?;
            outbox::sweep(tx, now).await
        })
    });
    done.await.unwrap();
}

fn invitation(domain: DomainId, account: Option<AccountId>, sent_to: &str) -> Invitation {
    Invitation {
        id: InvitationId(fresh_id()),
        domain,
        method: if account.is_some() { InvitationMethod::Username } else { InvitationMethod::Email },
        account,
        sent_to: sent_to.into(),
        alias: String::new(),
        person: None,
        sent_by: UserId(7),
        offers: Vec::new(),
        created: Time(1),
        expires: Time(3),
    }
}

fn phone() -> ClientDevice {
    let [platform_version, platform_model, application_identifier, application_version] = Default::default();
    ClientDevice {
        identification: "phone".into(),
        platform: Platform::Android,
        platform_version,
        platform_model,
        application_identifier,
        application_version,
        release_state: ReleaseState::Production,
        settings: None,
        receives: true,
        registration: Some("registration".into()),
        told: Time(1),
        expires: Time(2),
    }
}

fn discovered() -> Discovered {
    let [display_name, device_type, firmware, version] = Default::default();
    Discovered { serial: Serial(fresh_id()), display_name, device_type, firmware, version, enrolled: None }
}

fn told() -> FirmwareReport {
    let [identifier, version, pcb, product] = Default::default();
    FirmwareReport { serial: Serial(7), identifier, version, pcb, product, by: UserId(7) }
}

fn new_job(domain: DomainId, account: AccountId, bridge: DeviceId, lock: LockId, created: Time) -> jobs::NewJob {
    let (operation, arguments) = ("afi.lock.unlock".to_owned(), "[]".to_owned());
    let (user, serial) = (UserId(fresh_id()), Serial(fresh_id()));
    jobs::NewJob { id: [8; 16], account, domain, user, bridge, lock, serial, operation, arguments, rank: 0, created }
}

fn entry(reporter: log::Reporter, domain: DomainId, lock: LockId, user: UserId, time: Time) -> log::NewEntry {
    log::NewEntry {
        reporter,
        domain,
        time,
        lock,
        lock_name: "Door".into(),
        user: Some(user),
        username: "guest@example.org".into(),
        operation: LogOperation::BridgeUnlocked,
    }
}

/// A job that moves a bolt, long after the others.
async fn move_bolt(store: &Store, job: jobs::NewJob, epoch: i64, by: SignIn) {
    let (id, domain, lock, user) = (job.id, job.domain, job.lock, job.user);
    let at = job.created.plus_seconds(300);
    store
        .write_one(move |database| Box::pin(jobs::insert_claimed(database, job, epoch, by)))
        .await
        .unwrap()
        .expect("the epoch counts");
    let reading = Some(conditions::Reading { lock, domain, state: Some("Locked"), battery: None, at });
    let entry = entry(log::Reporter::Job { id, begun: at }, domain, lock, user, at);
    assert!(jobs::finish_moved(store, jobs::Moved { id, epoch, result: "{}".into(), reading, entry }).await.unwrap());
}

/// A bridge comes, does one job at once and one after waiting, tells of both, and goes. Answers its epoch.
async fn operate(
    tx: &DatabaseTransaction,
    job: jobs::NewJob,
    other: jobs::NewJob,
    by: SignIn,
) -> Result<i64, StoreError> {
    let (now, device, domain, lock, user) = (job.created, job.bridge, job.domain, job.lock, job.user);
    let hello = bridges::Hello { device, domain, replica: "this one".into(), firmware: "1.0.0".into(), now };
    let epoch = bridges::hello(tx, hello).await?.epoch;
    let (first, second) = (job.id, other.id);
    jobs::insert_claimed(tx, job, epoch, by).await?.expect("the epoch counts");
    let running = jobs::From::InProgress { epoch };
    assert!(jobs::finish(tx, first, running, true, "{}".into()).await?);
    jobs::insert_waiting(tx, other).await?;
    assert!(jobs::claim(tx, second, epoch, now).await?);
    assert!(jobs::finish(tx, second, running, false, "{}".into()).await?);
    let reading = conditions::Reading { lock, domain, state: Some("Unlocked"), battery: None, at: now };
    conditions::put(tx, &reading).await?;
    let other = conditions::Reading { lock: LockId(lock.0 + 1), battery: Some(80), ..reading.clone() };
    let blind = conditions::Reading { lock: LockId(lock.0 + 2), state: None, ..other.clone() };
    conditions::put_all(tx, &[reading, other, blind]).await?;
    let tellers = [
        log::Reporter::Job { id: first, begun: now },
        log::Reporter::Evt { bridge: device, eid: 1, job: Some(first), by_bridge: true },
        log::Reporter::Evt { bridge: device, eid: 2, job: None, by_bridge: true },
        log::Reporter::Client,
    ];
    for reporter in tellers {
        log::record(tx, entry(reporter, domain, lock, user, now)).await?;
    }
    let (id, issued_at, valid_to) = ([7; 16], now, now.plus_seconds(60));
    issued_keys::record(tx, vec![issued_keys::IssuedKey { user, lock, domain, id, issued_at, valid_to }]).await?;
    bridges::alive(tx, "this one", &[DeviceId(1), DeviceId(2)], now).await?;
    bridges::goodbye(tx, device, epoch, now).await?;
    Ok(epoch)
}
