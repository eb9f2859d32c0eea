import type { Inquiry, MailKind, SpamReason } from '@app/contracts/inquiries'

type Mail = Inquiry['mails'][number]

export const mailTitles: Record<MailKind, string> = {
  notification: 'Notice to the school',
  thank_you: 'Thank-you to the visitor',
  reply: 'Reply to the visitor',
  reminder: 'Reminder to the school',
}

export const spamWords: Record<SpamReason, string> = {
  honeypot: 'A field that people do not see was filled in, as programs do.',
  too_fast: 'The form was filled in and sent in less than two seconds.',
  links: 'The message holds more than three links.',
  volume: 'More inquiries than usual came within an hour, so the last ones are held for a look.',
}

/** What the answers of mail servers mean for whoever waits for the mail. */
const answers: readonly [code: RegExp, meaning: string][] = [
  [/^55[013]$/, 'the address was refused'],
  [/^552$/, 'the mail box is full or the mail too large'],
  [/^554$/, 'the mail was refused as unwanted'],
  [/^5/, 'the mail was refused'],
  [/^4/, 'the mail server is busy'],
]

/** Why a mail is not out: in a few words, and with what the mail server said. */
export function reasonWords(reason: string): { short: string; whole: string } {
  const code = /answered (\d{3})/.exec(reason)?.[1]
  const meaning = code && answers.find(([pattern]) => pattern.test(code))?.[1]
  if (meaning)
    return { short: `${meaning} (${code})`, whole: `${sentence(meaning)} (The mail server answered ${code}.)` }
  const fault = /cannot be reached \(([^)]*)\)/.exec(reason)?.[1]
  if (fault) return { short: 'no mail server', whole: `Our mail server cannot be reached. (${fault})` }
  return { short: reason, whole: reason }
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

export const isUnderway = ({ state }: Mail) => state === 'pending' || state === 'sending'

/** A mail that was tried in vain and waits: it can be tried at once, too. */
export const isWaiting = ({ state, attempts }: Mail) => state === 'pending' && attempts > 0

export const triesText = (attempts: number) => (attempts === 1 ? 'tried once' : `tried ${attempts} times`)
