import cards from '@app/contracts/service-cards.json'
import type { Page } from '@playwright/test'

export type Answer = [status: number, body: unknown] | 'abort' | 'hang'

/** What staff publish: the cards that the page is built with, unless the test says otherwise. */
export const siteContent = (announcements: object[] = [], change: Record<number, object> = {}): Answer => [
  200,
  { cards: cards.map((card, at) => ({ id: `card-${at}`, ...card, ...change[at] })), announcements },
]
const everyPage: Record<string, Answer> = { '/api/site': siteContent() }

/** Stands in for the services: answers by path; a call that no one expects finds no network. */
export const standIn = (page: Page, byPath: Record<string, Answer> = {}) =>
  page.route('**/api/**', async (route) => {
    const answer = { ...everyPage, ...byPath }[new URL(route.request().url()).pathname] ?? 'abort'
    if (answer === 'hang') return
    if (answer === 'abort') return route.abort()
    await route.fulfill({ status: answer[0], json: answer[1] })
  })
