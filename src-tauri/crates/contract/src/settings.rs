//! Settings of this installation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::English;

/// The language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum InterfaceLanguage {
    /// The language of the system.
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
    /// Light or dark as the system is set.
    #[default]
    System,
    /// Light.
    Paper,
    /// Dark.
    Ink,
    /// High contrast, light or dark as the system is set.
    Contrast,
}

/// The layout of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct PageSettings {
    /// The font family of Latin letters; empty for the font that comes with the desk.
    pub face: String,
    /// The font family of Han characters; empty for the first installed font of a built-in list.
    pub han_face: String,
    /// The font size in pixels, 12 to 40.
    pub size: u8,
    /// The length of a line in Han characters, 16 to 64; a Han character is as wide as about two Latin letters.
    pub measure: u8,
    /// The height of a line in hundredths of the font size, 120 to 260.
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

/// The part of the text that is not dimmed around the caret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Focus {
    /// The whole text: nothing is dimmed.
    #[default]
    Off,
    /// The sentence of the caret.
    Sentence,
    /// The paragraph of the caret.
    Paragraph,
}

/// The quotation marks for Chinese paragraphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChineseQuotes {
    /// “ ”.
    #[default]
    Curly,
    /// 「 」.
    Corner,
}

/// How the length of a text is counted. Each name is a field of [`Length`](crate::Length).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Counting {
    /// Words and numbers, and Han characters.
    #[default]
    Words,
    /// Letters, digits and Han characters, without punctuation.
    Letters,
    /// All characters except white space, so that punctuation counts.
    Characters,
}

/// What tidying a chapter does with one property of its paragraphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Tidying {
    /// Each paragraph keeps it as it is.
    #[default]
    Keep,
    /// Each paragraph gets it.
    With,
    /// No paragraph has it.
    Without,
}

/// Aids for writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WritingSettings {
    /// Whether Markdown markup is hidden in lines without the caret, and pictures are shown.
    pub live_preview: bool,
    /// The part of the text that is not dimmed.
    pub focus: Focus,
    /// Whether the line of the caret stays at the middle of the window.
    pub typewriter: bool,
    /// Whether typed quotes, dashes and dots become typographic signs.
    pub smart_punctuation: bool,
    /// The quotation marks for Chinese paragraphs.
    pub chinese_quotes: ChineseQuotes,
    /// Whether Chinese paragraphs are drawn indented by two characters.
    pub indent_chinese: bool,
    /// Whether English words missing from the dictionary are underlined.
    pub spelling: bool,
    /// Whether likely slips of English style are underlined.
    pub style: bool,
    /// The variety of English for spelling and style.
    pub english: English,
    /// The two full-width spaces before a Chinese paragraph when a chapter is tidied.
    pub tidy_indent: Tidying,
    /// The blank line between two paragraphs when a chapter is tidied.
    pub tidy_blank_lines: Tidying,
    /// How the length of a text is counted, wherever it is shown or compared with a target.
    pub counting: Counting,
    /// The target of a session as `counting` counts, at most a million; 0 for no target.
    pub session_target: u32,
    /// The target of a day, in the same units; 0 for no target.
    pub day_target: u32,
    /// Whether pasted text counts towards the targets.
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
            tidy_indent: Tidying::default(),
            tidy_blank_lines: Tidying::default(),
            counting: Counting::default(),
            session_target: 0,
            day_target: 0,
            count_pasted: false,
        }
    }
}

/// Settings of this installation, kept in one human-readable file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The language of the interface.
    pub language: InterfaceLanguage,
    /// The colours.
    pub theme: Theme,
    /// The zoom of the whole window, in percent, 50 to 300.
    pub zoom: u16,
    /// The layout of the page.
    pub page: PageSettings,
    /// Aids for writing.
    pub writing: WritingSettings,
    /// Whether the desk makes offers, observes choices and learns. Without them the desk is an editor only.
    pub ai: bool,
    /// The changed keys of commands, by command id; an empty list removes the keys of a command.
    pub keys: BTreeMap<String, Vec<String>>,
    /// The recently opened folders, the latest first; the first is opened again at start.
    pub recent_projects: Vec<String>,
    /// The folder of the global memory; absent for the folder `global` beside the settings file.
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
    /// The names of the settings in the file that could not be used; their defaults hold instead. `settings.json`
    /// stands for the whole file.
    pub unusable: Vec<String>,
    /// The full path of a copy of the settings file, if it was broken as a whole since the desk was started.
    pub set_aside: Option<String>,
}

/// A request to change settings; absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default, rename_all = "camelCase")]
pub struct SettingsPatch {
    /// The new language.
    pub language: Option<InterfaceLanguage>,
    /// The new colours.
    pub theme: Option<Theme>,
    /// The new zoom.
    pub zoom: Option<u16>,
    /// The new layout of the page.
    pub page: Option<PageSettings>,
    /// The new aids for writing.
    pub writing: Option<WritingSettings>,
    /// Whether the desk makes offers, observes choices and learns.
    pub ai: Option<bool>,
    /// The changed keys of all commands; the map replaces the earlier one.
    pub keys: Option<BTreeMap<String, Vec<String>>>,
    /// The full path of an existing folder for the global memory; empty for the default folder.
    pub global_memory: Option<String>,
}
