import { getDefaultStore } from 'jotai/vanilla'
import { notePress, pressAgain, wasPressed } from '#app/early-press'
import { hydrate, islandNamed } from '#app/hydrate-islands'
import { followHash } from '#app/show-place'
import { isBuiltWith } from '#features/home/card-key'
import { announcementsAtom, nextLessonsAtom, publishedCardsAtom } from '#features/home/site-content.atoms'
import { watchSiteContent } from '#features/home/watch-site-content'

// The prerendered home page. Its links work as they are; a island is hydrated when a visitor or published content needs it.

/** Signs of a visitor. On a phone a touch comes before the scroll. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel', 'scroll'] as const

async function hydrateHeader(): Promise<void> {
  if (!(await hydrate('header'))) return
  removeEventListener('click', notePress)
  // The menu button was pressed while the header was loading.
  pressAgain()
  hydrate('contact')
}

/** Hydrates the form a screen ahead of the visitor, or when the keyboard is in it; else after the header. */
function prepareContact(): void {
  const contact = islandNamed('contact')
  // The island itself has no box.
  const form = contact?.firstElementChild
  if (!contact || !form) return
  const ahead = new IntersectionObserver(
    async (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && (await hydrate('contact'))) ahead.disconnect()
    },
    { rootMargin: '100% 0px' },
  )
  ahead.observe(form)
  contact.addEventListener('focusin', () => hydrate('contact'))
}

function followContent(): void {
  const store = getDefaultStore()
  const update = () => {
    if (store.get(announcementsAtom).length > 0) hydrateHeader()
    if (store.get(nextLessonsAtom).length > 0) hydrate('lessons')
    if (!isBuiltWith(store.get(publishedCardsAtom))) hydrate('services')
  }
  for (const content of [announcementsAtom, nextLessonsAtom, publishedCardsAtom]) store.sub(content, update)
  watchSiteContent(store)
}

if (window.scrollY > 0 || wasPressed()) hydrateHeader()
for (const sign of signs) addEventListener(sign, hydrateHeader, { passive: true, once: true })
prepareContact()
followContent()
followHash()
