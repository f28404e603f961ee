//! The everyday: a door is opened from afar, and everyone who should know knows.

use crate::house::{BACK, BRIDGE, FRONT, GARAGE, House, LOCK, Person, Truth, UNLOCK};
use cardea_devices::{Limits, LogOperation, Operation, Stage, Status};
use cardea_gateway_protocol::BoltState;
use cardea_model::Code;
use cardea_model::ids::{AccountId, Serial};
use cardea_store::sign_in::tokens;
use cardea_store::testing;
use cardea_store::{ChangeError, StoreError};
use serde_json::json;

fn code<T: std::fmt::Debug>(refused: Result<T, ChangeError>) -> Code {
    match refused {
        Err(ChangeError::Refused(refusal)) => refusal.code,
        other => panic!("not refused: {other:?}"),
    }
}

cardea_store::each_database! {
    /// The main job: the guest opens the door through the bridge, the bolt moves once, and the owner reads it in the log.
    async fn a_guest_opens_a_door_and_the_log_has_their_name(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.status, job.stage), (Status::Succeeded, Stage::Done));
        assert_eq!(job.result.state, Some(BoltState::Unlocked));
        assert_eq!((job.result.afi_status, &*job.result.afi_status_text), (0, "Ok"));
        assert_eq!(job.result.battery_level, Some(80));
        assert_eq!(sim.moves(FRONT), 1);
        assert_eq!(sim.truth(FRONT, "state"), "Unlocked");
        let condition = cloud.condition(&home, home.front).await;
        assert_eq!((condition.state, condition.battery_level), (BoltState::Unlocked, Some(80)));
        let log = cloud.log(home.front).await;
        assert_eq!(log.len(), 1);
        assert_eq!((log[0].username.as_str(), log[0].operation), ("guest@home", LogOperation::BridgeUnlocked));
        assert_eq!((log[0].user, log[0].lockname.as_str()), (Some(home.guest.user), "Front door"));
        assert_eq!(cloud.log(home.back).await, []);
    }

    /// While the bolt moves, a person who waits is told how far it is.
    async fn a_job_in_progress_tells_its_stage(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 300, Limits::default()).await;
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        let seen = crate::house::eventually("the bolt moves", async || {
            Some(cloud.job(home.guest, job).await).filter(|job| job.stage >= Stage::Moving)
        })
        .await;
        assert_eq!((seen.status, seen.stage), (Status::InProgress, Stage::Moving));
        assert!(cloud.over(home.guest, job).await.is_successful());
        assert_eq!(sim.moves(FRONT), 1);
    }

    /// State and battery are read, and write no log.
    async fn state_and_battery_are_read_and_leave_no_trace_in_the_log(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        sim.set(FRONT, json!({"battery": 23, "jammed": true}));
        let state = cloud.have(home.installer, FRONT, Operation::GetState).await;
        assert_eq!(state.result.state, Some(BoltState::Locked));
        assert_eq!((state.result.lock_status.as_deref(), state.result.is_blocked), (Some("Idle"), Some(true)));
        let battery = cloud.have(home.guest, FRONT, Operation::GetPowerSource).await;
        assert_eq!(battery.result.battery_level, Some(23));
        assert_eq!(cloud.condition(&home, home.front).await.battery_level, Some(23));
        assert_eq!(cloud.log(home.front).await, []);
        assert_eq!(sim.moves(FRONT), 0);
    }

    /// Already in position: Failed on the wire with afi_status 7, the state still set, nothing in the log.
    async fn a_bolt_already_in_position_is_nothing_changed_with_the_state_set(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let job = cloud.have(home.guest, FRONT, LOCK).await;
        assert_eq!(job.status, Status::Failed);
        assert_eq!((job.result.afi_status, &*job.result.afi_status_text), (7, "NothingChanged"));
        assert_eq!(job.result.state, Some(BoltState::Locked));
        assert_eq!(sim.moves(FRONT), 0);
        assert_eq!(cloud.log(home.front).await, []);
    }

    /// Each thing that can be wrong with a lock has its own reason.
    async fn a_lock_that_cannot_says_why(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        sim.set(FRONT, json!({"battery": 3}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.result.afi_status, &*job.result.afi_status_text), (11, "LowBattery"));
        sim.set(FRONT, json!({"battery": 60, "jammed": true}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!(&*job.result.afi_status_text, "BoltBlocked");
        sim.set(FRONT, json!({"jammed": false, "in_range": false}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.result.afi_status, job.result.dmi_status), (12, 15));
        assert_eq!(&*job.result.dmi_status_text, "ConnectionLost");
        sim.set(FRONT, json!({"in_range": true, "updating": true}));
        let job = cloud.have(home.guest, FRONT, UNLOCK).await;
        assert_eq!((job.result.afi_status, &*job.result.dmi_status_text), (12, "ConnectionLost"));
        assert_eq!(sim.moves(FRONT), 0);
        sim.set(FRONT, json!({"updating": false}));
        assert!(cloud.have(home.guest, FRONT, UNLOCK).await.is_successful());
        assert_eq!(sim.moves(FRONT), 1);
    }

    /// Who may not is refused before anything is written; nobody learns of locks that are not theirs.
    async fn who_may_not_is_refused(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        assert_eq!(code(cloud.ask(home.visitor, FRONT, UNLOCK).await), Code::NoRemoteAccess);
        assert_eq!(code(cloud.ask(home.visitor, FRONT, Operation::GetState).await), Code::NoRemoteAccess);
        assert_eq!(code(cloud.ask(home.visitor, BACK, UNLOCK).await), Code::EntityNotFound);
        assert_eq!(code(cloud.ask(home.friend, BACK, Operation::GetState).await), Code::EntityNotFound);
        assert_eq!(code(cloud.ask(home.installer, FRONT, UNLOCK).await), Code::NoRemoteAccess);
        assert_eq!(code(cloud.ask(home.owner, GARAGE, UNLOCK).await), Code::BridgeNotPaired);
        assert_eq!(code(cloud.ask(home.owner, Serial(99), UNLOCK).await), Code::EntityNotFound);
        assert_eq!(code(cloud.ask(home.owner, BRIDGE, UNLOCK).await), Code::EntityNotFound);
        assert_eq!(sim.moves(FRONT) + sim.moves(BACK), 0);
    }

    /// Without an assumed user the lock is looked for among all of the caller's identities.
    async fn the_first_identity_that_may_is_taken(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let elsewhere = crate::house::Home::furnish_elsewhere(&test.store).await;
        let identities = [elsewhere, (home.domain, home.visitor.user), (home.domain, home.guest.user)];
        let job = cloud.devices.execute(home.guest.sign_in, &identities, FRONT, UNLOCK).await.unwrap();
        assert!(cloud.over(home.guest, job).await.is_successful());
        assert_eq!(sim.moves(FRONT), 1);
        assert_eq!(code(cloud.devices.execute(home.guest.sign_in, &[elsewhere], FRONT, UNLOCK).await), Code::EntityNotFound);
    }

    /// Whether its bridge is idle, busy or away.
    async fn a_job_asked_for_by_an_ended_sign_in_is_not_made(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 300, Limits::default()).await;
        let ended = testing::sign_in(&test.store, home.guest.account).await;
        let ending = test.store.write(move |tx| Box::pin(async move { tokens::end(tx, tokens::Which::Id(&ended.family)).await.map_err(StoreError::from) }));
        ending.await.unwrap();
        let guest = Person { sign_in: ended, ..home.guest };
        assert!(matches!(cloud.ask(guest, FRONT, UNLOCK).await, Err(ChangeError::SignInEnded)), "idle");
        let job = cloud.ask(home.guest, FRONT, UNLOCK).await.unwrap();
        assert!(matches!(cloud.ask(guest, FRONT, UNLOCK).await, Err(ChangeError::SignInEnded)), "busy");
        assert!(cloud.over(home.guest, job).await.is_successful(), "the bridge's turn was given back");
        sim.set(BRIDGE, json!({"online": false}));
        cloud.disconnected(&home).await;
        assert!(matches!(cloud.ask(guest, FRONT, UNLOCK).await, Err(ChangeError::SignInEnded)), "away");
        assert_eq!(sim.moves(FRONT), 1);
    }

    /// Jobs belong to accounts.
    async fn another_accounts_job_is_not_found(test: TestStore) {
        let House { sim: _sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let job = cloud.have(home.guest, FRONT, UNLOCK).await.id;
        assert_eq!(cloud.devices.job(home.owner.account, job).await.unwrap(), None);
        assert_eq!(cloud.devices.job(AccountId(1), job).await.unwrap(), None);
        assert!(cloud.devices.job(home.guest.account, job).await.unwrap().is_some());
    }

    /// What a hand at the door does is known at once.
    async fn a_turn_by_hand_is_told_to_the_cloud(test: TestStore) {
        let House { sim, cloud, home } = House::build(&test, 0, Limits::default()).await;
        let mut hints = test.store.hints();
        sim.set(BACK, json!({"turn": "unlock"}));
        crate::house::eventually("the cloud knows", async || {
            (cloud.condition(&home, home.back).await.state == BoltState::Unlocked).then_some(())
        })
        .await;
        crate::house::hinted(&mut hints, cardea_store::HintKind::Condition(home.back)).await;
        let log = cloud.log(home.back).await;
        assert_eq!((log.len(), log[0].operation, log[0].user), (1, LogOperation::Unlocked, None));
    }
}
