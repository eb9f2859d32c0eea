import { escapeHtml } from '@app/contracts/escape-html'
import type { NewDevice } from '../jobs'
import type { MailContent } from '../transport'
import { page } from './markup'
import { pacificTime } from './pacific-time'

/** Tells an admin about a sign-in from a new browser, and what to do if it was not the admin. */
export function renderNewDevice({ at, device, address, sessionsUrl }: NewDevice): MailContent {
  const subject = 'A new device signed in to the dashboard'
  const event =
    `Your account signed in on ${pacificTime(new Date(at))} from ${device}, network address ${address}. ` +
    'The browser name is reported by the browser itself.'
  const advice =
    'If this was you, you can ignore this email. If not, end all sessions under "Account and passkeys" right away.'
  return {
    subject,
    text: `${event}\n\n${advice}\n\nAccount and passkeys: ${sessionsUrl}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(event)}</p><p>${escapeHtml(advice)}</p>` +
        `<p><a href="${escapeHtml(sessionsUrl)}">Open Account and passkeys</a></p>`,
    ),
  }
}
