import type { InvitationRefused } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'

/** Tells the admin who invited a person that the mail server does not accept mail for that address. */
export function renderInvitationRefused({ email, peopleUrl }: InvitationRefused): MailContent {
  const subject = 'Your invitation could not be delivered'
  const what = `The mail server does not accept mail for ${email}, so your invitation did not arrive.`
  const advice =
    'Check the address. If it is wrong, delete that person under People, who has access otherwise, and invite the right address.'
  return notice(subject, [what, advice], { name: 'Dashboard', label: 'Open People', url: peopleUrl })
}
