//! Device operations by the names and arguments that clients use with `/bridge/v1/execute`, as typed values.

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
    /// As the argument of `afi.lock.operate`.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Lock => "lock",
            Direction::Unlock => "unlock",
        }
    }
}

/// What may be asked of a lock through its bridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl Operation {
    /// Every operation, with the arguments it knows.
    pub const ALL: [Operation; 4] = [
        Operation::Operate(Direction::Lock),
        Operation::Operate(Direction::Unlock),
        Operation::GetState,
        Operation::GetPowerSource,
    ];

    /// Its name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Operation::Operate(_) => "afi.lock.operate",
            Operation::GetState => "afi.lock.get-state",
            Operation::GetPowerSource => "afi.power-source.get-information2",
        }
    }

    /// Its arguments on the wire.
    pub fn arguments(self) -> Vec<Value> {
        match self {
            Operation::Operate(turn) => vec![Value::from(turn.name())],
            Operation::GetState | Operation::GetPowerSource => Vec::new(),
        }
    }

    /// Its place among operations that wait for the same bridge.
    pub const fn rank(self) -> Rank {
        match self {
            Operation::Operate(_) => Rank::Operate,
            Operation::GetState => Rank::State,
            Operation::GetPowerSource => Rank::Battery,
        }
    }

    /// Whether it moves and changes nothing.
    pub const fn is_read(self) -> bool {
        Rank::is_read(self.rank() as i64)
    }

    /// The operation of this name and these arguments.
    ///
    /// # Errors
    /// Names `operation` (`not_supported`) or `arguments` (`invalid`) as the field at fault.
    pub fn parse(name: &str, arguments: &[Value]) -> Result<Operation, Refusal> {
        let wrong = |message: &str| Err(Refusal::field("arguments", FieldCode::Invalid, message));
        match name {
            "afi.lock.operate" => match arguments {
                [Value::String(turn)] if turn == "lock" => Ok(Operation::Operate(Direction::Lock)),
                [Value::String(turn)] if turn == "unlock" => Ok(Operation::Operate(Direction::Unlock)),
                _ => wrong("afi.lock.operate takes one argument, \"lock\" or \"unlock\""),
            },
            "afi.lock.get-state" if arguments.is_empty() => Ok(Operation::GetState),
            "afi.power-source.get-information2" if arguments.is_empty() => Ok(Operation::GetPowerSource),
            "afi.lock.get-state" | "afi.power-source.get-information2" => wrong("this operation takes no arguments"),
            _ => Err(Refusal::field("operation", FieldCode::NotSupported, "this operation is not supported")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_known_by_name_and_arguments() {
        for operation in Operation::ALL {
            assert_eq!(Operation::parse(operation.name(), &operation.arguments()), Ok(operation));
        }
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
