//! Device operations by the names and arguments that clients use with `/bridge/v1/execute`, as typed values.
//!
//! An operation stands in one place, [`TABLE`]: name, arguments, rank, right, what it answers and what is written into the log. docs/gateway.md
//! and docs/api.md have the same rows, and a test compares them.

use crate::key::Permission;
use cardea_model::{FieldCode, Refusal};
use serde_json::Value;

/// Which way a bolt is asked to turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Bolt out.
    Lock,
    /// Bolt in.
    Unlock,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::Lock, Direction::Unlock];

    /// The direction of this name.
    pub fn named(name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| direction.name() == name)
    }

    /// As the argument of `afi.lock.operate`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Lock => "lock",
            Direction::Unlock => "unlock",
        }
    }
}

/// What may be asked of a lock through its bridge.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// `afi.lock.operate`: turn the bolt.
    Operate(Direction),
    /// `afi.lock.get-state`: where the bolt is.
    GetState,
    /// `afi.power-source.get-information2`: the battery's level.
    GetPowerSource,
}

/// The rank of an operation among those waiting for one bridge; lower goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// A person waits at a door.
    Operate = 0,
    /// Something is changed at the lock, such as a setting or a PIN code.
    Write = 1,
    /// A read of the bolt's place. Identical reads that wait are answered together.
    State = 2,
    /// A read of the battery, which a read of the state often answers.
    Battery = 3,
}

impl Rank {
    /// Whether jobs of this rank only read. Such jobs come after all others, and nothing is lost when they wait.
    pub const fn is_read(rank: i64) -> bool {
        rank >= Rank::State as i64
    }
}

/// What an operation that was done leaves in the access log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Logged {
    /// Nothing: it only read.
    Nothing,
    /// That the bolt moved, and which way.
    Movement,
}

/// A row of [`TABLE`].
#[derive(Debug)]
pub struct Definition {
    /// Its name on the wire.
    pub name: &'static str,
    /// Its arguments, in words.
    pub arguments: &'static str,
    /// Its place among operations that wait for the same bridge.
    pub rank: Rank,
    /// What whoever asks for it has to be allowed, and what an offline key has to permit.
    pub right: Permission,
    /// What stands in its answer beside the verdicts, by field.
    pub result: &'static [&'static str],
    /// What it leaves in the access log.
    pub logged: Logged,
    parse: fn(&[Value]) -> Option<Operation>,
}

static OPERATE: Definition = Definition {
    name: "afi.lock.operate",
    arguments: "\"lock\" or \"unlock\"",
    rank: Rank::Operate,
    right: Permission::Operate,
    result: &["state", "battery_level"],
    logged: Logged::Movement,
    parse: |arguments| match arguments {
        [Value::String(way)] => Direction::named(way).map(Operation::Operate),
        _ => None,
    },
};

static GET_STATE: Definition = Definition {
    name: "afi.lock.get-state",
    arguments: "none",
    rank: Rank::State,
    right: Permission::Read,
    result: &["state", "lock_status", "is_blocked", "battery_level"],
    logged: Logged::Nothing,
    parse: |arguments| arguments.is_empty().then_some(Operation::GetState),
};

static GET_POWER_SOURCE: Definition = Definition {
    name: "afi.power-source.get-information2",
    arguments: "none",
    rank: Rank::Battery,
    right: Permission::Read,
    result: &["battery_level"],
    logged: Logged::Nothing,
    parse: |arguments| arguments.is_empty().then_some(Operation::GetPowerSource),
};

/// Every operation that there is.
pub static TABLE: [&Definition; 3] = [&OPERATE, &GET_STATE, &GET_POWER_SOURCE];

impl Operation {
    /// Its row.
    pub fn definition(&self) -> &'static Definition {
        match self {
            Operation::Operate(_) => &OPERATE,
            Operation::GetState => &GET_STATE,
            Operation::GetPowerSource => &GET_POWER_SOURCE,
        }
    }

    /// Its name on the wire.
    pub fn name(&self) -> &'static str {
        self.definition().name
    }

    /// Its arguments on the wire.
    pub fn arguments(&self) -> Vec<Value> {
        match self {
            Operation::Operate(direction) => vec![Value::from(direction.name())],
            Operation::GetState | Operation::GetPowerSource => Vec::new(),
        }
    }

    /// Whether it moves and changes nothing.
    pub fn is_read(&self) -> bool {
        Rank::is_read(self.definition().rank as i64)
    }

    /// Which way the bolt moves when it is done; `None` for what moves no bolt.
    pub fn movement(&self) -> Option<Direction> {
        match self {
            Operation::Operate(direction) => Some(*direction),
            Operation::GetState | Operation::GetPowerSource => None,
        }
    }

    /// The operation of this name and these arguments.
    ///
    /// # Errors
    /// Names `operation` (`not_supported`) or `arguments` (`invalid`) as the field at fault.
    pub fn parse(name: &str, arguments: &[Value]) -> Result<Operation, Refusal> {
        let Some(definition) = TABLE.iter().find(|definition| definition.name == name) else {
            return Err(Refusal::field("operation", FieldCode::NotSupported, "this operation is not supported"));
        };
        (definition.parse)(arguments).ok_or_else(|| {
            Refusal::field("arguments", FieldCode::Invalid, format!("arguments of {name}: {}", definition.arguments))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_known_by_name_and_arguments() {
        use Operation::{GetPowerSource, GetState, Operate};
        for operation in [Operate(Direction::Lock), Operate(Direction::Unlock), GetState, GetPowerSource] {
            assert_eq!(Operation::parse(operation.name(), &operation.arguments()), Ok(operation));
        }
    }

    #[test]
    fn only_what_moves_the_bolt_says_that_it_moved() {
        for (operation, movement) in [
            (Operation::Operate(Direction::Lock), Some(Direction::Lock)),
            (Operation::Operate(Direction::Unlock), Some(Direction::Unlock)),
            (Operation::GetState, None),
            (Operation::GetPowerSource, None),
        ] {
            assert_eq!(operation.movement(), movement);
            assert_eq!(operation.definition().logged == Logged::Movement, movement.is_some());
            assert_eq!(operation.is_read(), movement.is_none());
        }
    }

    #[test]
    fn whoever_waits_at_a_door_comes_before_changes_and_changes_before_readings() {
        assert!(Rank::Operate < Rank::Write && Rank::Write < Rank::State && Rank::State < Rank::Battery);
        let reads = [Rank::Operate, Rank::Write, Rank::State, Rank::Battery].map(|rank| Rank::is_read(rank as i64));
        assert_eq!(
            reads,
            [false, false, true, true],
            "a change waits no longer than a person does, and is never shared"
        );
    }

    #[test]
    fn unknown_names_and_wrong_arguments_name_their_field() {
        let field = |name: &str, arguments: &[Value]| Operation::parse(name, arguments).unwrap_err().field;
        assert_eq!(field("afi.lock.explode", &[]), Some("operation"));
        assert_eq!(field("afi.lock.operate", &[]), Some("arguments"));
        assert_eq!(field("afi.lock.operate", &["open".into()]), Some("arguments"));
        assert_eq!(field("afi.lock.operate", &["lock".into(), "unlock".into()]), Some("arguments"));
        assert_eq!(field("afi.lock.operate", &[1.into()]), Some("arguments"));
        assert_eq!(field("afi.lock.get-state", &[1.into()]), Some("arguments"));
    }
}
