//! Sealing: secrets in the database are readable only with a key that is not in it.

use crate::connect::owners_alone;
use crate::{SealingKey, StoreError};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use std::fmt;
use std::io::Write;
use std::path::Path;

const KEY: usize = 32;
const NONCE: usize = 24;

/// Seals and opens secrets (XChaCha20-Poly1305). Cheap to clone.
#[derive(Clone)]
pub struct Seal(XChaCha20Poly1305);

impl fmt::Debug for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seal(…)")
    }
}

impl Seal {
    /// The seal of this key, or else of `secret.key` in this folder, which is made (mode 0600) when missing.
    ///
    /// # Errors
    /// [`StoreError::BadKey`] when the file holds anything but 64 hex digits, [`StoreError::File`] when it cannot be read or made.
    pub fn open(folder: &Path, key: Option<&SealingKey>) -> Result<Seal, StoreError> {
        let SealingKey(key) = match key {
            Some(key) => *key,
            None => key_file(&folder.join("secret.key"))?.parse()?,
        };
        Ok(Seal(XChaCha20Poly1305::new(&key.into())))
    }

    /// The seal of this key, or else of `secret.key` in this folder; `None` when there is neither. Makes nothing.
    ///
    /// # Errors
    /// As [`Seal::open`].
    pub(crate) fn there(folder: &Path, key: Option<&SealingKey>) -> Result<Option<Seal>, StoreError> {
        let file = folder.join("secret.key");
        match (key, file.try_exists()) {
            (None, Ok(false)) => Ok(None),
            (None, Err(error)) => Err(StoreError::File { path: file, error }),
            _ => Seal::open(folder, key).map(Some),
        }
    }

    /// A seal that opens nothing, for who reads without the key.
    pub(crate) fn of_nothing() -> Seal {
        Seal(XChaCha20Poly1305::new(&rand::random::<[u8; KEY]>().into()))
    }

    /// Seals a secret of the row that `row` names; it opens for no other row.
    pub fn seal(&self, row: &str, secret: &[u8]) -> Vec<u8> {
        let nonce: [u8; NONCE] = rand::random();
        let payload = Payload { msg: secret, aad: row.as_bytes() };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload).expect("XChaCha20-Poly1305 seals up to 256 GiB");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Opens what was sealed for this row.
    ///
    /// # Errors
    /// [`StoreError::BrokenSeal`] when it was changed, sealed for another row or with another key.
    pub fn unseal(&self, row: &str, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>().ok_or(StoreError::BrokenSeal)?;
        let payload = Payload { msg: sealed, aad: row.as_bytes() };
        self.0.decrypt(&XNonce::from(*nonce), payload).map_err(|_| StoreError::BrokenSeal)
    }
}

fn key_file(path: &Path) -> Result<String, StoreError> {
    let failed = |error| StoreError::File { path: path.to_owned(), error };
    match owners_alone().write(true).create_new(true).open(path) {
        Ok(mut file) => {
            let key = to_hex(&rand::random::<[u8; KEY]>());
            file.write_all(key.as_bytes()).and_then(|()| file.sync_all()).map_err(failed)?;
            Ok(key)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            std::fs::read_to_string(path).map_err(failed)
        }
        Err(error) => Err(failed(error)),
    }
}

/// Bytes as lower-case hex digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hex digits; `None` for anything else.
pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}
