import { mailVersionField } from '@app/contracts/inquiries'

/** The values of one field of the mails. Not every MongoDB-compatible server supports a plain path into an array. */
const each = (field: string) => ({ $map: { input: '$mails', as: 'mail', in: `$$mail.${field}` } })
const some = (...states: string[]) => ({ $or: states.map((state) => ({ $in: [state, each('state')] })) })

/**
 * The last stage of every update of mails: the worst state and its reason in two plain fields, which tables can show, sort
 * and filter by, and the next version.
 */
export const summarise = {
  $set: {
    [mailVersionField]: { $add: [{ $ifNull: [`$${mailVersionField}`, 0] }, 1] },
    mail_state: {
      $cond: [
        // Held mail waits for staff as well.
        some('failed', 'held'),
        'failed',
        {
          $cond: [
            some('pending', 'sending'),
            'pending',
            { $cond: [{ $eq: [{ $size: '$mails' }, 0] }, 'none', 'sent'] },
          ],
        },
      ],
    },
    mail_error: {
      $ifNull: [
        {
          $arrayElemAt: [
            { $filter: { input: each('last_error'), as: 'reason', cond: { $ne: ['$$reason', null] } } },
            0,
          ],
        },
        null,
      ],
    },
  },
}

/** Changes the mails that match `when`, an expression in which `$$mail` is the mail. */
export const changeMails = (when: object, change: object) => ({
  $set: {
    mails: {
      $map: {
        input: '$mails',
        as: 'mail',
        in: { $cond: [when, { $mergeObjects: ['$$mail', { $literal: change }] }, '$$mail'] },
      },
    },
  },
})

/** Adds mails at the end, but none that is there already. */
export const addMails = (mails: readonly object[]) => {
  const isNew = { $not: [{ $in: ['$$added.message_id', each('message_id')] }] }
  const added = { $filter: { input: { $literal: mails }, as: 'added', cond: isNew } }
  return { $set: { mails: { $concatArrays: ['$mails', added] } } }
}

/** Whoever sends an answer again answers for it from then on. */
export const inNameOf = (person: string, at: Date) => ({
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
