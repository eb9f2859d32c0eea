import { escapeHtml } from '@app/contracts/escape-html'
import type { AccessRequest } from '../jobs'
import type { MailContent } from '../transport'
import { page } from './markup'
import { pacificTime } from './pacific-time'

/** Tells an admin that a user requests access. Opening or clicking it grants nothing. */
export function renderAccessRequest({ email, at, dashboardUrl }: AccessRequest): MailContent {
  const subject = `${email} is requesting dashboard access`
  const requested = `${email} signed in and requested access to the administration panel on ${pacificTime(new Date(at))}.`
  const advice =
    'If you know this person, make them an admin in the users table of the dashboard. Otherwise you can ignore this email.'
  return {
    subject,
    text: `${requested}\n\n${advice}\n\nDashboard: ${dashboardUrl}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(requested)}</p><p>${advice}</p><p><a href="${escapeHtml(dashboardUrl)}">Open the dashboard</a></p>`,
    ),
  }
}
