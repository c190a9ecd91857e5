//! The check for a display that can show a window.

use std::ffi::OsString;

use anyhow::{Result, bail};

/// Fails on a machine without a display, with a message about working without a window.
pub fn require() -> Result<()> {
    if cfg!(target_os = "linux") && !is_named(|variable| std::env::var_os(variable)) {
        bail!(
            "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so the window cannot open.\n\
             The same desk works without one:\n\n    cargo run --package cli -- --help\n\n\
             To open the window on a virtual display: xvfb-run -a cargo xtask run"
        );
    }
    Ok(())
}

/// Returns whether the environment names an X11 or a Wayland display; an empty variable does not count.
fn is_named(environment: impl Fn(&str) -> Option<OsString>) -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .into_iter()
        .filter_map(environment)
        .any(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_one_that_x11_or_wayland_names() {
        for (set, expected) in [
            (&[] as &[(&str, &str)], false),
            (&[("DISPLAY", ":0")], true),
            (&[("WAYLAND_DISPLAY", "wayland-0")], true),
            (&[("DISPLAY", ""), ("WAYLAND_DISPLAY", "wayland-0")], true),
            (&[("DISPLAY", "")], false),
            (&[("SSH_CONNECTION", "10.0.0.2 51022 10.0.0.1 22")], false),
        ] {
            let environment = |name: &str| {
                set.iter()
                    .find(|(variable, _)| *variable == name)
                    .map(|(_, value)| OsString::from(value))
            };
            assert_eq!(is_named(environment), expected, "{set:?}");
        }
    }
}
