//! The binary: settings, wiring, subcommands.

mod archive;
mod bridge;
mod cli;
mod config_check;
mod console;
mod database;
mod decide;
mod demo;
mod edge;
mod ending;
mod health;
mod hosts;
mod import;
mod mail;
mod outbox;
mod owner;
mod password;
mod providers;
mod push;
mod retention;
mod serve;
mod settings;

use clap::Parser;
use cli::{Cli, Command};
use settings::{BadSettings, LogFormat, Settings};
use std::io::IsTerminal;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// Built with `no_thp`, so without huge pages: these doubled the memory of a small domain and gained nothing.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Why a command ended, as one line on stderr.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The operator has to change something first. Exit code 2.
    #[error("{0}")]
    Misused(String),
    /// The command failed. Exit code 1.
    #[error("{0}")]
    Failed(String),
}

impl Failure {
    /// Something that went wrong, by its own words.
    pub fn failed(error: impl std::fmt::Display) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<BadSettings> for Failure {
    fn from(bad: BadSettings) -> Self {
        Failure::Misused(bad.to_string())
    }
}

impl From<cardea_store::StoreError> for Failure {
    fn from(error: cardea_store::StoreError) -> Self {
        use cardea_store::StoreError::{
            BadKey, BadUrl, Holds, InUse, MissingKey, Newer, NoDatabase, PendingMigrations, Unreachable, WrongKey,
        };
        match error {
            InUse(_) | PendingMigrations(_) | NoDatabase(_) | Newer(_) | Holds(_) => {
                Failure::Misused(error.to_string())
            }
            BadUrl | BadKey | WrongKey | MissingKey(_) => Failure::Misused(error.to_string()),
            // The database answered, and refused these settings.
            Unreachable { passing: false, .. } => Failure::Misused(error.to_string()),
            other => Failure::failed(other),
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("cardea: {}", failure.to_string().replace('\n', " "));
            ExitCode::from(match failure {
                Failure::Misused(_) => 2,
                Failure::Failed(_) => 1,
            })
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    if let Command::Openapi = cli.command {
        println!("{}", cardea_api::openapi().to_pretty_json().map_err(Failure::failed)?);
        return Ok(());
    }
    if let Command::Decide { document } = &cli.command {
        let text = std::fs::read_to_string(document)
            .map_err(|error| Failure::Misused(format!("{}: {error}", document.display())))?;
        return decide::run(&text, std::io::stdin().lock(), std::io::stdout()).map_err(Failure::Failed);
    }
    if let Command::Config(cli::Config::Check(_)) = &cli.command {
        return config_check::check(&cli);
    }
    let settings = Settings::load(cli.config.as_deref(), cli.flags())?;
    log_to_stderr(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(Failure::failed)?;
    runtime.block_on(async {
        match cli.command {
            Command::Serve(_) => serve::serve(settings).await,
            Command::Migrate => Ok(database::open(&settings, true).await?.close().await?),
            Command::Owner(cli::Owner::Add { username }) => owner::add(&settings, &username).await,
            Command::Owner(cli::Owner::Link { username }) => owner::link(&settings, &username).await,
            Command::Seed(seed) => demo::seed(&settings, &seed).await,
            Command::Backup { file } => archive::backup(&settings, &file).await,
            Command::Restore { file, replace } => archive::restore(&settings, &file, replace).await,
            Command::Export { owner } => archive::export(&settings, &owner).await,
            Command::Import { document } => import::import(&settings, &document).await,
            Command::Password(cli::Password::Set { username, without_two_factor }) => {
                password::set(&settings, &username, without_two_factor).await
            }
            Command::Bridge(cli::Bridge::Add { serial, public_key, replace }) => {
                bridge::add(&settings, &serial, &public_key, replace).await
            }
            Command::Openapi | Command::Config(_) | Command::Decide { .. } => Ok(()),
        }
    })
}

fn log_to_stderr(settings: &Settings) -> Result<(), Failure> {
    let mut filter = EnvFilter::try_new(&settings.log).map_err(|error| Failure::Misused(format!("log: {error}")))?;
    // These modules log secrets: the value of a parameter that they do not know, and a line of a file of passwords that they cannot read.
    // The store names the parameter itself.
    for silent in ["sqlx_postgres::options::parse=off", "sqlx_postgres::options::pgpass=off"] {
        filter = filter.add_directive(silent.parse().map_err(Failure::failed)?);
    }
    // Colours are used only where a person reads them, on a terminal (https://no-color.org).
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(colours).with_writer(std::io::stderr);
    // When the log cannot be written, as on a full disk, a message about it could not be written either.
    let lines = lines.log_internal_errors(false);
    match settings.log_format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
    Ok(())
}
