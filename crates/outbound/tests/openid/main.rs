//! A real provider of OpenID Connect: whom it names, and every answer of it that names nobody.

use cardea_outbound::openid::{
    CameBack, Drawn, OpenIdProvider, Proof, ProviderClaims, ProviderError, ProviderSettings,
};
use cardea_outbound::testing::openid::{Cookies, OpenIdServer, SECRET};
use serde_json::json;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use url::Url;

const BACK: &str = "http://localhost:8080/oauth2/providers/company/return";
const START: i64 = 1_772_452_800;
const DRAWN: Drawn<'static> = Drawn {
    state: "the state",
    nonce: "the nonce",
    verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    began: START,
    anew: false,
};
const ANEW: Drawn<'static> = Drawn { anew: true, ..DRAWN };

/// A provider, how we ask it, and our clock.
struct World {
    server: OpenIdServer,
    provider: OpenIdProvider,
    clock: Arc<AtomicI64>,
}

impl World {
    async fn new() -> World {
        let server = OpenIdServer::start(BACK, START * 1_000).await;
        let clock = Arc::new(AtomicI64::new(START));
        let shown = Arc::clone(&clock);
        let provider = server.provider(Arc::new(move || shown.load(Ordering::SeqCst)));
        World { server, provider, clock }
    }

    /// Signs somebody in there; answers what they come back with.
    async fn visited(&self) -> HashMap<String, String> {
        self.visited_again(&mut Cookies::new(), DRAWN).await
    }

    /// The same in a browser that has been there.
    async fn visited_again(&self, jar: &mut Cookies, drawn: Drawn<'_>) -> HashMap<String, String> {
        let address = self.provider.address(BACK, drawn).await.expect("it answers");
        let back: Url = self.server.visit_again(jar, address.as_str()).await.parse().expect("an address");
        assert!(back.as_str().starts_with(BACK), "{back}");
        back.query_pairs().into_owned().collect()
    }

    async fn proven(&self, came: &HashMap<String, String>, drawn: Drawn<'_>) -> Result<Proof, ProviderError> {
        let came = CameBack { code: &came["code"], issuer: came.get("iss").map(String::as_str) };
        self.provider.prove(BACK, came, drawn).await
    }

    /// Signs somebody in there, and has that proven.
    async fn sign_in(&self) -> Result<Proof, ProviderError> {
        self.proven(&self.visited().await, DRAWN).await
    }
}

fn unproven(proven: Result<Proof, ProviderError>) -> String {
    match proven {
        Err(ProviderError::Unproven(why)) => why,
        Err(other) => panic!("{other}"),
        Ok(proof) => panic!("{} is believed", proof.subject),
    }
}

#[tokio::test]
async fn whom_it_names_is_known_with_what_it_tells_of_them() {
    let world = World::new().await;
    let told = json!({ "email": "anna@example.org", "email_verified": true, "name": "Anna" });
    world.server.signs_in("anna", told).await;
    let came = world.visited().await;
    assert_eq!((&*came["state"], &*came["iss"]), ("the state", world.server.issuer()));
    let proof = world.proven(&came, DRAWN).await.unwrap();
    assert_eq!(proof.subject, "anna");
    let told =
        ProviderClaims { email: Some("anna@example.org".into()), email_verified: true, name: Some("Anna".into()) };
    assert_eq!(world.provider.told(&proof).await.unwrap(), told);
    // A code counts once.
    assert!(matches!(world.proven(&came, DRAWN).await, Err(ProviderError::Refused(_))));
}

#[tokio::test]
async fn an_address_that_it_did_not_make_sure_of_is_told_as_that() {
    let world = World::new().await;
    for told in
        [json!({ "email": "anna@example.org", "email_verified": false }), json!({ "email": "anna@example.org" })]
    {
        world.server.signs_in("anna", told).await;
        let told = world.provider.told(&world.sign_in().await.unwrap()).await.unwrap();
        assert!(told.email.is_some() && !told.email_verified);
    }
}

#[tokio::test]
async fn whatever_else_it_answers_names_nobody() {
    let world = World::new().await;
    for fault in [
        "other nonce",
        "no nonce",
        "for another",
        "for several, given to another",
        "for several, given to nobody",
        "over",
        "of a time to come",
        "of long ago",
        "that counts later",
        "with another code",
        "of another issuer",
        "with another access token",
        "of nobody",
        "of a name without end",
        "unsigned",
        "signed with the secret",
        "signed with the public key",
        "signed with another key",
        "signed with a key that is not known",
        "changed afterwards",
    ] {
        world.server.lies(Some(fault)).await;
        let why = unproven(world.sign_in().await);
        println!("{fault}: {why}");
        world.server.lies(None).await;
        assert_eq!(world.sign_in().await.unwrap_or_else(|error| panic!("after {fault}: {error}")).subject, "anna");
    }
}

#[tokio::test]
async fn what_is_for_several_is_taken_where_it_was_given_to_us_and_what_counts_by_now_is_too() {
    let world = World::new().await;
    for allowed in ["for several, given to us", "that counts since a moment ago"] {
        world.server.lies(Some(allowed)).await;
        assert_eq!(world.sign_in().await.unwrap_or_else(|error| panic!("{allowed}: {error}")).subject, "anna");
    }
}

#[tokio::test]
async fn a_short_key_of_rsa_is_none() {
    let world = World::new().await;
    // It tells of the key from the beginning.
    world.server.lies(Some("signed with a short key")).await;
    unproven(world.sign_in().await);
    world.server.lies(None).await;
    world.sign_in().await.unwrap();
}

#[tokio::test]
async fn what_it_tells_in_words_or_as_nothing_is_understood() {
    let world = World::new().await;
    world.server.signs_in("anna", json!({ "email": "anna@example.org" })).await;
    world.server.lies(Some("told in words")).await;
    let told = world.provider.told(&world.sign_in().await.unwrap()).await.unwrap();
    assert_eq!(told, ProviderClaims { email: Some("anna@example.org".into()), email_verified: true, name: None });
}

#[tokio::test]
async fn whoever_is_to_show_anew_who_they_are_does_so_in_a_browser_that_is_signed_in_there() {
    let world = World::new().await;
    let mut jar = Cookies::new();
    world.visited_again(&mut jar, DRAWN).await;
    world.server.waits(30).await;
    world.clock.fetch_add(30, Ordering::SeqCst);
    // It says when they showed it where it was asked to have them do it.
    let silent = world.visited_again(&mut jar, DRAWN).await;
    assert_eq!(world.proven(&silent, DRAWN).await.unwrap().shown, None);
    let came = world.visited_again(&mut jar, ANEW).await;
    let shown = world.proven(&came, ANEW).await.unwrap().shown.expect("a time");
    assert!(shown >= START + 30, "{shown}");
    // One that says that it was long ago has not asked.
    let came = world.visited_again(&mut jar, ANEW).await;
    world.server.lies(Some("shown long ago")).await;
    assert!(unproven(world.proven(&came, ANEW).await).contains("showed again"));
    let came = world.visited_again(&mut jar, DRAWN).await;
    assert!(world.proven(&came, DRAWN).await.unwrap().shown.expect("a time") < START);
    for nowhen in ["shown nobody knows when", "shown in a time to come"] {
        world.server.lies(Some(nowhen)).await;
        let came = world.visited_again(&mut jar, ANEW).await;
        assert_eq!(world.proven(&came, ANEW).await.unwrap().shown, None, "{nowhen}");
    }
}

#[tokio::test]
async fn what_it_was_sent_in_confidence_is_not_said_again() {
    let world = World::new().await;
    let came = world.visited().await;
    world.server.lies(Some("says everything back")).await;
    let Err(ProviderError::Refused(why)) = world.proven(&came, DRAWN).await else { panic!("it takes it") };
    for sent in [&*came["code"], DRAWN.verifier, SECRET] {
        assert!(!why.contains(sent), "{why}");
    }
}

#[tokio::test]
async fn what_was_drawn_for_another_proves_nothing() {
    let world = World::new().await;
    let came = world.visited().await;
    let verifier = "another-verifier-that-is-long-enough-for-this";
    assert!(matches!(world.proven(&came, Drawn { verifier, ..DRAWN }).await, Err(ProviderError::Refused(_))));
    let came = world.visited().await;
    unproven(world.proven(&came, Drawn { nonce: "another", ..DRAWN }).await);
}

#[tokio::test]
async fn who_was_sent_back_by_another_provider_is_not_believed() {
    let world = World::new().await;
    for issuer in [Some("https://login.example"), None] {
        let came = world.visited().await;
        let proven = world.provider.prove(BACK, CameBack { code: &came["code"], issuer }, DRAWN).await;
        assert!(unproven(proven).contains("sent the browser back"));
    }
}

#[tokio::test]
async fn a_new_key_is_asked_for_but_not_each_time() {
    let world = World::new().await;
    world.sign_in().await.unwrap();
    world.server.changes_its_key().await;
    // What it told a moment ago is not asked for again.
    unproven(world.sign_in().await);
    world.clock.fetch_add(61, Ordering::SeqCst);
    world.sign_in().await.unwrap();
    // Nor does a key that nobody has make us ask without end.
    world.server.changes_its_key().await;
    unproven(world.sign_in().await);
}

#[tokio::test]
async fn one_that_is_away_is_told_so_and_comes_back() {
    let world = World::new().await;
    world.server.is_away(true).await;
    let away = |answer: Result<(), ProviderError>| assert!(matches!(answer, Err(ProviderError::Away(_))));
    away(world.provider.try_out().await);
    world.server.is_away(false).await;
    // For a few seconds nobody is kept waiting for it.
    away(world.provider.try_out().await);
    world.clock.fetch_add(11, Ordering::SeqCst);
    world.provider.try_out().await.unwrap();
    // What is known outlasts that it is away, for an hour.
    world.server.is_away(true).await;
    world.provider.address(BACK, DRAWN).await.unwrap();
    world.clock.fetch_add(3_600, Ordering::SeqCst);
    away(world.provider.address(BACK, DRAWN).await.map(drop));
}

#[tokio::test]
async fn what_is_no_provider_of_that_address_is_none() {
    let world = World::new().await;
    let of = |issuer: String| ProviderSettings { issuer, ..world.server.settings() };
    let now = || Arc::new(|| START);
    for address in
        ["http://login.example", "https://login.example?a=b", "https://me@login.example", "ftp://login.example", ""]
    {
        assert!(OpenIdProvider::new(of(address.into()), now()).is_err(), "{address}");
    }
    // It calls itself otherwise.
    let slash = OpenIdProvider::new(of(format!("{}/", world.server.issuer())), now()).unwrap();
    assert!(matches!(slash.try_out().await, Err(ProviderError::Away(_))));
}
