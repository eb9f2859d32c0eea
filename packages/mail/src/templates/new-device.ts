import type { NewDevice } from '../jobs'
import type { MailContent } from '../transport'
import { escapeHtml, page } from './markup'
import { pacificTime } from './pacific-time'

/** Tells an admin of a sign-in from a browser that was not seen before, and what to do when it was somebody else. */
export function renderNewDevice({ at, device, address, sessionsUrl }: NewDevice): MailContent {
  const subject = 'A new device signed in to the dashboard'
  const what =
    `Your account signed in on ${pacificTime(new Date(at))}, by ${device}, from the network address ${address}. ` +
    `The browser's name is what it says of itself.`
  const advice = 'If that was you, there is nothing to do. Otherwise end all sessions under "Your sessions" at once.'
  return {
    subject,
    text: `${what}\n\n${advice}\n\nYour sessions: ${sessionsUrl}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(what)}</p><p>${escapeHtml(advice)}</p>` +
        `<p><a href="${escapeHtml(sessionsUrl)}">Open your sessions</a></p>`,
    ),
  }
}
