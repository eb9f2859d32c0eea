import { inquiryTable } from '@app/contracts/inquiries'
import type { WholeRecord } from './record-writer'

const unknown = 'The inquiry was deleted while this mail was being sent, so it may have arrived. Send it again if not.'

type Mail = { state: string }

/** Its words are read again: meanwhile a mail of its conversation may have been erased. */
function withoutWords(table: string, record: WholeRecord): WholeRecord {
  if (table !== inquiryTable) return record
  const { search_words: _words, search_of: _of, ...rest } = record
  return { ...rest, search_due: new Date() } as WholeRecord
}

/**
 * An inquiry out of the trash. A mail that a worker was sending when the inquiry was deleted may have arrived: it counts as
 * failed until staff send it again. The worker's result, should it come later, still holds.
 */
export function withoutOpenMails(table: string, whole: WholeRecord): WholeRecord {
  const record = withoutWords(table, whole)
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
