import { expect, test } from './support/test'

type Node = { '@type': string; [name: string]: unknown }

test('the page has metadata for search engines and shared links, also of its places and services', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
  await expect(page).toHaveTitle('Valley Oak Archery - archery lessons in Roseville and Sacramento')
  expect((await meta('description'))?.length).toBeGreaterThan(70)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe('https://archery.example/')
  for (const name of ['og:title', 'og:description', 'og:url', 'og:site_name', 'og:image:alt', 'twitter:card'])
    expect(await meta(name), name).toBeTruthy()

  const image = await request.get(new URL((await meta('og:image')) ?? '').pathname)
  expect(image.headers()['content-type']).toBe('image/png')
  const bytes = await image.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(300_000)

  // Both places with their hours, and the services with the stated price.
  const text = await page.locator('script[type="application/ld+json"]').textContent()
  const nodes: Node[] = JSON.parse(text ?? '')['@graph']
  const places = nodes.filter((node) => node['@type'] === 'SportsActivityLocation')
  expect(places.map(({ address }) => address)).toMatchObject([
    { addressLocality: 'Roseville', addressRegion: 'CA' },
    { addressLocality: 'Sacramento', addressRegion: 'CA' },
  ])
  for (const { openingHoursSpecification } of places)
    expect(openingHoursSpecification).toMatchObject({
      dayOfWeek: ['Saturday', 'Sunday'],
      opens: '09:00',
      closes: '14:00',
    })
  const [school] = nodes.filter((node) => node['@type'] === 'SportsOrganization')
  const offers = school?.makesOffer as { itemOffered: { name: string }; price?: number; priceCurrency?: string }[]
  expect(offers).toHaveLength(6)
  expect(offers.filter(({ price }) => price)).toMatchObject([
    { itemOffered: { name: 'Birthday Parties at $350' }, price: 350, priceCurrency: 'USD' },
  ])
  expect(text).not.toMatch(/rating|review"/i)
})

test('search engines may index the home page and nothing else', async ({ request }) => {
  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toContain('Sitemap: https://archery.example/sitemap.xml')
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('text/xml')
  expect(await sitemap.text()).toContain('<loc>https://archery.example/</loc>')
  for (const path of ['/login', '/admin', '/auth/callback']) {
    const answer = await request.get(path)
    expect(answer.headers()['x-robots-tag']).toBe('noindex')
    expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>')
  }
})
