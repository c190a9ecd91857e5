//! The scenarios of the specification, by name, through the real use cases.

use contract::DistillTrigger;
use support::{TestProject, choices};

#[test]
fn ms2_r1_s2_a_distillation_makes_new_semantic_rules() {
    let test = TestProject::new();
    test.import(&choices("zh", 45, 50));

    test.project
        .distil(DistillTrigger::Manual)
        .expect("a distillation");

    let rules = test.project.rules().expect("rules");
    let short = rules
        .iter()
        .find(|rule| rule.rule.text == "动作场景偏好短句")
        .expect("the rule");
    assert_eq!(short.supporting_episodes.len(), 45);
    assert_eq!(short.contradicting_episodes.len(), 5);
    assert!(short.rule.confidence.get() > 0.8);
    assert!(!short.rule.user_confirmed);
    assert!(
        test.memory()
            .contains("- 动作场景偏好短句 <!-- rule action.sentence_length.less")
    );
}
