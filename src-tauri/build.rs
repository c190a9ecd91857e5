//! Compiles the window's configuration, permissions and icons in.

fn main() {
    tauri_build::build();
}
