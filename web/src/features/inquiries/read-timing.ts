import { inquiryStatus } from '@app/contracts/inquiries'
import type { TableRecord } from '@app/contracts/tables'
import * as v from 'valibot'
import type { Timing } from './response-deadline'

const instant = v.fallback(v.nullable(v.string()), null)

/** Stored records may lack or misuse fields: unreadable values count as missing. */
const timing = v.object({
  status: v.fallback(inquiryStatus, 'new'),
  spam: v.fallback(v.boolean(), false),
  created_at: v.fallback(v.string(), ''),
  due_by: instant,
  answered_at: instant,
})

/** The timing of a record of the table. */
export function timingOf(record: TableRecord): Timing {
  const { status, spam, created_at, due_by, answered_at } = v.parse(timing, record)
  return { status, spam, receivedAt: created_at, dueBy: due_by, answeredAt: answered_at }
}
