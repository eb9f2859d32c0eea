import * as v from 'valibot'
import { replyDraft } from './inquiries'
import { writtenLine, writtenText } from './written-text'

/**
 * `POST /api/days/{date}/cancel`. `place` is a value of the lessons' place; without it the whole day is canceled. `announce` is the text
 * of an announcement until the end of the day, `write` an email to each participant and instructor. `{reason}` in both is filled in.
 */
export const dayCancellation = v.strictObject({
  reason: writtenLine('Reason', 200),
  place: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  announce: v.optional(writtenText('Announcement', 300)),
  write: v.optional(v.strictObject(replyDraft.entries)),
})
export type DayCancellation = v.InferOutput<typeof dayCancellation>
