import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'
import { pictureStore } from './picture-store'
import { shippedContent } from './shipped'
import { websiteStore } from './website-store'

const setup = testApp()
const id = '5f2b8c41d7e09a36'.repeat(2)
const name = `/api/site/pictures/${id}-480.avif`
const match = (tag: string) => ({ headers: { 'if-match': `"${tag}"` } })
const picture = {
  ...{ id, width: 960, height: 640, alt: 'Ada shoots', decorative: false },
  ...{ focus: { x: 0.5, y: 0.5 }, crop: 'none' as const },
}
const withPicture = {
  ...shippedContent,
  pictures: { hero: picture, about: null },
  gallery: { ...shippedContent.gallery, items: [picture, { ...picture, id: 'a'.repeat(32) }] },
}

/** A website of which sam is an editor, with two stored pictures. */
async function website(rights: 'view' | 'edit' = 'edit') {
  const app = await setup({ rights: { website: rights } })
  const pictures = pictureStore(app.mongo.db)
  for (const one of [id, 'a'.repeat(32)])
    await pictures.add({ id: one, width: 960, height: 640, parts: [{ name: '480.avif', bytes: Buffer.from('avif') }] })
  const read = async (who?: string, headers: Record<string, string> = {}) =>
    app.send(name, { ...(who ? { who } : { who: '' }), headers })
  const save = (tag: string) => app.send('/api/site/draft', { method: 'PUT', body: withPicture, ...match(tag) })
  const publish = (tag: string) => app.send('/api/site/publish', { method: 'POST', ...match(tag) })
  return { ...app, read, save, publish }
}

test('a picture is for staff until the page shows it, for everybody then, and for staff again afterwards', async () => {
  const { read, save, publish, send } = await website()
  expect([(await read()).status, (await read('sam')).status]).toEqual([404, 200])
  expect((await read('sam')).headers.get('cache-control')).toBe('private, no-cache')
  await save('0.0')
  expect((await publish('0.1')).status).toBe(200)
  expect((await read()).status).toBe(200)
  const shown = await read()
  expect(shown.headers.get('cache-control')).toBe('public, max-age=86400')
  const etag = shown.headers.get('etag')!
  expect((await read(undefined, { 'if-none-match': etag })).status).toBe(304)
  await send('/api/site/versions/0/restore', { method: 'POST' })
  await expect.poll(async () => (await read(undefined, { 'if-none-match': etag })).status, { timeout: 5_000 }).toBe(404)
})

test('who may not see the website sees no draft, and who may only see it removes nothing', async () => {
  const { read, send } = await website('view')
  expect((await read('sam')).status).toBe(200)
  expect((await send(`/api/site/pictures/${id}`, { who: 'sam', method: 'DELETE' })).status).toBe(403)
  const other = await setup({ rights: {} })
  expect((await other.send(name, { who: 'sam' })).status).toBe(404)
})

test('a picture that is removed for good is in no version, draft or store, and the others stay', async () => {
  const { read, save, publish, send, collection, mongo } = await website()
  const used = async () => [...(await websiteStore(mongo.db).pictures())].sort()
  await save('0.0')
  await publish('0.1')
  await save('1.0')
  expect(await used()).toEqual([id, 'a'.repeat(32)])
  expect((await send(`/api/site/pictures/${id}`, { who: 'sam', method: 'DELETE' })).status).toBe(200)
  expect([(await read()).status, (await read('sam')).status]).toEqual([404, 404])
  const stored = await Promise.all(
    ['site_versions', 'site_drafts', 'site_pictures.files', 'site_pictures.chunks'].map((one) =>
      collection(one).find().toArray(),
    ),
  )
  expect(JSON.stringify(stored)).not.toContain(id)
  expect(await used()).toEqual(['a'.repeat(32)])
  const draft = (await (await send('/api/site/draft')).json()) as { live: typeof withPicture }
  expect(draft.live).toMatchObject({ pictures: { hero: null }, gallery: { items: [{ id: 'a'.repeat(32) }] } })
  expect((await send(`/api/site/pictures/${id}`, { who: 'sam', method: 'DELETE' })).status).toBe(404)
})
