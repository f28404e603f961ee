//! Passwords that the server draws for somebody else to be told.

use cardea_model::password::{self, Strength};

/// How many characters they have.
const LENGTH: usize = 14;

/// Digits and capitals that nobody takes for another one: without 0 and O, 1, I and L, and without S, Z and B, which 5, 2 and 8 look like.
const CHARACTERS: &[u8; 28] = b"23456789ACDEFGHJKMNPQRTUVWXY";

/// So many digits and capitals without look-alikes, 4.8 bits each.
pub fn drawn(length: usize) -> String {
    (0..length).map(|_| char::from(CHARACTERS[rand::random_range(0..CHARACTERS.len())])).collect()
}

/// A password of 14 digits and capitals, some of each: 67 bits, and never one that may not be set.
pub fn generated() -> String {
    loop {
        let drawn = drawn(LENGTH);
        let both = drawn.contains(|c: char| c.is_ascii_digit()) && drawn.contains(|c: char| c.is_ascii_uppercase());
        if both && password::strength(&drawn) >= Strength::Medium {
            return drawn;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_generated_password_is_fourteen_digits_and_capitals_without_look_alikes_and_may_be_set() {
        let drawn: HashSet<String> = (0..2_000).map(|_| generated()).collect();
        assert_eq!(drawn.len(), 2_000, "each another");
        for one in &drawn {
            assert_eq!(one.len(), 14);
            assert!(one.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase()), "{one}");
            assert!(!one.contains(['0', 'O', '1', 'I', 'L', 'S', 'Z', 'B']), "{one}");
            assert!(one.contains(|c: char| c.is_ascii_digit()) && one.contains(|c: char| c.is_ascii_uppercase()));
            assert!(password::password("password", one).is_ok(), "{one}");
        }
    }
}
