//! The drawing and the memory of the window's web view, as far as Tauri leaves them to the web view's library.

use tauri::AppHandle;

/// Sets the environment of the page's process. It must be the first call of the program. A child process inherits the
/// environment at its start, and changing the environment is unsafe once the program has a second thread.
pub(crate) fn prepare() {
    #[cfg(target_os = "linux")]
    linux::prepare();
}

/// Configures the web view, once the window exists.
pub(crate) fn set(app: &AppHandle) {
    #[cfg(target_os = "linux")]
    linux::set(app);
    #[cfg(not(target_os = "linux"))]
    let _ = app;
}

#[cfg(target_os = "linux")]
mod linux {
    use std::path::Path;

    use gtk::prelude::GtkSettingsExt as _;
    use tauri::{AppHandle, Manager as _};
    use webkit2gtk::{InputMethodContextExt as _, WebView, WebViewExt as _};

    /// The folder of graphics devices on Linux, and the prefix of render devices in it.
    const CARDS: &str = "/dev/dri";
    const RENDERER: &str = "renderD";

    /// The number of executions before the page's engine optimises a function: ten times its default.
    ///
    /// The optimising compilers take memory for each function, and processor time from the keys. With ten times the
    /// number, the page held 350 MiB instead of 369 in the soak, and keys were painted sooner (`docs/desk.md`).
    const OPTIMISE_AFTER: &str = "10000";
    const OPTIMISING: [&str; 3] = [
        "JSC_thresholdForOptimizeAfterWarmUp",
        "JSC_thresholdForOptimizeAfterLongWarmUp",
        "JSC_thresholdForOptimizeSoon",
    ];

    /// Sets the options that WebKitGTK reads from the environment only.
    pub(super) fn prepare() {
        for name in OPTIMISING {
            set_variable(name, OPTIMISE_AFTER);
        }
        // Without a graphics card, layers would be drawn by a software renderer, which takes 100 MiB.
        if !has_card() {
            set_variable("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
        }
    }

    /// Sets a variable of the environment. A variable that is already set keeps its value.
    fn set_variable(name: &str, value: &str) {
        if let Err(error) = gtk::glib::setenv(name, value, false) {
            tracing::warn!("{name} is not set: {error}");
        }
    }

    /// Returns whether there is a graphics card that this program may use.
    #[expect(
        clippy::disallowed_methods,
        reason = "devices, in a folder of the system: nothing is read from them"
    )]
    fn has_card() -> bool {
        let entries = std::fs::read_dir(CARDS).into_iter().flatten().flatten();
        entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with(RENDERER))
            .any(|entry| may_use(&entry.path()))
    }

    #[expect(clippy::disallowed_methods, reason = "a device, which no save replaces")]
    fn may_use(device: &Path) -> bool {
        std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(device)
            .is_ok()
    }

    pub(super) fn set(app: &AppHandle) {
        hold_caret_still();
        let Some(window) = app.get_webview_window("main") else {
            return;
        };
        if let Err(error) = window.with_webview(|view| show_compositions(&view.inner())) {
            tracing::warn!("compositions are not shown in the line: {error}");
        }
    }

    /// Keeps the caret from blinking.
    ///
    /// For each blink WebKitGTK composes the whole window anew. It reads the durations in which a caret is visible and
    /// hidden. With blinking turned off, it asks for every frame of the display. So the caret blinks once in weeks
    /// instead.
    fn hold_caret_still() {
        if let Some(settings) = gtk::Settings::default() {
            settings.set_gtk_cursor_blink(true);
            settings.set_gtk_cursor_blink_time(i32::MAX);
        }
    }

    /// Shows the composition of an input method within the line.
    ///
    /// The library of the web view turns this off to keep the window of one input method in its place. WebKitGTK has
    /// placed that window correctly since 2.44. Without this call a writer of Chinese does not see her composition.
    fn show_compositions(view: &WebView) {
        if let Some(input) = view.input_method_context() {
            input.set_enable_preedit(true);
        }
    }
}
