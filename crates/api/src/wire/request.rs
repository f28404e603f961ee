//! What the document says of a body: its schema, and an example that is read as every body is, so that nobody is refused for sending it.

use super::body::{Body, read};
use super::example::Example;
use super::form::Node;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::BTreeMap;
use utoipa::__dev::ComposeSchema;
use utoipa::ToSchema;
use utoipa::openapi::request_body::RequestBody;
use utoipa::openapi::schema::{AllOfBuilder, Schema};
use utoipa::openapi::{Ref, RefOr, Required};

const BODY: &str = "Body";

impl<T: ToSchema + Example + DeserializeOwned> ToSchema for Body<T> {
    fn name() -> Cow<'static, str> {
        BODY.into()
    }
    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        T::schemas(schemas);
        schemas.push((T::name().into_owned(), T::schema()));
    }
}

/// The document asks generic types so.
impl<T: ToSchema + Example + DeserializeOwned> ComposeSchema for Body<T> {
    fn compose(_: Vec<RefOr<Schema>>) -> RefOr<Schema> {
        let value = T::example();
        if let Err(refused) = read::<T>(Node { value: value.clone(), form: false }) {
            panic!("the example of {} is refused: {refused:?}", T::name());
        }
        AllOfBuilder::new().item(Ref::from_schema_name(T::name())).examples([value]).into()
    }
}

/// Whether an object has to have some field.
fn has_required(of: &RefOr<Schema>, schemas: &BTreeMap<String, RefOr<Schema>>) -> bool {
    match of {
        RefOr::Ref(reference) => {
            let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
            schemas.get(name).is_none_or(|schema| has_required(schema, schemas))
        }
        RefOr::T(Schema::Object(object)) => !object.required.is_empty(),
        RefOr::T(_) => true,
    }
}

/// Puts schema and example where the body stands. The document names a schema for each body, like `Body_NewGroup`, which nobody who reads
/// it needs.
pub fn unfold<'a>(
    bodies: impl Iterator<Item = &'a mut RefOr<RequestBody>>,
    schemas: &mut BTreeMap<String, RefOr<Schema>>,
) {
    let is_body = |name: &str| name.strip_prefix(BODY).is_some_and(|rest| rest.starts_with('_'));
    for told in bodies {
        let RefOr::T(told) = told else { continue };
        let Some(RefOr::T(content)) = told.content.get_mut("application/json") else { continue };
        let Some(RefOr::Ref(reference)) = &content.schema else { continue };
        let name = reference.ref_location.rsplit('/').next().unwrap_or_default();
        let Some(RefOr::T(Schema::AllOf(body))) = schemas.get(name).filter(|_| is_body(name)) else { continue };
        content.example = body.examples.first().cloned();
        content.schema = body.items.first().cloned();
        let of = body.items.first();
        // An empty body is a body without fields.
        if of.is_some_and(|of| !has_required(of, schemas)) {
            told.required = Some(Required::False);
        }
    }
    schemas.retain(|name, _| !is_body(name));
}
