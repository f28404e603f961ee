//! Tables as the database describes them, and their rows as JSON.

use crate::StoreError;
use crate::seal::{from_hex, to_hex};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement, Value};
use serde_json::Value as Json;

/// Rows in one statement.
pub(super) const PAGE: usize = 500;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Text,
    Bool,
    Blob,
}

/// One column.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) name: String,
    kind: Kind,
    /// Its place in the primary key, counted from 0.
    key: Option<usize>,
}

/// A table's columns, in the order of the schema.
#[derive(Debug)]
pub(super) struct Columns(pub(super) Vec<Column>);

/// The names of the tables that the database has, without the one that records migrations.
pub(super) async fn tables(connection: &impl ConnectionTrait) -> Result<Vec<String>, StoreError> {
    let backend = connection.get_database_backend();
    let names = match backend {
        DbBackend::Postgres => "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
        _ => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    };
    let rows = connection.query_all_raw(Statement::from_string(backend, names)).await?;
    let names = rows.iter().map(|row| Ok(row.try_get::<String>("", "name")?));
    let names: Vec<String> = names.collect::<Result<_, StoreError>>()?;
    Ok(names.into_iter().filter(|name| name != "seaql_migrations").collect())
}

impl Columns {
    /// The columns of this table.
    pub(super) async fn of(connection: &impl ConnectionTrait, table: &str) -> Result<Columns, StoreError> {
        let backend = connection.get_database_backend();
        let question = match backend {
            DbBackend::Postgres => {
                "SELECT a.attname::text AS name, format_type(a.atttypid, NULL) AS type, \
                 (COALESCE(array_position(i.indkey::int2[], a.attnum), -1) + 1)::bigint AS key \
                 FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary \
                 WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
            }
            _ => "SELECT name, type, pk AS key FROM pragma_table_info($1) ORDER BY cid",
        };
        let question = Statement::from_sql_and_values(backend, question, [table.into()]);
        let column = |row: QueryResult| {
            let name: String = row.try_get("", "name")?;
            let declared: String = row.try_get("", "type")?;
            let kind = match declared.to_ascii_lowercase().as_str() {
                "bigint" | "integer" => Kind::Int,
                "text" => Kind::Text,
                "boolean" => Kind::Bool,
                "blob" | "bytea" => Kind::Blob,
                _ => return Err(StoreError::Unreadable(format!("column {table}.{name} of type {declared}"))),
            };
            let place: i64 = row.try_get("", "key")?;
            Ok(Column { name, kind, key: usize::try_from(place).ok().and_then(|place| place.checked_sub(1)) })
        };
        let rows = connection.query_all_raw(question).await?;
        Ok(Columns(rows.into_iter().map(column).collect::<Result<_, StoreError>>()?))
    }

    fn names(&self) -> String {
        self.0.iter().map(|column| quoted(&column.name)).collect::<Vec<_>>().join(", ")
    }

    /// The places of the primary key's columns, in the key's order.
    fn key(&self) -> Vec<usize> {
        let mut key: Vec<(usize, usize)> =
            self.0.iter().enumerate().filter_map(|(place, column)| Some((column.key?, place))).collect();
        key.sort_unstable();
        key.into_iter().map(|(_, place)| place).collect()
    }

    /// The next rows in the order of the primary key, after the row given.
    pub(super) async fn page(
        &self,
        connection: &impl ConnectionTrait,
        table: &str,
        after: Option<&[Value]>,
    ) -> Result<Vec<Vec<Value>>, StoreError> {
        let backend = connection.get_database_backend();
        let key = self.key();
        let order = key.iter().map(|place| quoted(&self.0[*place].name)).collect::<Vec<_>>().join(", ");
        let mut values = Vec::new();
        let mut since = String::new();
        if let Some(after) = after {
            values.extend(key.iter().map(|place| after[*place].clone()));
            since = format!("WHERE ({order}) > ({})", marks(backend, 0, key.len()));
        }
        let sql = format!("SELECT {} FROM {} {since} ORDER BY {order} LIMIT {PAGE}", self.names(), quoted(table));
        let rows = connection.query_all_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
        rows.iter()
            .map(|row| self.0.iter().enumerate().map(|(place, column)| column.read(row, place)).collect())
            .collect()
    }

    /// These columns by name, in this order.
    pub(super) fn chosen(&self, names: &[String]) -> Option<Columns> {
        let find = |name: &String| self.0.iter().find(|column| column.name == *name).cloned();
        names.iter().map(find).collect::<Option<_>>().map(Columns)
    }

    /// Inserts rows of these columns.
    pub(super) async fn insert(
        &self,
        connection: &impl ConnectionTrait,
        table: &str,
        rows: Vec<Vec<Value>>,
    ) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let backend = connection.get_database_backend();
        let width = self.0.len();
        let tuples = (0..rows.len()).map(|row| format!("({})", marks(backend, row * width, width)));
        let tuples = tuples.collect::<Vec<_>>().join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES {tuples}", quoted(table), self.names());
        let values = rows.into_iter().flatten();
        connection.execute_raw(Statement::from_sql_and_values(backend, sql, values)).await?;
        Ok(())
    }

    /// The row's values from a line of a backup; `None` when they do not fit these columns.
    pub(super) fn parse(&self, row: &[Json]) -> Option<Vec<Value>> {
        let fits = row.len() == self.0.len();
        if fits { self.0.iter().zip(row).map(|(column, value)| column.parse(value)).collect() } else { None }
    }
}

impl Column {
    fn read(&self, row: &QueryResult, place: usize) -> Result<Value, StoreError> {
        Ok(match self.kind {
            Kind::Int => row.try_get_by_index::<Option<i64>>(place)?.into(),
            Kind::Text => row.try_get_by_index::<Option<String>>(place)?.into(),
            Kind::Bool => row.try_get_by_index::<Option<bool>>(place)?.into(),
            Kind::Blob => row.try_get_by_index::<Option<Vec<u8>>>(place)?.into(),
        })
    }

    fn parse(&self, json: &Json) -> Option<Value> {
        Some(match self.kind {
            Kind::Int if json.is_null() => None::<i64>.into(),
            Kind::Text if json.is_null() => None::<String>.into(),
            Kind::Bool if json.is_null() => None::<bool>.into(),
            Kind::Blob if json.is_null() => None::<Vec<u8>>.into(),
            Kind::Int => json.as_i64()?.into(),
            Kind::Text => json.as_str()?.into(),
            Kind::Bool => json.as_bool()?.into(),
            Kind::Blob => from_hex(json.as_str()?)?.into(),
        })
    }
}

/// A value as it stands in a backup.
pub(super) fn to_json(value: &Value) -> Json {
    match value {
        Value::BigInt(Some(number)) => (*number).into(),
        Value::String(Some(text)) => text.as_str().into(),
        Value::Bool(Some(truth)) => (*truth).into(),
        Value::Bytes(Some(bytes)) => to_hex(bytes).into(),
        _ => Json::Null,
    }
}

/// An identifier within a statement; tables and columns come from the schema, never from a backup.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}

fn marks(backend: DbBackend, from: usize, count: usize) -> String {
    let mark = |place: usize| match backend {
        DbBackend::Postgres => format!("${}", from + place + 1),
        _ => "?".to_owned(),
    };
    (0..count).map(mark).collect::<Vec<_>>().join(", ")
}
