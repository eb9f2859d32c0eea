import type { AccessRequest } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

/** Tells an admin that a user requests access. Opening or clicking it grants nothing. */
export function renderAccessRequest({ email, at, dashboardUrl }: AccessRequest): MailContent {
  const subject = `${email} is requesting dashboard access`
  const requested = `${email} signed in and requested access to the administration panel on ${pacificTime(new Date(at))}.`
  const advice =
    'If you know this person, make them an admin in the users table of the dashboard. Otherwise you can ignore this email.'
  return notice(subject, [requested, advice], { name: 'Dashboard', label: 'Open the dashboard', url: dashboardUrl })
}
