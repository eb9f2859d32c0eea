import { undoSendTime } from '@app/contracts/replies'
import { schoolDay } from '@app/school-time/school-day'
import { outgoingMail } from '../inquiries/outgoing-mail'
import type { InquiryMail } from '../inquiries/submission-document'

/** The person who assigns, and the number of other inquiries at the same time. */
export type Assigner = { id: string; email: string; requestId: string; more?: number }

/**
 * Tells a colleague that they take care of an inquiry. Its Message-ID is that of the day at the school, so whoever gets the same inquiry
 * again on that day is told once.
 */
export function assignmentMail(
  inquiry: string,
  to: { id: string; email: string },
  { email: by, requestId, more = 0 }: Assigner,
  { mailDomain, at }: { mailDomain: string; at: Date },
): InquiryMail {
  const name = `assignment-${schoolDay(at.getTime())}-${to.id}`
  const mail = outgoingMail(
    { documentId: inquiry, kind: 'assignment', to: to.email, name },
    { mailDomain, at, requestId },
  )
  return { ...mail, due_at: new Date(at.getTime() + undoSendTime), assigned: { by, more } }
}
