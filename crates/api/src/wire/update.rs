//! Bodies that change an entry. Clients may send the whole entry back: what cannot be changed may stand there as it is, and is refused with
//! its name where it differs.

use super::body::{node, read};
use super::form::Node;
use crate::error::ApiError;
use axum::extract::{FromRequest, Request};
use cardea_model::{FieldCode, Time};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A body that changes an entry, and all that it tells of it.
pub struct Update<T>(pub T, pub GivenFields);

/// The fields of a body, as they came.
pub struct GivenFields {
    fields: Map<String, Value>,
    form: bool,
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Update<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, ApiError> {
        let Node { value, form } = node(request).await?;
        let fields = value.as_object().cloned().unwrap_or_default();
        Ok(Update(read(Node { value, form })?, GivenFields { fields, form }))
    }
}

impl GivenFields {
    /// Refuses what the body tells of the entry otherwise than it is, but for what may change. Null tells nothing, and neither does
    /// what the entry does not have.
    ///
    /// # Errors
    /// `read_only`, with the field's name.
    pub fn agrees(&self, entry: &impl Serialize, changeable: &[&str]) -> Result<(), ApiError> {
        let entry = serde_json::to_value(entry).map_err(ApiError::internal)?;
        for (field, told) in self.fields.iter().filter(|(field, _)| !changeable.contains(&field.as_str())) {
            if entry.get(field).is_some_and(|is| !self.same(told, is)) {
                return Err(ApiError::field(
                    field.as_str(),
                    FieldCode::ReadOnly,
                    format!("{field} cannot be changed here"),
                ));
            }
        }
        Ok(())
    }

    fn same(&self, told: &Value, is: &Value) -> bool {
        match (told, is) {
            (Value::Null, _) => true,
            (Value::String(told), Value::String(is)) => {
                told == is || instant(told).is_some_and(|at| Some(at) == instant(is))
            }
            (Value::String(told), Value::Null) => self.form && told.is_empty(),
            (Value::String(told), Value::Bool(is)) => {
                self.form && (*told == is.to_string() || *told == u8::from(*is).to_string())
            }
            (Value::String(told), Value::Number(is)) => self.form && *told == is.to_string(),
            (Value::String(told), Value::Array(is)) if self.form => match is.as_slice() {
                [] => told.is_empty(),
                [one] => one.as_str() == Some(told),
                _ => false,
            },
            (Value::Array(told), Value::Array(is)) => members(told) == members(is),
            (told, is) => told == is,
        }
    }
}

fn instant(text: &str) -> Option<Time> {
    text.parse().ok()
}

/// What a list holds, whatever its order.
fn members(list: &[Value]) -> Vec<String> {
    let mut members: Vec<String> = list.iter().map(Value::to_string).collect();
    members.sort_unstable();
    members
}
