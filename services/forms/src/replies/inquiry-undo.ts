import { summarise } from '../inquiries/outgoing-mail'
import type { Former, OutgoingMail } from '../inquiries/submission-document'

/** Fields that actions of staff change, and their undo restores. */
const restored = [
  ...['status', 'spam', 'spam_reason', 'due_by', 'reminded_at', 'answered_at', 'closed_at'],
  ...['assignee', 'snoozed_until'],
] as const satisfies (keyof Former)[]

const isUnsent = (mail: string) => ({ $in: [`${mail}.state`, ['pending', 'failed', 'held']] })
const mailsWhere = (cond: object) => ({ $filter: { input: { $ifNull: ['$mails', []] }, as: 'mail', cond } })

/** Replaces what is stored: a plain object in a `$set` of a pipeline is merged into it, as dotted paths are. */
const whole = (fields: object) => ({ $mergeObjects: [fields] })

/** The mails without those to colleagues about an assignment that is not theirs any more, as far as they were not sent. */
export const withoutAssignments = mailsWhere({
  $not: [{ $and: [{ $eq: ['$$mail.kind', 'assignment'] }, isUnsent('$$mail')] }],
})

/** The mails without those that were not sent. */
export const withoutUnsent = mailsWhere({ $not: [isUnsent('$$mail')] })

/** The first stage of an action: keeps what it replaces. */
export const keepFormer = (action: string, { dropsMails = false } = {}) => ({
  $set: {
    former: whole({
      action: { $literal: action },
      ...Object.fromEntries(restored.map((name) => [name, { $ifNull: [`$${name}`, null] }])),
      // Another inquiry of the sender was released by the same action just before.
      spam_reason: {
        $cond: [{ $eq: ['$released_with', { $literal: action }] }, 'marked', { $ifNull: ['$spam_reason', null] }],
      },
      dropped: dropsMails ? mailsWhere(isUnsent('$$mail')) : { $literal: [] },
    }),
  },
})

/**
 * The stages of an undo. An inquiry that is held again sends nothing; what a hold has dropped is sent now, and what was sent stays so.
 */
export function restoreFormer(at: Date): object[] {
  const isHeld = { $eq: ['$former.spam', true] }
  const due: Partial<OutgoingMail> = {
    state: 'pending',
    since: at,
    attempts: 0,
    due_at: at,
    lease: null,
    last_error: null,
  }
  const dropped = { $ifNull: ['$former.dropped', []] }
  return [
    {
      $set: {
        ...Object.fromEntries(restored.map((name) => [name, `$former.${name}`])),
        mails: {
          $cond: [
            isHeld,
            withoutUnsent,
            {
              $concatArrays: [
                withoutAssignments,
                {
                  $map: { input: dropped, as: 'mail', in: { $mergeObjects: ['$$mail', { $literal: due }] } },
                },
              ],
            },
          ],
        },
      },
    },
    { $set: { former: whole({ action: '$former.action', is_undone: { $literal: true } }) } },
    summarise,
  ]
}
