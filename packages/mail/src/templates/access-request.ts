import type { AccessRequest } from '../jobs'
import type { MailContent } from '../transport'
import { escapeHtml, page } from './markup'
import { pacificTime } from './pacific-time'

/** Tells an admin who would like to be one, too. Nothing is granted by reading or clicking. */
export function renderAccessRequest({ email, at, dashboardUrl }: AccessRequest): MailContent {
  const subject = 'Somebody asks for access to the dashboard'
  const asked = `${email} signed in and asked for access to the administration panel on ${pacificTime(new Date(at))}.`
  const advice =
    'If you know this person, make them an admin in the users table of the dashboard. Otherwise there is nothing to do.'
  return {
    subject,
    text: `${asked}\n\n${advice}\n\nDashboard: ${dashboardUrl}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(asked)}</p><p>${advice}</p><p><a href="${escapeHtml(dashboardUrl)}">Open the dashboard</a></p>`,
    ),
  }
}
