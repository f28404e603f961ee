//! The rules, tested: cases that the console runs too, a second implementation, the rrule crate, and properties.

mod agreement;
mod changes;
mod dice;
mod document;
mod facts;
mod keys;
mod permission;
mod random;
mod recurrence;
mod second;
mod unions;
mod vectors;
mod why;
mod within;
