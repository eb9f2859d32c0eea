import { AppError, conflict, notFound } from '@app/contracts/errors'
import type { RightsHolder } from '@app/contracts/policy'
import { changesOf, type PriceChange, pricesInWords, priceWith } from '@app/contracts/website/card-prices'
import { changesBetween, type WebsiteChange } from '@app/contracts/website/changes'
import { colorFaults } from '@app/contracts/website/colors'
import { completed, type WebsiteContent } from '@app/contracts/website/content'
import { mapLegal } from '@app/contracts/website/page-files'
import { pictureIdsOf, undescribedIn, withoutPictures } from '@app/contracts/website/pictures'
import {
  type SavedDraft,
  type ScheduledPublication,
  shippedVersion,
  versionPageSize,
  type WebsiteDraft,
  type WebsiteVersion,
} from '@app/contracts/website/versions'
import type { Actor } from '@app/jobs'
import { cleanRichText } from '@app/rich-text/clean-rich-text'
import { colorStylesheets } from './color-styles'
import type { PictureStore } from './picture-store'
import type { PublicationInput, ScheduledPublications } from './scheduled-publication'
import { shippedContent } from './shipped'
import { type DraftCards, pricesAfter, pricesRefused, type SetPrices, takenBack, writePrices } from './site-store'
import type { ReadMailTexts, StoredDraft, StoredVersion, WebsiteStore } from './website-store'

type Deps = {
  website: WebsiteStore
  /** The published cards, with the prices of a draft and with those in the table. */
  cards: (changes: readonly PriceChange[]) => Promise<DraftCards>
  scheduled: ScheduledPublications
  pictures: Pick<PictureStore, 'touch'>
  mailTexts: ReadMailTexts
  now?: () => Date
}
/** Called with what a publication changes, before it is stored or ordered. @throws AppError when it may not be */
type Admit = (changes: readonly WebsiteChange[]) => void
const noQuestion: Admit = () => {}
type GivenDraft = WebsiteContent & { prices?: readonly PriceChange[] | undefined }
type Publication = {
  restored?: number
  job?: string
  admit?: Admit
  prices?: readonly PriceChange[] | undefined
  setPrices?: SetPrices | undefined
}
type State = { live: number; content: WebsiteContent; stored: StoredDraft | undefined; draft: StoredDraft | undefined }

const tagOf = ({ live, draft }: State) => `${live}.${draft?.revision ?? 0}`
const savedIn = (state: State): SavedDraft => ({
  tag: tagOf(state),
  changedAt: state.draft?.changed_at.toISOString() ?? null,
  changedBy: state.draft?.changed_by ?? null,
})
const versionIn = (stored: Omit<StoredVersion, 'content'>, live: number): WebsiteVersion => ({
  id: stored._id,
  publishedAt: stored.published_at.toISOString(),
  publishedBy: stored.published_by,
  restored: stored.restored,
  changes: stored.changes,
  isLive: stored._id === live,
})

/** @throws AppError `invalid_input`: who cannot see a picture is told what it shows, or that it is decoration */
function requireDescribed(content: WebsiteContent): void {
  const paths = undescribedIn(content)
  if (paths.length === 0) return
  const text = 'Describe the photo, or mark it as decoration'
  throw new AppError('invalid_input', `${text}.`, Object.fromEntries(paths.map((path) => [`${path}.alt`, text])))
}

/** @throws AppError `invalid_input`: somebody could not read it */
function requireReadable({ colors }: WebsiteContent): void {
  const faults = colorFaults(colors)
  if (faults.length === 0) return
  const text = 'These colors cannot be read by everyone'
  const fields = faults.map(({ token, scheme, ratio, needed }) => [
    `colors.${token}.${scheme}`,
    `The contrast is ${ratio}:1, and must be ${needed}:1`,
  ])
  throw new AppError('invalid_input', `${text}.`, Object.fromEntries(fields))
}

/** The draft of the public page, its publication, and its versions. */
export function websiteEditor(deps: Deps) {
  const { website, cards, scheduled, pictures, mailTexts, now = () => new Date() } = deps
  async function read(): Promise<State> {
    const [latest, stored] = await Promise.all([website.latest(), website.draft()])
    const live = latest?._id ?? shippedVersion
    return {
      live,
      content: latest?.content ?? shippedContent,
      stored,
      draft: stored?.base === live ? stored : undefined,
    }
  }

  const contentOf = async (id: number): Promise<WebsiteContent | undefined> =>
    id === shippedVersion ? shippedContent : (await website.find(id))?.content

  /** The cards with the prices of a draft, and which it changes, as far as the table has not changed them since. */
  async function cardsWith(prices: readonly PriceChange[] = []) {
    const found = await cards(prices)
    return { ...found, changed: changesOf(found.priced, (card) => priceWith(card, prices)) }
  }

  /** The changes that visitors would see. @throws AppError `invalid_input` where they could not see or read it */
  async function changesTo(content: WebsiteContent, live: WebsiteContent, prices?: readonly PriceChange[]) {
    requireDescribed(content)
    requireReadable(content)
    const { priced, changed } = await cardsWith(prices)
    return { changed, changes: [...changesBetween(live, content), ...pricesInWords(changed, priced)] }
  }

  async function shown(state: State): Promise<WebsiteDraft> {
    const content = state.draft?.content ?? state.content
    const { page, priced, changed } = await cardsWith(state.draft?.prices)
    return {
      ...savedIn(state),
      content,
      live: state.content,
      liveVersion: state.live,
      scheduled: await scheduled.find(),
      ...page,
      pricedCards: priced,
      priceChanges: changed,
    } as WebsiteDraft
  }

  async function refuse(message: string): Promise<never> {
    throw new AppError('conflict', message, undefined, { details: await shown(await read()) })
  }

  async function readUnchanged(ifMatch: string): Promise<State> {
    const state = await read()
    if (`"${tagOf(state)}"` !== ifMatch) await refuse('The draft was changed meanwhile.')
    return state
  }

  /** @throws AppError `invalid_input` for a picture that was never uploaded, or removed because nothing used it */
  async function requireStored(content: WebsiteContent): Promise<void> {
    const shown = pictureIdsOf(content)
    const stored = await pictures.touch(shown.map(([, id]) => id))
    const missing = shown.filter(([, id]) => !stored.has(id))
    if (missing.length === 0) return
    const text = 'This photo is no longer stored. Remove it and add it again'
    throw new AppError('invalid_input', `${text}.`, Object.fromEntries(missing.map(([path]) => [path, text])))
  }

  async function publish(
    state: State & { revision: number | null },
    content: WebsiteContent,
    by: string,
    { restored, job, admit, prices, setPrices }: Publication = {},
  ) {
    const { changed, changes } = await changesTo(content, state.content, prices)
    if (changes.length === 0) throw conflict('Nothing has changed: this is what visitors see.')
    admit?.(changes)
    // First: a crash in between leaves the rest a draft, and no version that says more than is live.
    await writePrices(changed, setPrices)
    const version = {
      _id: state.live + 1,
      content,
      changes,
      published_at: now(),
      published_by: by,
      restored: restored ?? null,
      ...(changed.length > 0 && { prices: changed }),
      ...(job && { job }),
    }
    if (!(await website.add(version))) {
      await writePrices(
        pricesAfter(await website.pricesSince(state.live), changed, (await cards([])).priced),
        setPrices,
      )
      await refuse('Another version was published meanwhile.')
    }
    await website.settleDraft({ base: state.live, revision: state.revision }, version._id)
    return versionIn(version, version._id)
  }

  return {
    draft: async (): Promise<WebsiteDraft> => shown(await read()),

    /** The draft, with the mails about the same facts that the caller may see. Conflicts come without them. */
    async draftFor(caller: RightsHolder): Promise<WebsiteDraft> {
      const [draft, mails] = await Promise.all([read().then(shown), mailTexts(caller)])
      return { ...draft, ...(mails && { mailTexts: mails }) }
    },

    /** @throws AppError `conflict` with the stored draft when that is another one than the editor has seen */
    async save(ifMatch: string, { prices: given, ...rest }: GivenDraft, by: string, maySetPrices = false) {
      if (given && !maySetPrices) throw pricesRefused()
      const content = { ...completed(rest), legal: mapLegal(rest.legal, cleanRichText) }
      await requireStored(content)
      const state = await readUnchanged(ifMatch)
      const revision = (state.draft?.revision ?? 0) + 1
      const prices = given ?? state.draft?.prices ?? []
      const draft = { base: state.live, revision, content, prices, changed_at: now(), changed_by: by }
      if (!(await website.saveDraft(state.stored, draft))) await refuse('The draft was changed meanwhile.')
      const saved: State = { ...state, draft: { _id: 'draft', ...draft } }
      // A publication in between made this a draft of a former version.
      if (((await website.latest())?._id ?? shippedVersion) !== state.live)
        await refuse('Another version was published meanwhile.')
      return { ...savedIn(saved), ...(await cards(prices)).page }
    },

    async publish(ifMatch: string, by: string, admit: Admit = noQuestion, setPrices?: SetPrices) {
      const state = await readUnchanged(ifMatch)
      const { revision = null, content = state.content, prices } = state.draft ?? {}
      return publish({ ...state, revision }, content, by, { admit, prices, setPrices })
    },

    /** Publishes the draft as it is now, at a later time. */
    async schedule(
      ifMatch: string,
      at: string,
      actor: Actor,
      admit: Admit = noQuestion,
      maySetPrices = false,
    ): Promise<ScheduledPublication> {
      const state = await readUnchanged(ifMatch)
      const { revision = 0, content = state.content } = state.draft ?? {}
      const { changed: prices, changes } = await changesTo(content, state.content, state.draft?.prices)
      if (prices.length > 0 && !maySetPrices) throw pricesRefused()
      admit(changes)
      return scheduled.add({ at, content, prices, changes, base: state.live, revision }, actor)
    },

    cancelScheduled: scheduled.cancel,

    /** For the job `job`, once. @throws AppError `conflict` when another version is live than the one that the draft changed */
    async publishScheduled(job: string, input: PublicationInput, by: string, setPrices?: SetPrices) {
      const { content, prices, base, revision } = input
      const state = await read()
      const latest = await website.latest()
      if (latest?.job === job) {
        await website.settleDraft({ base, revision }, latest._id)
        return versionIn(latest, latest._id)
      }
      const shown = pictureIdsOf(completed(content)).map(([, id]) => id)
      const stored = await pictures.touch(shown)
      if (state.live !== base) throw conflict('Another version was published meanwhile.')
      // One that was removed for good meanwhile is not published.
      return publish(
        { ...state, revision },
        withoutPictures(completed(content), (id) => !stored.has(id)),
        by,
        { job, prices, setPrices },
      )
    },

    /** The stylesheet of this name, while the live version, the one before it, or the draft has its colors. */
    styles: colorStylesheets(async () => {
      const { live, content, draft } = await read()
      // Of pages that were open, or in a cache, as the live version was published.
      const former = live > shippedVersion ? await contentOf(live - 1) : undefined
      return [content.colors, draft?.content.colors, former?.colors]
    }),

    async versions(page: number) {
      const [{ data, total: published }, latest] = await Promise.all([website.page(page), website.latest()])
      const live = latest?._id ?? shippedVersion
      const total = published + 1
      const shipped: WebsiteVersion = {
        id: shippedVersion,
        publishedAt: null,
        publishedBy: null,
        restored: null,
        changes: [],
        isLive: live === shippedVersion,
      }
      const list = data.map((stored) => versionIn(stored, live))
      // After the oldest published one, which may be the last of its page.
      const isLast = (page - 1) * versionPageSize <= published && published < page * versionPageSize
      return {
        data: isLast ? [...list, shipped] : list,
        page,
        limit: versionPageSize,
        total,
        totalPages: Math.ceil(total / versionPageSize),
      }
    },

    /** Prices that were published since return with it, unless the table has changed them, or the caller may not. */
    async restore(id: number, by: string, admit: Admit = noQuestion, setPrices?: SetPrices): Promise<WebsiteVersion> {
      const content = await contentOf(id)
      if (!content) throw notFound('There is no such version.')
      const prices = setPrices ? takenBack(await website.pricesSince(id)) : []
      return publish({ ...(await read()), revision: null }, content, by, { restored: id, admit, prices, setPrices })
    },
  }
}
export type WebsiteEditor = ReturnType<typeof websiteEditor>
