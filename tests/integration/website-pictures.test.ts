import { days } from '@app/contracts/durations'
import type { WebsiteContent } from '@app/contracts/website/content'
import type { UploadedPicture } from '@app/contracts/website/pictures'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureStore } from '../../services/admin-tables/src/website/picture-store'
import { websiteStore } from '../../services/admin-tables/src/website/website-store'
import { type Browser, createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { phonePhoto, seenIn } from '../support/photos'
import { adminEmail, type Product } from '../support/product'
import { shareSite } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let photo: Buffer
beforeAll(async () => {
  product = await shareSite()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  photo = await phonePhoto()
})
afterAll(() => product?.stop())

async function upload(bytes: Uint8Array, who = admin) {
  const { status, body } = await who.upload('/api/site/pictures', bytes, 'photo.jpg')
  return { status, body: body as unknown as UploadedPicture & { error?: string } }
}
const shown = ({ id, width, height }: UploadedPicture, alt: string) => ({
  ...{ id, width, height, alt, decorative: false },
  ...{ focus: { x: 0.5, y: 0.5 }, crop: 'none' as const },
})
async function save(change: (content: WebsiteContent) => void) {
  const draft = (await admin.get('/api/site/draft')).body as { tag: string; content: WebsiteContent }
  change(draft.content)
  const saved = await admin.send('PUT', '/api/site/draft', draft.content, { 'if-match': `"${draft.tag}"` })
  return { ...saved, match: { 'if-match': `"${saved.body['tag']}"` } }
}
async function uploadFile(bytes: Uint8Array) {
  const answer = await admin.upload('/api/upload/image', bytes, 'robin.jpg')
  expect(answer.status).toBe(201)
  return String(answer.body['url'])
}
const versions = everyCase ? 20 : 5
const files = () => product.db.collection('site_pictures.files')
const pieces = () => product.db.collection('site_pictures.chunks')

test('a photo from a phone goes live upright and without its place, and visitors see it once it is published', async () => {
  const uploaded = await upload(photo)
  expect(uploaded).toMatchObject({ status: 201, body: { width: 1_800, height: 1_200 } })
  const again = await upload(photo)
  expect(again.body).toEqual(uploaded.body)
  expect(await files().countDocuments()).toBe(1)

  const { id } = uploaded.body
  for (const [name, type, width] of [
    ['480.avif', 'image/avif', 480],
    ['960.webp', 'image/webp', 960],
    ['1800.avif', 'image/avif', 1_800],
    ['1200.jpg', 'image/jpeg', 1_200],
  ] as const) {
    const address = `${product.site}/api/site/pictures/${id}-${name}`
    expect((await fetch(address)).status).toBe(404)
    const cookie = [...admin.jar].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(address, { headers: { cookie } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const seen = await seenIn(await answer.bytes())
    expect(seen).toMatchObject({ width, orientation: 1, exif: undefined, colors: ['red', 'blue'] })
  }
  for (const name of [`${id}-481.avif`, `${id}-480.svg`, `${id}-stored.jpg`, `${'0'.repeat(32)}-480.avif`, 'x'])
    expect([name, (await fetch(`${product.site}/api/site/pictures/${name}`)).status]).toEqual([name, 404])

  const undescribed = await save((content) => {
    content.pictures.hero = shown(uploaded.body, '')
  })
  const refused = await admin.post('/api/site/publish', {}, undescribed.match)
  expect(refused).toMatchObject({ status: 422, body: { fields: { 'pictures.hero.alt': expect.any(String) } } })
  const { match } = await save((content) => {
    content.pictures.hero = shown(uploaded.body, 'Archers under an oak')
    content.gallery.items = [shown(uploaded.body, 'A target')]
  })
  expect(await (await fetch(product.site)).text()).not.toContain(id)
  expect((await admin.post('/api/site/publish', {}, match)).status).toBe(200)
  const html = await until('the page', async () => {
    const page = await (await fetch(product.site)).text()
    return page.includes(id) ? page : undefined
  })
  expect(html).toMatch(
    new RegExp(`<link rel="preload" as="image" type="image/avif" imageSrcSet="/api/site/pictures/${id}`),
  )
  expect(html).toMatch(
    /<img src="[^"]+" [^>]*width="1800" height="1200" alt="Archers under an oak" [^>]*fetchPriority="high"/,
  )
  expect(html).toMatch(/alt="A target" decoding="async" loading="lazy"/)
  expect(html).toContain(`og:image" content="https://archery.example/api/site/pictures/${id}-1200.jpg"`)
})

test(`publishing ${versions} times while visitors read the page loses none of them, and each sees whole pages only`, async () => {
  const seen = { answers: 0, failed: [] as string[], phones: new Set<string>() }
  let isOver = false
  async function read(encoding: string): Promise<void> {
    while (!isOver) {
      const answer = await fetch(product.site, { headers: { 'accept-encoding': encoding } }).catch((error) => error)
      const html = answer instanceof Response ? await answer.text() : String(answer)
      seen.answers++
      seen.phones.add(/tel:\+\d+/.exec(html)?.[0] ?? 'none')
      if (answer.status !== 200 || !html.trimEnd().endsWith('</html>')) seen.failed.push(`${answer.status} ${html}`)
    }
  }
  const visitors = ['br', 'gzip', 'identity', 'br'].map(read)
  for (let version = 10; version < 10 + versions; version++) {
    const { match } = await save((content) => {
      content.facts.phone = `(916) 555-01${version}`
    })
    expect((await admin.post('/api/site/publish', {}, match)).status).toBe(200)
    // nginx keeps each page for a second, so visitors see few of the others.
    if (version % 5 === 4) await until(`version ${version}`, async () => seen.phones.has(`tel:+191655501${version}`))
  }
  isOver = true
  await Promise.all(visitors)
  expect(seen.failed).toEqual([])
  expect(seen.answers).toBeGreaterThan(2 * versions)
  expect(seen.phones).not.toContain('none')
})

// By day checked-picture.test.ts sees it.
nightlyTest('of a picture that something else follows, the picture alone is kept', async () => {
  const before = await upload(photo)
  const followed = await upload(Buffer.concat([photo, Buffer.from('PK\x05\x06')]))
  expect(followed).toEqual({ status: 201, body: before.body })
  expect(await files().countDocuments()).toBe(1)
})

test('what no browser shows, or is broken, is refused with the way out', async () => {
  const texts = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG'],
    [Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
    [photo.subarray(0, photo.length / 2), 'incomplete'],
  ] as const
  for (const [bytes, text] of texts)
    expect(await upload(bytes)).toMatchObject({ status: 422, body: { error: expect.stringContaining(text) } })
  // Whole by its form, and broken inside: the process that decodes it says so.
  const broken = Buffer.from(photo)
  broken.fill(0, 700, photo.length - 2)
  expect((await upload(broken)).status).toBe(422)
  expect(await files().countDocuments()).toBe(1)
  const visitor = createBrowser(product.site)
  expect((await upload(photo, visitor)).status).toBe(401)
})

// By day public-instructors.store.test.ts and picture-store.store.test.ts see it.
nightlyTest(
  'an instructor is on the page with a photo while shown, and the photo is public no longer than that',
  async () => {
    const path = '/api/tables/instructors'
    const robin = { name: 'Robin Hale', email: 'robin.private@example.com', phone: '(916) 555-0199', bio: 'Secret.' }
    const others = { certification: 'level_2', photo: await uploadFile(await phonePhoto(800, 1_000)), active: true }
    const read = async () => (await fetch(product.site)).text()
    const pageWith = (wanted: boolean, text: string | RegExp) =>
      until(`the page ${wanted ? 'with' : 'without'} ${text}`, async () => {
        const html = await read()
        return (typeof text === 'string' ? html.includes(text) : text.test(html)) === wanted ? html : undefined
      })
    const made = await admin.post(path, { ...robin, ...others })
    expect(made).toMatchObject({ status: 201, body: { on_website: null } })
    const record = `${path}/${made.body['id']}`
    const change = async (values: object) => expect((await admin.send('PUT', record, values)).status).toBe(200)
    expect(await read()).not.toContain('Robin Hale')

    await change({ on_website: true })
    await pageWith(true, 'Robin Hale')
    const html = await pageWith(true, '/api/site/portraits/')
    expect(html).toMatch(
      /<img src="[^"]+-800\.webp" [^>]*width="800" height="1000" alt="Robin Hale" [^>]*loading="lazy"/,
    )
    expect(html).toContain('Certification: Level 2')
    for (const secret of ['robin.private', '555-0199', 'Secret.', String(made.body['id']), others.photo])
      expect(html).not.toContain(secret)
    expect(await (await fetch(`${product.site}/api/site`)).text()).not.toContain('Robin')

    const [, id = ''] = /portraits\/([0-9a-f]{32})-480\.avif/.exec(html) ?? []
    const open = (name = '480.avif', place = 'portraits') => fetch(`${product.site}/api/site/${place}/${id}-${name}`)
    for (const [name, type] of [
      ['480.avif', 'image/avif'],
      ['800.webp', 'image/webp'],
    ] as const) {
      const answer = await open(name)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      // No cache that several visitors share keeps it.
      expect(answer.headers.get('cache-control')).toMatch(/^private, /)
      expect(await seenIn(await answer.bytes())).toMatchObject({
        orientation: 1,
        exif: undefined,
        colors: ['red', 'blue'],
      })
    }
    expect((await open('480.avif', 'pictures')).status).toBe(404)
    expect((await fetch(`${product.site}${others.photo}`)).status).toBe(401)

    // Off the page in each way, and on it again: the address is the same.
    for (const off of [{ on_website: false }, { active: false }, { photo: null }]) {
      await change(off)
      expect([off, (await open()).status]).toEqual([off, 404])
      await pageWith(false, id)
      await change({ on_website: true, active: true, photo: others.photo })
      expect((await open()).status).toBe(200)
    }
    expect((await admin.send('DELETE', record)).status).toBe(200)
    expect((await open()).status).toBe(404)
    await pageWith(false, 'Robin Hale')
    // Nothing shows it any more: a sweep that finds it old removes it, and keeps it as long as it is shown.
    const store = pictureStore(
      () => product.db,
      undefined,
      () => new Date(Date.now() + days(2)),
    )
    const stored = () => files().countDocuments({ 'metadata.picture': id })
    const website = await websiteStore(() => product.db).pictures()
    await store.sweep(async () => new Set([...website, id]))
    expect(await stored()).toBeGreaterThan(0)
    await store.sweep(async () => website)
    expect(await stored()).toBe(0)
  },
)

test('a draft cannot show a picture that is not stored', async () => {
  const { status, body } = await save((content) => {
    content.pictures.about = shown({ id: 'f'.repeat(32), width: 10, height: 10 }, 'Nothing')
  })
  expect(status).toBe(422)
  expect(body).toMatchObject({ fields: { 'pictures.about': expect.any(String) } })
})

test('pictures that nothing refers to are removed after a day, and so is what a crash left of one', async () => {
  let time = Date.now()
  const store = pictureStore(
    () => product.db,
    undefined,
    () => new Date(time),
  )
  const website = websiteStore(() => product.db)
  const sweep = () => store.sweep(() => website.pictures())
  const part = (name: string) => [{ name: '480.avif', bytes: Buffer.from(name) }]
  await store.add({ id: 'a'.repeat(32), width: 1, height: 1, parts: part('unused') })
  await store.add({ id: 'b'.repeat(32), width: 1, height: 1, parts: part('about to be saved') })
  const old = ObjectId.createFromTime(Math.floor((time - days(2)) / 1000))
  await pieces().insertOne({ files_id: old, n: 0, data: Buffer.from('half a file') })
  const stored = async () => (await files().distinct('metadata.picture')).length

  expect([await sweep(), await stored()]).toEqual([0, 3])
  expect(await pieces().countDocuments({ files_id: old })).toBe(0)
  time += days(1)
  await store.touch(['b'.repeat(32)])
  // The picture of the live version stays as long as the version.
  expect([await sweep(), await stored()]).toEqual([1, 2])
  time += days(2)
  expect([await sweep(), await stored()]).toEqual([1, 1])
  expect(await pieces().distinct('files_id')).toHaveLength(1)
})
