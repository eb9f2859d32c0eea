import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { seconds } from '@app/contracts/durations'
import type { WebsiteContent } from '@app/contracts/website/content'
import type { PageCards } from '@app/contracts/website/page-texts'
import { schoolDay } from '@app/school-time/school-day'
import type { PageStore } from '../models/page-store'
import type { WebsiteStore } from '../models/website-store'
import type { PageRenderer } from './page-renderer'
import { builtCards, shippedContent } from './shipped'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
export type PageEncoding = keyof typeof compressors

export type ServedPage = { key: string; html: string; encoded: (encoding: PageEncoding) => Promise<Uint8Array> }

type Deps = {
  website: Pick<WebsiteStore, 'latest'>
  cards: () => Promise<PageCards>
  renderer: () => Promise<PageRenderer | undefined>
  pages: PageStore
  now?: () => number
}

/** nginx asks once a second while there are visitors: published content is in the page after two. */
const cachedFor = seconds(1)

/** Names what a page shows. Exceptions of the hours go when their day is over. */
function keyOf(content: WebsiteContent, cards: PageCards, today: string): string {
  const { exceptions } = content.facts.hours
  const coming = exceptions.map(({ date }) => date >= today)
  return createHash('sha256')
    .update(JSON.stringify([content, cards, coming]))
    .digest('base64url')
    .slice(0, 22)
}
const builtKey = keyOf(shippedContent, builtCards, '')

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

/**
 * The public page with what is published: the live version and the published cards. Rendered once for each of their states and
 * stored, so that every replica serves the same page, also to an nginx of the build before during an update.
 */
export function publishedPage({ website, cards, renderer, pages, now = Date.now }: Deps) {
  async function readState() {
    const [latest, shown] = await Promise.all([website.latest(), cards()])
    const content = latest?.content ?? shippedContent
    const today = schoolDay(now())
    return { content, cards: shown, today, key: keyOf(content, shown, today) }
  }
  let last: { at: number; state: ReturnType<typeof readState> } | undefined
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

  const recent = new Map<string, { key: string; page: Promise<ServedPage> }>()

  async function renderOwn({ build, render }: PageRenderer, { key, ...shown }: Awaited<ReturnType<typeof readState>>) {
    const stored = await pages.find(build)
    if (stored?.key === key) return served(key, stored.html)
    const { content, cards: shownCards, today } = shown
    const html = render({ ...content, cards: shownCards, today })
    await pages.save({ _id: build, key, html, rendered_at: new Date(now()) })
    return served(key, html)
  }

  return {
    /** `built` when the page of the build is up to date, `undefined` when there is none for this build. */
    async page(build: string): Promise<ServedPage | 'built' | undefined> {
      const current = await state()
      if (current.key === builtKey) return 'built'
      const own = await renderer()
      if (build !== own?.build) {
        const stored = await pages.find(build)
        return stored && served(stored.key, stored.html)
      }
      const known = recent.get(build)
      if (known?.key === current.key) return known.page
      const entry = { key: current.key, page: renderOwn(own, current) }
      entry.page.catch(() => {
        if (recent.get(build) === entry) recent.delete(build)
      })
      recent.set(build, entry)
      return entry.page
    },
  }
}
export type PublishedPage = ReturnType<typeof publishedPage>
