import { AppError } from '@app/contracts/errors'
import { publishSite, saveSiteDraft } from '@app/contracts/website/calls'
import { cardPrice, changesOf, type PriceChange, pricesInWords, priceWith } from '@app/contracts/website/card-prices'
import { changesBetween } from '@app/contracts/website/changes'
import { type WebsiteContent, websiteContent } from '@app/contracts/website/content'
import { withoutPictures } from '@app/contracts/website/pictures'
import {
  type ScheduledPublication,
  type WebsiteDraft,
  type WebsiteVersion,
  websiteDraft,
} from '@app/contracts/website/versions'
import { atom } from 'jotai'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { rememberUndoAtom, undoAtom } from '#ui/toast'

export const valueAt = (content: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], content)

function replaced(value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown {
  if (name === undefined) return next
  const group = value as Record<string, unknown>
  return { ...group, [name]: replaced(group[name], rest, next) }
}

export const withValue = <Content>(content: Content, path: string, next: unknown): Content =>
  replaced(content, path.split('.'), next) as Content

/** The content with the prices of cards by their ids, which are stored in the cards. */
type Edited = WebsiteContent & { prices: Readonly<Record<string, number | null>> }
const editedContent = v.strictObject({ ...websiteContent.entries, prices: v.record(v.string(), cardPrice) })
type Draft = Omit<WebsiteDraft, 'content' | 'live' | 'priceChanges'> & { content: Edited; live: Edited }

function withPrices({ content, live, priceChanges = [], pricedCards = [], ...rest }: WebsiteDraft): Draft {
  const pricesWith = (changes: readonly PriceChange[]) =>
    Object.fromEntries(pricedCards.map((card) => [card.id, priceWith(card, changes)]))
  return {
    ...rest,
    pricedCards,
    content: { ...content, prices: pricesWith(priceChanges) },
    live: { ...live, prices: pricesWith([]) },
  }
}

/** The draft as the service has it. */
const storedAtom = atom<Draft>()
/** The content as it is edited. */
const editedAtom = atom<Edited>()
/** The draft of another person, which a save would have replaced. */
const theirsAtom = atom<Draft>()
const failureAtom = atom<unknown>()
const savingAtom = atom<Promise<boolean>>()

/** The path of the field that a click on the page asks for. */
export const askedFieldAtom = atom<string>()

export const draftAtom = atom((get) => get(storedAtom))
export const contentAtom = atom((get) => get(editedAtom))
export const otherDraftAtom = atom((get) => get(theirsAtom))
export const saveFailureAtom = atom((get) => get(failureAtom))
export const isSavingAtom = atom((get) => get(savingAtom) !== undefined)

const isUnsaved = (stored: Draft | undefined, edited: Edited | undefined) =>
  JSON.stringify(stored?.content) !== JSON.stringify(edited)
export const isUnsavedAtom = atom((get) => isUnsaved(get(storedAtom), get(editedAtom)))

/** Messages by path, as long as the content cannot be saved. */
export const contentErrorsAtom = atom((get): Readonly<Record<string, string>> => {
  const parsed = v.safeParse(editedContent, get(editedAtom), { abortPipeEarly: true })
  const errors: Record<string, string> = {}
  for (const issue of parsed.issues ?? []) errors[v.getDotPath(issue) ?? ''] ??= issue.message
  return errors
})

export const fieldId = (path: string) => `website-${path.replaceAll('.', '-')}`

/** The ids of the fields that were typed in, or left. */
const idsAtom = atom<ReadonlySet<string>>(new Set<string>())
export const touchedAtom = atom((get) => get(idsAtom))
export const touchFieldAtom = atom(null, (get, set, id: string) => {
  const touched = get(idsAtom)
  if (!touched.has(id)) set(idsAtom, new Set([...touched, id]))
})

/** The messages that are shown: an empty field that was just added has none before something is typed, or it is left. */
export const shownErrorsAtom = atom((get): Readonly<Record<string, string>> => {
  const edited = get(editedAtom)
  const touched = get(touchedAtom)
  return Object.fromEntries(
    Object.entries(get(contentErrorsAtom)).filter(
      ([path]) => valueAt(edited, path) !== '' || touched.has(fieldId(path)),
    ),
  )
})

/** The content that would be published. */
export const changesAtom = atom((get) => {
  const stored = get(storedAtom)
  const edited = get(editedAtom)
  if (!stored || !edited) return []
  const { prices: _, ...content } = edited
  const changes = changesBetween(stored.live, content)
  return [...changes, ...pricesInWords(changedPrices(stored, edited), stored.pricedCards)]
})

/** The prices that are not those of the table. */
const changedPrices = ({ pricedCards, live }: Draft, { prices }: Edited) =>
  changesOf(
    pricedCards.map((card) => ({ ...card, price: live.prices[card.id] ?? null })),
    ({ id }) => prices[id] ?? null,
  )

/** The content that is edited, with the prices that the table has by now: one that was changed there is newer than what was typed. */
function withNewer(edited: Edited, known: Draft, { content, live }: Draft): Edited {
  const prices = Object.entries(content.prices).map(([id, price]) => {
    const isKept = id in edited.prices && known.live.prices[id] === live.prices[id]
    return [id, isKept ? edited.prices[id]! : price]
  })
  return { ...edited, prices: Object.fromEntries(prices) }
}

const place = (tag: string) => tag.split('.').map(Number) as [base: number, revision: number]
function isNewer(tag: string, than: string): boolean {
  const [[base, revision], [knownBase, knownRevision]] = [place(tag), place(than)]
  return base > knownBase || (base === knownBase && revision > knownRevision)
}

/**
 * Takes over what was loaded, unless it is older than what was saved since, or there are edits that are not saved. What the content
 * is compared with is taken over in any case: cards and mails are edited elsewhere.
 */
export const loadDraftAtom = atom(null, (get, set, received: WebsiteDraft) => {
  const loaded = withPrices(received)
  const stored = get(storedAtom)
  const edited = get(editedAtom)
  if (stored && edited && (!isNewer(loaded.tag, stored.tag) || isUnsaved(stored, edited))) {
    const { cards, prices, mailTexts, pricedCards, content, live } = loaded
    const known = { ...stored, content: { ...stored.content, prices: content.prices } }
    set(storedAtom, { ...known, cards, prices, mailTexts, pricedCards, live: { ...stored.live, prices: live.prices } })
    set(editedAtom, withNewer(edited, stored, loaded))
    return
  }
  set(storedAtom, loaded)
  set(editedAtom, loaded.content)
})

/** Takes a picture that is no longer stored out of what is edited and what it is compared with. */
export const forgetPictureAtom = atom(null, (get, set, picture: string) => {
  const isGone = (id: string) => id === picture
  const stored = get(storedAtom)
  const edited = get(editedAtom)
  if (!stored || !edited) return
  const [content, live] = [stored.content, stored.live].map((one) => withoutPictures(one, isGone))
  set(storedAtom, { ...stored, content: content!, live: live! })
  set(editedAtom, withoutPictures(edited, isGone))
})

type Done = { text: string; version: number; undo: number }
const lastDoneAtom = atom<Done>()
/** The publication of the live version, as long as it is and nothing else is edited: said, and undone, where it was done. */
export const doneAtom = atom((get) => {
  const done = get(lastDoneAtom)
  return done?.version === get(storedAtom)?.liveVersion ? done : undefined
})
export const noteDoneAtom = atom(null, (_get, set, text: string, version: number, undo: () => void) =>
  set(lastDoneAtom, { text, version, undo: set(rememberUndoAtom, undo) }),
)
export const forgetDoneAtom = atom(null, (_get, set) => set(lastDoneAtom, undefined))
/** Undoes it, once. The outcome is shown in place of the notice. */
export const undoDoneAtom = atom(null, (get, set) => {
  const done = get(doneAtom)
  set(forgetDoneAtom)
  if (done) set(undoAtom, done.undo)
})

export const editWebsiteAtom = atom(null, (get, set, path: string, value: unknown) => {
  set(lastDoneAtom, undefined)
  const edited = get(editedAtom)
  if (edited) set(editedAtom, withValue(edited, path, value))
})

async function saveOnce(stored: Draft, content: Edited): Promise<Draft> {
  const { prices, ...rest } = content
  // The others may be of somebody with a right that this person lacks.
  const isPriced = JSON.stringify(prices) !== JSON.stringify(stored.content.prices)
  const body = { ...rest, ...(isPriced && { prices: changedPrices(stored, content) }) }
  const saved = await callApi(saveSiteDraft, { headers: { 'If-Match': `"${stored.tag}"` }, body })
  return { ...stored, ...saved, content } as Draft
}

function draftIn(error: unknown): Draft | undefined {
  if (!(error instanceof AppError) || error.code !== 'conflict') return undefined
  const parsed = v.safeParse(websiteDraft, error.cause)
  return parsed.success ? withPrices(parsed.output as WebsiteDraft) : undefined
}

/** Saves until what is edited is what is stored. `false` when it cannot be saved. */
export const saveWebsiteAtom = atom(null, (get, set): Promise<boolean> => {
  async function save(): Promise<boolean> {
    for (;;) {
      const stored = get(storedAtom)
      const edited = get(editedAtom)
      if (!stored || !edited || !isUnsaved(stored, edited)) return true
      if (get(theirsAtom) || Object.keys(get(contentErrorsAtom)).length > 0) return false
      try {
        set(storedAtom, await saveOnce(stored, edited))
        set(failureAtom, undefined)
      } catch (error) {
        const theirs = draftIn(error)
        if (theirs) set(theirsAtom, theirs)
        else set(failureAtom, error)
        return false
      }
    }
  }
  const running = get(savingAtom)
  if (running) return running
  const saving = save().finally(() => set(savingAtom, undefined))
  set(savingAtom, saving)
  return saving
})

/** After a conflict: continue with the draft of the other person, or replace it. */
export const settleConflictAtom = atom(null, (get, set, keep: 'theirs' | 'mine') => {
  const theirs = get(theirsAtom)
  if (!theirs) return
  // A conflict comes without the mails.
  set(storedAtom, { ...theirs, mailTexts: get(storedAtom)?.mailTexts })
  set(theirsAtom, undefined)
  if (keep === 'theirs') set(editedAtom, theirs.content)
  else void set(saveWebsiteAtom)
})

/** After a publication: the content is live, and there is no draft. */
const settle = (stored: Draft, { id }: WebsiteVersion, live: Edited): Draft => ({
  ...stored,
  tag: `${id}.0`,
  changedAt: null,
  changedBy: null,
  live,
  liveVersion: id,
  content: live,
})

/** Publishes the saved draft. Throws when another one is stored, which then is offered. */
export const publishWebsiteAtom = atom(null, async (get, set): Promise<WebsiteVersion> => {
  const stored = get(storedAtom)!
  try {
    const version = (await callApi(publishSite, {
      headers: { 'If-Match': `"${stored.tag}"` },
      body: {},
    })) as WebsiteVersion
    set(storedAtom, settle(stored, version, stored.content))
    return version
  } catch (error) {
    const theirs = draftIn(error)
    if (theirs) set(theirsAtom, theirs)
    throw error
  }
})

/** The scheduled publication, as the service reported it. */
export const noteScheduledAtom = atom(null, (get, set, scheduled: ScheduledPublication | null) => {
  const stored = get(storedAtom)
  if (stored) set(storedAtom, { ...stored, scheduled })
})

/** Publishes the saved draft as it is now at a later time. */
export const scheduleWebsiteAtom = atom(null, async (get, set, at: string): Promise<ScheduledPublication> => {
  const headers = { 'If-Match': `"${get(storedAtom)!.tag}"` }
  const scheduled = (await callApi(publishSite, { headers, body: { at } })) as ScheduledPublication
  set(noteScheduledAtom, scheduled)
  return scheduled
})
