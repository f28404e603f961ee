//! The command line.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Cardea: the cloud and console of smart door locks.
#[derive(Debug, Parser)]
#[command(name = "cardea", version, about, arg_required_else_help = true)]
pub struct Cli {
    /// Settings file; without it cardea.toml of the working folder is read where there is one.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder of the SQLite database and the secret key.
    #[arg(long, global = true, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// postgres://… instead of SQLite.
    #[arg(long, global = true, value_name = "URL")]
    pub database: Option<String>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the API, the sign-in, the gateway and the console.
    Serve(Serve),
    /// Bring the database's tables up to date.
    Migrate,
    /// Print the OpenAPI document.
    Openapi,
    /// Owners of domains.
    #[command(subcommand)]
    Owner(Owner),
    /// Passwords of people.
    #[command(subcommand)]
    Password(Password),
    /// Bridges.
    #[command(subcommand)]
    Bridge(Bridge),
    /// Fill an empty database with a domain of the demo's shape.
    Seed(Seed),
    /// Write everything but secret.key into one file, also while the database is being served.
    Backup {
        /// The file to write.
        file: PathBuf,
    },
    /// Replace everything in the database by what a backup holds.
    Restore {
        /// The file to read.
        file: PathBuf,
        /// Do so although the database holds something.
        #[arg(long)]
        replace: bool,
    },
    /// Print one domain as a document, also while the database is being served.
    Export {
        /// The owner's username.
        owner: String,
    },
    /// Bring in a domain from a document: a new one, or into the owner's own while it is empty.
    Import {
        /// The domain document.
        document: PathBuf,
    },
    /// The settings.
    #[command(subcommand)]
    Config(Config),
    /// Answer questions on standard input from a document, one a line.
    Decide {
        /// The domain document.
        document: PathBuf,
    },
}

/// What to do with the settings.
#[derive(Debug, Subcommand)]
pub enum Config {
    /// Say what is set, from where, and what is wrong, without serving or changing anything.
    Check(Serve),
}

/// Settings of `serve` that are flags too.
#[derive(Debug, Args)]
pub struct Serve {
    /// Address and port.
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
    /// A simulated demo domain; on loopback only.
    #[arg(long)]
    pub demo: bool,
    /// Refuse to start on pending migrations instead of running them.
    #[arg(long)]
    pub no_migrate: bool,
    /// Something else ends TLS in front of this server.
    #[arg(long)]
    pub behind_proxy: bool,
    /// Addresses or ranges of proxies whose word about clients is believed.
    #[arg(long, value_name = "LIST")]
    pub trusted_proxies: Option<String>,
    /// Certificate chain, PEM.
    #[arg(long, value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// Private key, PEM.
    #[arg(long, value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
}

/// Owners of domains.
#[derive(Debug, Subcommand)]
pub enum Owner {
    /// Add the first owner of an empty database; the password is read from standard input.
    Add {
        /// What the owner signs in with.
        username: String,
    },
    /// Print an address by which an owner who is locked out signs in, once, within 15 minutes; also while the database is being served.
    Link {
        /// What the owner signs in with.
        username: String,
    },
}

/// Passwords of people.
#[derive(Debug, Subcommand)]
pub enum Password {
    /// Set a password, read from standard input; what was signed in with the old one ends.
    Set {
        /// What they sign in with.
        username: String,
        /// Take the second factor away too, with its recovery codes: for somebody who has lost their device.
        #[arg(long)]
        without_two_factor: bool,
    },
}

/// Bridges.
#[derive(Debug, Subcommand)]
pub enum Bridge {
    /// Give a bridge that a domain has the key by which it proves that it is itself.
    Add {
        /// Its serial number (`00:1b:ac:0f:e2:99`).
        serial: String,
        /// Its public Ed25519 key: base64, base64url, or 64 hex digits.
        #[arg(allow_hyphen_values = true)]
        public_key: String,
        /// Take this key in place of another.
        #[arg(long)]
        replace: bool,
    },
}

/// How large the seeded domain is.
#[derive(Debug, Args)]
pub struct Seed {
    /// Users.
    #[arg(long, default_value_t = 100)]
    pub users: usize,
    /// Locks.
    #[arg(long, default_value_t = 50)]
    pub locks: usize,
    /// Groups, half of users and half of locks.
    #[arg(long, default_value_t = 10)]
    pub groups: usize,
    /// Links.
    #[arg(long, default_value_t = 500)]
    pub links: usize,
    /// The same seed makes the same domain.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// For a trial that is served like any other database, by one process or several: the owner's password is read from standard input,
    /// nobody else has one, and no bridge is enrolled. Without it the database is a demo's.
    #[arg(long)]
    pub trial: bool,
}

impl Cli {
    /// The flags that were given, by the names of their settings.
    pub fn flags(&self) -> Vec<(&'static str, config::Value)> {
        let path = |path: &PathBuf| config::Value::from(path.to_string_lossy().into_owned());
        let mut flags = Vec::new();
        flags.extend(self.data.as_ref().map(|data| ("data", path(data))));
        flags.extend(self.database.as_ref().map(|url| ("database", url.as_str().into())));
        if let Command::Serve(serve) | Command::Config(Config::Check(serve)) = &self.command {
            flags.extend(serve.trusted_proxies.as_ref().map(|list| ("trusted_proxies", list.as_str().into())));
            flags.extend(serve.listen.as_ref().map(|listen| ("listen", listen.as_str().into())));
            flags.extend(serve.tls_cert.as_ref().map(|file| ("tls_cert", path(file))));
            flags.extend(serve.tls_key.as_ref().map(|file| ("tls_key", path(file))));
            let switches =
                [("demo", serve.demo), ("no_migrate", serve.no_migrate), ("behind_proxy", serve.behind_proxy)];
            flags.extend(switches.into_iter().filter(|(_, given)| *given).map(|(name, _)| (name, true.into())));
        }
        flags
    }
}
