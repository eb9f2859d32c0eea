import { minutes } from '@app/contracts/durations'
import { type InquiryStatus, openStatuses, reminderLead } from '@app/contracts/inquiries'
import { dueText, spanText } from '#lib/span-text'
import { capital } from '#lib/words'

/** The fields of an inquiry that its deadline depends on. Instants are ISO 8601. */
export type Timing = {
  status: InquiryStatus
  spam: boolean
  receivedAt: string
  dueBy: string | null
  answeredAt: string | null
}

export type Deadline = { tone: 'bad' | 'warn' | 'good' | 'calm'; text: string }

export function ageText(receivedAt: string, now: number): string {
  const age = now - Date.parse(receivedAt)
  return age < minutes(1) ? 'just now' : `${spanText(age)} ago`
}

/** Spam has no deadline. */
export const isOpen = ({ status, spam }: Pick<Timing, 'status' | 'spam'>) =>
  !spam && openStatuses.some((open) => open === status)

export function deadlineOf(timing: Timing, now: number): Deadline {
  const { status, spam, receivedAt, dueBy, answeredAt } = timing
  if (spam) return { tone: 'calm', text: 'Held as spam' }
  const due = dueBy ? Date.parse(dueBy) : null
  if (!isOpen(timing)) {
    if (!answeredAt) return { tone: 'calm', text: status === 'closed' ? 'Closed without a reply' : 'Answered' }
    const answered = Date.parse(answeredAt)
    const took = `Answered after ${spanText(answered - Date.parse(receivedAt))}`
    if (due === null || answered <= due) return { tone: 'good', text: took }
    return { tone: 'warn', text: `${took}, late` }
  }
  if (due === null) return { tone: 'calm', text: 'No reply due' }
  const text = capital(dueText(due, now))
  return { tone: due < now ? 'bad' : due - now <= reminderLead ? 'warn' : 'calm', text }
}
