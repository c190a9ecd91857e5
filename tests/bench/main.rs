//! The benchmark: what the desk costs, printed as a table.

fn main() {}
