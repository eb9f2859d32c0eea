import type { MailContent } from '../transport'
import { notice } from './notice'
import { withAddress } from './with-address'

/** Tells a colleague what they take care of from now on. `about` and `email`: whose inquiry it is; `more`: how many others were assigned with it. */
export function renderAssignment({
  by,
  about,
  email,
  more,
  url,
}: {
  by: string
  about: string
  email: string
  more: number
  url: string
}): MailContent {
  const others = more === 0 ? '' : ` and ${more} ${more === 1 ? 'other' : 'others'}`
  const subject = `Assigned to you: ${about}${others}`
  const link = { name: 'Inbox', label: 'Open the inbox', url }
  return notice(subject, [`${by} has assigned the inquiry from ${withAddress(about, email)}${others} to you.`], link)
}
