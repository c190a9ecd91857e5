//! The shell: the only package that depends on Tauri.
//!
//! It is the composition root of the window: it gives the use cases their clock, ids and listener, and passes their
//! results to the page. It holds no behaviour of its own.

mod bindings;
mod commands;
mod daily;
mod dialog;
mod granted;
mod limits;
mod registry;
mod state;
mod view;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use desk::{Installation, Opening, STYLE_ARGUMENT, Style};
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Manager as _, RunEvent, Runtime};
use tauri_plugin_dialog::DialogExt as _;
use tauri_plugin_fs::FsExt as _;

pub use bindings::{bindings, write_typescript};
pub use registry::{COMMANDS, Command};
pub use state::{Desk, FileDialog};

/// Returns a builder with the desk's commands, for the real window and for the mock runtime.
///
/// `style` is the style check. `ask` opens a dialog of the system, which needs a window.
pub fn prepare<R: Runtime>(
    builder: tauri::Builder<R>,
    installation: Installation,
    style: Style,
    ask: fn(&AppHandle<R>, &FileDialog) -> Vec<String>,
) -> tauri::Builder<R> {
    let bindings = bindings::<R>();
    // The plugin comes before the set-up, because the set-up uses its scope for the folders that the writer names.
    let builder = builder.plugin(tauri_plugin_fs::init());
    builder
        .invoke_handler(bindings.invoke_handler())
        .setup(move |app| {
            bindings.mount_events(app);
            let (listener, asker) = (app.handle().clone(), app.handle().clone());
            let emit = Arc::new(move |event| bindings::push(&listener, event));
            app.manage(Desk::new(
                installation,
                style,
                emit,
                Arc::new(move |which: &FileDialog| ask(&asker, which)),
                app.fs_scope(),
            ));
            Ok(())
        })
}

/// Passes the folder or file of a second start to the page. The page opens it after it has saved its open files.
pub fn hand_over<R: Runtime>(app: &AppHandle<R>, opening: &Opening) {
    app.state::<Desk>().grant(&opening.folder);
    bindings::push_open(app, opening.request());
}

/// Returns the configuration, the capabilities and the page, for the real window and for the mock runtime.
pub fn context<R: Runtime>() -> tauri::Context<R> {
    tauri::generate_context!()
}

/// Opens the window and returns when it is closed. With [`STYLE_ARGUMENT`] the process serves the style check of a
/// window instead.
pub fn run() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some(STYLE_ARGUMENT) {
        let served = style::serve(io::stdin().lock(), io::stdout().lock());
        return if served.is_ok() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        };
    }
    view::prepare();
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let installation = Installation::usual();
    // The style check is started by its path: after an update of the desk, the new program is at that path.
    let style = Style::by(std::env::current_exe().unwrap_or_default());
    let mut builder = tauri::Builder::default();
    // One profile has one window. `COMMONPLACE_DATA_DIR` selects another profile, which may have a window of its own.
    if std::env::var_os("COMMONPLACE_DATA_DIR").is_none() {
        builder = builder.plugin(tauri_plugin_single_instance::init(|app, arguments, from| {
            if let Some(opening) = Opening::of(paths_in(arguments, Path::new(&from))) {
                hand_over(app, &opening);
            }
            if let Some(window) = app.get_webview_window("main") {
                // Best effort: a window system may refuse to raise a window.
                let _ = window.set_focus();
            }
        }));
    }
    let outcome = prepare(builder, installation, style, ask)
        .plugin(tauri_plugin_dialog::init())
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(stay())
        .build(context());
    match outcome {
        Ok(app) => {
            // `Ready` comes after the state is set up and before the page can request its project.
            app.run(|app, event| {
                if let RunEvent::Ready = event {
                    view::set(app);
                    let from = std::env::current_dir().unwrap_or_default();
                    if let Some(opening) = Opening::of(paths_in(std::env::args(), &from)) {
                        app.state::<Desk>().open_first(opening);
                    }
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => {
            tracing::error!("the window could not be opened: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Opens a dialog of the system and returns the chosen paths.
fn ask<R: Runtime>(app: &AppHandle<R>, which: &FileDialog) -> Vec<String> {
    let language = app.state::<Desk>().settings().settings.language;
    let title = dialog::title(which, language, |name| std::env::var(name).ok());
    let mut dialog = app.dialog().file();
    if let Some(title) = title {
        dialog = dialog.set_title(title);
    }
    let named = match which {
        FileDialog::Folder => dialog.blocking_pick_folder().into_iter().collect(),
        FileDialog::Documents => dialog
            .add_filter("Word, txt, Markdown", &["docx", "txt", "md", "markdown"])
            .blocking_pick_files()
            .unwrap_or_default(),
        FileDialog::Place { name } => dialog
            .set_file_name(name)
            .blocking_save_file()
            .into_iter()
            .collect(),
    };
    named.into_iter().map(|path| path.to_string()).collect()
}

/// Keeps the window on its own page: a file dropped beside the editor, or a link, must not replace unsaved text.
fn stay<R: Runtime>() -> TauriPlugin<R> {
    tauri::plugin::Builder::new("stay")
        .on_navigation(|_, to| to.scheme() == "tauri" || to.host_str() == Some("tauri.localhost"))
        .build()
}

/// Returns the paths on a command line `commonplace-desk [FOLDER] [FILE]`, resolved against a working directory.
fn paths_in(arguments: impl IntoIterator<Item = String>, from: &Path) -> impl Iterator<Item = PathBuf> {
    let named = arguments.into_iter().skip(1);
    named
        .filter(|argument| !argument.starts_with('-'))
        .map(|argument| from.join(argument))
}
