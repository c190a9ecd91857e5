//! The headings of the sections of rules, in both languages.

use learning::rule::Category;
use prose::Language;

/// Returns the heading of a category's section.
pub const fn heading(category: Category, language: Language) -> &'static str {
    match (category, language) {
        (Category::Style, Language::En) => "Style",
        (Category::Style, Language::Zh) => "写作风格",
        (Category::Structure, Language::En) => "Structure",
        (Category::Structure, Language::Zh) => "叙事结构",
        (Category::Character, Language::En) => "Character",
        (Category::Character, Language::Zh) => "角色偏好",
        (Category::Pacing, Language::En) => "Pacing",
        (Category::Pacing, Language::Zh) => "节奏偏好",
        (Category::Vocabulary, Language::En) => "Vocabulary",
        (Category::Vocabulary, Language::Zh) => "词汇偏好",
    }
}

/// Returns whether a section's title announces preferences of any kind. A bullet in such a section may be a rule.
pub(crate) fn is_of_preferences(title: &str) -> bool {
    let title = title.trim().trim_end_matches('#').trim_end();
    title.eq_ignore_ascii_case("Preferences") || ["偏好", "用户偏好"].contains(&title)
}

/// Returns the category of rules for a section's title.
pub(crate) fn category_of_heading(title: &str) -> Option<Category> {
    let title = title.trim().trim_end_matches('#').trim_end();
    Category::ALL.into_iter().find(|&category| {
        title.eq_ignore_ascii_case(heading(category, Language::En))
            || title == heading(category, Language::Zh)
    })
}
