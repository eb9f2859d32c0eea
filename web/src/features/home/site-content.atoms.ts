import { readSite, type SiteAnnouncement, type SiteContent } from '@app/contracts/site'
import type { PageCard } from '@app/contracts/website/page-texts'
import { atom } from 'jotai/vanilla'
import { renderedSite } from '#content/rendered-site'
import { callApi } from '#lib/call-api'

const urgency: readonly SiteAnnouncement['kind'][] = ['closed', 'special', 'info']

/** Closures first. */
export const byUrgency = (announcements: readonly SiteAnnouncement[]) =>
  announcements.toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind))

const contentAtom = atom<SiteContent>()

/** The published cards; until they have loaded, those the page was rendered with. */
export const publishedCardsAtom = atom<readonly PageCard[]>((get) => get(contentAtom)?.cards ?? renderedSite.cards)

/** Current announcements, closures first; until they have loaded, those of the rendered page. */
export const announcementsAtom = atom((get) => byUrgency(get(contentAtom)?.announcements ?? renderedSite.announcements))

/** Lessons of the next lesson days; until they have loaded, those of the rendered page. */
export const nextLessonsAtom = atom((get) => get(contentAtom)?.lessons ?? renderedSite.lessons)

/** The choices of the contact form; empty until they have loaded. */
export const interestsAtom = atom((get) => get(contentAtom)?.interests)
export const heardFromAtom = atom((get) => get(contentAtom)?.heardFrom)

/** When the shown announcements end, in milliseconds since 1970. */
export const endsAtom = atom((get) =>
  get(announcementsAtom).flatMap(({ endsAt }) => (endsAt ? Date.parse(endsAt) : [])),
)

/** Loads the published content. Without an answer the page keeps what it shows, minus announcements that have ended. */
export const refreshSiteAtom = atom(null, async (get, set) => {
  const known = get(contentAtom)
  try {
    const content = await callApi(readSite, { anonymous: true, cache: 'no-cache' })
    // The browser caches the content and revalidates it at every call. An unchanged answer must not re-render the page.
    if (JSON.stringify(content) !== JSON.stringify(known)) set(contentAtom, content)
  } catch {
    const isCurrent = ({ endsAt }: SiteAnnouncement) => !endsAt || Date.parse(endsAt) > Date.now()
    if (known) set(contentAtom, { ...known, announcements: known.announcements.filter(isCurrent) })
  }
})
