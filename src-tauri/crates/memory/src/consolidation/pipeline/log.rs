//! The decisions and measurements of the steps, in their order.

use serde::Serialize;

use crate::metrics::Row;
use crate::policy::{Decision, Policies, Step};

/// The amount of work of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Meter {
    /// The step.
    pub step: Step,
    /// The number of things it added, removed or decided.
    pub done: usize,
}

/// The decisions and measurements of the steps, in their order.
pub(super) struct Log<'a> {
    /// The policies: how strict each step is.
    policies: &'a Policies,
    /// The decisions.
    pub(super) decisions: Vec<Decision>,
    /// The amount of work of each step.
    pub(super) meters: Vec<Meter>,
    /// The rows of metrics.
    pub(super) rows: Vec<Row>,
}

impl<'a> Log<'a> {
    /// Returns an empty log.
    pub(super) const fn new(policies: &'a Policies) -> Self {
        Self {
            policies,
            decisions: Vec::new(),
            meters: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Returns whether a step is enabled, and records it if it is not.
    pub(super) fn takes(&mut self, step: Step) -> bool {
        let steps = &self.policies.steps;
        let (policy, on) = match step {
            Step::History => ("steps.history", steps.history),
            Step::Daily => ("steps.daily", steps.daily),
            Step::Insights => ("steps.insights", steps.insights),
            // Sanitize always runs with the memory, because some lines must be removed even if all its rules are off.
            _ => ("steps.memory", steps.memory),
        };
        if !on {
            self.decide(step, policy, "off", "the step is switched off");
        }
        on
    }

    /// Records the amount of work of a step.
    pub(super) fn took(&mut self, step: Step, done: usize) {
        self.meters.push(Meter { step, done });
    }

    /// Records a decision with its policy.
    pub(super) fn decide(
        &mut self,
        step: Step,
        policy: &str,
        verdict: impl Serialize,
        why: impl Into<String>,
    ) {
        self.decisions
            .push(self.policies.decision(step, policy, verdict, why));
    }
}

/// Returns the JSON name of a unit variant; empty for any other value.
pub(super) fn name_of(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
