//! A frame as JSON, and which fields stand in it twice: JSON itself keeps the last one and says nothing.

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A value that was read.
pub struct Read {
    /// The value; of a field that stands twice, the last.
    pub value: Value,
    /// The fields that stand twice in one object (`result.state`), in their order.
    pub twice: Vec<String>,
}

impl From<Value> for Read {
    fn from(value: Value) -> Self {
        Read { value, twice: Vec::new() }
    }
}

impl<'de> Deserialize<'de> for Read {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_unit<E>(self) -> Result<Read, E> {
        Ok(Value::Null.into())
    }
    fn visit_bool<E>(self, value: bool) -> Result<Read, E> {
        Ok(Value::Bool(value).into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<Read, E> {
        Ok(Value::from(value).into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<Read, E> {
        Ok(Value::from(value).into())
    }
    fn visit_f64<E>(self, value: f64) -> Result<Read, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number).into())
    }
    fn visit_str<E>(self, value: &str) -> Result<Read, E> {
        Ok(Value::from(value).into())
    }
    fn visit_string<E>(self, value: String) -> Result<Read, E> {
        Ok(Value::String(value).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Read, A::Error> {
        let (mut values, mut twice) = (Vec::new(), Vec::new());
        while let Some(read) = list.next_element::<Read>()? {
            twice.extend(read.twice.into_iter().map(|field| format!("[{}].{field}", values.len())));
            values.push(read.value);
        }
        Ok(Read { value: Value::Array(values), twice })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Read, A::Error> {
        let (mut fields, mut twice) = (Map::new(), Vec::new());
        while let Some((name, read)) = object.next_entry::<String, Read>()? {
            let inside = read.twice.into_iter().map(|field| match field.starts_with('[') {
                true => format!("{name}{field}"),
                false => format!("{name}.{field}"),
            });
            let again = fields.contains_key(&name).then(|| name.clone());
            twice.extend(inside.chain(again));
            fields.insert(name, read.value);
        }
        Ok(Read { value: Value::Object(fields), twice })
    }
}
