import type { Page } from '@playwright/test'

export type Answer = [status: number, body: unknown] | 'abort' | 'hang'

/** Stands in for the services: answers by path; a call that no one expects finds no network. */
export const standIn = (page: Page, byPath: Record<string, Answer> = {}) =>
  page.route('**/api/**', async (route) => {
    const answer = byPath[new URL(route.request().url()).pathname] ?? 'abort'
    if (answer === 'hang') return
    if (answer === 'abort') return route.abort()
    await route.fulfill({ status: answer[0], json: answer[1] })
  })
