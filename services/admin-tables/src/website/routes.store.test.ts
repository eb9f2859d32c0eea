import type { WebsiteDraft } from '@app/contracts/website/versions'
import { expect, test } from 'vitest'
import { serviceCardRecords, serviceCards } from '../seed/service-cards'
import { testApp } from '../test-app.fixture'
import { shippedContent } from './shipped'

const setup = testApp()

const named = { ...shippedContent, facts: { ...shippedContent.facts, name: 'Oak Hill' } }
const match = (tag: string) => ({ headers: { 'if-match': `"${tag}"` } })

test('an editor saves and publishes; the audit names what changed', async () => {
  const { send, audited } = await setup({ rights: { website: 'edit' } })
  const save = await send('/api/site/draft', { who: 'sam', method: 'PUT', body: named, ...match('0.0') })
  expect(await save.json()).toMatchObject({ tag: '0.1' })
  expect(await audited()).toEqual([])
  const published = await send('/api/site/publish', { who: 'sam', method: 'POST', ...match('0.1') })
  expect(await published.json()).toMatchObject({ id: 1, isLive: true })
  expect(await audited()).toMatchObject([{ action: 'publish', table: 'website', id: '1' }])
})

test('prices are published into the cards, with their history, by whoever may edit these', async () => {
  const id = 'c'.repeat(24)
  const party = { ...serviceCardRecords.find(({ icon }) => icon === 'party')!, id, updated_at: '2026-01-01T00:00:00Z' }
  const setting = { tables: [serviceCards], records: [party] }
  const body = { ...shippedContent, prices: [{ card: id, from: 350, to: 375 }] }
  const save = { method: 'PUT', body, ...match('0.0') }

  const { send: sendAsEditor } = await setup({ ...setting, rights: { website: 'edit', service_cards: 'view' } })
  expect((await sendAsEditor('/api/site/draft', { who: 'sam', ...save })).status).toBe(403)

  const { send, collection } = await setup({ ...setting, rights: { website: 'edit', service_cards: 'edit' } })
  const saved = await send('/api/site/draft', { who: 'sam', ...save })
  expect(await saved.json()).toMatchObject({ tag: '0.1', prices: { party: 375 } })
  const published = await send('/api/site/publish', { who: 'sam', method: 'POST', ...match('0.1') })
  expect([published.status, await published.json()]).toMatchObject([200, { changes: [{ path: `prices.${id}` }] }])
  expect(await collection('service_cards').findOne({})).toMatchObject({ price: 375 })
  const history = await (await send(`/api/tables/service_cards/${id}/history`)).json()
  expect(history).toMatchObject({ data: [{ actor: { email: 'sam@example.com' }, changes: { price: [350, 375] } }] })
})

test('a viewer reads the draft and its history, and changes nothing', async () => {
  const { send } = await setup({ rights: { website: 'view' } })
  const asSam = { who: 'sam' }
  expect((await send('/api/site/draft', asSam)).status).toBe(200)
  expect((await send('/api/site/versions', asSam)).status).toBe(200)
  expect((await send('/api/site/publish', { ...asSam, method: 'POST', ...match('0.0') })).status).toBe(403)
})

test('a save that names no draft is refused, and one of another draft gets the stored one', async () => {
  const { send } = await setup()
  expect((await send('/api/site/draft', { method: 'PUT', body: named })).status).toBe(400)
  const stale = await send('/api/site/draft', { method: 'PUT', body: named, ...match('0.4') })
  expect(stale.status).toBe(409)
  expect(await stale.json()).toMatchObject({ code: 'conflict', tag: '0.0', liveVersion: 0 })
})

test.each<[string, string, Record<string, 'view' | 'edit'>, string[]]>([
  ['an admin', 'ada', {}, ['replyTemplate', 'automaticReply']],
  ['an editor who sees templates', 'sam', { website: 'edit', reply_templates: 'view' }, ['replyTemplate']],
  ['an editor who does not', 'sam', { website: 'edit' }, []],
])('%s gets the texts of mails that they may see, and none in a conflict', async (_, who, rights, kinds) => {
  const { send, collection } = await setup({ rights })
  await collection<{ _id: string; title?: string; feedback_subject?: string }>('reply_templates').insertOne({
    _id: 'a'.repeat(24),
    title: 'Directions',
  })
  await collection<{ _id: string; title?: string; feedback_subject?: string }>('forms').insertOne({
    _id: 'contact_form',
    feedback_subject: 'Thank you',
  })
  const { mailTexts } = (await (await send('/api/site/draft', { who })).json()) as WebsiteDraft
  expect(mailTexts!.map(({ kind }) => kind)).toEqual(kinds)
  const stale = await send('/api/site/draft', { who, method: 'PUT', body: named, ...match('0.4') })
  expect(await stale.json()).not.toHaveProperty('mailTexts')
  const unseen = await send('/api/site/publish', { who, method: 'POST', ...match('0.4') })
  expect([unseen.status, await unseen.json()]).toEqual([
    409,
    expect.not.objectContaining({ mailTexts: expect.anything() }),
  ])
})

test('content that does not fit is refused with a message for its path', async () => {
  const { send } = await setup()
  const body = { ...named, texts: { ...named.texts, call: { ...named.texts.call, title: '' } } }
  const response = await send('/api/site/draft', { method: 'PUT', body, ...match('0.0') })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ fields: { 'texts.call.title': 'Text is required' } })
})

/** A school that has published its page. */
async function published() {
  const app = await setup()
  const content = { ...named, legal: { ...named.legal, privacy: 'We keep nothing.' } }
  await app.send('/api/site/draft', { method: 'PUT', body: content, ...match('0.0') })
  expect((await app.send('/api/site/publish', { method: 'POST', ...match('0.1') })).status).toBe(200)
  return app
}

test('the page is compressed as the client accepts it', async () => {
  const { send } = await published()
  const page = (accepted: string) => send('/api/site/page/b1', { who: '', headers: { 'accept-encoding': accepted } })
  const [plain, brotli] = [await page('identity'), await page('gzip, br')]
  expect(await plain.text()).toBe('<title>Oak Hill</title>')
  expect(brotli.headers.get('content-encoding')).toBe('br')
  const key = plain.headers.get('etag')!.slice(1, -1)
  expect([key.length, brotli.headers.get('etag')]).toEqual([22, `"${key}-br"`])
  expect((await send('/api/site/page/b2', { who: '' })).status).toBe(404)
})

test('a legal page without a text is gone, and an unknown one is refused', async () => {
  const { send } = await published()
  const statuses = ['b1/privacy', 'b1/terms', 'b2/privacy', 'b1/other'].map(async (page) => {
    const { status } = await send(`/api/site/page/${page}`, { who: '' })
    return status
  })
  expect(await Promise.all(statuses)).toEqual([200, 410, 404, 404])
})

test('nothing in the preview of a draft can run', async () => {
  const { send } = await setup()
  const preview = await send('/api/site/draft/page')
  expect(await preview.text()).toBe(`<title>${shippedContent.facts.name}</title>`)
  const policy = preview.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox allow-same-origin')
  expect(policy).not.toContain('script-src')
})

const old = { rights: { website: 'edit' as const }, signedInAt: new Date(Date.now() - 3_600_000) }
const contacts = {
  name: { name: 'Oak Hill' },
  phone: { phone: '(916) 555-0100' },
  email: { email: 'hello@evil.example' },
  booking: { links: { ...shippedContent.facts.links, booking: 'https://evil.example/book' } },
}
test.each(Object.entries(contacts))('a publication that changes the %s needs a sign-in just now', async (_, change) => {
  const { send } = await setup(old)
  const body = { ...shippedContent, facts: { ...shippedContent.facts, ...change } }
  await send('/api/site/draft', { who: 'sam', method: 'PUT', body, ...match('0.0') })
  const tomorrow = { at: new Date(Date.now() + 86_400_000).toISOString() }
  for (const at of [undefined, tomorrow]) {
    const asked = await send('/api/site/publish', {
      who: 'sam',
      method: 'POST',
      ...match('0.1'),
      ...(at && { body: at }),
    })
    expect([asked.status, await asked.json()]).toMatchObject([403, { code: 'recent_sign_in_required' }])
  }
  expect(await (await send('/api/site/draft')).json()).toMatchObject({ liveVersion: 0, scheduled: null })
})

test('other publications need none, and the audit names what admins are to be told', async () => {
  const { send } = await setup(old)
  const body = { ...shippedContent, facts: { ...shippedContent.facts, tagline: 'Arrows for all' } }
  await send('/api/site/draft', { who: 'sam', method: 'PUT', body, ...match('0.0') })
  expect((await send('/api/site/publish', { who: 'sam', method: 'POST', ...match('0.1') })).status).toBe(200)

  const fresh = await setup({ rights: { website: 'edit' } })
  await fresh.send('/api/site/draft', { who: 'sam', method: 'PUT', body: named, ...match('0.0') })
  await fresh.send('/api/site/publish', { who: 'sam', method: 'POST', ...match('0.1') })
  expect(await fresh.collection('audit_log').findOne({ action: 'publish' })).toMatchObject({
    about: { contacts: 'Name' },
  })
})
