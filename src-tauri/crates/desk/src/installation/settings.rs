//! This installation: its device name and its settings, in one folder of readable files.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use contract::{PageSettings, Settings, SettingsPatch, SettingsView, WritingSettings};
use serde_json::{Map, Value};
use vault::{RealDisk, Watch};

use crate::installation::set_aside::SetAside;
use crate::{Error, Result};

/// The maximum size of a file of this installation that is read, in bytes.
const LIMIT: u64 = 64 * 1024;

const SETTINGS: &str = "settings.json";

/// The range of the zoom, in percent. At the maximum, a window of the minimum size still shows a few letters per line.
const ZOOM: RangeInclusive<u16> = 50..=300;

/// The number of recent projects.
const RECENT: usize = 12;

/// The folder for this installation's files that belong to no project.
#[derive(Clone, Debug)]
pub struct Installation {
    folder: PathBuf,
    /// The writer's documents folder; `None` for an installation that may use only its own folder.
    documents: Option<PathBuf>,
    /// Whether AI is on, cached from the last read or write of the settings; empty before the first.
    ai: Arc<OnceLock<AtomicBool>>,
    /// The copy of a broken settings file that was made last.
    set_aside: SetAside,
}

impl Installation {
    /// Returns the installation kept in a folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self {
            // Links on the way to the folder belong to her system, so they are resolved here: the desk opens no path
            // with a link in it.
            folder: vault::named(&folder).unwrap_or(folder),
            documents: None,
            ai: Arc::default(),
            set_aside: SetAside::default(),
        }
    }

    /// Returns the installation in the folder that `COMMONPLACE_DATA_DIR` names, or else in this system's usual folder,
    /// which does not roam between machines.
    ///
    /// The variable works in every build: with it, a test, a portable installation or a second profile keeps its own
    /// device name and settings.
    pub fn usual() -> Self {
        if let Some(folder) = std::env::var_os("COMMONPLACE_DATA_DIR") {
            return Self::at(folder);
        }
        let folder = dirs::data_local_dir().map(|data| data.join("commonplace"));
        Self {
            documents: dirs::document_dir(),
            ..Self::at(folder.unwrap_or_else(|| PathBuf::from(".commonplace")))
        }
    }

    /// Returns where the writer keeps her documents, if there is such a folder.
    pub(crate) fn documents(&self) -> Option<&Path> {
        self.documents.as_deref().filter(|folder| folder.is_dir())
    }

    /// Returns the folder of the installation.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Removes the access of other users of the machine to the folder, which an earlier version allowed.
    pub(crate) fn close_to_others(&self) {
        if let Err(error) = vault::make_private(&self.folder) {
            tracing::warn!("{error}");
        }
    }

    /// Returns the folder of the global memory; it need not exist.
    pub fn global_memory(&self) -> PathBuf {
        // Joining an absolute path gives the absolute path alone.
        self.path(self.named_global_memory().as_deref().unwrap_or("global"))
    }

    /// Returns whether the settings name a folder for the global memory.
    pub(crate) fn names_global_memory(&self) -> bool {
        self.named_global_memory().is_some()
    }

    fn named_global_memory(&self) -> Option<String> {
        self.settings().global_memory.filter(|place| !place.is_empty())
    }

    /// Returns this device's name in every journal. The first call makes the name from a fresh id.
    ///
    /// Two devices must never share a name: their journals would overwrite each other in a synchronised folder.
    pub fn device(&self, new_id: impl Fn() -> String) -> Result<String> {
        let path = self.path("device");
        match vault::read_text(&path, LIMIT) {
            Ok(file) if !file.text.trim().is_empty() => Ok(file.text.trim().to_owned()),
            Ok(_) | Err(vault::Error::NotFound { .. }) => {
                // The last twelve digits of a version 7 id are its random part.
                let id: String = new_id().chars().filter(char::is_ascii_alphanumeric).collect();
                let device = format!("desk-{}", &id[id.len().saturating_sub(12)..]);
                self.write("device", format!("{device}\n").as_bytes())?;
                Ok(device)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns whether AI is on: suggestions, observation and learning. Each save and each offer calls this, so the
    /// value is cached after the first read of the file.
    pub fn assists(&self) -> bool {
        let known = self.ai.get().map(|ai| ai.load(Ordering::Relaxed));
        known.unwrap_or_else(|| self.settings().ai)
    }

    /// Follows the settings file until the watch is dropped: an edit by hand takes effect at once. `changed` is called
    /// with each new state.
    ///
    /// # Errors
    /// The errors of [`vault::watch`], also where the folder of the installation does not exist yet.
    pub fn watch(&self, changed: impl Fn(&Settings) + Send + 'static) -> Result<Watch> {
        let installation = self.clone();
        let watch = vault::watch_entries(&self.folder, move |paths| {
            let is_settings = |path: &PathBuf| path.ends_with(SETTINGS) || *path == installation.folder;
            if paths.iter().any(is_settings) {
                changed(&installation.settings());
            }
        });
        Ok(watch?)
    }

    /// Returns the settings. An unusable value in the file counts as missing.
    pub fn settings(&self) -> Settings {
        self.read_settings().settings
    }

    /// Returns the settings, the path of their file, and the unusable values in it. A file that is broken as a whole is
    /// copied first, so that the writer can be told where it is before the desk writes another one.
    pub fn settings_view(&self) -> SettingsView {
        let Reading {
            settings,
            unusable,
            is_broken,
            ..
        } = self.read_settings();
        if is_broken && let Err(error) = self.set_aside.copy(&self.path(SETTINGS)) {
            tracing::warn!("the broken settings are not copied: {error}");
        }
        SettingsView {
            settings,
            file: self.path(SETTINGS).display().to_string(),
            unusable,
            set_aside: self.set_aside.path().map(|path| path.display().to_string()),
        }
    }

    /// Changes some settings and returns all of them.
    ///
    /// Unknown settings stay in the file, such as settings of a newer desk. A mistyped value stays until its setting is
    /// changed. A file that is broken as a whole is copied first.
    ///
    /// # Errors
    /// `INVALID_ARGUMENT` for a value out of its bounds. The same for a global memory in a folder that does not exist:
    /// a mistyped folder would start a second memory.
    pub fn update(&self, patch: SettingsPatch) -> Result<Settings> {
        let reading = self.read_settings();
        let mut settings = reading.settings.clone();
        settings.language = patch.language.unwrap_or(settings.language);
        settings.theme = patch.theme.unwrap_or(settings.theme);
        settings.ai = patch.ai.unwrap_or(settings.ai);
        settings.keys = patch.keys.unwrap_or(settings.keys);
        if let Some(zoom) = patch.zoom {
            if !ZOOM.contains(&zoom) {
                return Err(Error::Invalid {
                    field: "zoom",
                    expected: "50 to 300 percent",
                });
            }
            settings.zoom = zoom;
        }
        if let Some(page) = patch.page {
            if !is_readable(&page) {
                return Err(Error::Invalid {
                    field: "page",
                    expected: "a size of 12 to 40, a measure of 16 to 64 and a leading of 120 to 260",
                });
            }
            settings.page = page;
        }
        if let Some(writing) = patch.writing {
            if !has_usable_targets(&writing) {
                return Err(Error::Invalid {
                    field: "writing",
                    expected: "targets of at most 1000000",
                });
            }
            settings.writing = writing;
        }
        if let Some(place) = patch.global_memory {
            settings.global_memory = place_named(place)?;
        }
        self.save(&settings, reading)?;
        Ok(settings)
    }

    /// Remembers the project to open at the next start, before the projects opened earlier.
    pub fn remember_project(&self, project: &Path) -> Result<()> {
        let reading = self.read_settings();
        let mut settings = reading.settings.clone();
        let project = project.display().to_string();
        if settings.recent_projects.first() == Some(&project) {
            return Ok(());
        }
        settings.recent_projects.retain(|other| *other != project);
        settings.recent_projects.insert(0, project);
        settings.recent_projects.truncate(RECENT);
        self.save(&settings, reading)
    }

    fn read_settings(&self) -> Reading {
        let reading = match vault::read_text(&self.path(SETTINGS), LIMIT) {
            Ok(file) => Reading::of(&file.text),
            Err(vault::Error::NotFound { .. }) => Reading::default(),
            Err(_) => Reading::broken(),
        };
        self.note(&reading.settings);
        reading
    }

    fn note(&self, settings: &Settings) {
        let ai = self.ai.get_or_init(|| AtomicBool::new(settings.ai));
        ai.store(settings.ai, Ordering::Relaxed);
    }

    fn save(&self, settings: &Settings, reading: Reading) -> Result<()> {
        let unwritable = || Error::Unwritable { what: "settings" };
        if reading.is_broken {
            self.set_aside.copy(&self.path(SETTINGS))?;
        }
        let (Some(known), Some(before)) = (object(settings), object(&reading.settings)) else {
            return Err(unwritable());
        };
        let mut file = reading.file;
        for (name, value) in known {
            let is_unchanged = before.get(&name) == Some(&value);
            if !(is_unchanged && reading.unusable.contains(&name)) {
                file.insert(name, value);
            }
        }
        let text = serde_json::to_string_pretty(&file).map_err(|_| unwritable())?;
        self.write(SETTINGS, format!("{text}\n").as_bytes())?;
        self.note(settings);
        Ok(())
    }

    /// Returns the path of a file in the folder. A link to a file that she keeps elsewhere is followed.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        let path = self.folder.join(name);
        vault::named(&path).unwrap_or(path)
    }

    /// Creates a folder of this installation that other users of the machine cannot access.
    pub(crate) fn make(&self, folder: &Path) -> Result<()> {
        // The parent folders belong to the system. Only folders of the installation are created, and none if a disk is
        // not mounted.
        let present = |folder: &Path| {
            let present = folder.ancestors().find(|folder| folder.is_dir());
            present.unwrap_or(folder).to_owned()
        };
        vault::create_private_folder(&RealDisk, &present(&self.folder), &self.folder)?;
        Ok(vault::create_folders(&RealDisk, &present(folder), folder)?)
    }

    /// Writes a file of this installation, and makes its folder if it is missing.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path(name);
        self.make(path.parent().unwrap_or(&self.folder))?;
        Ok(vault::write_atomic(&RealDisk, &path, bytes)?)
    }
}

/// The settings file as read.
#[derive(Default)]
struct Reading {
    settings: Settings,
    /// The whole file, unknown settings included.
    file: Map<String, Value>,
    unusable: Vec<String>,
    /// Whether the file as a whole cannot be used.
    is_broken: bool,
}

impl Reading {
    /// Parses a file that a person may have edited: an invalid value affects no other value.
    fn of(text: &str) -> Self {
        let Ok(file) = serde_json::from_str::<Map<String, Value>>(text) else {
            let mut reading = Self::broken();
            reading.settings.ai = !says_off(text);
            return reading;
        };
        let Some(usual) = object(&Settings::default()) else {
            return Self::broken();
        };
        let mut used = usual.clone();
        let mut unusable = Vec::new();
        for (name, usual) in usual {
            let Some(value) = file.get(&name) else { continue };
            used.insert(name.clone(), over(&usual, value));
            if !settings_of(&used).is_some_and(|settings| is_usable(&settings)) {
                used.insert(name.clone(), usual);
                unusable.push(name);
            }
        }
        Self {
            settings: settings_of(&used).unwrap_or_default(),
            file,
            unusable,
            is_broken: false,
        }
    }

    fn broken() -> Self {
        Self {
            unusable: vec![SETTINGS.to_owned()],
            is_broken: true,
            ..Self::default()
        }
    }
}

/// Returns whether a text that is no JSON turns AI off: a missing comma elsewhere must not turn it on again.
fn says_off(text: &str) -> bool {
    text.split("\"ai\"").skip(1).any(|rest| {
        rest.trim_start()
            .strip_prefix(':')
            .is_some_and(|value| value.trim_start().starts_with("false"))
    })
}

/// Returns a value with the default for each missing field of a group.
pub(crate) fn over(usual: &Value, value: &Value) -> Value {
    match (usual, value) {
        (Value::Object(usual), Value::Object(given)) => {
            let mut group = usual.clone();
            group.extend(given.clone());
            Value::Object(group)
        }
        _ => value.clone(),
    }
}

/// Returns the settings as they stand in the file.
fn object(settings: &Settings) -> Option<Map<String, Value>> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(known)) => Some(known),
        _ => None,
    }
}

fn settings_of(file: &Map<String, Value>) -> Option<Settings> {
    serde_json::from_value(Value::Object(file.clone())).ok()
}

/// Returns whether the desk is usable with these settings.
fn is_usable(settings: &Settings) -> bool {
    ZOOM.contains(&settings.zoom) && is_readable(&settings.page) && has_usable_targets(&settings.writing)
}

/// Returns whether the targets are lengths that a writer can reach: a larger target is probably a typing error.
fn has_usable_targets(writing: &WritingSettings) -> bool {
    [writing.session_target, writing.day_target]
        .iter()
        .all(|target| *target <= 1_000_000)
}

/// Returns whether a page with these settings is readable.
fn is_readable(page: &PageSettings) -> bool {
    (12..=40).contains(&page.size)
        && (16..=64).contains(&page.measure)
        && (120..=260).contains(&page.leading)
        && [&page.face, &page.han_face].iter().all(|face| face.len() <= 200)
}

/// Returns the folder for the global memory as the settings keep it: `None` for the usual folder.
fn place_named(place: String) -> Result<Option<String>> {
    if place.is_empty() {
        return Ok(None);
    }
    let path = Path::new(&place);
    if path.is_absolute() && path.is_dir() {
        return Ok(Some(place));
    }
    Err(Error::Invalid {
        field: "globalMemory",
        expected: "the full path of a folder that is there, or empty for the usual one",
    })
}

#[cfg(test)]
#[expect(
    clippy::disallowed_methods,
    reason = "a test sets its scene with plain writes"
)]
mod tests {
    use contract::{ChineseQuotes, Focus, InterfaceLanguage, Theme};

    use super::*;
    use crate::installation::set_aside;

    fn with(text: &str) -> (tempfile::TempDir, Installation) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(SETTINGS), text).unwrap();
        let installation = Installation::at(folder.path());
        (folder, installation)
    }

    #[test]
    fn off_stays_off_in_a_file_that_is_broken_elsewhere() {
        for (text, ai) in [
            ("{ \"language\": \"zh\" \"ai\" : false, }", false),
            ("{ \"ai\":\n  false", false),
            ("{ \"ai\": true \"theme\": \"ink\" }", true),
            ("{ \"theme\" \"ai\" }", true),
            ("", true),
        ] {
            let view = with(text).1.settings_view();
            assert_eq!(
                (view.settings.ai, view.set_aside.is_some()),
                (ai, true),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_mistyped_value_costs_that_value_and_no_other() {
        let text =
            r#"{ "language": "zh", "theme": "sepia", "page": { "size": 200 }, "ai": false, "keys": 3 }"#;
        let view = with(text).1.settings_view();
        assert_eq!(view.unusable, ["keys", "page", "theme"]);
        assert_eq!(
            (view.settings.language, view.settings.ai),
            (InterfaceLanguage::Zh, false)
        );
        assert_eq!(view.settings.page, PageSettings::default());
    }

    #[test]
    fn a_desk_too_small_or_large_to_use_is_refused_and_not_believed() {
        for zoom in [0, 49, 301, u16::MAX] {
            let (_folder, installation) = with(&format!(r#"{{ "zoom": {zoom} }}"#));
            let view = installation.settings_view();
            assert_eq!(
                (view.settings.zoom, view.unusable),
                (100, vec!["zoom".to_owned()])
            );
            let patch = SettingsPatch {
                zoom: Some(zoom),
                ..SettingsPatch::default()
            };
            assert!(matches!(
                installation.update(patch),
                Err(Error::Invalid { field: "zoom", .. })
            ));
        }
    }

    #[test]
    fn a_file_may_leave_out_what_is_as_usual() {
        let view = with(r#"{ "page": { "size": 24 } }"#).1.settings_view();
        let page = PageSettings {
            size: 24,
            ..PageSettings::default()
        };
        assert_eq!((view.settings.page, view.unusable.is_empty()), (page, true));
    }

    #[test]
    fn the_page_is_found_as_it_was_left_and_a_slip_costs_its_group() {
        let installation = with("{}").1;
        let writing = WritingSettings {
            focus: Focus::Paragraph,
            chinese_quotes: ChineseQuotes::Corner,
            day_target: 500,
            ..WritingSettings::default()
        };
        let patch = SettingsPatch {
            writing: Some(writing.clone()),
            ..SettingsPatch::default()
        };
        assert_eq!(installation.update(patch).unwrap().writing, writing);
        assert_eq!(installation.settings().writing, writing);

        for slip in [
            r#"{ "focus": "word" }"#,
            r#"{ "dayTarget": 1000001 }"#,
            r#"{ "dayTarget": -5 }"#,
        ] {
            let view = with(&format!(r#"{{ "writing": {slip}, "ai": false }}"#))
                .1
                .settings_view();
            assert_eq!(view.unusable, ["writing"], "{slip}");
            assert_eq!(
                (view.settings.writing, view.settings.ai),
                (WritingSettings::default(), false)
            );
        }
        let partly = with(r#"{ "writing": { "typewriter": true } }"#).1.settings();
        assert!(partly.writing.typewriter && partly.writing.live_preview);
    }

    #[test]
    fn a_target_nobody_reaches_is_refused() {
        let patch = SettingsPatch {
            writing: Some(WritingSettings {
                session_target: 1_000_001,
                ..WritingSettings::default()
            }),
            ..SettingsPatch::default()
        };
        let refused = with("{}").1.update(patch);
        assert!(matches!(refused, Err(Error::Invalid { field: "writing", .. })));
    }

    #[test]
    fn whether_ai_is_on_is_known_without_the_disk_and_follows_every_reading() {
        let (folder, installation) = with(r#"{ "ai": false }"#);
        assert!(!installation.assists());
        let clone = installation.clone();
        std::fs::remove_file(folder.path().join(SETTINGS)).unwrap();
        assert!(!clone.assists());
        assert!(installation.settings().ai);
        assert!(clone.assists());
        let patch = SettingsPatch {
            ai: Some(false),
            ..SettingsPatch::default()
        };
        installation.update(patch).unwrap();
        assert!(!clone.assists());
    }

    #[test]
    fn an_edit_of_the_file_by_hand_is_heard_of() {
        let (folder, installation) = with("{}");
        assert!(installation.assists());
        let (sender, changes) = std::sync::mpsc::channel();
        let _watch = installation
            .watch(move |settings| sender.send(settings.ai).expect("a test that listens"))
            .unwrap();
        std::fs::create_dir(folder.path().join("drafts")).unwrap();
        std::fs::write(folder.path().join("drafts/settings.json"), "{}").unwrap();
        std::fs::write(folder.path().join(SETTINGS), r#"{ "ai": false }"#).unwrap();
        let patience = std::time::Duration::from_secs(20);
        while changes.recv_timeout(patience).expect("the edit is heard of") {}
        assert!(!installation.assists());
    }

    #[test]
    fn what_a_newer_desk_wrote_stays_in_the_file() {
        let (folder, installation) = with(r#"{ "theme": "ink", "weather": { "rain": true } }"#);
        let patch = SettingsPatch {
            language: Some(InterfaceLanguage::En),
            ..SettingsPatch::default()
        };
        assert_eq!(installation.update(patch).unwrap().theme, Theme::Ink);
        let text = std::fs::read_to_string(folder.path().join(SETTINGS)).unwrap();
        let file: Map<String, Value> = serde_json::from_str(&text).unwrap();
        assert_eq!(file["weather"], serde_json::json!({ "rain": true }));
    }

    #[test]
    fn a_mistyped_value_stays_in_the_file_until_its_setting_is_changed() {
        let (folder, installation) = with(r#"{ "theme": "sepia", "zoom": 9000 }"#);
        let theme = |theme| SettingsPatch {
            theme: Some(theme),
            ..SettingsPatch::default()
        };
        installation.remember_project(Path::new("/novel")).unwrap();
        let read = || -> Map<String, Value> {
            let text = std::fs::read_to_string(folder.path().join(SETTINGS)).unwrap();
            serde_json::from_str(&text).unwrap()
        };
        assert_eq!(
            (&read()["theme"], &read()["zoom"]),
            (&"sepia".into(), &9000.into())
        );
        installation.update(theme(Theme::Ink)).unwrap();
        assert_eq!((&read()["theme"], &read()["zoom"]), (&"ink".into(), &9000.into()));
        assert_eq!(installation.settings_view().set_aside, None);
    }

    fn copies(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let names = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        let mut found: Vec<_> = names
            .filter_map(|path| {
                Some((
                    path.file_name()?.to_str()?.to_owned(),
                    std::fs::read(&path).unwrap(),
                ))
            })
            .filter(|(name, _)| name.starts_with("settings-broken"))
            .collect();
        found.sort();
        found
    }

    #[test]
    fn a_broken_file_is_copied_before_anything_is_written_and_told_of() {
        let large = "x".repeat(70_000);
        let broken: [&[u8]; 5] = [
            "{ \"language\": \"zh\", // 中文\n}".as_bytes(),
            b"[1, 2]",
            b"\xff\xfe{\0}\0",
            b"",
            large.as_bytes(),
        ];
        for bytes in broken {
            for looks_first in [true, false] {
                let folder = tempfile::tempdir().unwrap();
                std::fs::write(folder.path().join(SETTINGS), bytes).unwrap();
                let installation = Installation::at(folder.path());
                if looks_first {
                    assert!(installation.settings_view().set_aside.is_some());
                    assert_eq!(
                        std::fs::read(folder.path().join(SETTINGS)).unwrap(),
                        bytes,
                        "the file stays"
                    );
                }
                installation.remember_project(Path::new("/novel")).unwrap();
                assert_eq!(
                    copies(folder.path()),
                    [("settings-broken.json".to_owned(), bytes.to_vec())]
                );
                let view = installation.settings_view();
                assert_eq!(view.settings.recent_projects, ["/novel"]);
                assert_eq!(view.unusable, Vec::<String>::new());
                let told = view.set_aside.unwrap();
                assert_eq!(std::fs::read(told).unwrap(), bytes);
            }
        }
    }

    #[test]
    fn every_broken_file_has_a_copy_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let installation = Installation::at(folder.path());
        let file = folder.path().join(SETTINGS);
        for broken in ["{ one", "{ two", "{ one", "{ three"] {
            std::fs::write(&file, broken).unwrap();
            let told = installation.settings_view().set_aside.unwrap();
            assert_eq!(std::fs::read_to_string(told).unwrap(), broken);
        }
        let kept: Vec<_> = copies(folder.path()).into_iter().map(|(name, _)| name).collect();
        assert_eq!(
            kept,
            [
                "settings-broken-2.json",
                "settings-broken-3.json",
                "settings-broken.json"
            ]
        );
    }

    #[test]
    fn a_file_that_cannot_be_copied_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(SETTINGS);
        let bytes = vec![b'x'; usize::try_from(set_aside::LIMIT).unwrap() + 1];
        std::fs::write(&file, &bytes).unwrap();
        let installation = Installation::at(folder.path());
        assert_eq!(installation.settings_view().set_aside, None);
        let patch = SettingsPatch {
            theme: Some(Theme::Ink),
            ..SettingsPatch::default()
        };
        assert!(installation.update(patch).is_err());
        assert_eq!(std::fs::metadata(&file).unwrap().len(), set_aside::LIMIT + 1);
    }

    #[test]
    fn a_page_that_could_not_be_read_is_refused() {
        let installation = with("{}").1;
        for page in [
            PageSettings {
                size: 3,
                ..PageSettings::default()
            },
            PageSettings {
                measure: 200,
                ..PageSettings::default()
            },
            PageSettings {
                leading: 60,
                ..PageSettings::default()
            },
        ] {
            let patch = SettingsPatch {
                page: Some(page),
                ..SettingsPatch::default()
            };
            assert!(matches!(
                installation.update(patch),
                Err(Error::Invalid { field: "page", .. })
            ));
        }
    }

    #[test]
    fn the_projects_opened_lately_come_last_first_and_each_once() {
        let installation = with("{}").1;
        for name in ["/a", "/b", "/a"] {
            installation.remember_project(Path::new(name)).unwrap();
        }
        assert_eq!(installation.settings().recent_projects, ["/a", "/b"]);
        for number in 0..20 {
            installation
                .remember_project(Path::new(&format!("/{number}")))
                .unwrap();
        }
        let recent = installation.settings().recent_projects;
        assert_eq!((recent.len(), recent[0].as_str()), (RECENT, "/19"));
    }
}
