//! `cardea serve`: everything wired together, from the open database to the last answered request.

use crate::edge::tls::{LOOK_EVERY, Served};
use crate::edge::{self, Connections, Edge, Limits as ConnectionLimits, Plan, Reception, Times, Watch};
use crate::ending::{self, Ended, Ends, HangUps, Running};
use crate::health::{self, Health};
use crate::outbox::{self, Hands};
use crate::settings::Settings;
use crate::{Failure, console, database, demo, hosts, mail, providers, push, retention};
use axum::Router;
use axum::middleware::{self, Next};
use axum_server::Handle;
use axum_server::tls_rustls::RustlsAcceptor;
use cardea_api::App;
use cardea_api::limits::SIGN_IN;
use cardea_devices::{Devices, Limits};
use cardea_identity::Identity;
use cardea_outbound::firmware::{FirmwareService, Folder, HttpSource};
use cardea_store::Store;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

/// Connections of the listener for metrics, which is the operator's own.
const METRICS_CONNECTIONS: usize = 16;

/// Sign-in as the settings say, at this address of this machine.
///
/// # Errors
/// What the store says; a provider of sign-in whose secret cannot be read.
pub async fn identity(store: &Store, settings: &Settings, address: SocketAddr) -> Result<Identity, Failure> {
    let clock = store.clone();
    let sign_in = cardea_identity::Settings {
        product_name: settings.product_name.clone(),
        public_base: public_base(settings, address),
        further_clients: settings.client_ids.clone(),
        public_origins: settings.origins.clone(),
        tls: settings.tls_cert.is_some(),
        trusted_proxies: settings.trusted_proxies.clone(),
        access_token_seconds: i64::from(settings.access_token_seconds),
        sign_in_max_seconds: i64::from(settings.sign_in_max_days) * 86_400,
        sign_up: settings.sign_up,
        providers: providers::providers(settings, move || clock.now().0 / 1_000)?,
        ..cardea_identity::Settings::default()
    };
    Ok(Identity::new(store.clone(), sign_in, SIGN_IN).await?)
}

/// What addresses begin with that people are told: the first origin, else this address.
pub fn public_base(settings: &Settings, address: SocketAddr) -> String {
    let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
    settings.origins.first().cloned().unwrap_or_else(|| format!("{scheme}://{address}"))
}

/// Where firmware comes from: the source that the settings name, else `firmware` in the data folder, for a demo images that are always
/// there.
fn firmware(settings: &Settings) -> Result<Arc<dyn FirmwareService>, Failure> {
    Ok(match settings.firmware_url.as_str() {
        "" if settings.demo => Arc::new(demo::firmware()),
        "" => Arc::new(Folder::new(settings.data.join("firmware"))),
        address => {
            let source = HttpSource::new(address, settings.data.join("firmware-cache"));
            Arc::new(source.map_err(|error| Failure::Misused(format!("firmware_url: {error}")))?)
        }
    })
}

/// Serves until the process is told to end.
///
/// # Errors
/// Settings and database that do not fit, an address that is taken, certificates that cannot be read.
pub async fn serve(settings: Settings) -> Result<(), Failure> {
    let (mut ends, hang_ups) = (Ends::new().map_err(Failure::failed)?, HangUps::new().map_err(Failure::failed)?);
    let plan = Plan::of(&settings, edge::raise().map_err(Failure::failed)?)?;
    let certificate = Served::new(&settings)?;
    let metrics = health::count().map_err(Failure::failed)?;
    let store = tokio::select! {
        opened = database::open_patiently(&settings) => opened?,
        _ = ends.next() => return Ok(()),
    };
    demo::prepare(&store, &settings).await?;
    let listener = listen(settings.listen)?;
    let address = listener.local_addr().map_err(Failure::failed)?;
    let identity = identity(&store, &settings, address).await?;
    let devices = Devices::start(store.clone(), Limits::default()).await?;
    let public_base = settings.origins.first().cloned().unwrap_or_default();
    let pushes = push::sender(&settings, &store)?;
    let sends_pushes = pushes.is_some();
    let api = cardea_api::Settings { allowed_origins: settings.cors_origins.clone(), public_base, sends_pushes };
    let app = App::new(store.clone(), identity.clone(), devices.clone(), firmware(&settings)?, api).await?;
    let health = Health::new(store.clone(), metrics, &settings);

    let for_metrics = settings.metrics_listen.map(listen).transpose()?;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        database = settings.database_name(),
        schema = cardea_store::migration::latest(),
        %address,
        connections = plan.connections,
        files = plan.files,
        "cardea starts"
    );
    let simulator = match settings.demo {
        true => Some(demo::start(&store, &settings, app.verifying_key(), address).await?),
        false => None,
    };
    let mut router = cardea_api::router(app.clone())
        .merge(devices.gateway_router())
        .merge(health.router())
        .merge(console::router(&settings));
    if health::metrics_for_all(&settings) {
        router = router.merge(health.metrics_router());
    }
    if let Some(simulator) = &simulator {
        router = demo::furnish(router, simulator.clone()).layer(middleware::from_fn(hosts::loopback_only));
    }
    let connections = Connections::new(plan.limits(&settings));
    let router = at_the_edge(router, &settings, &connections);

    let (told, tells) = tokio::sync::mpsc::channel(1);
    tokio::spawn(hang_ups.tell(certificate.is_some().then_some(told)));
    let handle = Handle::new();
    let drain = Duration::from_secs(if settings.demo { 0 } else { settings.drain_seconds.into() });
    let ended = Ended::default();
    let running = Running {
        health: health.clone(),
        app: app.clone(),
        devices: devices.clone(),
        connections: Arc::clone(&connections),
        handle: handle.clone(),
        drain,
        ended: ended.clone(),
    };
    tokio::spawn(running.end_when_told(ends));
    tokio::spawn(announce(handle.clone(), settings.clone(), identity.offer_first_start().await?));
    if let Some(listener) = for_metrics {
        let (total, per_address) = (METRICS_CONNECTIONS, METRICS_CONNECTIONS);
        let (trusted, times) = (Vec::new(), Times::USUAL);
        let limits = ConnectionLimits { total, per_address, trusted, listener: "metrics", times };
        let connections = Connections::new(limits);
        let router = at_the_edge(health.router().merge(health.metrics_router()), &settings, &connections);
        tokio::spawn(run(listener, None, Handle::new(), connections, router));
    }
    let tls = certificate.as_ref().map(|certificate| RustlsAcceptor::new(certificate.config()));
    if let Some(certificate) = certificate {
        tokio::spawn(certificate.keep_current(LOOK_EVERY, tells));
    }
    let hands = Hands {
        store: store.clone(),
        mailer: mail::mailer(&settings)?,
        pushes,
        retention: retention::of(&settings),
        identity: identity.clone(),
        devices: devices.clone(),
    };
    let runner = outbox::Runner::start(outbox::Outbox::new(hands, Box::new(rand::random)));
    let served = run(listener, tls, handle, Arc::clone(&connections), router).await;
    ending::wait_for_the_last(&ended, runner, &app, &devices, &connections).await;
    drop(simulator);
    ending::store_the_last(&identity, store).await?;
    served
}

fn listen(address: SocketAddr) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).map_err(|error| Failure::Misused(format!("{address}: {error}")))?;
    listener.set_nonblocking(true).map_err(Failure::failed)?;
    Ok(listener)
}

/// The routes with what holds for every request.
pub fn at_the_edge(router: Router, settings: &Settings, connections: &Arc<Connections>) -> Router {
    let (edge, logs) = (Edge::new(settings, Arc::clone(connections)), settings.log_requests);
    // One layer for all three: a router copies each of its layers for each request, with all that the layer contains.
    router.layer(middleware::from_fn(move |request, next: Next| {
        let edge = edge.clone();
        async move {
            let observed = |request| health::observe(logs, request, |request| next.run(request));
            edge.pass(request, |request| cardea_api::leave_nothing_unread(request, observed)).await
        }
    }))
}

/// Serves a listener until its handle says that it ends.
pub async fn run(
    listener: TcpListener,
    tls: Option<RustlsAcceptor>,
    handle: Handle<SocketAddr>,
    connections: Arc<Connections>,
    router: Router,
) -> Result<(), Failure> {
    let sweeping = Arc::clone(&connections).keep_sweeping();
    let reception = Reception { connections, router };
    let mut server = axum_server::from_tcp(listener).map_err(Failure::failed)?.handle(handle);
    let http = server.http_builder();
    http.http1().max_buf_size(edge::HEAD_MAX);
    http.http2()
        .max_concurrent_streams(edge::STREAMS)
        .initial_stream_window_size(edge::STREAM_WINDOW)
        .initial_connection_window_size(edge::CONNECTION_WINDOW)
        .max_send_buf_size(edge::SEND_BUFFER);
    let serving = async {
        match tls {
            Some(tls) => server.acceptor(tls.acceptor(Watch)).serve(reception).await,
            None => server.acceptor(Watch).serve(reception).await,
        }
    };
    tokio::select! {
        served = serving => served.map_err(Failure::failed),
        () = sweeping => Ok(()),
    }
}

/// Says on standard output that it serves, and for a demo how to sign in. Before that, where the database has nobody yet, it says on
/// standard error at which address the owner is set up.
async fn announce(handle: Handle<SocketAddr>, settings: Settings, first_start: Option<String>) {
    let Some(address) = handle.listening().await else { return };
    if let Some(first_start) = first_start {
        // The reader of standard error may have closed it.
        let _ = writeln!(std::io::stderr(), "set up the owner: {first_start}");
    }
    let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
    let mut text = format!("ready {scheme}://{address}\n");
    if settings.demo {
        text += &format!("\nOpen {scheme}://{address} and sign in; the password is {} for all:\n", demo::PASSWORD);
        for who in demo::SIGN_INS {
            text += &format!("  {:24} {}\n", who.username, who.about);
        }
        // Browsers tie passkeys to a host name; an address in numbers is none.
        text += &format!("At {scheme}://localhost:{} it is the same, and has passkeys.\n", address.port());
    }
    // The reader of standard output may have closed it already.
    if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
        tracing::debug!(%error, "nobody reads standard output");
    }
}
