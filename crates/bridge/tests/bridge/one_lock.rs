use cardea_bridge::{Attached, Condition, Movement, Outcome};
use cardea_gateway_protocol::message::HelloDevice;
use cardea_gateway_protocol::{BoltState, JobId, Operation, OperationResult};
use cardea_model::ids::Serial;
use std::sync::{Arc, Mutex};

pub const LOCK: Serial = Serial(1);

/// A lock whose bolt is a value in memory.
#[derive(Clone, Default)]
pub struct OneLock(Arc<Mutex<Option<BoltState>>>);

impl Attached for OneLock {
    fn devices(&self) -> Vec<HelloDevice> {
        vec![HelloDevice { serial: LOCK, device_type: "danalockv3".into(), firmware: "1".into() }]
    }
    fn perform(&self, _: Serial, what: Operation, _: JobId) -> impl Future<Output = Outcome> + Send + use<> + 'static {
        let mut bolt = self.0.lock().unwrap();
        if let Operation::Operate(turn) = what {
            *bolt = Some(turn.into());
        }
        std::future::ready(Ok(OperationResult { state: *bolt, ..OperationResult::default() }))
    }
    fn settled(&self, device: Serial) -> impl Future<Output = BoltState> + Send + use<> + 'static {
        std::future::ready(self.condition(device).map_or(BoltState::Unknown, |now| now.state))
    }
    fn condition(&self, _: Serial) -> Option<Condition> {
        self.0.lock().unwrap().map(|state| Condition { state, battery: None, clock_offset: None })
    }
    fn take_movements(&mut self, _: Serial) -> Vec<Movement> {
        Vec::new()
    }
    async fn changed(&mut self) {
        std::future::pending().await
    }
}
