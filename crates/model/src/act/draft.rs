//! A draft: a domain's facts with the edits of the acts so far already made, which is what the next act sees. So acts compose.

use super::Acted;
use crate::code::Refusal;
use crate::facts::Facts;
use crate::rows::{Edit, Row};
use std::sync::Arc;

/// One edit that changes something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The edit.
    pub edit: Edit,
    /// The row as it was before; `None`: there was none.
    pub before: Option<Row>,
}

/// Facts in the course of a change.
#[derive(Debug, Clone)]
pub struct Draft {
    facts: Arc<Facts>,
    edits: Vec<Edit>,
    steps: Vec<Step>,
}

impl Draft {
    /// A draft in which nothing has been changed yet.
    pub fn new(facts: Arc<Facts>) -> Self {
        Draft { facts, edits: Vec::new(), steps: Vec::new() }
    }

    /// The facts as the acts so far make them.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Carries out one act. One that refuses leaves the draft as it was, and others may follow: a bulk operation is the same act once for
    /// each entry.
    ///
    /// # Errors
    /// The act's refusal.
    pub fn act<T>(&mut self, act: impl FnOnce(&Facts) -> Acted<T>) -> Result<T, Refusal> {
        let (edits, value) = act(&self.facts)?;
        self.edit(edits);
        Ok(value)
    }

    /// Makes these edits. Those that change nothing are no steps.
    pub fn edit(&mut self, edits: impl IntoIterator<Item = Edit>) {
        for edit in edits {
            let before = self.facts.row(edit.key());
            let changes = match &edit {
                Edit::Put(row) => before.as_ref() != Some(row),
                Edit::Remove(_) => before.is_some(),
            };
            if changes {
                Arc::make_mut(&mut self.facts).apply(&edit);
                self.steps.push(Step { edit: edit.clone(), before });
            }
            self.edits.push(edit);
        }
    }

    /// The edits as the acts answered them, also those that change nothing here: in the database an account's profile may differ from the
    /// one in these facts.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// What the acts so far have changed, in their order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The facts after all acts, and what they have changed.
    pub fn finish(self) -> (Arc<Facts>, Vec<Step>) {
        (self.facts, self.steps)
    }
}
