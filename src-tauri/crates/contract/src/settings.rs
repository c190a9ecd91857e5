//! Settings of this installation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::English;

/// The language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum InterfaceLanguage {
    /// As the system says.
    #[default]
    System,
    /// English.
    En,
    /// Chinese.
    Zh,
}

/// The colours of the desk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system says.
    #[default]
    System,
    /// Paper: light.
    Paper,
    /// Ink: dark.
    Ink,
    /// High contrast, light or dark as the system says.
    Contrast,
}

/// How the page is set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PageSettings {
    /// The family of the Latin letters; empty for the desk's own.
    pub face: String,
    /// The family of the Han characters; empty for the first of the usual ones that is there.
    pub han_face: String,
    /// The size of the text in pixels, 12 to 40.
    pub size: u8,
    /// The length of a line in Han characters, 16 to 64; about two Latin letters each.
    pub measure: u8,
    /// The height of a line in hundredths of the size, 120 to 260.
    pub leading: u16,
}

impl Default for PageSettings {
    fn default() -> Self {
        Self {
            face: String::new(),
            han_face: String::new(),
            size: 19,
            measure: 33,
            leading: 172,
        }
    }
}

/// What stays lit around the caret while the rest of the text is dimmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Focus {
    /// All of it.
    #[default]
    Off,
    /// The sentence.
    Sentence,
    /// The paragraph.
    Paragraph,
}

/// The quotes a Chinese paragraph gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChineseQuotes {
    /// “ ”.
    #[default]
    Curly,
    /// 「 」.
    Corner,
}

/// How the page helps with writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WritingSettings {
    /// Whether the marks of Markdown are hidden in the lines the caret is not in, and pictures are shown.
    pub live_preview: bool,
    /// What stays lit around the caret.
    pub focus: Focus,
    /// Whether the line of the caret is held at the middle of the window.
    pub typewriter: bool,
    /// Whether typographic signs are made of typed quotes, dashes and dots.
    pub smart_punctuation: bool,
    /// The quotes a Chinese paragraph gets.
    pub chinese_quotes: ChineseQuotes,
    /// Whether Chinese paragraphs are drawn indented by two characters.
    pub indent_chinese: bool,
    /// Whether English words that no dictionary has are underlined.
    pub spelling: bool,
    /// Whether what is likely a slip of English is underlined.
    pub style: bool,
    /// The English that words and slips are looked up in.
    pub english: English,
    /// How much a session is to bring, in words of English plus characters of Chinese, up to a million; 0 for no target.
    pub session_target: u32,
    /// How much a day is to bring, in the same units; 0 for no target.
    pub day_target: u32,
    /// Whether what is pasted counts towards a session and a day.
    pub count_pasted: bool,
}

impl Default for WritingSettings {
    fn default() -> Self {
        Self {
            live_preview: true,
            focus: Focus::default(),
            typewriter: false,
            smart_punctuation: false,
            chinese_quotes: ChineseQuotes::default(),
            indent_chinese: false,
            spelling: true,
            style: false,
            english: English::default(),
            session_target: 0,
            day_target: 0,
            count_pasted: false,
        }
    }
}

/// Settings of this installation, kept in one readable file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The language of the interface.
    pub language: InterfaceLanguage,
    /// The colours.
    pub theme: Theme,
    /// How large everything in the window is, in percent, 50 to 300.
    pub zoom: u16,
    /// How the page is set.
    pub page: PageSettings,
    /// How the page helps with writing.
    pub writing: WritingSettings,
    /// Whether the desk offers, watches and learns. Off, it is an editor and nothing else.
    pub ai: bool,
    /// The keys of commands that have others than the usual ones, by the command's id; none where it has no key.
    pub keys: BTreeMap<String, Vec<String>>,
    /// The folders opened lately, the last one first; that one is opened again at start.
    pub recent_projects: Vec<String>,
    /// The folder of the global memory; absent for `global` beside these settings.
    pub global_memory: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: InterfaceLanguage::default(),
            theme: Theme::default(),
            zoom: 100,
            page: PageSettings::default(),
            writing: WritingSettings::default(),
            ai: true,
            keys: BTreeMap::new(),
            recent_projects: Vec::new(),
            global_memory: None,
        }
    }
}

/// The settings and the file they are kept in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    /// The settings.
    pub settings: Settings,
    /// The full path of the file, which may be edited by hand.
    pub file: String,
    /// What in the file could not be used, by its name there; the usual value holds instead. `settings.json` for all of it.
    pub unusable: Vec<String>,
}

/// A change of settings; absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default, rename_all = "camelCase")]
pub struct SettingsPatch {
    /// Another language.
    pub language: Option<InterfaceLanguage>,
    /// Other colours.
    pub theme: Option<Theme>,
    /// Another size of everything.
    pub zoom: Option<u16>,
    /// Another setting of the page.
    pub page: Option<PageSettings>,
    /// Other help with writing.
    pub writing: Option<WritingSettings>,
    /// Whether the desk offers, watches and learns.
    pub ai: Option<bool>,
    /// Other keys, of all commands that have others than the usual ones.
    pub keys: Option<BTreeMap<String, Vec<String>>>,
    /// The full path of another folder for the global memory, which is there; empty for the usual one.
    pub global_memory: Option<String>,
}
