//! The titles of the system's dialogs, in the language of the interface.

use contract::InterfaceLanguage;

use crate::state::FileDialog;

/// The variables that name the language of the system, the strongest first.
const VARIABLES: [&str; 4] = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"];

/// Returns the title of a dialog. Without a setting, and on a system that names no language in its environment, the
/// dialog has the system's own title.
pub(crate) fn title(
    which: &FileDialog,
    language: InterfaceLanguage,
    variable: impl Fn(&str) -> Option<String>,
) -> Option<&'static str> {
    let is_chinese = match language {
        InterfaceLanguage::En => false,
        InterfaceLanguage::Zh => true,
        InterfaceLanguage::System => VARIABLES
            .iter()
            .find_map(|name| variable(name).filter(|value| !value.is_empty()))?
            .starts_with("zh"),
    };
    Some(match (which, is_chinese) {
        (FileDialog::Folder, false) => "Choose a folder",
        (FileDialog::Folder, true) => "选择文件夹",
        (FileDialog::Documents, false) => "Choose documents to import",
        (FileDialog::Documents, true) => "选择要导入的文档",
        (FileDialog::Place { .. }, false) => "Choose a place and a name",
        (FileDialog::Place { .. }, true) => "选择位置和名称",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_has_a_title_in_the_language_of_the_interface() {
        use InterfaceLanguage::{En, System, Zh};
        for (language, variables, expected) in [
            (En, [("LANG", "zh_CN.UTF-8")].as_slice(), Some("Choose a folder")),
            (Zh, &[("LANG", "en_GB.UTF-8")], Some("选择文件夹")),
            (System, &[("LANG", "zh_CN.UTF-8")], Some("选择文件夹")),
            (
                System,
                &[("LANGUAGE", "zh_CN:en"), ("LANG", "en_GB")],
                Some("选择文件夹"),
            ),
            (
                System,
                &[("LANGUAGE", ""), ("LANG", "C")],
                Some("Choose a folder"),
            ),
            (System, &[], None),
        ] {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            let found = title(&FileDialog::Folder, language, variable);
            assert_eq!(found, expected, "{language:?}, {variables:?}");
        }
    }
}
