import type { StoredVisits } from '@app/contracts/visits'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'

const { serviceWith, collection } = formsDatabase()
let children = 0

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

function setup() {
  const { app, close } = serviceWith()
  /** Each count of the day by its kind, page and host, once all of them are stored. */
  async function noted() {
    await close()
    const [day] = await collection<StoredVisits>('site_visits').find().toArray()
    return day
  }
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    (
      await app.handle(
        new Request(`http://localhost:8080${path}`, {
          method: 'POST',
          headers: {
            ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'user-agent': agent },
            ...headers,
          },
          body: JSON.stringify(body),
        }),
      )
    ).status
  const inquire = (more: object, headers = {}) =>
    post(
      '/api/forms/submit',
      {
        ...{ formId: 'contact_form', name: 'Ada Brook', email: 'ada@example.com', interest: 'Lessons' },
        ...{ message: `Is there a free place for ${++children} children?`, ...more },
      },
      headers,
    )
  return { noted, post, inquire }
}

test('a view is counted by its page and host, and nothing else of the request', async () => {
  const { noted, post } = setup()
  expect(await post('/api/forms/visits', { page: '/', host: 'search.example.com' })).toBe(204)
  expect(await post('/api/forms/visits', { page: 'other' })).toBe(204)
  expect(await noted()).toEqual({
    _id: expect.any(String),
    hosts: ['search.example.com'],
    views: { home: { h0: 1 }, other: { direct: 1 } },
  })
})

test('a page that is none, another site and a long host are refused', async () => {
  const { noted, post } = setup()
  expect(await post('/api/forms/visits', { page: '/wp-admin' })).toBe(400)
  expect(await post('/api/forms/visits', { page: '/', host: 'a'.repeat(300) })).toBe(400)
  expect(await post('/api/forms/visits', { page: '/' }, { 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await noted()).toBeUndefined()
})

test('who objects and who is signed in gets the same answer and is not counted', async () => {
  const { noted, post, inquire } = setup()
  for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }, { cookie: 'session=x' }, { 'user-agent': 'curl/8' }]) {
    expect(await post('/api/forms/visits', { page: '/' }, headers as never)).toBe(204)
    expect(await inquire({ came_from: { page: '/', host: 'a.example' } }, headers)).toBe(200)
  }
  expect(await noted()).toBeUndefined()
})

test('an inquiry is counted by where its visit began, once, and not when it is spam', async () => {
  const came_from = { page: '/', host: 'search.example.com' }
  const { noted, inquire } = setup()
  expect(await inquire({ came_from })).toBe(200)
  expect(await inquire({ came_from, referral_code: 'bot' })).toBe(200)
  const again = { came_from, message: 'Is there a free place on Saturday?' }
  for (let call = 0; call < 2; call++) expect(await inquire(again, { 'idempotency-key': 'visit-0001' })).toBe(200)
  expect(await noted()).toMatchObject({ hosts: ['search.example.com'], inquiries: { home: { h0: 2 } } })
})

test('an inquiry is accepted without it, and with anything in its place', async () => {
  const { noted, inquire } = setup()
  for (const came_from of [undefined, null, 'x', 7, [], { page: '/nowhere' }, { page: '/', host: 'a'.repeat(999) }])
    expect(await inquire({ came_from })).toBe(200)
  expect(await noted()).toBeUndefined()
})
