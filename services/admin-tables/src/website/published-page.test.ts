import { completed, type StoredContent, websiteContent } from '@app/contracts/website/content'
import type { LegalName } from '@app/contracts/website/page-files'
import { noNews, type PageCards, type PageNews, type PageRequest } from '@app/contracts/website/page-texts'
import shippedFile from '@app/contracts/website/shipped.json'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { publishedPage, type RenderedPage, type ServedPage } from './published-page'
import { builtCards, shippedContent } from './shipped'
import type { StoredVersion } from './website-store'

const version = (name: string, exceptions: StoredVersion['content']['facts']['hours']['exceptions'] = []) =>
  ({
    _id: 1,
    content: {
      ...shippedContent,
      facts: { ...shippedContent.facts, name, hours: { ...shippedContent.facts.hours, exceptions } },
    },
  }) as StoredVersion

const htmlOf = (page: ServedPage | 'built' | 'none' | undefined) => (typeof page === 'object' ? page.html : page)

function setup(publicOrigin = 'http://localhost:8080') {
  const state = {
    latest: undefined as StoredVersion | undefined,
    cards: builtCards as PageCards,
    news: noNews as PageNews,
    now: Date.parse('2026-11-23T20:00:00Z'),
  }
  const stored = new Map<string, RenderedPage>()
  const render = vi.fn(({ facts, cards, today }: PageRequest) => `${facts.name} ${cards.cards.length} ${today}`)
  const renderLegal = ({ legal }: PageRequest, name: LegalName) => legal[name]
  const renderFiles = ({ facts, origin }: PageRequest) => ({
    ...{ manifest: facts.name, sitemap: `${origin}`, robots: '', security: facts.email },
  })
  const replica = (build: string | undefined) =>
    publishedPage({
      website: { latest: async () => state.latest },
      cards: async () => state.cards,
      news: async () => state.news,
      renderer: async () => (build === undefined ? undefined : { build, render, renderLegal, renderFiles }),
      pages: { find: async (name) => stored.get(name), save: async (page) => void stored.set(page._id, page) },
      now: () => state.now,
      publicOrigin,
    })
  const change = (next: Partial<typeof state>) => {
    Object.assign(state, next)
    state.now += 1_000
  }
  return { replica, change, stored, render }
}

test('as long as nothing was published the page of the build is the right one', async () => {
  const { replica, change, render } = setup()
  const site = replica('new')
  expect(await site.page('new')).toBe('built')
  change({ latest: { ...version('x'), content: structuredClone(shippedContent) } })
  expect(await site.page('new')).toBe('built')
  expect(render).not.toHaveBeenCalled()
})

test('a published version is rendered once, whichever replica serves it', async () => {
  const { replica, change, render } = setup()
  const sites = [replica('new'), replica('new')]
  change({ latest: version('Oak Hill') })
  const first = await Promise.all([1, 2, 3].map(() => sites[0]!.page('new')))
  expect(new Set(first.map(htmlOf))).toEqual(new Set(['Oak Hill 6 2026-11-23']))
  await sites[1]!.page('new')
  expect(render).toHaveBeenCalledTimes(1)
})

test('published cards are in the page, too', async () => {
  const { replica, change } = setup()
  const site = replica('new')
  change({ cards: { ...builtCards, cards: builtCards.cards.slice(1) } })
  expect(htmlOf(await site.page('new'))).toContain(' 5 ')
})

test('an announcement and a coming lesson are in the page as long as they run, without a publication', async () => {
  const { replica, change, render } = setup()
  const site = replica('new')
  const closed = { id: 'a', kind: 'closed' as const, text: 'Closed for rain.', startsAt: null, endsAt: null }
  change({ news: { ...noNews, announcements: [closed] } })
  expect(htmlOf(await site.page('new'))).toContain(' 6 ')
  expect(render).toHaveBeenCalledWith(expect.objectContaining({ news: { ...noNews, announcements: [closed] } }))
  const lesson = {
    id: 'l',
    title: 'First arrows',
    place: 'oak',
    placeName: 'Oak',
    startsAt: '',
    minutes: 60,
    full: false,
  }
  change({ news: { ...noNews, lessons: [{ ...lesson, free: 3 }] } })
  await site.page('new')
  change({ news: { ...noNews, lessons: [{ ...lesson, free: 2 }] } })
  await site.page('new')
  expect(render).toHaveBeenCalledTimes(3)
  change({ news: noNews })
  expect(await site.page('new')).toBe('built')
})

test('an instructor is in the page while shown, without a publication, and the photo once it is made', async () => {
  const { replica, change, render } = setup()
  const site = replica('new')
  const robin = { name: 'Robin Hale', certificate: '', photo: null }
  change({ news: { ...noNews, instructors: [robin] } })
  expect(htmlOf(await site.page('new'))).toContain(' 6 ')
  change({ news: { ...noNews, instructors: [{ ...robin, photo: { id: 'a'.repeat(32), width: 600, height: 800 } }] } })
  await site.page('new')
  expect(render).toHaveBeenCalledTimes(2)
  change({ news: noNews })
  expect(await site.page('new')).toBe('built')
})

test('a legal page is there as long as it has a text, also for the build before', async () => {
  const { replica, change } = setup()
  const site = replica('new')
  expect(await site.legalPage('new', 'privacy')).toBe('none')
  const { content, ...rest } = version('Oak Hill')
  change({ latest: { ...rest, content: { ...content, legal: { privacy: '<p>We keep little.</p>', terms: '' } } } })
  expect(htmlOf(await site.legalPage('new', 'privacy'))).toBe('<p>We keep little.</p>')
  expect(await site.legalPage('new', 'terms')).toBe('none')
  expect(htmlOf(await replica('newer').legalPage('new', 'privacy'))).toBe('<p>We keep little.</p>')
  expect(await site.legalPage('unknown', 'privacy')).toBeUndefined()
  change({ latest: version('Oak Hill') })
  expect(await site.legalPage('new', 'privacy')).toBe('none')
})

test('a closure leaves the page when its day is over', async () => {
  const { replica, change, render } = setup()
  const site = replica('new')
  const closed = { date: '2026-11-23', opens: '', closes: '', note: '' }
  change({ latest: version('Oak Hill', [closed]) })
  await site.page('new')
  change({ now: Date.parse('2026-11-24T20:00:00Z') })
  expect(htmlOf(await site.page('new'))).toContain('2026-11-24')
  change({ now: Date.parse('2026-11-25T20:00:00Z') })
  await site.page('new')
  expect(render).toHaveBeenCalledTimes(2)
})

test('content of an earlier release that nothing has changed is the page of the build', async () => {
  const { replica, change } = setup()
  const site = replica('new')
  // As the store reads a version that was stored without seasons, and one that the editor has published since.
  const stored = structuredClone(shippedFile) as StoredContent
  for (const content of [completed(stored), completed(v.parse(websiteContent, stored))]) {
    change({ latest: { ...version('x'), content } })
    expect(await site.page('new')).toBe('built')
  }
})

test('the page changes by itself on the day a season begins, and on the day after it ends', async () => {
  const { replica, change, render } = setup()
  const site = replica('new')
  const latest = version('Oak Hill')
  const winter = { from: '2026-11-25', through: '2026-11-26', opens: '10:00', closes: '12:00', note: '' }
  latest.content.facts.hours.seasons = [{ ...winter, days: ['Sunday'] }]
  const shownAt = async (now: string) => {
    change({ latest, now: Date.parse(now) })
    return [htmlOf(await site.page('new')), render.mock.calls.length]
  }
  // Days begin at midnight at the school, which is eight hours after midnight UTC.
  expect(await shownAt('2026-11-24T12:00:00Z')).toEqual(['Oak Hill 6 2026-11-24', 1])
  expect(await shownAt('2026-11-25T07:59:00Z')).toEqual(['Oak Hill 6 2026-11-24', 1])
  expect(await shownAt('2026-11-25T08:00:00Z')).toEqual(['Oak Hill 6 2026-11-25', 2])
  expect(await shownAt('2026-11-27T07:59:00Z')).toEqual(['Oak Hill 6 2026-11-25', 2])
  expect(await shownAt('2026-11-27T08:00:00Z')).toEqual(['Oak Hill 6 2026-11-27', 3])
})

test('during an update an nginx of the build before gets the page that was rendered for it', async () => {
  const { replica, change } = setup()
  change({ latest: version('Oak Hill') })
  await replica('old').page('old')
  const updated = replica('new')
  expect(htmlOf(await updated.page('old'))).toContain('Oak Hill')
  expect(htmlOf(await updated.page('new'))).toContain('Oak Hill')
  expect(await updated.page('unknown')).toBeUndefined()
  expect(htmlOf(await replica(undefined).page('new'))).toContain('Oak Hill')
})

test('the files for programs follow what is published', async () => {
  const { replica, change } = setup()
  const site = replica('new')
  expect(await site.legalPage('new', 'manifest')).toBe('none')
  change({ latest: version('Oak Hill') })
  expect(htmlOf(await site.legalPage('new', 'manifest'))).toBe('Oak Hill')
  expect(htmlOf(await site.legalPage('new', 'sitemap'))).toBe('https://archery.example')
})

test('where the site has an address of its own, its pages name it before anything was published', async () => {
  const { replica } = setup('https://range.example')
  expect(htmlOf(await replica('new').legalPage('new', 'sitemap'))).toBe('https://range.example')
})
