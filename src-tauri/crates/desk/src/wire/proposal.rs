//! Proposals.

use memory::proposal::{Proposal, ProposalReason};

use super::text::time;

/// Returns a proposal as a front end shows it; `stands` says whether its line is unchanged.
pub(crate) fn proposal(proposal: Proposal, stands: bool) -> contract::ProposalView {
    contract::ProposalView {
        id: proposal.id,
        run: proposal.run_id,
        path: proposal.path,
        section: proposal.section,
        before: proposal.before,
        after: proposal.after,
        reason: match proposal.reason {
            ProposalReason::Reworded => contract::ProposalReason::Reworded,
            ProposalReason::PreferenceKey => contract::ProposalReason::PreferenceKey,
            ProposalReason::Retired => contract::ProposalReason::Retired,
        },
        stands,
        created_at: time(proposal.created_at),
    }
}
