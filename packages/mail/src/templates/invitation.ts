import type { Invitation } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'

/** Invites a person to the dashboard. They sign in with this address; the mail itself holds no secret. */
export function renderInvitation({ to, name, by, loginUrl }: Invitation, school = ''): MailContent {
  const dashboard = school ? `the dashboard of ${school}` : 'the dashboard'
  const subject = `You have been invited to ${dashboard}`
  const greeting = name ? `Hi ${name},` : 'Hi,'
  const what = `${by} has invited you to ${dashboard}.`
  const how = `Open the page below and sign in with ${to}: enter the address to receive a 6-digit code, or continue with Google.`
  return notice(subject, [greeting, `${what} ${how}`], { name: 'Sign in', label: 'Sign in', url: loginUrl })
}
