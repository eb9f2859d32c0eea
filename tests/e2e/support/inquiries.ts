import type { Page } from '@playwright/test'
import { expect, test as staffTest } from './staff'

const headers = { 'sec-fetch-site': 'same-origin' }
let count = 0

type Mail = {
  id: string
  to: { address: string }[]
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments?: { name: string; size: number }[]
}

/** The world around the dashboard: visitors write, mails arrive or are refused. */
const worldOf = (page: Page, mailUrl: string) => ({
  /** Submits an inquiry as a new visitor; resolves with its id. */
  write: async (change: object = {}): Promise<{ id: string; name: string; email: string }> => {
    const mark = `${Date.now()}-${count++}`
    const visitor = { name: `Visitor ${mark}`, email: `visitor.${mark}@visitor.example` }
    const data = {
      formId: 'contact_form',
      interest: 'Birthday Party',
      message: `A party for ten children in May, please. (${mark})`,
      elapsed_ms: 9_000,
      ...visitor,
      ...change,
    }
    const answer = await page.request.post('/api/forms/submit', { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return { id: (await answer.json()).id, ...visitor, ...change }
  },
  /** The mails that an inquiry caused so far. */
  mails: async (id: string): Promise<Mail[]> => {
    const all: Mail[] = await (await page.request.get(`${mailUrl}/api/messages`)).json()
    return all.filter((mail) => mail.headers['message-id']?.includes(id))
  },
  /** Answers an inquiry, whose visitor gets the mail at once. */
  reply: async (id: string, subject: string): Promise<void> => {
    const data = { subject, text: 'Which day suits you?' }
    const answer = await page.request.post(`/api/forms/submissions/${id}/reply`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
  },
  /** Answers a mail as the person it was sent to, the way that visitors' answers take. */
  answer: async (mail: Mail, text: string): Promise<void> => {
    const answer = await page.request.post(`${mailUrl}/api/messages/${mail.id}/reply`, { data: { text } })
    expect(answer.status(), await answer.text()).toBe(200)
  },
  /** The newest mail to an address that belongs to no inquiry. */
  mailTo: async (address: string, isOther: (mail: Mail) => boolean): Promise<Mail | undefined> => {
    const all: Mail[] = await (await page.request.get(`${mailUrl}/api/messages`)).json()
    return all.find((mail) => mail.to[0]?.address === address && isOther(mail))
  },
  refuse: (address: string) => page.request.put(`${mailUrl}/api/refusals/${address}`),
  takeAgain: (address: string) => page.request.delete(`${mailUrl}/api/refusals/${address}`),
  counters: async (): Promise<Record<string, number>> =>
    (await page.request.get('/api/forms/submissions/counters')).json(),
})

/** Tests as a signed-in admin, with the world around the inquiries. */
export const test = staffTest.extend<{ world: ReturnType<typeof worldOf> }>({
  world: async ({ page, mailUrl }, use) => use(worldOf(page, mailUrl)),
})

export { expect }
