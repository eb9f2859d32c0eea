import type { MailContent } from '../transport'
import { notice } from './notice'

/** Tells a colleague about a note that mentions them. `about`: whose inquiry it is on. */
export function renderMention({
  by,
  about,
  text,
  url,
}: {
  by: string
  about: string
  text: string
  url: string
}): MailContent {
  const subject = `${by} mentioned you: ${about}`
  return notice(subject, [`${by} wrote a note on the inquiry from ${about}:`, text], {
    name: 'Inbox',
    label: 'Open the inbox',
    url,
  })
}
