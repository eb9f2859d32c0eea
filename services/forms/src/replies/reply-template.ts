import { documentOptions } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'
import { claimSeed } from '../inquiries/sample-inquiries'
import templates from '../inquiries/seeds/reply-templates.json'

/** The drafts of an inquiry but that of one person, in an update. */
export const draftsWithout = (person: string) => ({
  $filter: {
    input: { $ifNull: ['$reply_drafts', []] },
    as: 'draft',
    cond: { $ne: ['$$draft.person', { $literal: person }] },
  },
})

/** A stage that drops what a person was writing. */
export const dropDraft = (person: string) => ({ $set: { reply_drafts: draftsWithout(person) } })

/** A prepared answer, which staff edit as a record. */
type ReplyTemplate = {
  id: string
  title: string
  interest: string
  subject: string
  text: string
  shortcut?: string
}

/** Fits every inquiry. */
export const anyInterest = 'Any'

const maxTemplates = 500
const rank = (interest: string, wanted: string) => (interest === wanted ? 0 : interest === anyInterest ? 1 : 2)

type Stored = Omit<ReplyTemplate, 'id'> & { _id: Types.ObjectId }

const schema = new Schema<Stored>(
  { title: String, interest: String, subject: String, text: String, shortcut: String },
  { ...documentOptions, collection: 'reply_templates' },
)

/** Prepared answers to inquiries. */
export function replyTemplateStore(connection: Connection) {
  const stored = connection.model('ReplyTemplate', schema)
  return {
    /** Stores the initial templates once per database: staff's changes and deletions stay. */
    async prepare(): Promise<void> {
      if (await claimSeed(connection, 'reply_templates')) await stored.insertMany(templates)
    },

    /** Templates for this interest first, then those for any, then, if wanted, the others. */
    async forInterest(interest: string, isAll = false): Promise<ReplyTemplate[]> {
      const found = await stored
        .find(isAll ? {} : { interest: { $in: [interest, anyInterest] } })
        .sort({ title: 1 })
        .limit(maxTemplates)
        .lean<Stored[]>()
      return found
        .toSorted((a, b) => rank(a.interest, interest) - rank(b.interest, interest))
        .map(({ _id, title, interest, subject, text, shortcut }) => ({
          id: _id.toHexString(),
          title,
          interest,
          subject: subject ?? '',
          text: text ?? '',
          ...(shortcut && { shortcut }),
        }))
    },
  }
}

export type ReplyTemplateStore = ReturnType<typeof replyTemplateStore>
