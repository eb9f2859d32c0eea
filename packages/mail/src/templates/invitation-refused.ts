import { escapeHtml } from '@app/contracts/escape-html'
import type { InvitationRefused } from '../jobs'
import type { MailContent } from '../transport'
import { page } from './markup'

/** Tells the admin who invited a person that the mail server does not accept mail for that address. */
export function renderInvitationRefused({ email, peopleUrl }: InvitationRefused): MailContent {
  const subject = 'Your invitation could not be delivered'
  const what = `The mail server does not accept mail for ${email}, so your invitation did not arrive.`
  const advice =
    'Check the address. If it is wrong, delete that person under People, who has access otherwise, and invite the right address.'
  return {
    subject,
    text: `${what}\n\n${advice}\n\nDashboard: ${peopleUrl}\n`,
    html: page(
      subject,
      `<p>${escapeHtml(what)}</p><p>${escapeHtml(advice)}</p><p><a href="${escapeHtml(peopleUrl)}">Open People</a></p>`,
    ),
  }
}
