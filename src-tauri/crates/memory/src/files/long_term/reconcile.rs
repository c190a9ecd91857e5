//! Following the writer's own edits of `MEMORY.md`.
//!
//! The file is authoritative: where the file and the known rules differ, the file is right. The function is pure. Its
//! input is the present file, the known rules, the ids in the file when it was last seen, and the time. Its output is
//! the changes.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};

use crate::files::long_term::{MemoryBullet, MemoryFile};
use learning::preference::PreferenceKeys;
use learning::wording;
use prose::Language;

use learning::rule::{Category, Confidence, Rule, RuleKey, RuleOrigin, RuleState, Scope, Tombstone};

/// The writer's changes in the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    /// New and changed rules, in their new form.
    pub put: Vec<Rule>,
    /// The ids of the rules whose bullets are gone.
    pub removed: Vec<String>,
    /// A tombstone for each bullet that the writer deleted, as for a deletion in the panel.
    pub tombstones: Vec<Tombstone>,
}

impl Followed {
    /// Returns whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.put.is_empty() && self.removed.is_empty()
    }

    /// Returns the changes without the changes of some rules, given by id. A bullet of a rule that a newer version of
    /// the desk wrote is not an edit by the writer.
    #[must_use]
    pub fn without(mut self, ids: &BTreeSet<String>) -> Self {
        self.put.retain(|rule| !ids.contains(&rule.id));
        self.removed.retain(|id| !ids.contains(id));
        self.tombstones.retain(|no| !ids.contains(&no.rule_id));
        self
    }
}

/// Returns the writer's changes since the desk last saw the file.
///
/// `rules` are all known rules; only rules in force are in the file. `seen` are the ids in the file when it was last
/// read or written here. Only a rule that was seen in the file and is now missing counts as deleted. A rule whose
/// journal arrived from another machine before its file is not deleted. After a loss of the index the seen ids are
/// unknown. A blank file is ignored, because an editor or a sync tool may be in the middle of a write. The caller
/// writes the missing rules with the next change.
pub fn follow(file: &MemoryFile, rules: &[Rule], seen: &BTreeSet<String>, now: DateTime<Utc>) -> Followed {
    if file.is_blank() {
        return Followed::default();
    }
    let known: BTreeMap<&str, &Rule> = rules
        .iter()
        .filter(|rule| rule.in_force())
        .map(|rule| (rule.id.as_str(), rule))
        .collect();
    let bullets = file.bullets();
    let keys = PreferenceKeys::default();

    let mut followed = Followed::default();
    let mut met = BTreeSet::new();
    for bullet in bullets.iter().filter(|bullet| !bullet.text.is_empty()) {
        // Two bullets with the same text are one rule.
        if !met.insert(bullet.id.as_str()) {
            continue;
        }
        match (known.get(bullet.id.as_str()), bullet.category) {
            (Some(rule), category) => followed.put.extend(edited(rule, bullet, category, now)),
            (None, Some(category)) => followed.put.push(adopted(bullet, category, now)),
            // A bullet outside the sections of rules is a fact or a note, unless it claims something about the prose. What
            // sets a preference key there is kept by consolidation.
            (None, None) if keys.set_by(&bullet.text).is_some() => {}
            (None, None) => {
                let claimed = bullet.open.then(|| wording::category_of(&bullet.text)).flatten();
                followed
                    .put
                    .extend(claimed.map(|category| adopted(bullet, category, now)));
            }
        }
    }
    let mentioned = file.mentioned();
    for rule in known
        .values()
        .filter(|rule| seen.contains(&rule.id) && !mentioned.contains(&rule.id))
    {
        followed.removed.push(rule.id.clone());
        if rule.origin != RuleOrigin::Adopted {
            followed.tombstones.push(rule.tombstone(now));
        }
    }
    followed
}

fn edited(
    rule: &Rule,
    bullet: &MemoryBullet,
    category: Option<Category>,
    now: DateTime<Utc>,
) -> Option<Rule> {
    let category = category.unwrap_or(rule.category);
    if rule.text == bullet.text && rule.category == category {
        return None;
    }
    let reworded = rule.text != bullet.text;
    Some(Rule {
        text: bullet.text.clone(),
        category,
        // The correction was about the words that are gone.
        corrected: rule.corrected.filter(|_| !reworded),
        user_modified: rule.user_modified || reworded,
        // Rewording a rule confirms it.
        user_confirmed: rule.user_confirmed || reworded,
        updated_at: now,
        ..rule.clone()
    })
}

/// Returns the rule for a bullet that is not known yet. It may be the writer's own, which needs no evidence, or a
/// bullet that a desk wrote. The desk's bullet was cut and put back, or it comes from another project, or from a
/// machine whose journal has not arrived. Its annotation is used unchanged, so that the order in which two files arrive
/// cannot confirm a rule. The rule counts as written by hand, so that no distillation removes it. If the text is not
/// the desk's, it is the writer's.
fn adopted(bullet: &MemoryBullet, category: Category, now: DateTime<Utc>) -> Rule {
    let annotation = bullet.annotation.as_ref();
    let key: Option<RuleKey> = annotation.and_then(|annotation| annotation.id.parse().ok());
    let noted = annotation.and_then(|annotation| annotation.place.clone());
    let place = key
        .as_ref()
        .map_or_else(|| noted.unwrap_or_default(), RuleKey::cluster);
    Rule {
        id: bullet.id.clone(),
        text: bullet.text.clone(),
        category,
        scope: Scope::Project,
        scene_type: place.scene_type,
        skill: place.skill,
        feature: key.as_ref().map(|key| key.feature),
        direction: key.as_ref().map(|key| key.direction),
        corrected: annotation
            .and_then(|noted| noted.corrected)
            .filter(|_| key.is_none()),
        state: RuleState::Rule,
        origin: annotation.map_or(RuleOrigin::Adopted, |_| RuleOrigin::Written),
        confidence: annotation
            .and_then(|noted| noted.confidence)
            .unwrap_or(Confidence::CERTAIN),
        supports: annotation.map_or(0, |noted| noted.supports),
        contradicts: annotation.map_or(0, |noted| noted.contradicts),
        kept: None,
        shadows: Vec::new(),
        more_needed: None,
        user_confirmed: annotation.is_none_or(|noted| noted.confirmed),
        user_modified: key.as_ref().is_some_and(|key| {
            [Language::En, Language::Zh]
                .iter()
                .all(|language| wording::sentence(key, *language) != bullet.text)
        }),
        resting: annotation.is_some_and(|noted| noted.resting),
        recently_updated: false,
        conflict_marked: false,
        created_at: now,
        updated_at: now,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use learning::rule::Direction;
    use prose::{Feature, SceneType};

    const NOW: DateTime<Utc> = DateTime::UNIX_EPOCH;

    fn learned() -> Rule {
        let key = RuleKey {
            scene_type: Some(SceneType::Action),
            skill: None,
            feature: Feature::SentenceLength,
            direction: Direction::Less,
        };
        Rule {
            id: key.to_string(),
            text: "动作场景偏好短句".into(),
            category: Category::Pacing,
            scope: Scope::Project,
            scene_type: key.scene_type,
            skill: None,
            feature: Some(key.feature),
            direction: Some(key.direction),
            corrected: None,
            state: RuleState::Rule,
            origin: RuleOrigin::Learned,
            confidence: Confidence::new(0.87).expect("in range"),
            supports: 35,
            contradicts: 4,
            kept: None,
            shadows: Vec::new(),
            more_needed: None,
            user_confirmed: false,
            user_modified: false,
            resting: false,
            recently_updated: false,
            conflict_marked: false,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    fn written(rules: &[Rule]) -> String {
        let mut file = MemoryFile::parse("# 记忆\n");
        rules.iter().for_each(|rule| file.put(rule));
        file.to_string()
    }

    /// Follows a file that contained all rules when it was last seen.
    fn followed(text: &str, rules: &[Rule]) -> Followed {
        let seen = rules.iter().map(|rule| rule.id.clone()).collect();
        follow(&MemoryFile::parse(text), rules, &seen, NOW + TimeDelta::days(1))
    }

    #[test]
    fn an_untouched_file_changes_nothing() {
        let rules = [learned()];
        assert_eq!(followed(&written(&rules), &rules), Followed::default());
    }

    #[test]
    fn a_reworded_bullet_is_the_writers_yes() {
        let rules = [learned()];
        let text = written(&rules).replace("偏好短句", "一句一个动作");
        let changed = followed(&text, &rules);
        assert_eq!(changed.put.len(), 1);
        assert_eq!(changed.put[0].text, "动作场景一句一个动作");
        assert!(changed.put[0].user_confirmed && changed.put[0].user_modified);
        assert_eq!(changed.removed, Vec::<String>::new());
    }

    #[test]
    fn a_deleted_bullet_is_the_writers_no() {
        let rules = [learned()];
        let changed = followed("# 记忆\n\n## 节奏偏好\n", &rules);
        assert_eq!(changed.removed, ["action.sentence_length.less"]);
        assert_eq!(changed.tombstones[0].key, rules[0].key());
    }

    #[test]
    fn a_rule_whose_file_has_not_arrived_is_not_deleted() {
        let file = MemoryFile::parse("# 记忆\n\n## 节奏偏好\n");
        assert_eq!(
            follow(&file, &[learned()], &BTreeSet::new(), NOW),
            Followed::default()
        );
    }

    #[test]
    fn a_blank_file_is_no_answer() {
        for text in ["", " \r\n\n"] {
            assert_eq!(followed(text, &[learned()]), Followed::default());
        }
    }

    #[test]
    fn a_hand_written_bullet_is_adopted_once_and_only_in_a_section_of_rules() {
        let text = "## Style\n\n- No adverbs on dialogue tags\n\n## Cast\n\n- Wen is left-handed\n";
        let changed = followed(text, &[]);
        assert_eq!(changed.put.len(), 1);
        let own = &changed.put[0];
        assert_eq!(
            (own.text.as_str(), own.origin),
            ("No adverbs on dialogue tags", RuleOrigin::Adopted)
        );
        assert_eq!(own.confidence, Confidence::CERTAIN);
        assert!(followed(text, &changed.put).is_empty());
        let gone = followed("## Style\n\n- Other\n", &changed.put);
        assert_eq!(
            (gone.removed.len(), gone.tombstones.len(), gone.put.len()),
            (1, 0, 1)
        );
    }

    #[test]
    fn a_line_about_the_prose_is_a_rule_above_all_sections_and_under_preferences() {
        for (head, line, category) in [
            ("", "No adverbs in dialogue", Some(Category::Vocabulary)),
            ("# 记忆\n\n", "动作场景偏好短句", Some(Category::Pacing)),
            (
                "# Memory\n\n## Preferences\n\n",
                "Short sentences",
                Some(Category::Pacing),
            ),
            ("## 偏好\n\n", "少用破折号", Some(Category::Style)),
            (
                "# Memory\n\n## Preferences\n\n",
                "Use the past tense",
                Some(Category::Style),
            ),
            ("# Memory\n\n", "Wen is left-handed", None),
            ("## Preferences\n\n", "The harbour smells of tar", None),
            ("## Preferences\n\n", "Person: first person", None),
            ("## 偏好\n\n", "视角：第三人称", None),
            (
                "# Memory\n\n## Decisions\n\n",
                "Chapter two has short sentences",
                None,
            ),
        ] {
            let changed = followed(&format!("{head}- {line}\n"), &[]);
            let found: Vec<Category> = changed.put.iter().map(|rule| rule.category).collect();
            assert_eq!(found, category.into_iter().collect::<Vec<_>>(), "{head}{line}");
            let again = followed(&format!("{head}- {line}\n"), &changed.put);
            assert!(again.is_empty(), "{line}");
        }
    }

    #[test]
    fn an_item_of_consolidation_is_never_adopted() {
        let item = crate::document::Item::new("No adverbs", "run-1", NOW).bullet("No adverbs");
        assert_eq!(
            followed(&format!("## Style\n\n{item}\n"), &[]),
            Followed::default()
        );
    }

    #[test]
    fn a_bullet_that_comes_back_is_the_rule_its_annotation_says() {
        let rules = [learned()];
        let changed = followed(&written(&rules), &[]);
        let back = &changed.put[0];
        assert_eq!(back.key(), rules[0].key());
        assert_eq!(
            (back.supports, back.contradicts, back.confidence.get()),
            (35, 4, 0.87)
        );
        assert!(!back.user_confirmed, "the order of two files is nobody's yes");
        let confirmed = [Rule {
            user_confirmed: true,
            ..learned()
        }];
        assert!(followed(&written(&confirmed), &[]).put[0].user_confirmed);
    }

    #[test]
    fn a_bullet_moved_to_another_section_changes_its_category() {
        let rules = [learned()];
        let changed = followed(&written(&rules).replace("节奏偏好", "写作风格"), &rules);
        assert_eq!(changed.put[0].category, Category::Style);
        assert!(!changed.put[0].user_modified);
    }
}
