//! `cardea serve`: everything wired together, from the open database to the last answered request.

use crate::settings::Settings;
use crate::{Failure, console, demo, health, hosts};
use axum::Router;
use axum::middleware;
use axum_server::Handle;
use axum_server::accept::NoDelayAcceptor;
use axum_server::tls_rustls::{RustlsAcceptor, RustlsConfig};
use cardea_api::App;
use cardea_devices::{Devices, Limits};
use cardea_identity::Identity;
use cardea_outbound::firmware::{FirmwareService, Folder};
use cardea_store::{Clock, DatabaseUrl, SealingKey, Store, StoreConfig};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// How long requests that are under way may take once the server is told to end.
const LAST_REQUESTS: Duration = Duration::from_secs(5);

/// Opens the database as the settings say.
///
/// # Errors
/// What the store says.
pub async fn open(settings: &Settings, migrate: bool) -> Result<Store, Failure> {
    let url: DatabaseUrl = settings.database.parse()?;
    let config = StoreConfig {
        url,
        data_dir: settings.data.clone(),
        clock: Clock::System,
        migrate,
        facts_budget_bytes: settings.facts_budget_mb << 20,
        key: settings.key.as_deref().map(str::parse::<SealingKey>).transpose()?,
    };
    Ok(Store::open(config).await?)
}

/// Sign-in as the settings say.
///
/// # Errors
/// What the store says.
pub async fn identity(store: &Store, settings: &Settings) -> Result<Identity, Failure> {
    let sign_in = cardea_identity::Settings {
        product_name: settings.product_name.clone(),
        further_clients: settings.client_ids.clone(),
        public_origins: settings.origins.clone(),
        tls: settings.tls_cert.is_some(),
        trusted_proxies: settings.trusted_proxies.clone(),
        access_token_seconds: i64::from(settings.access_token_seconds),
        ..cardea_identity::Settings::default()
    };
    Ok(Identity::new(store.clone(), sign_in).await?)
}

/// Where firmware comes from: `firmware` in the data folder, and for a demo two images that are always there.
fn firmware(settings: &Settings) -> Arc<dyn FirmwareService> {
    if settings.demo { Arc::new(demo::firmware()) } else { Arc::new(Folder(settings.data.join("firmware"))) }
}

/// Serves until the process is told to end.
///
/// # Errors
/// Settings and database that do not fit, an address that is taken, certificates that cannot be read.
pub async fn serve(settings: Settings) -> Result<(), Failure> {
    let metrics = health::count().map_err(Failure::failed)?;
    let store = open(&settings, !settings.no_migrate).await?;
    demo::prepare(&store, &settings).await?;
    let identity = identity(&store, &settings).await?;
    let devices = Devices::start(store.clone(), Limits::default()).await?;
    let public_base = settings.origins.first().cloned().unwrap_or_default();
    let api = cardea_api::Settings { allowed_origins: settings.cors_origins.clone(), public_base };
    let app = App::new(store.clone(), identity.clone(), devices.clone(), firmware(&settings), api).await?;

    let listener = std::net::TcpListener::bind(settings.listen)
        .map_err(|error| Failure::Misused(format!("{}: {error}", settings.listen)))?;
    listener.set_nonblocking(true).map_err(Failure::failed)?;
    let address = listener.local_addr().map_err(Failure::failed)?;

    let simulator = match settings.demo {
        true => Some(demo::start(&store, &settings, app.verifying_key(), address).await?),
        false => None,
    };
    let mut router = cardea_api::router(app.clone())
        .merge(devices.gateway_router())
        .merge(health::router(store.clone(), metrics))
        .merge(console::router(&settings));
    if let Some(simulator) = &simulator {
        router = router.merge(demo::router(simulator.clone())).layer(middleware::from_fn(hosts::loopback_only));
    }
    let router =
        router.layer(middleware::from_fn(health::observe)).layer(middleware::from_fn(cardea_api::leave_nothing_unread));

    let handle = Handle::new();
    tokio::spawn(end_on_signal(handle.clone(), app, devices.clone()));
    tokio::spawn(announce(handle.clone(), settings.clone()));
    let served = run(&settings, listener, handle, router).await;
    devices.stop().await;
    drop(simulator);
    identity.flush().await?;
    store.close().await?;
    served
}

async fn run(
    settings: &Settings,
    listener: std::net::TcpListener,
    handle: Handle<SocketAddr>,
    router: Router,
) -> Result<(), Failure> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let served = match (&settings.tls_cert, &settings.tls_key) {
        (Some(cert), Some(key)) => {
            let provider = rustls::crypto::ring::default_provider();
            provider.install_default().map_err(|_| Failure::Failed("TLS is set up already".into()))?;
            let tls = RustlsConfig::from_pem_file(cert, key).await;
            let tls = tls.map_err(|error| Failure::Misused(format!("{}: {error}", cert.display())))?;
            let acceptor = RustlsAcceptor::new(tls).acceptor(NoDelayAcceptor::new());
            let server = axum_server::from_tcp(listener).map_err(Failure::failed)?.acceptor(acceptor);
            server.handle(handle).serve(service).await
        }
        _ => {
            let server = axum_server::from_tcp(listener).map_err(Failure::failed)?.acceptor(NoDelayAcceptor::new());
            server.handle(handle).serve(service).await
        }
    };
    served.map_err(Failure::failed)
}

/// Says on standard output that it serves, and for a demo how to sign in.
async fn announce(handle: Handle<SocketAddr>, settings: Settings) {
    let Some(address) = handle.listening().await else { return };
    let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
    let mut text = format!("ready {scheme}://{address}\n");
    if settings.demo {
        text += &format!("\nOpen {scheme}://{address} and sign in; the password is {} for all:\n", demo::PASSWORD);
        for who in demo::SIGN_INS {
            text += &format!("  {:24} {}\n", who.username, who.about);
        }
    }
    // Whoever started this may have read enough and closed its end.
    if let Err(error) = std::io::stdout().write_all(text.as_bytes()) {
        tracing::debug!(%error, "nobody reads standard output");
    }
}

/// Lets requests that are under way finish when the process is told to end.
async fn end_on_signal(handle: Handle<SocketAddr>, app: App, devices: Devices) {
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("ending");
    app.end_feeds();
    devices.stop().await;
    handle.graceful_shutdown(Some(LAST_REQUESTS));
}
