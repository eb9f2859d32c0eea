import { seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import { lessonRemindersId } from '@app/contracts/lesson-reminders'
import { mayUse, type RightsHolder } from '@app/contracts/policy'
import type { PriceChange } from '@app/contracts/website/card-prices'
import type { WebsiteChange } from '@app/contracts/website/changes'
import { completed, type WebsiteContent } from '@app/contracts/website/content'
import type { MailText } from '@app/contracts/website/mail-uses'
import { pictureIdsOf, shippedPictures, withoutPictures } from '@app/contracts/website/pictures'
import { versionPageSize } from '@app/contracts/website/versions'
import { unlessDuplicate } from '@app/mongo'
import type { Collection, Db, Document } from 'mongodb'

export type StoredVersion = {
  /** From 1; the highest is live. */
  _id: number
  content: WebsiteContent
  changes: WebsiteChange[]
  published_at: Date
  published_by: string
  restored: number | null
  /** Prices of service cards that were published with it. */
  prices?: readonly PriceChange[]
  /** The job that published it at its time. */
  job?: string
}
export type StoredDraft = {
  _id: 'draft'
  /** The live version that it changes. A draft of another version counts as none. */
  base: number
  revision: number
  content: WebsiteContent
  prices?: readonly PriceChange[]
  changed_at: Date
  changed_by: string
}

const maxTimeMS = seconds(2)
/** Reading every version takes longer than a request. */
const sweepMaxTimeMS = seconds(30)
const durable = { writeConcern: { w: 'majority', j: true } } as const
const ofDraft = { _id: 'draft' } as const

const complete = <Stored extends { content: WebsiteContent }>(stored: Stored | null | undefined) =>
  stored ? { ...stored, content: completed(stored.content) } : undefined

/** The pictures of a content, also of one that is stored without some of its parts. */
const idsIn = (content: Partial<Pick<WebsiteContent, 'pictures' | 'gallery' | 'logo'>>): string[] =>
  pictureIdsOf({ ...shippedPictures, logo: null, ...content }).map(([, id]) => id)

type Names = (value: unknown) => boolean

/** Changes without the values that name something. */
export const untold = (changes: readonly WebsiteChange[], names: Names): WebsiteChange[] =>
  changes.map((change) => (names(change) ? { ...change, before: null, after: null } : change))

/** Versions of the public page and the one draft. */
export function websiteStore(db: () => Db) {
  const versions = () => db().collection<StoredVersion>('site_versions')
  const drafts = () => db().collection<StoredDraft>('site_drafts')

  /** Changes the draft and all versions that name something, and takes it out of what they say they have changed. Resolves with how many did. */
  async function amend(names: Names, change: (content: WebsiteContent) => WebsiteContent): Promise<number> {
    let found = 0
    // The draft first: it may become a version meanwhile, never the other way round.
    const draft = await drafts().findOne(ofDraft, { maxTimeMS })
    if (draft && names(draft.content)) {
      const content = change(completed(draft.content))
      // Whoever edits it sees that it was changed.
      await drafts().updateOne(
        { ...ofDraft, revision: draft.revision },
        { $set: { content }, $inc: { revision: 1 } },
        durable,
      )
      found++
    }
    for await (const { _id, content, changes } of versions().find({}, { maxTimeMS: sweepMaxTimeMS })) {
      if (!names(content) && !names(changes)) continue
      const $set = { content: change(completed(content)), changes: untold(changes, names) }
      await versions().updateOne({ _id }, { $set }, durable)
      found++
    }
    return found
  }

  return {
    latest: async (): Promise<StoredVersion | undefined> =>
      complete(await versions().findOne({}, { sort: { _id: -1 }, maxTimeMS })),

    find: async (id: number): Promise<StoredVersion | undefined> =>
      complete(await versions().findOne({ _id: { $eq: id } }, { maxTimeMS })),

    /** The prices that were published after a version, oldest first. */
    async pricesSince(id: number): Promise<PriceChange[]> {
      const filter = { _id: { $gt: id }, prices: { $exists: true } }
      const found = await versions()
        .find(filter, { projection: { prices: 1 }, sort: { _id: 1 }, maxTimeMS })
        .toArray()
      return found.flatMap(({ prices = [] }) => prices)
    },

    /**
     * One page of the versions without their content, newest first, and how many there are. Their numbers have no gaps: the last page of
     * many is found as fast as the first.
     */
    async page(page: number) {
      const latest = await versions().findOne({}, { projection: { _id: 1 }, sort: { _id: -1 }, maxTimeMS })
      const total = latest?._id ?? 0
      const end = total - (page - 1) * versionPageSize
      const data = await versions()
        .find({ _id: { $gt: end - versionPageSize, $lte: end } }, { maxTimeMS, projection: { content: 0 } })
        .sort({ _id: -1 })
        .toArray()
      return { data: data as Omit<StoredVersion, 'content'>[], total }
    },

    /** `false` when another version got this number first. */
    add: async (version: StoredVersion): Promise<boolean> => unlessDuplicate(versions().insertOne(version, durable)),

    draft: async (): Promise<StoredDraft | undefined> => complete(await drafts().findOne(ofDraft, { maxTimeMS })),

    /** Replaces the draft if it is still the one that was read; `false` when another save was first. */
    async saveDraft(before: StoredDraft | undefined, after: Omit<StoredDraft, '_id'>): Promise<boolean> {
      if (before) {
        const unchanged = { ...ofDraft, base: { $eq: before.base }, revision: { $eq: before.revision } }
        return (await drafts().replaceOne(unchanged, after, durable)).matchedCount === 1
      }
      return unlessDuplicate(drafts().insertOne({ ...ofDraft, ...after }, durable))
    },

    amend,

    /** Takes a picture out of all versions, what they say they have changed, and the draft, for good. Resolves with how many had it. */
    forget: (picture: string): Promise<number> =>
      amend(
        (value) => JSON.stringify(value)?.includes(picture) ?? false,
        (content) => withoutPictures(content, (id) => id === picture),
      ),

    /** The draft, and all versions by their numbers. */
    async *contents(): AsyncGenerator<{ version: number | undefined; content: WebsiteContent }> {
      // The draft first: it may become a version meanwhile, never the other way round.
      const draft = await drafts().findOne(ofDraft, { maxTimeMS })
      if (draft) yield { version: undefined, content: completed(draft.content) }
      const options = { projection: { content: 1 }, maxTimeMS: sweepMaxTimeMS }
      for await (const { _id, content } of versions().find({}, options))
        yield { version: _id, content: completed(content) }
    },

    /** The pictures of all versions and of the draft. */
    async pictures(): Promise<ReadonlySet<string>> {
      const options = {
        projection: { 'content.pictures': 1, 'content.gallery': 1, 'content.logo': 1 },
        maxTimeMS: sweepMaxTimeMS,
      }
      // The draft first: it may become a version meanwhile, never the other way round.
      const draft = await drafts().findOne(ofDraft, options)
      const stored = await versions().find({}, options).toArray()
      return new Set([...(draft ? [draft] : []), ...stored].flatMap(({ content }) => idsIn(content ?? {})))
    },

    /** After a publication: removes the draft that was published; another one stays as a draft of the new version. */
    async settleDraft(published: { base: number; revision: number | null }, live: number): Promise<void> {
      const base = { $eq: published.base }
      if (published.revision !== null)
        await drafts().deleteOne({ ...ofDraft, base, revision: { $eq: published.revision } })
      await drafts().updateOne({ ...ofDraft, base }, { $set: { base: live } })
    },
  }
}

export type WebsiteStore = ReturnType<typeof websiteStore>

/** As many as a reply offers. */
const maxTemplates = 500

const joined = (...texts: unknown[]) => texts.filter((text) => typeof text === 'string' && text !== '').join('\n')

/**
 * Texts of staff for mails, as far as this caller may see them: templates are records, and the settings of mails are
 * for admins. `undefined` when it cannot be read in time: it only accompanies the draft.
 */
export function mailTextReader(
  collection: (name: string) => Collection<Document>,
  onError: (error: unknown) => void = () => {},
) {
  async function templates(): Promise<MailText[]> {
    const projection = { title: 1, subject: 1, text: 1 }
    const found = await collection('reply_templates')
      .find({}, { projection, sort: { title: 1, _id: 1 }, limit: maxTemplates, maxTimeMS })
      .toArray()
    return found.map(({ _id, title, subject, text }) => ({
      kind: 'replyTemplate',
      id: String(_id),
      title: joined(title),
      text: joined(subject, text),
    }))
  }

  async function settings(): Promise<MailText[]> {
    const projection = { feedback_subject: 1, feedback_template: 1, subject: 1, text: 1 }
    const ids = [contactFormId, lessonRemindersId]
    const found = await collection('forms')
      .find({ _id: { $in: ids as never[] } }, { projection, limit: ids.length, maxTimeMS })
      .toArray()
    const of = (id: string) => found.find(({ _id }) => String(_id) === id)
    const form = of(contactFormId)
    const reminders = of(lessonRemindersId)
    return [
      ...(form
        ? [{ kind: 'automaticReply' as const, text: joined(form['feedback_subject'], form['feedback_template']) }]
        : []),
      ...(reminders
        ? [{ kind: 'lessonReminder' as const, text: joined(reminders['subject'], reminders['text']) }]
        : []),
    ]
  }

  return async (caller: RightsHolder): Promise<MailText[] | undefined> => {
    const reads = [
      ...(mayUse(caller, 'reply_templates', 'view') ? [templates] : []),
      ...(caller.role === 'admin' ? [settings] : []),
    ]
    try {
      return (await Promise.all(reads.map((read) => read()))).flat()
    } catch (error) {
      onError(error)
      return undefined
    }
  }
}

export type ReadMailTexts = ReturnType<typeof mailTextReader>
