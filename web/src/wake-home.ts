import { getDefaultStore } from 'jotai/vanilla'
import { notePress, pressAgain, wasPressed } from '#app/early-press'
import { followHash } from '#app/show-place'
import { partNamed, wake } from '#app/wake-parts'
import { isBuiltWith } from '#features/home/card-key'
import { announcementsAtom, nextLessonsAtom, publishedCardsAtom } from '#features/home/site-content.atoms'
import { watchSiteContent } from '#features/home/watch-site-content'

// The prerendered home page. Its links work as they are; a part is hydrated when a visitor or published content needs it.

/** Signs of a visitor. On a phone a touch comes before the scroll. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel', 'scroll'] as const

async function wakeHeader(): Promise<void> {
  if (!(await wake('header'))) return
  removeEventListener('click', notePress)
  // The menu button was pressed while the header was loading.
  pressAgain()
  wake('contact')
}

/** Wakes the form a screen ahead of the visitor, or when the keyboard is in it; else after the header. */
function prepareContact(): void {
  const contact = partNamed('contact')
  // The part itself has no box.
  const form = contact?.firstElementChild
  if (!contact || !form) return
  const ahead = new IntersectionObserver(
    async (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && (await wake('contact'))) ahead.disconnect()
    },
    { rootMargin: '100% 0px' },
  )
  ahead.observe(form)
  contact.addEventListener('focusin', () => wake('contact'))
}

function followContent(): void {
  const store = getDefaultStore()
  const update = () => {
    if (store.get(announcementsAtom).length > 0) wakeHeader()
    if (store.get(nextLessonsAtom).length > 0) wake('lessons')
    if (!isBuiltWith(store.get(publishedCardsAtom))) wake('services')
  }
  for (const content of [announcementsAtom, nextLessonsAtom, publishedCardsAtom]) store.sub(content, update)
  watchSiteContent(store)
}

if (window.scrollY > 0 || wasPressed()) wakeHeader()
for (const sign of signs) addEventListener(sign, wakeHeader, { passive: true, once: true })
prepareContact()
followContent()
followHash()
