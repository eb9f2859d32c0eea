import * as v from 'valibot'
import { doc, post, tagged } from './call'
import { exampleJob } from './doc-parts'
import { job } from './jobs'
import { changeOf } from './policy'
import { replyDraft } from './replies'
import { writtenLine, writtenText } from './written-text'

/**
 * `POST /api/days/{date}/cancel`. `place` is a value of the lessons' place; without it the whole day is canceled. `announce` is the text
 * of an announcement until the end of the day, `write` an email to each participant and instructor. `{reason}` in both is filled in.
 */
const dayCancellation = v.strictObject({
  reason: writtenLine('Reason', 200),
  place: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  announce: v.optional(writtenText('Announcement', 300)),
  write: v.optional(v.strictObject(replyDraft.entries)),
})
export type DayCancellation = v.InferOutput<typeof dayCancellation>

/** An announcement also needs the right to change announcements, an email the right to see students. */
export const cancelDay = post('cancelDay', '/api/days/:date/cancel', {
  ...changeOf('lessons'),
  audit: { action: 'batch', by: 'action' },
  params: v.object({ date: v.pipe(v.string(), v.isoDate()) }),
  body: { schema: dayCancellation },
  response: { 200: job, 202: job },
  errors: ['forbidden', 'not_found', 'invalid_input', 'recent_sign_in_required'],
})

export const docs = () => {
  const canceled = { kind: 'cancel-day', table: 'lessons', total: 4 }
  return tagged('Today', [
    doc(cancelDay, {
      summary: 'Cancel a day',
      description:
        'Marks the lessons of a day as canceled, announces it on the website, and writes to each participant once: for those under 18 to their guardians, also where the caller may not see guardians, who are not shown then. It runs as a job; its undo restores lessons and announcement, emails stay sent. Called again it does only what is left, so nothing happens twice.',
      parameters: { date: { description: 'A day at the school, not before today.', example: '2026-11-28' } },
      body: {
        example: {
          reason: 'the storm',
          announce: 'Closed on Saturday, November 28 because of {reason}.',
          write: {
            subject: 'No lessons on Saturday',
            text: 'Hi {first_name},\n\nThe lessons are canceled because of {reason}.',
          },
        },
      },
      responses: {
        200: { description: 'The job, which has ended.', example: exampleJob(canceled, 'done') },
        202: { description: 'The job, which continues in the background.', example: exampleJob(canceled, 'running') },
      },
      errors: {
        forbidden: 'The announcement needs the right to change announcements.',
        not_found: 'The email needs the right to see students, the announcement the right to see announcements.',
        invalid_input: 'The day is over, or a text is missing or not valid.',
        recent_sign_in_required: 'An email to more than 100 students needs a sign-in of the last 15 minutes.',
      },
    }),
  ])
}
