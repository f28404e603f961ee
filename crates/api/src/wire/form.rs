//! Form fields as a tree, and reading typed values from such a tree or from JSON. Fields nest by brackets (`rule_sets[0][end_time]=…`,
//! `arguments[]=lock`), as form encoders of browsers write them; repeating a field makes a list.
//!
//! The crate serde_qs is not used because of what its version 1.1 does. It refuses lists with gaps and query strings that are not UTF-8. It
//! reads `a[b]=1&a=2` as both at once. Of what is nested deeper than it reads it makes a name.

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

/// How deep fields nest.
const DEEPEST: usize = 6;

/// Whether form fields are UTF-8 once their percent signs are resolved.
pub fn is_text(fields: &[u8]) -> bool {
    let mut bytes = Vec::with_capacity(fields.len());
    let mut rest = fields;
    while let [first, after @ ..] = rest {
        let hex = |at: usize| char::from(*after.get(at)?).to_digit(16);
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    std::str::from_utf8(&bytes).is_ok()
}

/// Reads form fields into a tree whose leaves are text; `None` for fields that contradict each other.
pub fn parse(text: &[u8]) -> Option<Value> {
    let pairs: Vec<(String, String)> = serde_urlencoded::from_bytes(text).ok()?;
    let mut root = Map::new();
    for (key, value) in pairs {
        let mut path = vec![key.split('[').next().unwrap_or_default()];
        if let Some((_, inner)) = key.split_once('[') {
            path.extend(inner.strip_suffix(']')?.split("]["));
        }
        if path.len() > DEEPEST {
            return None;
        }
        put(&mut root, &path, value)?;
    }
    Some(Value::Object(root.into_iter().map(|(key, item)| (key, lists(item))).collect()))
}

fn put(map: &mut Map<String, Value>, path: &[&str], value: String) -> Option<()> {
    let (first, rest) = path.split_first()?;
    let key = if first.is_empty() { map.len().to_string() } else { (*first).to_owned() };
    if !rest.is_empty() {
        return put(map.entry(key).or_insert_with(|| Value::Object(Map::new())).as_object_mut()?, rest, value);
    }
    match map.get_mut(&key) {
        None => {
            map.insert(key, Value::String(value));
        }
        Some(Value::Array(list)) => list.push(Value::String(value)),
        Some(before @ Value::String(_)) => *before = Value::Array(vec![before.take(), Value::String(value)]),
        Some(_) => return None,
    }
    Some(())
}

/// Makes lists of what is keyed by numbers alone.
fn lists(value: Value) -> Value {
    let Value::Object(map) = value else { return value };
    let numbered = |key: &String| key.parse::<u32>().ok();
    if !map.is_empty() && map.keys().all(|key| numbered(key).is_some()) {
        let mut items: Vec<(u32, Value)> =
            map.into_iter().filter_map(|(key, item)| Some((numbered(&key)?, lists(item)))).collect();
        items.sort_by_key(|(number, _)| *number);
        return Value::Array(items.into_iter().map(|(_, item)| item).collect());
    }
    Value::Object(map.into_iter().map(|(key, item)| (key, lists(item))).collect())
}

/// A tree to read typed values from. Where it was form fields, text that spells a number or a boolean is one, an empty text may be
/// null and a single value a list of one; where it was JSON, types are what they are.
pub struct Node {
    /// The tree.
    pub value: Value,
    /// Whether it was form fields.
    pub form: bool,
}

impl Node {
    fn spelled<T: std::str::FromStr>(&self) -> Option<T> {
        self.value.as_str().filter(|_| self.form)?.trim().parse().ok()
    }
    fn wrong<'de, T>(&self, visitor: &impl Visitor<'de>) -> Result<T, Error> {
        let found = match &self.value {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("number"),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Err(Error::invalid_type(found, visitor))
    }
}

impl IntoDeserializer<'_, Error> for Node {
    type Deserializer = Node;
    fn into_deserializer(self) -> Node {
        self
    }
}

// These are functions, because closures made in a method of the deserializer would have another type, compiled anew, for each visitor.
fn entries(items: Vec<Value>, form: bool) -> impl Iterator<Item = Node> {
    items.into_iter().map(move |value| Node { value, form })
}
fn fields(map: Map<String, Value>, form: bool) -> impl Iterator<Item = (String, Node)> {
    map.into_iter().map(move |(key, value)| (key, Node { value, form }))
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match (self.spelled::<i64>(), self.spelled::<u64>()) {
                (Some(number), _) => visitor.visit_i64(number),
                (None, Some(number)) => visitor.visit_u64(number),
                (None, None) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Node {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let form = self.form;
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::String(text) => visitor.visit_string(text),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(number), _) => visitor.visit_i64(number),
                (None, Some(number)) => visitor.visit_u64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::Array(items) => visitor.visit_seq(SeqDeserializer::new(entries(items, form))),
            Value::Object(map) => visitor.visit_map(MapDeserializer::new(fields(map, form))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.value {
            Value::Null => visitor.visit_none(),
            Value::String(text) if self.form && text.is_empty() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.spelled::<bool>(), self.spelled::<u8>()) {
            (Some(value), _) => visitor.visit_bool(value),
            (None, Some(digit @ 0..=1)) => visitor.visit_bool(digit == 1),
            _ => self.deserialize_any(visitor),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(_) => self.deserialize_any(visitor),
            Value::String(_) if self.form => visitor.visit_seq(SeqDeserializer::new(std::iter::once(self))),
            _ => self.wrong(&visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // A struct would also be read from a list, by position; here its fields have to be named.
        if self.value.is_object() { self.deserialize_any(visitor) } else { self.wrong(&visitor) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _name: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct map enum identifier ignored_any
    }
}
