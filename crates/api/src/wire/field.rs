//! The fields of bodies. Each says by its type whether it must be there and what null does, to whoever sends it and in the document alike.
//!
//! Numbers, booleans and lists that may be absent or null are an `Option`. Texts, names and ids are one of the three below: an empty form
//! field is a text like any other, and only some of these read it as null.

use super::schema::{AnyObject, Instant, Spelled, Wire};
use super::span::Moment;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use utoipa::__dev::ComposeSchema;
use utoipa::ToSchema;
use utoipa::openapi::path::Parameter;
use utoipa::openapi::schema::{Object, OneOfBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};

/// What a field holds.
pub trait Held: Sized {
    /// Reads it; `None` for null.
    ///
    /// # Errors
    /// What is neither.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error>;
    /// What it looks like.
    fn told() -> RefOr<Schema>;
    /// The schemas that this takes.
    fn schemas(_schemas: &mut Vec<(String, RefOr<Schema>)>) {}
}

/// A field that must be there and not null.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Required<T>(pub T);

/// A field that may be absent or null, which is the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Optional<T>(pub Option<T>);

/// A field that may be absent, which leaves things as they are (`None`), or null, which clears (`Some(None)`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clearable<T>(pub Option<Option<T>>);

impl<T> Default for Optional<T> {
    fn default() -> Self {
        Optional(None)
    }
}

impl<T> Default for Clearable<T> {
    fn default() -> Self {
        Clearable(None)
    }
}

impl<'de, T: Held> Deserialize<'de> for Required<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct There<T>(PhantomData<T>);
        impl<'de, T: Held> Visitor<'de> for There<T> {
            type Value = Required<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
                T::read(deserializer)?.map(Required).ok_or_else(|| D::Error::custom("missing field"))
            }
        }
        // Read as a newtype: as an option, an absent field would count as null, and the refusal would not name it.
        deserializer.deserialize_newtype_struct("Required", There(PhantomData))
    }
}

impl<'de, T: Held> Deserialize<'de> for Optional<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Optional)
    }
}

impl<'de, T: Held> Deserialize<'de> for Clearable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(|value| Clearable(Some(value)))
    }
}

/// Text, which may be empty: an empty form field clears, it does not leave alone.
impl Held for String {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
        struct TextOrNull;
        impl Visitor<'_> for TextOrNull {
            type Value = Option<String>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text or null")
            }
            fn visit_unit<E: Error>(self) -> Result<Option<String>, E> {
                Ok(None)
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Option<String>, E> {
                Ok(Some(text.to_owned()))
            }
            fn visit_string<E: Error>(self, text: String) -> Result<Option<String>, E> {
                Ok(Some(text))
            }
        }
        deserializer.deserialize_any(TextOrNull)
    }
    fn told() -> RefOr<Schema> {
        Object::with_type(Type::String).into()
    }
}

impl<T: Spelled> Held for Wire<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        Ok(T::read_or_null(deserializer)?.map(Wire))
    }
    fn told() -> RefOr<Schema> {
        Ref::from_schema_name(T::SCHEMA).into()
    }
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::SCHEMA.to_owned(), T::described()));
    }
}

/// The same, or null.
fn or_null(schema: RefOr<Schema>) -> RefOr<Schema> {
    match schema {
        RefOr::T(Schema::Object(mut object)) => {
            object.schema_type = match object.schema_type {
                SchemaType::Type(kind) => SchemaType::from_iter([kind, Type::Null]),
                SchemaType::Array(kinds) => kinds.into_iter().chain([Type::Null]).collect(),
                SchemaType::AnyValue => SchemaType::AnyValue,
            };
            object.into()
        }
        other => OneOfBuilder::new().item(other).item(Object::with_type(Type::Null)).into(),
    }
}

macro_rules! kinds {
    ($($kind:ident $told:expr;)*) => {
        const KINDS: &[&str] = &[$(stringify!($kind)),*];
        $(
            impl<T: Held> ToSchema for $kind<T> {
                fn name() -> Cow<'static, str> {
                    stringify!($kind).into()
                }
                fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                    T::schemas(schemas);
                }
            }
            // Derived schemas of bodies ask generic fields for theirs in this way; the types in a field know their own schemas.
            impl<T: Held> ComposeSchema for $kind<T> {
                fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
                    let told: fn(RefOr<Schema>) -> RefOr<Schema> = $told;
                    told(T::told())
                }
            }
        )*
    };
}

kinds! {
    Required std::convert::identity;
    Optional or_null;
    Clearable or_null;
}

/// What has a schema by a name that nobody who reads the document needs.
fn plain() -> [(Cow<'static, str>, RefOr<Schema>); 3] {
    fn named<T: ToSchema>() -> (Cow<'static, str>, RefOr<Schema>) {
        (T::name(), T::schema())
    }
    [named::<Instant>(), named::<Moment>(), named::<AnyObject>()]
}

/// Puts what fields hold where they stand. The document names a schema for each kind of field and what it holds, like
/// `Required_SerialNumber`, one for each kind of list, and those of what is plain, which nobody who reads it needs.
pub fn unfold(schemas: &mut BTreeMap<String, RefOr<Schema>>) {
    let plain = plain();
    let is_kind = |name: &str| {
        let kind = |kind: &&str| name.strip_prefix(*kind).is_some_and(|rest| rest.starts_with('_'));
        KINDS.iter().chain(&["Many"]).any(kind) || plain.iter().any(|(plain, _)| plain == name)
    };
    let (kinds, others): (BTreeMap<_, _>, _) = std::mem::take(schemas).into_iter().partition(|(name, _)| is_kind(name));
    *schemas = others;
    schemas.values_mut().for_each(|schema| unfold_fields(schema, &kinds));
}

/// The same in parameters, of which the document takes no schemas.
pub fn unfold_parameters<'a>(parameters: impl Iterator<Item = &'a mut RefOr<Parameter>>) {
    let plain: BTreeMap<String, RefOr<Schema>> =
        plain().into_iter().map(|(name, schema)| (name.into(), schema)).collect();
    for parameter in parameters {
        if let RefOr::T(Parameter { schema: Some(schema), .. }) = parameter
            && let Some(told) = reference(schema).and_then(|name| plain.get(name))
        {
            *schema = told.clone();
        }
    }
}

/// What a schema refers to, by its name.
fn reference(schema: &RefOr<Schema>) -> Option<&str> {
    match schema {
        RefOr::Ref(reference) => reference.ref_location.rsplit('/').next(),
        RefOr::T(_) => None,
    }
}

fn unfold_fields(schema: &mut RefOr<Schema>, kinds: &BTreeMap<String, RefOr<Schema>>) {
    match schema {
        RefOr::T(Schema::Object(body)) => body.properties.values_mut().for_each(|field| unfold_field(field, kinds)),
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(|part| unfold_fields(part, kinds)),
        _ => {}
    }
}

fn unfold_field(field: &mut RefOr<Schema>, kinds: &BTreeMap<String, RefOr<Schema>>) {
    let held = |reference: &Ref| {
        let kind = kinds.get(reference.ref_location.rsplit('/').next().unwrap_or_default())?;
        Some(described(kind.clone(), &reference.description))
    };
    let unfolded = match &*field {
        RefOr::Ref(reference) => held(reference),
        RefOr::T(Schema::OneOf(choice)) => match choice.items.as_slice() {
            [RefOr::Ref(reference), _] => held(reference).map(or_null),
            _ => None,
        },
        RefOr::T(_) => None,
    };
    if let Some(unfolded) = unfolded {
        *field = unfolded;
        unfold_field(field, kinds);
    }
}

fn described(mut schema: RefOr<Schema>, description: &str) -> RefOr<Schema> {
    let description = description.to_owned();
    match &mut schema {
        RefOr::Ref(reference) => reference.description = description,
        RefOr::T(Schema::Object(object)) => object.description = Some(description),
        RefOr::T(Schema::Array(array)) => array.description = Some(description),
        RefOr::T(Schema::OneOf(choice)) => match choice.items.first_mut() {
            Some(RefOr::Ref(reference)) => reference.description = description,
            _ => choice.description = Some(description),
        },
        RefOr::T(_) => {}
    }
    schema
}
