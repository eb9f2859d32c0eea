import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { seconds } from '@app/contracts/durations'
import type { WebsiteContent } from '@app/contracts/website/content'
import { builtOrigin, type LegalName, legalNames, type PageFile } from '@app/contracts/website/page-files'
import type { PageCards, PageNews } from '@app/contracts/website/page-texts'
import { seasonStates } from '@app/contracts/website/school-facts'
import { unlessDuplicate } from '@app/mongo'
import { schoolDay } from '@app/school-time/school-day'
import type { Collection } from 'mongodb'
import type { PageRenderer } from './page-renderer'
import { builtCards, shippedContent } from './shipped'
import type { WebsiteStore } from './website-store'

export type RenderedPage = {
  /** The build whose scripts and styles it names. */
  _id: string
  /** Names what it was rendered from. */
  key: string
  html: string
  /** The legal pages that have a text, and the files besides. */
  legal?: Partial<Record<LegalName | PageFile, string>>
  rendered_at: Date
}

const maxTimeMS = seconds(2)
/** Builds whose page is kept: an update replaces nginx last, and may be rolled back. */
const maxBuilds = 5

/** The last rendered page of each build. */
export const pageStore = (pages: () => Collection<RenderedPage>) => ({
  /** Each build renders its own anew. */
  clear: async (): Promise<void> => void (await pages().deleteMany({})),

  find: async (build: string): Promise<RenderedPage | undefined> =>
    (await pages().findOne({ _id: { $eq: build } }, { maxTimeMS })) ?? undefined,

  async save(page: RenderedPage): Promise<void> {
    const { _id, ...rest } = page
    // Another replica may render the same page.
    await unlessDuplicate(pages().updateOne({ _id: { $eq: _id } }, { $set: rest }, { upsert: true }))
    const old = await pages()
      .find({}, { maxTimeMS, projection: { _id: 1 } })
      .sort({ rendered_at: -1 })
      .skip(maxBuilds)
      .toArray()
    if (old.length > 0) await pages().deleteMany({ _id: { $in: old.map((each) => each._id) } })
  },
})

export type PageStore = ReturnType<typeof pageStore>

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
export type PageEncoding = keyof typeof compressors

export type ServedPage = { key: string; html: string; encoded: (encoding: PageEncoding) => Promise<Uint8Array> }

type Deps = {
  website: Pick<WebsiteStore, 'latest'>
  cards: () => Promise<PageCards>
  news: () => Promise<PageNews>
  renderer: () => Promise<PageRenderer | undefined>
  pages: Pick<PageStore, 'find' | 'save'>
  /** The public address. One of a development machine is not canonical: pages name that of the build then. */
  publicOrigin: string
  now?: () => number
}

/** nginx asks once a second while there are visitors: published content is in the page after two. */
const cachedFor = seconds(1)

const hasNews = ({ announcements, lessons, instructors }: PageNews) =>
  announcements.length + lessons.length + instructors.length > 0

/** Names what a page shows. Exceptions of the hours go when their day is over; seasons begin and end by themselves. */
function keyOf(content: WebsiteContent, cards: PageCards, today: string, origin: string, news?: PageNews): string {
  const { hours } = content.facts
  const coming = [...hours.exceptions.map(({ date }) => date >= today), ...seasonStates(hours, today)]
  return createHash('sha256')
    .update(JSON.stringify([content, cards, coming, origin, ...(news && hasNews(news) ? [news] : [])]))
    .digest('base64url')
    .slice(0, 22)
}
const builtKey = keyOf(shippedContent, builtCards, '', builtOrigin)

function served(key: string, html: string): ServedPage {
  const bytes = Buffer.from(html)
  const known = new Map<PageEncoding, Promise<Uint8Array>>()
  return {
    key,
    html,
    encoded(encoding) {
      const one = known.get(encoding) ?? compressors[encoding](bytes)
      known.set(encoding, one)
      return one
    },
  }
}

type State = { content: WebsiteContent; cards: PageCards; news: PageNews; today: string; key: string }
type Rendered = { home: ServedPage; legal: ReadonlyMap<string, ServedPage> }
const rendered = ({ key, html, legal = {} }: Pick<RenderedPage, 'key' | 'html' | 'legal'>): Rendered => ({
  home: served(key, html),
  legal: new Map(Object.entries(legal).map(([name, page]) => [name, served(`${key}-${name}`, page)])),
})

/**
 * The public page with what is published: the live version, the published cards, announcements, coming lessons and instructors. Rendered once for each of their states and
 * stored, so that every replica serves the same page, also to an nginx of the build before during an update.
 */
export function publishedPage({ website, cards, news, renderer, pages, publicOrigin, now = Date.now }: Deps) {
  const origin = publicOrigin.startsWith('https://') ? publicOrigin : builtOrigin
  async function readState(): Promise<State> {
    const [latest, shown, current] = await Promise.all([website.latest(), cards(), news()])
    const content = latest?.content ?? shippedContent
    const today = schoolDay(now())
    return { content, cards: shown, news: current, today, key: keyOf(content, shown, today, origin, current) }
  }
  let last: { at: number; state: Promise<State> } | undefined
  function state() {
    if (!last || now() - last.at >= cachedFor) {
      const entry = { at: now(), state: readState() }
      entry.state.catch(() => {
        if (last === entry) last = undefined
      })
      last = entry
    }
    return last.state
  }

  let recent: { key: string; page: Promise<Rendered> } | undefined

  async function renderOwn(
    own: PageRenderer,
    { key, content, cards: shown, news: current, today }: State,
  ): Promise<Rendered> {
    const stored = await pages.find(own.build)
    if (stored?.key === key) return rendered(stored)
    const request = { ...content, cards: shown, news: current, today, origin }
    const written = legalNames.filter((name) => content.legal[name] !== '')
    const legal = Object.fromEntries(written.map((name) => [name, own.renderLegal(request, name)]))
    const page = { key, html: own.render(request), legal: { ...legal, ...own.renderFiles(request) } }
    await pages.save({ _id: own.build, ...page, rendered_at: new Date(now()) })
    return rendered(page)
  }

  async function current(build: string): Promise<Rendered | 'built' | undefined> {
    const live = await state()
    if (live.key === builtKey) return 'built'
    const own = await renderer()
    if (build !== own?.build) {
      const stored = await pages.find(build)
      return stored && rendered(stored)
    }
    if (recent?.key === live.key) return recent.page
    const entry = { key: live.key, page: renderOwn(own, live) }
    entry.page.catch(() => {
      if (recent === entry) recent = undefined
    })
    recent = entry
    return entry.page
  }

  return {
    /** `built` when the page of the build is up to date, `undefined` when there is none for this build. */
    async page(build: string): Promise<ServedPage | 'built' | undefined> {
      const found = await current(build)
      return typeof found === 'object' ? found.home : found
    },

    /** A legal page or one of the files: `none` when no text is published for it, `undefined` when nothing is known of this build. */
    async legalPage(build: string, name: LegalName | PageFile): Promise<ServedPage | 'none' | undefined> {
      const found = await current(build)
      return typeof found === 'object' ? (found.legal.get(name) ?? 'none') : found && 'none'
    },
  }
}
export type PublishedPage = ReturnType<typeof publishedPage>
