import { changeMails, summarise } from '../inquiries/outgoing-mail'
import type { OutgoingMail } from '../inquiries/submission-document'

/** The mails of one message; `returned` are the ids of those that were sent and came back. */
export type MailsToRestart = { message: string; returned: readonly string[] }

/** Names the person who sends an answer again as its author. */
const inNameOf = (person: string, at: Date) => ({
  $map: {
    input: '$mails',
    as: 'mail',
    in: {
      $cond: [
        { $and: [{ $eq: ['$$mail.since', at] }, { $in: ['$$mail.kind', ['reply', 'copy']] }] },
        { $mergeObjects: ['$$mail', { author: { $literal: person } }] },
        '$$mail',
      ],
    },
  },
})

/** Finds an inquiry with mails to restart, and restarts them in the name of `person`: failed, held and waiting ones, or `only` those. */
export function restartedMails(
  person: string,
  at: Date,
  only?: MailsToRestart,
): { condition: object; stages: object[] } {
  const restarted: Partial<OutgoingMail> = {
    state: 'pending',
    attempts: 0,
    since: at,
    due_at: at,
    last_error: null,
  }
  const { message, returned = [] } = only ?? {}
  const unsent = ['failed', 'pending']
  // Mail that is scheduled for later is left alone.
  const waits = [{ state: { $in: unsent }, since: { $lte: at } }, { state: 'held' }]
  const ofMessage = message === undefined ? [{}] : [{ message_id: message }, { copy_of: message }]
  const restartable = [
    ...waits.flatMap((state) => ofMessage.map((which) => ({ ...state, ...which }))),
    ...returned.map((id) => ({ state: 'sent', message_id: id })),
  ]
  const isOf = (field: string) => ({ $eq: [`$$mail.${field}`, { $literal: message }] })
  const isMine = message === undefined ? [] : [{ $or: [isOf('message_id'), isOf('copy_of')] }]
  const hasReturned = returned.map((id) => ({
    $and: [{ $eq: ['$$mail.state', 'sent'] }, { $eq: ['$$mail.message_id', { $literal: id }] }],
  }))
  const condition = { $or: restartable.map((mail) => ({ mails: { $elemMatch: mail } })) }
  const stages = [
    changeMails(
      {
        $and: [
          {
            $or: [
              { $and: [{ $in: ['$$mail.state', unsent] }, { $lte: ['$$mail.since', { $literal: at }] }] },
              { $eq: ['$$mail.state', 'held'] },
              ...hasReturned,
            ],
          },
          ...isMine,
        ],
      },
      restarted,
    ),
    { $set: { mails: inNameOf(person, at) } },
    summarise,
  ]
  return { condition, stages }
}
