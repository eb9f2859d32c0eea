import type { NewDevice } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

/** Tells an admin about a sign-in from a new browser, and what to do if it was not the admin. */
export function renderNewDevice({ at, device, address, sessionsUrl }: NewDevice): MailContent {
  const subject = 'A new device signed in to the dashboard'
  const event =
    `Your account signed in on ${pacificTime(new Date(at))} from ${device}, network address ${address}. ` +
    'The browser name is reported by the browser itself.'
  const advice =
    'If this was you, you can ignore this email. If not, end all sessions under "Account and passkeys" right away.'
  return notice(subject, [event, advice], {
    name: 'Account and passkeys',
    label: 'Open Account and passkeys',
    url: sessionsUrl,
  })
}
