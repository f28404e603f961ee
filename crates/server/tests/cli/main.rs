//! The commands of the binary, run as an operator runs them, on SQLite and on PostgreSQL.

mod benchmarks;
mod beside;
mod bodies;
mod bridges;
mod deploy;
mod documents;
mod edge;
mod ending;
mod faults;
mod feeds;
mod firmware;
mod first_start;
mod house_style;
mod http;
mod mail;
mod nearby;
mod owners;
mod passing;
mod passwords;
mod place;
mod providers;
mod serving;
mod settings;
mod upkeep;
mod wire;

/// Makes of one function two tests, `name::sqlite` and `name::postgres`.
macro_rules! each_database {
    ($($(#[$doc:meta])* fn $name:ident($kind:ident: Kind) $body:block)*) => {$(
        $(#[$doc])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            fn test($kind: cardea_store::testing::Kind) $body

            #[test]
            fn sqlite() {
                test(cardea_store::testing::Kind::Sqlite);
            }

            #[test]
            fn postgres() {
                test(cardea_store::testing::Kind::Postgres);
            }
        }
    )*};
}
pub(crate) use each_database;
