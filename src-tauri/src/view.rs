//! How the web view of the window draws and what it may hold, as far as Tauri leaves that to its library.

use tauri::AppHandle;

/// Says how the process of the page is to run. It is called in the first line of a program. A process takes its
/// environment along when it starts, and a program with more than one thread may not change its own environment.
pub(crate) fn prepare() {
    #[cfg(target_os = "linux")]
    linux::prepare();
}

/// Sets the web view of the window, once the window is there.
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

    /// Where Linux has graphics cards, and how the name of a card begins that a program may draw with.
    const CARDS: &str = "/dev/dri";
    const RENDERER: &str = "renderD";

    /// The memory, in bytes, that the engine of the page's program believes the machine has.
    ///
    /// By this figure the engine decides how much memory may lie unused until it looks for it. With the true figure it
    /// lets a page of 20 MiB double first. Each object of the page keeps something of the document that is many times
    /// as large.
    const MEMORY: u32 = 64 * 1024 * 1024;

    /// Sets what WebKitGTK takes from the environment alone. A value that is there already stays.
    pub(super) fn prepare() {
        give("JSC_forceRAMSize", &MEMORY.to_string());
        if !has_card() {
            // The processor would draw each layer with a graphics card of its own making, which takes 100 MiB.
            give("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
        }
    }

    fn give(name: &str, value: &str) {
        if let Err(error) = gtk::glib::setenv(name, value, false) {
            tracing::warn!("{name} is not set: {error}");
        }
    }

    /// Returns whether there is a graphics card this program may draw with.
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
    /// No caret blinks here: for each blink WebKitGTK composes the whole window anew. WebKitGTK reads how long a caret
    /// is visible and how long it is not. For a caret that does not blink at all it asks for every frame of the
    /// display. So the caret blinks once in weeks instead.
    fn hold_caret_still() {
        if let Some(settings) = gtk::Settings::default() {
            settings.set_gtk_cursor_blink(true);
            settings.set_gtk_cursor_blink_time(i32::MAX);
        }
    }

    /// Shows what an input method is composing in the line itself.
    ///
    /// The web view's library turns this off to keep the window of one input method in its place. WebKitGTK has put
    /// that place right since 2.44. Without this call a writer of Chinese does not see what she is typing.
    fn show_compositions(view: &WebView) {
        if let Some(input) = view.input_method_context() {
            input.set_enable_preedit(true);
        }
    }
}
