import type { ContactChanged } from '../jobs'
import type { MailContent } from '../transport'
import { notice } from './notice'
import { pacificTime } from './pacific-time'

/** Tells admins that the school is reached in another way from now on, or from a time on. */
export function renderContactChanged({ at, by, contacts, later, websiteUrl }: ContactChanged): MailContent {
  const when = later
    ? `${by} has ordered a change of the website for ${pacificTime(new Date(later))}`
    : `${by} has changed the website at ${pacificTime(new Date(at))}`
  const what = `${when}: ${contacts}. The page and every mail of the school carry it.`
  const advice = 'If you did not expect this, restore the version before it, and ask who did it.'
  return notice('How your school is reached was changed', [what, advice], {
    name: 'Website',
    label: 'Open Website',
    url: websiteUrl,
  })
}
