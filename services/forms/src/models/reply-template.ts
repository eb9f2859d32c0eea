import { documentOptions, isDuplicateKey } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'
import templates from '../seeds/reply-templates.json'

/** A prepared answer, which staff edit as a record. */
export type ReplyTemplate = { id: string; title: string; interest: string; subject: string; text: string }

/** Fits every inquiry. */
const anyInterest = 'Any'

type Stored = Omit<ReplyTemplate, 'id'> & { _id: Types.ObjectId }

const schema = new Schema<Stored>(
  { title: String, interest: String, subject: String, text: String },
  { ...documentOptions, collection: 'reply_templates' },
)
const markSchema = new Schema<{ _id: string }>({ _id: String }, { ...documentOptions, collection: 'seed_marks' })

/** Prepared answers to inquiries. */
export function replyTemplateStore(connection: Connection) {
  const stored = connection.model('ReplyTemplate', schema)
  const marks = connection.model('ReplyTemplateMark', markSchema)
  return {
    /** Stores the initial templates once per database: staff's changes and deletions stay. */
    async prepare(): Promise<void> {
      try {
        await marks.collection.insertOne({ _id: 'reply_templates' as never })
      } catch (error) {
        // Already stored, perhaps by another replica.
        if (!isDuplicateKey(error)) throw error
        return
      }
      await stored.insertMany(templates)
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
