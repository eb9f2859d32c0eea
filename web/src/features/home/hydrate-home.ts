import { seconds } from '@app/contracts/durations'
import { getDefaultStore } from 'jotai/vanilla'
import { renderedSite } from '#content/rendered-site'
import { loadFailure } from '#lib/load-failure'
import { reloadingImport } from '#lib/reloading-import'
import { followHash } from '#lib/show-place'
import type { IslandName } from '#ui/island'
import { isBuiltWith } from './card-key'
import { awaitedIslands, failAction, repeatAction } from './islands/early-action'
import { announcementsAtom, nextLessonsAtom, publishedCardsAtom } from './site-content.atoms'
import { watchSiteContent, whenIdle } from './watch-site-content'

// The prerendered home page. Its links work as they are; an island is hydrated when a visitor or published content needs it, else
// when the browser is idle after the page has loaded: voice control, switches, autofill and scripts give no sign.

const loaders = {
  header: reloadingImport(() => import('./header').then(({ Header }) => Header)),
  services: reloadingImport(() => import('./services').then(({ Services }) => Services)),
  lessons: reloadingImport(() => import('./next-lessons').then(({ NextLessons }) => NextLessons)),
  contact: reloadingImport(() => import('./offered-form').then(({ OfferedForm }) => OfferedForm)),
}

const loadRoot = reloadingImport(() => import('./islands/island-root'))

const hydrating = new Map<IslandName, Promise<boolean>>()

const islandNamed = (name: IslandName) => document.querySelector<HTMLElement>(`[data-island=${name}]`)

async function load(name: IslandName): Promise<boolean> {
  const container = islandNamed(name)
  try {
    const [{ hydrateIsland }, Island] = await Promise.all([loadRoot(), loaders[name]()])
    if (container) {
      await hydrateIsland(container, name, Island)
      container.dataset.hydrated = 'true'
    }
    repeatAction(name)
    return true
  } catch {
    hydrating.delete(name)
    failAction(name, loadFailure.text)
    return false
  }
}

/** Makes a prerendered island interactive, once. `false` when its file did not load: it is tried again at the next call. */
function hydrate(name: IslandName): Promise<boolean> {
  const known = hydrating.get(name)
  if (known) return known
  const hydrated = load(name)
  hydrating.set(name, hydrated)
  return hydrated
}

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
