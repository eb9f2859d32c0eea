import { counter } from '@app/telemetry'

/** What became of the inquiries that visitors sent. */
export const inquiries = counter('inquiries_total', 'Inquiries by what became of them', {
  // `repeated`: the same request once more; `duplicate`: the same words once more; `refused`: not filled in as the form asks.
  outcome: ['accepted', 'spam', 'repeated', 'duplicate', 'refused', 'failed'],
})
