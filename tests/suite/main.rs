//! The suite: one binary, one module a concern.

#![expect(
    clippy::disallowed_methods,
    reason = "tests set their scenes with plain writes"
)]

mod bindings;
mod boundaries;
mod capture;
mod crash;
mod memory_file;
mod rebuild;
mod scenarios;
