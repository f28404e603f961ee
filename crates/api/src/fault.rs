//! What can be wrong with a field, for the example of a refusal: of a field that the operation has, with a code and a message that are true of it.

use crate::once::IDEMPOTENCY_KEY;
use cardea_model::FieldCode;
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::Number;
use utoipa::openapi::RefOr;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::schema::{Schema, SchemaType, Type};

/// The schemas of the document, by their names.
pub type Schemas = BTreeMap<String, RefOr<Schema>>;

/// What can be wrong with a field that an operation has, for the example of its refusal.
pub struct Fault {
    /// Which one.
    pub field: String,
    /// What is wrong with it.
    pub code: FieldCode,
    /// The same as a sentence.
    pub message: String,
}

impl Fault {
    /// One that the operation can meet: of its body, else of its query or path. Whatever takes neither takes a key.
    pub fn of(operation: &Operation, schemas: &Schemas) -> Fault {
        let body = operation.request_body.as_ref().and_then(|body| match body {
            RefOr::T(body) => body.content.get("application/json"),
            RefOr::Ref(_) => None,
        });
        let body = body.and_then(|content| match content {
            RefOr::T(content) => content.schema.as_ref(),
            RefOr::Ref(_) => None,
        });
        let parameters = || operation.parameters.iter().flatten().filter_map(known);
        let asked = |place: ParameterIn| parameters().filter(move |parameter| parameter.parameter_in == place);
        body.and_then(|body| Fault::of_body(body, schemas))
            .or_else(|| asked(ParameterIn::Query).find_map(|parameter| Fault::of_parameter(parameter, schemas)))
            .or_else(|| asked(ParameterIn::Path).find_map(|parameter| Fault::of_parameter(parameter, schemas)))
            .unwrap_or_else(|| Fault::new(IDEMPOTENCY_KEY, FieldCode::Invalid, "there is one key"))
    }

    fn new(field: impl Into<String>, code: FieldCode, message: impl Into<String>) -> Fault {
        Fault { field: field.into(), code, message: message.into() }
    }

    /// Of a field that must be there that it is not, of another one that it is of another type.
    fn of_body(body: &RefOr<Schema>, schemas: &Schemas) -> Option<Fault> {
        let RefOr::T(Schema::Object(body)) = followed(body, schemas)? else { return None };
        if let Some(field) = body.required.first() {
            return Some(Fault::new(field, FieldCode::Required, format!("{field} is required")));
        }
        let (field, schema) = body.properties.iter().next()?;
        let mut types = Vec::new();
        collect_types(schema, schemas, &mut types);
        let wrong = match types.iter().find(|kind| **kind != Type::Null) {
            Some(Type::Boolean) => "expected true or false, not text",
            Some(Type::Integer | Type::Number) => "expected a whole number, not text",
            Some(Type::Array) => "expected a list, not text",
            Some(Type::Object) => "expected an object, not text",
            _ => "expected text or null, not a number",
        };
        Some(Fault::new(field, FieldCode::WrongType, wrong))
    }

    fn of_parameter(parameter: &Parameter, schemas: &Schemas) -> Option<Fault> {
        let name = parameter.name.as_str();
        let RefOr::T(Schema::Object(schema)) = followed(parameter.schema.as_ref()?, schemas)? else { return None };
        let is = |kind: Type| matches!(&schema.schema_type, SchemaType::Type(told) if *told == kind);
        if name == "perpage" || name == "entries" {
            let most = if let Some(Number::Int(most)) = schema.maximum { most } else { 1000 };
            let message = format!("{name} is a number from 1 to {most}");
            return Some(Fault::new(name, FieldCode::OutOfRange, message));
        }
        match (&schema.pattern, schema.examples.first().and_then(Value::as_str)) {
            (Some(_), Some(example)) => {
                Some(Fault::new(name, FieldCode::Invalid, format!("{name} is not a text like {example}")))
            }
            (Some(pattern), None) => {
                Some(Fault::new(name, FieldCode::Invalid, format!("{name} is not of the form {pattern}")))
            }
            (None, _) if parameter.parameter_in == ParameterIn::Path && is(Type::String) => {
                Some(Fault::new(name, FieldCode::Invalid, format!("{name} is not UTF-8")))
            }
            (None, _) => None,
        }
    }
}

fn known(parameter: &RefOr<Parameter>) -> Option<&Parameter> {
    match parameter {
        RefOr::T(parameter) => Some(parameter),
        RefOr::Ref(_) => None,
    }
}

/// The schema that a reference leads to, or the schema itself.
fn followed<'a>(schema: &'a RefOr<Schema>, schemas: &'a Schemas) -> Option<&'a RefOr<Schema>> {
    match schema {
        RefOr::Ref(reference) => schemas.get(reference.ref_location.rsplit('/').next()?),
        RefOr::T(_) => Some(schema),
    }
}

/// The types that a value may be of.
fn collect_types(schema: &RefOr<Schema>, schemas: &Schemas, types: &mut Vec<Type>) {
    match followed(schema, schemas) {
        Some(RefOr::T(Schema::Object(object))) => match &object.schema_type {
            SchemaType::Type(kind) => types.push(kind.clone()),
            SchemaType::Array(kinds) => types.extend(kinds.iter().cloned()),
            SchemaType::AnyValue => {}
        },
        Some(RefOr::T(Schema::Array(_))) => types.push(Type::Array),
        Some(RefOr::T(Schema::OneOf(choice))) => {
            choice.items.iter().for_each(|item| collect_types(item, schemas, types));
        }
        _ => {}
    }
}
