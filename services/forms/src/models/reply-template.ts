import { documentOptions } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'
import templates from '../seeds/reply-templates.json'
import { claimSeed } from './seed-marks'

/** A prepared answer, which staff edit as a record. */
export type ReplyTemplate = { id: string; title: string; interest: string; subject: string; text: string }

/** Fits every inquiry. */
const anyInterest = 'Any'

type Stored = Omit<ReplyTemplate, 'id'> & { _id: Types.ObjectId }

const schema = new Schema<Stored>(
  { title: String, interest: String, subject: String, text: String },
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

    /** Templates for this interest first, then those for any. */
    async forInterest(interest: string): Promise<ReplyTemplate[]> {
      const found = await stored
        .find({ interest: { $in: [interest, anyInterest] } })
        .sort({ title: 1 })
        .lean<Stored[]>()
      return found
        .toSorted((a, b) => Number(a.interest === anyInterest) - Number(b.interest === anyInterest))
        .map(({ _id, title, interest, subject, text }) => ({
          id: _id.toHexString(),
          title,
          interest,
          subject: subject ?? '',
          text: text ?? '',
        }))
    },
  }
}

export type ReplyTemplateStore = ReturnType<typeof replyTemplateStore>
