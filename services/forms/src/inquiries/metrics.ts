import { counter } from '@app/telemetry'

// `repeated`: the same request again; `duplicate`: an equal message again; `refused`: validation failed.
const outcomes = ['accepted', 'spam', 'repeated', 'duplicate', 'refused', 'failed'] as const
export type InquiryOutcome = (typeof outcomes)[number]

const inquiries = counter('inquiries_total', 'Submitted inquiries by outcome', { outcome: outcomes })

export const countInquiry = (outcome: InquiryOutcome) => inquiries.add({ outcome })
