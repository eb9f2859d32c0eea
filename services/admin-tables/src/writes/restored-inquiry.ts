import { inquiryTable } from '@app/contracts/inquiries'
import type { WholeRecord } from '../models/record-writer'

const unknown = 'The inquiry was deleted while this mail was being sent, so it may have arrived. Send it again if not.'

type Mail = { state: string }

/**
 * An inquiry out of the trash. A mail that a worker was sending when the inquiry was deleted may have arrived: it counts as
 * failed until staff send it again. The worker's result, should it come later, still holds.
 */
export function withoutOpenMails(table: string, record: WholeRecord): WholeRecord {
  const mails: Mail[] = (table === inquiryTable && record['mails']) || []
  if (!mails.some(({ state }) => state === 'sending')) return record
  const stopped = { state: 'failed', due_at: null, lease: null, last_error: unknown }
  return {
    ...record,
    mails: mails.map((mail) => (mail.state === 'sending' ? { ...mail, ...stopped } : mail)),
    mail_state: 'failed',
    mail_error: unknown,
  }
}
