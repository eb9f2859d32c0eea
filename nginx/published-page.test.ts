import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edge, startEdge } from './nginx-harness'

let edge: Edge
beforeAll(async () => {
  edge = await startEdge()
})
afterAll(() => edge?.stop())

const built = '<!doctype html><title>home</title>'
async function get(path: string, encoding = 'identity', cookie = 'session=ada') {
  const headers = { 'accept-encoding': encoding, cookie, 'x-forwarded-for': '1.2.3.4' }
  const response = await fetch(edge.url + path, { headers })
  return { status: response.status, html: await response.text(), headers: response.headers }
}
/** Resolves once nginx, which keeps its copy of each page for a second, has asked for this one. */
const publish = async (status: number, html = '', path = '/') => {
  Object.assign(edge.publishedPage, { status, html })
  const { seen } = edge.services.tables
  const before = seen.length
  const asked = async () => {
    await get(path)
    return seen.length
  }
  await expect.poll(asked).toBeGreaterThan(before)
}

test('until something is published the page of the build is served', async () => {
  expect(await get('/')).toMatchObject({ status: 200, html: built })
  expect(await get('/unknown')).toMatchObject({ status: 404, html: built })
})

test('the published page is served for every path that shows the home page, with the headers of a page', async () => {
  await publish(200, 'Published')
  const home = await get('/')
  expect(home).toMatchObject({ status: 200, html: 'Published identity' })
  expect(home.headers.get('cache-control')).toBe('no-cache')
  expect(home.headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(await get('/unknown')).toMatchObject({ status: 404, html: 'Published identity' })
  expect((await get('/assets/unknown')).status).toBe(404)
  expect((await fetch(`${edge.url}/`, { method: 'POST' })).status).toBe(405)
  const head = await fetch(`${edge.url}/`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the service is asked once a second for each encoding, without anything of the visitor', async () => {
  await publish(200, 'Second')
  const before = edge.services.tables.seen.length
  const begun = performance.now()
  const pages = await Promise.all(Array.from({ length: 30 }, () => get('/', 'gzip, br')))
  const begunSeconds = Math.ceil((performance.now() - begun) / 1_000)
  // Those that come while the first one asks may get the copy that nginx has.
  expect(new Set(pages.map(({ html }) => html)).size).toBeLessThanOrEqual(2)
  const asked = edge.services.tables.seen.slice(before)
  // One, unless a busy machine takes longer than a second for all of them.
  expect(asked.length).toBeLessThanOrEqual(begunSeconds)
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(['/api/site/page/b1']))
  expect(asked[0]!.headers).not.toHaveProperty('cookie')
  expect(asked[0]!.headers['x-forwarded-for']).toBe('127.0.0.1')
})

test('a legal page is served at its own address, and without a text it is an unknown path', async () => {
  await publish(200, 'Published')
  const privacy = await get('/privacy')
  expect(privacy).toMatchObject({ status: 200, html: 'Published identity /privacy' })
  expect(privacy.headers.get('cache-control')).toBe('no-cache')
  expect((await get('/terms')).html).toBe('Published identity /terms')
  expect((await get('/')).html).toBe('Published identity')
  expect((await fetch(`${edge.url}/privacy`, { method: 'POST' })).status).toBe(405)
  await publish(410, '', '/privacy')
  expect(await get('/privacy')).toMatchObject({ status: 404, html: built })
  expect((await get('/privacy/x')).status).toBe(404)
})

test('files for programs follow what is published, and are those of the build otherwise', async () => {
  await publish(200, 'Published')
  for (const [path, name] of [
    ['/robots.txt', 'robots'],
    ['/sitemap.xml', 'sitemap'],
    ['/admin.webmanifest', 'manifest'],
    ['/.well-known/security.txt', 'security'],
  ] as const)
    expect(await get(path)).toMatchObject({ status: 200, html: `Published identity /${name}` })
  await publish(410, '', '/robots.txt')
  expect(await get('/robots.txt')).toMatchObject({ status: 200, html: 'User-agent: *' })
  await expect.poll(async () => (await get('/.well-known/security.txt')).html).toContain('Contact: ')
})

test.each([[500], [503], [404], [429]])(
  'when the service answers %s the last published page is served',
  async (status) => {
    await publish(200, 'Last')
    await get('/')
    await publish(status)
    expect(await get('/')).toMatchObject({ status: 200, html: 'Last identity' })
  },
)

test('when the page of the build is the right one again it is served', async () => {
  await publish(200, 'Published')
  expect((await get('/')).html).toBe('Published identity')
  await publish(410)
  expect(await get('/')).toMatchObject({ status: 200, html: built })
})

const picture = '/api/site/pictures/5f2b8c41d7e09a365f2b8c41d7e09a36-960.avif'

test('a picture is read once for all visitors, without anything of them, and keeps its headers', async () => {
  const path = picture
  const before = edge.services.tables.seen.length
  const visit = (address: string) => get(address, 'identity', 'theme=dark')
  const answers = [await visit(path), await visit(path), await visit(`${path}?again`)]
  for (const { status, headers } of answers) {
    expect(status).toBe(200)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  const asked = edge.services.tables.seen.slice(before)
  expect(asked.map(({ url }) => url)).toEqual([path])
  expect(asked[0]!.headers).not.toHaveProperty('cookie')
  expect(asked[0]!.headers['x-forwarded-for']).toBe('127.0.0.1')
})

test('who may be signed in gets a picture from the service itself, which sees who asks', async () => {
  const path = picture.replace('960', '480')
  const before = edge.services.tables.seen.length
  for (let at = 0; at < 2; at++) expect((await get(path)).status).toBe(200)
  const asked = edge.services.tables.seen.slice(before).filter(({ url }) => url === path)
  expect(asked).toHaveLength(2)
  expect(asked[0]!.headers).toMatchObject({ cookie: 'session=ada' })
})

test('while no service runs the last published page is served, and without one the page of the build, with the pictures', async () => {
  await publish(200, 'Last')
  await get('/')
  await get(picture, 'identity', 'theme=dark')
  await edge.services.tables.stop()
  const known = (await edge.log()).length
  const tried = async () => {
    await get('/')
    return (await edge.log()).slice(known)
  }
  await expect.poll(tried).toContain('"upstreamStatus":"502')
  expect(await get('/')).toMatchObject({ status: 200, html: 'Last identity' })
  expect(await get('/', 'br;q=0, gzip;q=0.5')).toMatchObject({ status: 200, html: built })
  expect((await get(picture, 'identity', 'theme=dark')).status).toBe(200)
})
