import { cardTitle } from '@app/contracts/card-title'
import seededCards from '@app/contracts/service-cards.json'
import type { Page } from '@playwright/test'

export type Answer = [status: number, body: unknown] | 'abort' | 'hang'

const cards = seededCards.map((card) => ({ ...card, title: cardTitle(card.title, card.price) }))

/** Published content: the cards of the build, unless the test sets others. */
export const siteContent = (announcements: object[] = [], change: Record<number, object> = {}): Answer => [
  200,
  { cards: cards.map((card, at) => ({ id: `card-${at}`, ...card, ...change[at] })), announcements },
]
/** What pages ask for by themselves. Passkeys are offered in the email field until one is chosen: never. */
const everyPage: Record<string, Answer> = {
  '/api/site': siteContent(),
  '/api/forms/visits': [200, {}],
  // The sign-in is recent.
  '/api/users/me/recent-sign-in': [200, { success: true }],
  '/api/admin/about': [200, { version: 'v1.4.0' }],
  // Nobody teaches.
  '/api/today/mine': [200, { instructors: [] }],
  // Emails reach everybody.
  '/api/forms/mail-addresses/state': [200, { suppressed: null }],
  // The school is set up.
  '/api/setup': [200, { steps: [], hidden: null }],
  '/api/passkeys': [200, []],
  '/api/passkeys/sign-in/options': 'hang',
}

/** Every list asks for its saved views: none. */
const savedViews = /^\/api\/tables\/[^/]+\/views$/

/** Nothing was signed for any student. */
const waivers = /^\/api\/students\/[^/]+\/waivers$/

/** Replaces the services: answers by path; unexpected calls fail as network errors. */
export const standIn = (page: Page, byPath: Record<string, Answer> = {}) =>
  page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const none: Answer = savedViews.test(pathname) || waivers.test(pathname) ? [200, { data: [] }] : 'abort'
    const answer = { ...everyPage, ...byPath }[pathname] ?? none
    if (answer === 'hang') return
    if (answer === 'abort') return route.abort()
    await route.fulfill({ status: answer[0], json: answer[1] })
  })
