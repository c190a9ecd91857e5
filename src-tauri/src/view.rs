//! How the web view of the window draws, as far as Tauri leaves that to its library.

use tauri::AppHandle;

/// Sets the web view of the window, once the window is there.
pub(crate) fn set(app: &AppHandle) {
    #[cfg(target_os = "linux")]
    linux::set(app);
    #[cfg(not(target_os = "linux"))]
    let _ = app;
}

#[cfg(target_os = "linux")]
mod linux {
    use gtk::prelude::GtkSettingsExt as _;
    use tauri::{AppHandle, Manager as _};
    use webkit2gtk::{InputMethodContextExt as _, WebView, WebViewExt as _};

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
    /// Nothing blinks here, and each blink has WebKitGTK put the whole window together anew. It reads how long a caret is
    /// to be seen and how long not; a caret that does not blink at all has it ask for every frame of the display, so the
    /// caret blinks once in weeks instead.
    fn hold_caret_still() {
        if let Some(settings) = gtk::Settings::default() {
            settings.set_gtk_cursor_blink(true);
            settings.set_gtk_cursor_blink_time(i32::MAX);
        }
    }

    /// Shows what an input method is composing in the line itself.
    ///
    /// The web view's library turns that off for the place of one input method's window, which WebKitGTK has put
    /// right since 2.44; without it a writer of Chinese does not see what she is typing.
    fn show_compositions(view: &WebView) {
        if let Some(input) = view.input_method_context() {
            input.set_enable_preedit(true);
        }
    }
}
