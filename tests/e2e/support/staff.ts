import type { Page } from '@playwright/test'
import { signInWithGoogle } from './google'
import { adminEmail } from './sample-people'
import { test as base, expect } from './test'

type Cookies = Parameters<ReturnType<Page['context']>['addCookies']>[0]
type Row = Record<string, unknown> & { id: string; updated_at: string }

const headers = { 'sec-fetch-site': 'same-origin' }
let cookies: Cookies | undefined

/** Calls of an admin that a test makes outside of the page. */
const recordsOf = (page: Page, table: string) => {
  const path = `/api/tables/${table}`
  const all = async (): Promise<Row[]> => (await (await page.request.get(`${path}?limit=200`)).json()).data
  return {
    all,
    create: async (data: object): Promise<Row> => {
      const answer = await page.request.post(path, { data, headers })
      expect(answer.status(), await answer.text()).toBe(201)
      return answer.json()
    },
    read: async (id: string): Promise<Row> => (await page.request.get(`${path}/${id}`)).json(),
    update: async (id: string, data: object) =>
      expect((await page.request.put(`${path}/${id}`, { data, headers })).status()).toBe(200),
    remove: async (id: string) => expect((await page.request.delete(`${path}/${id}`, { headers })).status()).toBe(200),
    updateAll: async (ids: readonly string[], changes: object): Promise<string> => {
      const data = { action: 'update', ids, changes }
      const answer = await page.request.post(`${path}/batches`, { data, headers })
      expect(answer.status(), await answer.text()).toBe(200)
      return (await answer.json()).id
    },
    clear: async () => {
      for (let found = await all(); found.length > 0; found = await all())
        for (const { id } of found) expect((await page.request.delete(`${path}/${id}`, { headers })).status()).toBe(200)
    },
  }
}

/** Whether the session of an earlier test goes on, and is recent: another file may have ended it. */
async function isSignedInAgain(page: Page): Promise<boolean> {
  if (!cookies) return false
  await page.context().addCookies(cookies)
  return (await page.request.get('/api/users/me/recent-sign-in')).ok()
}

/** Tests as a signed-in admin; signs in when no earlier test has. */
export const test = base.extend<{ records: (table: string) => ReturnType<typeof recordsOf> }>({
  page: async ({ page }, use) => {
    if (!(await isSignedInAgain(page))) await signInWithGoogle(page, adminEmail)
    cookies = await page.context().cookies()
    await use(page)
  },
  records: async ({ page }, use) => use((table) => recordsOf(page, table)),
})

export { expect }
