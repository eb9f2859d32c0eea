import type { AccessAdded } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

const words = {
  passkey: { subject: 'A passkey was added to your account', use: 'It signs in to the dashboard without a code.' },
  calendar: {
    subject: 'A calendar address was created for your account',
    use: 'Anyone who has it can read the dates of the table until it is revoked.',
  },
} as const

/** Tells a person what now works without a session, and where to end it. */
export function renderAccessAdded({ at, what, sessionsUrl }: AccessAdded): MailContent {
  const { subject, use } = words[what]
  const event = `${subject} on ${pacificTime(new Date(at))}. ${use}`
  const advice =
    'If this was you, you can ignore this email. If not, remove it under "Account and passkeys" and log out everywhere.'
  return notice(subject, [event, advice], {
    name: 'Account and passkeys',
    label: 'Open Account and passkeys',
    url: sessionsUrl,
  })
}
