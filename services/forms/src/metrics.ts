import { counter } from '@app/telemetry'

/** Submissions by outcome. */
export const inquiries = counter('inquiries_total', 'Submitted inquiries by outcome', {
  // `repeated`: the same request again; `duplicate`: an equal message again; `refused`: validation failed.
  outcome: ['accepted', 'spam', 'repeated', 'duplicate', 'refused', 'failed'],
})
