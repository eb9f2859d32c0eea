import type { Invitation } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'

/** Invites a person to the dashboard. They sign in with this address; the mail itself holds no secret. */
export function renderInvitation({ to, name, by, loginUrl }: Invitation): MailContent {
  const subject = 'You have been invited to the dashboard'
  const greeting = name ? `Hi ${name},` : 'Hi,'
  const what = `${by} has invited you to the dashboard of the archery school.`
  const how = `Open the page below and sign in with ${to}: enter the address to receive a 6-digit code, or continue with Google.`
  return notice(subject, [greeting, `${what} ${how}`], { name: 'Sign in', label: 'Sign in', url: loginUrl })
}
