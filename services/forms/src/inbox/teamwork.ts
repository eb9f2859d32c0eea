import { mailVersionField } from '@app/contracts/inquiries'
import { writeLimit } from '@app/mongo'
import { type Connection, Types } from 'mongoose'
import { addMails, summarise } from '../inquiries/outgoing-mail'
import {
  type InquiryMail,
  type StoredNote,
  type StoredReplyDraft,
  type Submission,
  submissionModel,
} from '../inquiries/submission-document'
import { inquiryChange } from '../replies/inquiry'
import { keepFormer } from '../replies/inquiry-undo'
import { draftsWithout } from '../replies/reply-template'

type KeptDraft = Pick<StoredReplyDraft, 'subject' | 'text' | 'cc' | 'files'>

/** Notes of a team on an inquiry while it works on it. */
export function teamworkStore(connection: Connection, now = () => new Date(), onAnnounced = () => {}) {
  const change = inquiryChange(connection, now, onAnnounced)

  return {
    /** `null`: it is back at once. `undefined` for spam and closed inquiries, which no view of open ones shows. */
    snooze(id: string, until: Date | null, action: string): Promise<Submission | undefined> {
      return change(
        id,
        { spam: { $ne: true }, status: { $ne: 'closed' } },
        [keepFormer(action), { $set: { snoozed_until: until } }],
        { type: 'record.updated', changed: ['snoozed_until'] },
      )
    },

    /** Adds a note with the mails to those it mentions; `undefined` when it is there already. */
    addNote(id: string, note: StoredNote, mails: readonly InquiryMail[]): Promise<Submission | undefined> {
      const notes = { $concatArrays: [{ $ifNull: ['$team_notes', []] }, { $literal: [note] }] }
      return change(
        id,
        { 'team_notes.id': { $ne: note.id } },
        [addMails(mails), { $set: { team_notes: notes } }, summarise],
        { type: 'record.updated', changed: ['team_notes'] },
      )
    },

    /**
     * Keeps what a person is writing; an empty draft is dropped. It is no edit of the inquiry, so `updated_at` stays.
     *
     * @returns `false` when there is no such inquiry
     */
    async keepDraft(
      id: string,
      person: string,
      by: string,
      { subject, text, cc, files = [] }: KeptDraft,
    ): Promise<boolean> {
      const at = now()
      const draft = { person, by, subject, text, ...(cc && { cc }), ...(files.length > 0 && { files }), at }
      const drafts = text.trim() || files.length > 0 ? [draft] : []
      const { matchedCount } = await submissionModel(connection).collection.updateOne(
        { _id: new Types.ObjectId(id) },
        [
          {
            $set: {
              reply_drafts: { $concatArrays: [draftsWithout(person), { $literal: drafts }] },
              drafted_at: at,
              [mailVersionField]: { $add: [{ $ifNull: [`$${mailVersionField}`, 0] }, 1] },
            },
          },
        ],
        writeLimit,
      )
      return matchedCount === 1
    },
  }
}

export type TeamworkStore = ReturnType<typeof teamworkStore>
