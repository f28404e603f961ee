//! What the doors of earlier services tell: the same facts in the shapes that their clients know.

mod activity;
mod earlier;
mod key;
mod nearby;
mod product;
mod shared_key;

pub use activity::ActivityEntry;
pub use earlier::{EarlierLockEntry, NamedGroupEntry};
pub use key::KeyEntry;
pub use nearby::{AdvertisementEntry, NodeEntry};
pub use product::{DeviceTypeEntry, ProductDeviceEntry, ProductEntry, ProductFirmware};
pub use shared_key::{HeldBy, SharedKeyEntry};
