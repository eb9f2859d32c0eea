import { minutes, seconds } from '@app/contracts/durations'
import { byField, type ContactField, contactFields } from '@app/contracts/forms'
import { inquiryTable } from '@app/contracts/inquiries'
import { collation } from '@app/record-query'
import { type Db, type Filter, ObjectId } from 'mongodb'
import type { Submission } from '../inquiries/submission-document'
import { wordsForm } from './words'

const maxTimeMS = seconds(2)
/** Clocks of processes may differ by this much. */
const overlapMs = seconds(10)
/** Read at a time. */
const chunkSize = 200
/** An erasure has removed its mails by then. */
const erasureTime = minutes(1)

type Place = { changed: { at: Date; id: ObjectId }; read?: ObjectId | undefined; isAllRead: boolean }
const firstId = new ObjectId('0'.repeat(24))

type Indexed = Pick<Submission, '_id' | 'updated_at' | 'search_of' | 'search_form' | 'search_due'>
const shown = { updated_at: 1, search_of: 1, search_form: 1, search_due: 1 } as const
const ofTexts = {
  ...byField(contactFields, () => 1 as const),
  updated_at: 1,
  search_due: 1,
  'replies.subject': 1,
  'replies.text': 1,
  'replies.by': 1,
  'team_notes.text': 1,
  'team_notes.by': 1,
} as const
export type SearchedTexts = Pick<
  Submission,
  '_id' | ContactField | 'replies' | 'team_notes' | 'updated_at' | 'search_due'
>

/** The words of conversations, kept in the inquiry itself: they go with it into the trash and in an erasure. */
export function conversationWords(db: () => Db, now = () => new Date(), onDue = () => {}) {
  const inquiries = () => db().collection<Submission>(inquiryTable)
  const isStale = ({ updated_at, search_of, search_form, search_due }: Indexed) =>
    (search_due !== undefined || Number(updated_at) !== Number(search_of) || search_form !== wordsForm) &&
    !(search_due && search_due > now())
  /** Where following the changes has come to, and where reading all of them has. */
  let place: Place = { changed: { at: new Date(now().getTime() - overlapMs), id: firstId }, isAllRead: false }

  const page = async (filter: Filter<Submission>, sort: Record<string, 1>, options = {}): Promise<Indexed[]> =>
    inquiries()
      .find(filter, { projection: shown, sort, limit: chunkSize, maxTimeMS, ...options })
      .toArray() as unknown as Promise<Indexed[]>

  async function changes({ changed: { at, id } }: Place) {
    const readAt = now().getTime()
    const after = { $or: [{ updated_at: { $gt: at } }, { updated_at: at, _id: { $gt: id } }] }
    const found = await page({ updated_at: { $gte: at }, ...after }, { updated_at: 1, _id: 1 }, { collation })
    const last = found.length === chunkSize ? found.at(-1) : undefined
    const changed = last ? { at: last.updated_at, id: last._id } : { at: new Date(readAt - overlapMs), id: firstId }
    return { found, changed }
  }

  /** Every inquiry, once after the start: what changed while no worker ran. */
  async function others({ read, isAllRead }: Place) {
    if (isAllRead) return { found: [], read, isAllRead }
    const found = await page(read ? { _id: { $gt: read } } : {}, { _id: 1 })
    return { found, read: found.at(-1)?._id ?? read, isAllRead: found.length < chunkSize }
  }

  return {
    prepare: () =>
      inquiries().createIndexes([
        { key: { search_words: 1 }, name: 'search_words' },
        { key: { search_due: 1 }, name: 'search_due', sparse: true },
      ]),

    /**
     * Inquiries whose words are not those of their conversations. Until `done` was called, because all of them are stored, the next
     * look finds what is left of them. `hasMore`: there are more than are read at a time.
     */
    async stale(): Promise<{ ids: ObjectId[]; hasMore: boolean; done: () => void }> {
      const due = page({ search_due: { $lte: now() } }, { search_due: 1 })
      const [{ found: changed, ...next }, soon, { found: other, ...rest }] = await Promise.all([
        changes(place),
        due,
        others(place),
      ])
      const found = [...changed, ...soon, ...other].filter(isStale)
      return {
        ids: [...new Map(found.map(({ _id }) => [_id.toHexString(), _id])).values()],
        hasMore: !rest.isAllRead || [changed, soon].some(({ length }) => length === chunkSize),
        done() {
          place = { ...next, ...rest }
        },
      }
    },

    texts: async (id: ObjectId): Promise<SearchedTexts | null> =>
      inquiries().findOne({ _id: id }, { projection: ofTexts, maxTimeMS }),

    /** Stores the words of texts, unless something has changed since these were read: then the next round does. */
    async store({ _id, updated_at, search_due }: SearchedTexts, words: string[]): Promise<void> {
      await inquiries().updateOne(
        { _id, updated_at, ...(search_due ? { search_due } : { search_due: { $exists: false } }) },
        { $set: { search_words: words, search_of: updated_at, search_form: wordsForm }, $unset: { search_due: 1 } },
        { maxTimeMS },
      )
    },

    /** Has the words of conversations read again: at once, or after what is being erased is gone. */
    async renew(ids: readonly ObjectId[], { isErasure = false } = {}): Promise<void> {
      const due = new Date(now().getTime() + (isErasure ? erasureTime : 0))
      await inquiries().updateMany(
        { _id: { $in: [...ids] } },
        { $set: { search_due: due }, ...(isErasure && { $unset: { search_words: 1, search_of: 1 } }) },
        { maxTimeMS },
      )
      onDue()
    },
  }
}

export type ConversationWords = ReturnType<typeof conversationWords>
