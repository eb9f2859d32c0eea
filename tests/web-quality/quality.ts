import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cardTitle } from '@app/contracts/card-title'
import cards from '@app/contracts/service-cards.json'
import type { SiteContent } from '@app/contracts/site'
import { createMachine } from '@app/installer/machine'
import { buildWeb, webDist } from '@app/local-stack/web-build'
import { median } from '../support/percentile'
import { compressionFaults, weight } from './compression'
import { type Visit, visit } from './lighthouse'
import { markupErrors } from './markup'
import { photoPage } from './photo-page'
import { startEdge } from './web-server'

/**
 * Measures the built home page behind nginx, with every service away: the median of three visits (QUALITY_VISITS), one more while staff have changed
 * every card and announced something, and one with published photos, a closure and the next lessons. A line fails when it
 * is worse than its floor. Figures that depend on load have a generous floor or none; the goal is printed beside them.
 */
type Line = { name: string; value: number; unit?: string; goal: number; floor?: number; best: 'low' | 'high' }

const visits = Number(process.env.QUALITY_VISITS ?? 3)
const published = {
  cards: cards.map((card, at) => ({
    ...card,
    id: String(at),
    title: cardTitle(card.title, card.price),
    description: `${card.description} `.repeat(2).trim(),
  })),
  announcements: [
    { id: 'rain', kind: 'closed', text: 'Closed for rain. Booked lessons move.', startsAt: null, endsAt: null },
    { id: 'night', kind: 'special', text: 'A night shoot on Friday. '.repeat(9), startsAt: null, endsAt: null },
  ],
} as SiteContent
const say = (line: string) => process.stdout.write(`${line}\n`)
const scripts = (urls: readonly string[]) => urls.filter((url) => url.endsWith('.js'))
const reaches = ({ best, value }: Line, mark: number) => (best === 'low' ? value <= mark : value >= mark)

function lineText(line: Line): string {
  const { name, value, unit = '', goal, floor } = line
  const shown = Number.isInteger(value) ? value.toLocaleString('en-US') : value.toFixed(value < 1 ? 4 : 0)
  const verdict =
    floor !== undefined && !reaches(line, floor) ? 'FAILED' : reaches(line, goal) ? 'ok' : 'short of its goal'
  return `${name.padEnd(34)} ${`${shown}${unit}`.padStart(10)}   goal ${goal.toLocaleString('en-US')}${unit}  ${verdict}`
}

await buildWeb(createMachine(process.env), AbortSignal.timeout(120_000))
const folder = await mkdtemp(join(tmpdir(), 'web-quality-'))
const edge = await startEdge(webDist)
const changing = await startEdge(webDist, {
  '/api/site': { type: 'application/json', body: JSON.stringify(published) },
})
const photos = await startEdge(webDist, await photoPage(webDist))
try {
  const seen: Visit[] = []
  for (let at = 0; at < visits; at++) seen.push(await visit(`${edge.url}/`, folder))
  const changed = await visit(`${changing.url}/`, folder)
  const pictured = await visit(`${photos.url}/`, folder)
  const sizesOf = (requests: Visit['requests']) =>
    requests.filter(({ url }) => url.includes('/api/site/pictures/')).map(({ transferSize }) => transferSize)
  const allPictures = sizesOf(pictured.allRequests)
  const of = (name: Exclude<keyof Visit, 'requests' | 'allRequests'>) => median(seen.map((each) => each[name]))
  const worst = (name: 'accessibility' | 'bestPractices' | 'seo') => Math.min(...seen.map((each) => each[name]))
  const urls = seen[0]!.requests.map(({ url }) => url)
  const total = median(seen.map(({ requests }) => requests.reduce((sum, { transferSize }) => sum + transferSize, 0)))

  const fonts = seen[0]!.requests.filter(({ url }) => url.endsWith('.woff2')).map(({ transferSize }) => transferSize)
  const icons = urls.filter((url) => url.includes('favicon')).length
  const largestFont = fonts.toSorted((a, b) => b - a)[0] ?? Number.POSITIVE_INFINITY

  const lines: Line[] = [
    { name: 'Lighthouse, accessibility', value: worst('accessibility'), goal: 100, floor: 100, best: 'high' },
    { name: 'Lighthouse, best practices', value: worst('bestPractices'), goal: 100, floor: 100, best: 'high' },
    { name: 'Lighthouse, SEO', value: worst('seo'), goal: 100, floor: 100, best: 'high' },
    { name: 'Lighthouse, performance', value: of('performance'), goal: 98, floor: 70, best: 'high' },
    { name: 'first contentful paint', value: of('firstPaint'), unit: ' ms', goal: 1_200, best: 'low' },
    {
      name: 'largest contentful paint',
      value: of('largestPaint'),
      unit: ' ms',
      goal: 1_150,
      floor: 2_500,
      best: 'low',
    },
    { name: 'total blocking time', value: of('blocked'), unit: ' ms', goal: 50, best: 'low' },
    { name: 'cumulative layout shift', value: of('shift'), goal: 0.001, floor: 0.001, best: 'low' },
    { name: 'the same, with news and other cards', value: changed.shift, goal: 0.001, floor: 0.001, best: 'low' },
    { name: 'best practices, with them', value: changed.bestPractices, goal: 100, floor: 100, best: 'high' },
    { name: 'accessibility, with them', value: changed.accessibility, goal: 100, floor: 100, best: 'high' },
    ...(['performance', 'accessibility', 'bestPractices', 'seo'] as const).map(
      (name): Line => ({
        name: `${name}, with photos and news`,
        ...{ value: pictured[name], goal: 100, floor: name === 'performance' ? 70 : 100, best: 'high' },
      }),
    ),
    {
      name: 'largest paint, with a photo',
      value: pictured.largestPaint,
      unit: ' ms',
      goal: 1_300,
      floor: 2_500,
      best: 'low',
    },
    { name: 'layout shift, with photos and news', value: pictured.shift, goal: 0.001, floor: 0.001, best: 'low' },
    {
      name: 'the first photo',
      value: sizesOf(pictured.requests)[0] ?? Number.POSITIVE_INFINITY,
      unit: ' B',
      goal: 60_000,
      floor: 60_000,
      best: 'low',
    },
    {
      name: 'all photos of a visit',
      value: allPictures.reduce((sum, size) => sum + size, 0),
      unit: ' B',
      goal: 150_000,
      floor: 150_000,
      best: 'low',
    },
    // Nine packets: more takes another round trip in Lighthouse's network, beside one more request.
    { name: 'largest font, with headers', value: largestFont, unit: ' B', goal: 13_140, floor: 13_140, best: 'low' },
    { name: 'requests for the icon', value: icons, goal: 0, floor: 0, best: 'low' },
    { name: 'first view over the wire', value: total, unit: ' B', goal: 84_000, floor: 84_000, best: 'low' },
    {
      name: 'scripts, Brotli',
      value: await weight(scripts(urls)),
      unit: ' B',
      goal: 20_000,
      floor: 20_000,
      best: 'low',
    },
    {
      name: 'the same, with news and other cards',
      value: await weight(scripts(changed.allRequests.map(({ url }) => url))),
      unit: ' B',
      goal: 88_000,
      floor: 88_000,
      best: 'low',
    },
  ]
  const faults = await compressionFaults(edge.url, urls)
  lines.push({ name: 'faults in keeping and compression', value: faults.length, goal: 0, floor: 0, best: 'low' })
  const errors = markupErrors([join(webDist, 'index.html'), join(webDist, 'app.html')])
  if (errors)
    lines.push({ name: 'errors of the Nu HTML checker', value: errors.length, goal: 0, floor: 0, best: 'low' })

  for (const line of lines) say(lineText(line))
  for (const each of [...faults, ...(errors ?? ['the Nu HTML checker was not run: it needs Java'])]) say(each)

  const failed = lines.filter((line) => line.floor !== undefined && !reaches(line, line.floor)).length
  const count = { passed: lines.length - failed, failed, skipped: errors ? 0 : 1 }
  if (process.env.QUALITY_REPORT) await writeFile(process.env.QUALITY_REPORT, JSON.stringify(count))
  process.exitCode = failed > 0 ? 1 : 0
} finally {
  await Promise.all([edge.stop(), changing.stop(), photos.stop()])
  await rm(folder, { recursive: true, force: true })
}
