import { seconds } from '@app/contracts/durations'
import { getDefaultStore } from 'jotai/vanilla'
import { renderedSite } from '#content/rendered-site'
import { followHash } from '#lib/show-place'
import { isBuiltWith } from './card-key'
import { awaitedIslands } from './islands/early-action'
import { hydrate, islandNamed } from './islands/hydrate-islands'
import { announcementsAtom, nextLessonsAtom, publishedCardsAtom } from './site-content.atoms'
import { watchSiteContent, whenIdle } from './watch-site-content'

// The prerendered home page. Its links work as they are; an island is hydrated when a visitor or published content needs it, else
// when the browser is idle after the page has loaded: voice control, switches, autofill and scripts give no sign.

/** Signs of a visitor. On a phone a touch comes before the scroll. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel', 'scroll'] as const

const settleMs = seconds(2.5)

async function hydrateHeader(): Promise<void> {
  if (await hydrate('header')) hydrate('contact')
}

/** Waits, so that files of the first view do not compete for the network. */
function hydrateUnasked(): void {
  setTimeout(() => whenIdle(hydrateHeader), settleMs)
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

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

function followContent(): void {
  const store = getDefaultStore()
  const rendered = store.get(announcementsAtom)
  const update = () => {
    if (differ(store.get(announcementsAtom), rendered)) hydrateHeader()
    if (differ(store.get(nextLessonsAtom), renderedSite.lessons)) hydrate('lessons')
    if (islandNamed('services') && !isBuiltWith(store.get(publishedCardsAtom))) hydrate('services')
  }
  for (const content of [announcementsAtom, nextLessonsAtom, publishedCardsAtom]) store.sub(content, update)
  watchSiteContent(store)
}

/** A click or a submission that was kept, of a visitor or of a program. */
function hydrateAwaited(): void {
  for (const name of awaitedIslands()) hydrate(name)
}

if (window.scrollY > 0) hydrateHeader()
hydrateAwaited()
for (const action of ['click', 'submit']) addEventListener(action, hydrateAwaited)
if (document.readyState === 'complete') hydrateUnasked()
else addEventListener('load', hydrateUnasked)
for (const sign of signs) addEventListener(sign, hydrateHeader, { passive: true, once: true })
prepareContact()
followContent()
followHash()
