//! The committed TypeScript bindings of the page match the Rust contract.

use std::path::Path;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/lib/host/bindings.ts");

#[test]
fn the_committed_bindings_are_those_of_the_contract() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fresh = folder.path().join("bindings.ts");
    shell::write_typescript(&fresh).expect("a contract that TypeScript can say");
    let fresh = std::fs::read_to_string(&fresh).expect("the bindings just written");
    if std::env::var_os("COMMONPLACE_WRITE_BINDINGS").is_some() {
        vault::write_atomic(&vault::RealDisk, Path::new(COMMITTED), fresh.as_bytes())
            .expect("the page's folder");
    }
    let committed = std::fs::read_to_string(COMMITTED).unwrap_or_default();
    assert!(
        committed == fresh,
        "the bindings are stale; run `cargo xtask bindings`"
    );
}
