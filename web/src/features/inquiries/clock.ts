import { days, hours, minutes } from '@app/contracts/durations'
import { type InquiryStatus, openStatuses } from '@app/contracts/inquiries'

/** So long before the promise breaks, the clock warns; the school is reminded by mail at the same time. */
const soon = hours(2)

/** What the clock of an inquiry is read from. Instants are ISO 8601. */
export type Timing = {
  status: InquiryStatus
  spam: boolean
  receivedAt: string
  dueBy: string | null
  answeredAt: string | null
}

export type Clock = { tone: 'bad' | 'warn' | 'good' | 'calm'; text: string }

/** A span in the two largest units that tell something: `3 h 20 min`, `2 days 4 h`. */
export function spanText(span: number): string {
  const whole = Math.max(0, Math.floor(span / minutes(1)))
  if (whole === 0) return 'less than a minute'
  if (whole < 60) return `${whole} min`
  const count = Math.floor(whole / 60)
  if (count < 48) return `${count} h${whole % 60 ? ` ${whole % 60} min` : ''}`
  return `${Math.floor(span / days(1))} days${count % 24 ? ` ${count % 24} h` : ''}`
}

export const ageText = (receivedAt: string, now: number) => `${spanText(now - Date.parse(receivedAt))} old`

/** Only what is open and no spam has a promise that can break. */
export const isOpen = ({ status, spam }: Pick<Timing, 'status' | 'spam'>) =>
  !spam && openStatuses.some((open) => open === status)

/** How the 24 hours of an inquiry stand. */
export function clockOf(timing: Timing, now: number): Clock {
  const { status, spam, receivedAt, dueBy, answeredAt } = timing
  if (spam) return { tone: 'calm', text: 'Held as spam' }
  const due = dueBy ? Date.parse(dueBy) : null
  if (!isOpen(timing)) {
    if (!answeredAt) return { tone: 'calm', text: status === 'closed' ? 'Closed without an answer' : 'Answered' }
    const answered = Date.parse(answeredAt)
    const took = `Answered after ${spanText(answered - Date.parse(receivedAt))}`
    if (due === null || answered <= due) return { tone: 'good', text: took }
    return { tone: 'warn', text: `${took}, late` }
  }
  if (due === null) return { tone: 'calm', text: 'Nothing promised' }
  if (due < now) return { tone: 'bad', text: `Overdue by ${spanText(now - due)}` }
  return { tone: due - now <= soon ? 'warn' : 'calm', text: `Due in ${spanText(due - now)}` }
}
