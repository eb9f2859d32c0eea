import type { AccessAdded } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

const programs = 'Programs that have a secret of it use the records of the school without signing in.'
const receives = 'A webhook tells another program what happens in the records of the school.'
const sends = 'What it receives becomes records of the school.'

const words: Record<AccessAdded['what'], { subject: string; use: string }> = {
  passkey: { subject: 'A passkey was added to your account', use: 'It signs in to the dashboard without a code.' },
  calendar: {
    subject: 'A calendar address was created for your account',
    use: 'Anyone who has it can read the dates of the table until it is revoked.',
  },
  account: { subject: 'A service account was created', use: programs },
  'account-change': { subject: 'A service account was changed', use: programs },
  secret: { subject: 'A secret was added to a service account', use: programs },
  webhook: { subject: 'A webhook was created', use: receives },
  'webhook-change': { subject: 'A webhook was changed', use: receives },
  hook: { subject: 'A source of bookings was added', use: sends },
  'hook-change': { subject: 'A source of bookings was changed', use: sends },
  admin: { subject: 'A person was made an admin', use: 'Admins see and change everything, other people included.' },
}

const ownAdvice =
  'If this was you, you can ignore this email. If not, remove it under "Account and passkeys" and log out everywhere.'
const adminAdvice =
  'If this was you, you can ignore this email. If not, take the role away under "People", and log out everywhere under "Account and passkeys".'
const ownerAdvice = (by: string) =>
  `Until then it was yours. If you did not expect this, ask ${by}, or look at it under "People" in the dashboard.`

/** Tells a person what now works without a session or where data now goes, and where to end it. */
export function renderAccessAdded({ at, what, name, by, sessionsUrl, url = sessionsUrl }: AccessAdded): MailContent {
  const { subject, use } = words[what]
  const who = by === undefined ? '' : ` by ${by}`
  const event = `${subject} on ${pacificTime(new Date(at))}${who}${name === undefined ? '' : `: ${name}`}. ${use}`
  const advice = by === undefined ? (what === 'admin' ? adminAdvice : ownAdvice) : ownerAdvice(by)
  const page = url === sessionsUrl ? 'Account and passkeys' : 'People'
  return notice(subject, [event, advice], { name: page, label: `Open ${page}`, url })
}
