import type { Inquiry, MailKind, SpamReason } from '@app/contracts/inquiries'
import { capital, counted } from '#lib/words'

type Mail = Inquiry['mails'][number]

export const mailTitles: Record<MailKind, string> = {
  notification: 'Notification to the school',
  thank_you: 'Thank-you to the visitor',
  reply: 'Reply to the visitor',
  copy: 'Copy of a reply',
  reminder: 'Reminder to the school',
  mention: 'Note to a colleague',
  assignment: 'Assignment to a colleague',
}

export const spamTexts: Record<SpamReason, string> = {
  honeypot: 'A hidden field was filled in, which only bots do.',
  too_fast: 'The form was filled in and sent in less than two seconds.',
  links: 'The message contains more than three links.',
  volume: 'More inquiries than usual came in, so the latest are held for review.',
  marked: 'Staff marked it as spam, so later messages from this sender are held as well.',
  sender: 'An earlier message from this sender was marked as spam. "Not spam" lets later ones through again.',
}

/** The reply codes of mail servers in words. */
const codeMeanings: readonly [code: RegExp, meaning: string][] = [
  [/^55[013]$/, 'the address was rejected'],
  [/^552$/, 'the mailbox is full or the email too large'],
  [/^554$/, 'the email was rejected as unwanted'],
  [/^5/, 'the email was rejected'],
  [/^4/, 'the mail server is busy'],
]

/** Why an email was not delivered: a short text, and one with the mail server's code. */
export function reasonTexts(reason: string): { short: string; whole: string } {
  const code = /answered (\d{3})/.exec(reason)?.[1]
  const meaning = code && codeMeanings.find(([pattern]) => pattern.test(code))?.[1]
  if (meaning)
    return { short: `${meaning} (${code})`, whole: `${sentence(meaning)} (The mail server answered ${code}.)` }
  const fault = /cannot be reached \(([^)]*)\)/.exec(reason)?.[1]
  if (fault) return { short: 'mail server unreachable', whole: `Our mail server cannot be reached. (${fault})` }
  return { short: reason, whole: reason }
}

const sentence = (words: string) => `${capital(words)}.`

export const isUnderway = ({ state }: Mail) => state === 'pending' || state === 'sending'

/** A failed email that waits for its next attempt, which staff may start now. */
export const isWaiting = ({ state, attempts }: Mail) => state === 'pending' && attempts > 0

export const attemptsText = (attempts: number) => counted(attempts, 'attempt')
