//! The table of metrics: the file of each metric, and the fields that are summed. A new metric needs only an entry
//! here.

/// One metric: its file and how it is summed up. Fields inside an object are named with a dot.
#[derive(Debug)]
pub struct Metric {
    /// Its name, which is also the beginning of its file name.
    pub name: &'static str,
    /// Fields whose values are counted separately.
    pub counted: &'static [&'static str],
    /// Fields of whole numbers that are summed.
    pub summed: &'static [&'static str],
    /// Fields whose distinct values are counted.
    pub distinct: &'static [&'static str],
    /// Rates of the rows.
    pub rates: &'static [Rate],
    /// Fields shown in the newest rows.
    pub sampled: &'static [&'static str],
}

/// A rate: of the rows that pass all tests of `among`, the share that also passes all tests of `of`.
#[derive(Debug)]
pub struct Rate {
    /// Its name, unique in the metric.
    pub name: &'static str,
    /// The numerator.
    pub of: &'static [Test],
    /// The denominator.
    pub among: &'static [Test],
}

/// A test that a row has to pass.
#[derive(Clone, Copy, Debug)]
pub enum Test {
    /// The field is true.
    True(&'static str),
    /// The field is there and is not `null`.
    Given(&'static str),
    /// The field is one of these words.
    In(&'static str, &'static [&'static str]),
    /// The field is none of these words, or not a word.
    NotIn(&'static str, &'static [&'static str]),
}

impl Test {
    /// Returns the field it looks at.
    pub const fn field(self) -> &'static str {
        match self {
            Self::True(field) | Self::Given(field) | Self::In(field, _) | Self::NotIn(field, _) => field,
        }
    }
}

/// Leaves out updates without a change, which are no attempts to write.
const ATTEMPTED: Test = Test::NotIn("outcome", &["no_change"]);
/// Leaves out refusals because of missing headings. Since the section merge they say little about a reply, so the share
/// of refusals ignores them.
const HEADINGS: Test = Test::NotIn("guard_reason", &["heading_retention_too_low"]);

/// The outcomes of updates. Each share is relative to these rows, because they include the successful updates.
pub static UPDATES: Metric = Metric {
    name: "memory-update-outcome",
    counted: &["outcome", "guard_reason"],
    summed: &["sanitize_changes", "conflict_count"],
    distinct: &["session_key"],
    rates: &[
        Rate {
            name: "written",
            of: &[Test::In("outcome", &["written", "sanitize_modified"])],
            among: &[ATTEMPTED],
        },
        Rate {
            name: "guard_rejected",
            of: &[Test::In("outcome", &["guard_rejected"])],
            among: &[ATTEMPTED, HEADINGS],
        },
        Rate {
            name: "sanitize_modified",
            of: &[Test::In("outcome", &["sanitize_modified"])],
            among: &[ATTEMPTED],
        },
        Rate {
            name: "merge_applied",
            of: &[Test::True("merge_applied")],
            among: &[ATTEMPTED],
        },
        Rate {
            name: "reply_cut_off",
            of: &[Test::True("reply_cut_off")],
            among: &[],
        },
    ],
    sampled: &["outcome", "guard_reason"],
};

/// How the notes of replies were added to the daily files.
pub static ROUTING: Metric = Metric {
    name: "daily-routing-metrics",
    counted: &[
        "structured_source",
        "fallback_reason",
        "model_daily_sections_reason",
    ],
    summed: &["structured_bullet_count"],
    distinct: &["session_key"],
    rates: &[
        Rate {
            name: "structured_daily_ok",
            of: &[Test::True("structured_daily_ok")],
            among: &[],
        },
        Rate {
            name: "fallback_used",
            of: &[Test::True("fallback_used")],
            among: &[],
        },
        Rate {
            name: "fallback_missing",
            of: &[Test::In("fallback_reason", &["missing"])],
            among: &[],
        },
        Rate {
            name: "tool_call_has_daily_sections",
            of: &[Test::True("tool_call_has_daily_sections")],
            among: &[],
        },
        Rate {
            name: "preferred_retry_used",
            of: &[Test::True("preferred_retry_used")],
            among: &[],
        },
        Rate {
            name: "preferred_retry_helped",
            of: &[Test::True("tool_call_has_daily_sections")],
            among: &[Test::True("preferred_retry_used")],
        },
    ],
    sampled: &["date", "structured_source", "fallback_reason"],
};

/// All metrics.
pub const METRICS: &[&Metric] = &[
    &UPDATES,
    &ROUTING,
    &Metric {
        name: "memory-update-guard-metrics",
        counted: &["reason"],
        summed: &[],
        distinct: &["session_key"],
        rates: &[],
        sampled: &["reason", "current_memory_chars", "returned_memory_chars"],
    },
    &Metric {
        name: "memory-update-sanitize-metrics",
        counted: &[],
        summed: &[
            "removed.recent_topic_section",
            "removed.knowledge_reference_section",
            "removed.transient_status_line",
            "removed.duplicate_bullet",
        ],
        distinct: &["session_key"],
        rates: &[],
        sampled: &[],
    },
    &Metric {
        name: "memory-conflict-metrics",
        counted: &["conflict_key", "resolution"],
        summed: &[],
        distinct: &["session_key"],
        rates: &[],
        sampled: &["conflict_key", "resolution"],
    },
    &Metric {
        name: "cleanup-stage-metrics",
        counted: &[],
        summed: &[
            "scoped_daily_files",
            "skipped_daily_files",
            "stage_counts.trim",
            "stage_counts.dedupe",
            "stage_counts.drop_empty",
            "stage_counts.drop_tool_activity",
            "stage_counts.drop_non_decision",
            "priority_counts.P0",
            "priority_counts.P1",
            "priority_counts.P2",
            "conversion_index_rows",
            "files_touched_count",
        ],
        distinct: &[],
        rates: &[Rate {
            name: "changed",
            of: &[Test::True("changed")],
            among: &[],
        }],
        sampled: &["files_touched_count"],
    },
    &Metric {
        name: "cleanup-conversion-index",
        counted: &["scope", "section", "action", "priority"],
        summed: &["before.chars", "after.chars"],
        distinct: &["source_file"],
        rates: &[Rate {
            name: "dropped",
            of: &[Test::In(
                "action",
                &["drop_empty", "drop_tool_activity", "drop_non_decision"],
            )],
            among: &[],
        }],
        sampled: &["source_file", "action", "priority"],
    },
    &Metric {
        name: "daily-archive-metrics",
        counted: &[],
        summed: &["bytes"],
        distinct: &["source_file"],
        rates: &[],
        sampled: &["source_file", "target_file"],
    },
    &Metric {
        name: "daily-archive-compact-metrics",
        counted: &[],
        summed: &["bullets_total", "bullets_kept", "history_entry.chars"],
        distinct: &["date"],
        rates: &[],
        sampled: &["date", "bullets_total", "bullets_kept"],
    },
    &Metric {
        name: "daily-ttl-metrics",
        counted: &[],
        summed: &["bytes"],
        distinct: &["source_file"],
        rates: &[],
        sampled: &["source_file", "target_file"],
    },
    &Metric {
        name: "insights-ttl-metrics",
        counted: &["ttl_days"],
        summed: &["bullets_total", "bullets_kept"],
        distinct: &[],
        rates: &[],
        sampled: &["bullets_total", "bullets_kept"],
    },
    &Metric {
        name: "context-trace",
        counted: &["stage"],
        summed: &["message_count", "estimated_tokens"],
        distinct: &["prefix_hash"],
        rates: &[
            Rate {
                name: "prefix_stability",
                of: &[Test::True("prefix_unchanged")],
                among: &[
                    Test::In("stage", &["before_send"]),
                    Test::Given("prefix_unchanged"),
                ],
            },
            Rate {
                name: "includes_recent_daily",
                of: &[Test::True("includes_recent_daily")],
                among: &[Test::In("stage", &["before_send"])],
            },
        ],
        sampled: &["stage", "estimated_tokens"],
    },
];

impl Metric {
    /// Returns the metric with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        METRICS.iter().copied().find(|metric| metric.name == name)
    }

    /// Returns all fields that the metric reads, each once.
    pub(super) fn fields(&self) -> Vec<&'static str> {
        let lists = [self.counted, self.summed, self.distinct, self.sampled];
        let tests = self
            .rates
            .iter()
            .flat_map(|rate| rate.of.iter().chain(rate.among).map(|test| test.field()));
        let mut fields: Vec<&'static str> = Vec::new();
        for field in lists.into_iter().flatten().copied().chain(tests) {
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
        fields
    }
}
