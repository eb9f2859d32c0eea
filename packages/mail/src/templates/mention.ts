import type { MailContent } from '../transport'
import { notice } from './notice'
import { withAddress } from './with-address'

/** Tells a colleague about a note that mentions them. `about`: whose inquiry it is on; `email`: their address, since anybody can use a name. */
export function renderMention({
  by,
  about,
  email,
  text,
  url,
}: {
  by: string
  about: string
  email: string
  text: string
  url: string
}): MailContent {
  const subject = `${by} mentioned you: ${about}`
  return notice(subject, [`${by} wrote a note on the inquiry from ${withAddress(about, email)}:`, text], {
    name: 'Inbox',
    label: 'Open the inbox',
    url,
  })
}
