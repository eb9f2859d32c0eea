import type { SiteAnnouncement, SiteContent } from '@app/contracts/site'
import { atom } from 'jotai'
import { type ServiceCard, serviceCards } from '#content/site'
import { readSiteContent } from './site-content.api'

const contentAtom = atom<SiteContent>()

const urgency: readonly SiteAnnouncement['kind'][] = ['closed', 'special', 'info']

/** The cards that staff have published last; until they are known, those that the page was built with. */
export const publishedCardsAtom = atom<readonly ServiceCard[]>((get) => get(contentAtom)?.cards ?? serviceCards)

/** What runs now, what is closed first. */
export const announcementsAtom = atom((get) =>
  (get(contentAtom)?.announcements ?? []).toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind)),
)

/** The moments at which something that is shown ends. */
export const endsAtom = atom((get) =>
  get(announcementsAtom).flatMap(({ endsAt }) => (endsAt ? Date.parse(endsAt) : [])),
)

/** Asks what is published now. Where there is no answer the page stands as it is, and only what has ended goes. */
export const refreshSiteAtom = atom(null, async (get, set) => {
  const known = get(contentAtom)
  try {
    const content = await readSiteContent()
    // The same again changes nothing.
    if (JSON.stringify(content) !== JSON.stringify(known)) set(contentAtom, content)
  } catch {
    const runs = ({ endsAt }: SiteAnnouncement) => !endsAt || Date.parse(endsAt) > Date.now()
    if (known) set(contentAtom, { ...known, announcements: known.announcements.filter(runs) })
  }
})
