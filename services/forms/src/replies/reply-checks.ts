import { days } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { AppError, type FieldErrors, invalidField, refuseErrors } from '@app/contracts/errors'
import {
  maxDaysAhead,
  maxReplyFileBytes,
  type ReplyDraft,
  type ReplyRequest,
  sizeOfFiles,
  tooManyFiles,
  undoSendTime,
} from '@app/contracts/replies'
import { type Reply, type Submission, visitorFields } from '../inquiries/submission-document'
import { leftIn } from '../settings/form-settings'
import { newestMessage } from './newest-message'
import type { ReplyFiles } from './reply-files'

/** The longest time ahead at which a reply can be sent. */
const maxAhead = days(maxDaysAhead)
/** @throws AppError `invalid_input` when a placeholder was left without a value */
export function refusePlaceholders(draft: ReplyDraft, submission: Submission): void {
  const fields: FieldErrors = {}
  for (const [field, value] of Object.entries(draft)) {
    const left = leftIn(value, visitorFields(submission)).map((name) => `{${name}}`)
    if (left.length > 0) fields[field] = `Replace ${left.join(', ')}: there is no value for it.`
  }
  refuseErrors(fields)
}

/** @throws AppError `conflict` with the newest message, when it is not the one that was seen */
export function refuseUnseen(submission: Submission, seen: string | undefined): void {
  const { isOurs, from: _from, ...newer } = newestMessage(submission)
  if (newer.id === seen) return
  const message = isOurs ? `${newer.by} has answered in the meantime.` : `${newer.by} has written again.`
  throw new AppError('conflict', message, undefined, { details: { newer } })
}

/** Until when a reply is held; `undefined`: it is sent at once. @throws AppError `invalid_input` */
function heldUntil({ undoable, sendAt }: ReplyRequest, at: Date): Date | undefined {
  if (!sendAt) return undoable ? new Date(at.getTime() + undoSendTime) : undefined
  const time = Date.parse(sendAt)
  if (time > at.getTime() && time < at.getTime() + maxAhead) return new Date(time)
  throw invalidField('sendAt', `Choose a time within the next ${maxDaysAhead} days.`)
}

/**
 * The recipients of a copy of a reply, and the files that it carries.
 *
 * @throws AppError `invalid_input` for what is no address, and for a file that is not of this inquiry
 */
async function replyContent(
  { cc = [], files = [] }: Pick<ReplyRequest, 'cc' | 'files'>,
  { _id, email }: Pick<Submission, '_id' | 'email'>,
  stored: Pick<ReplyFiles, 'find'>,
): Promise<Pick<Reply, 'cc' | 'files'>> {
  const addresses = cc.map((text) => {
    const address = normalEmail(text)
    if (!address) throw invalidField('cc', 'One of the addresses in Cc is not a valid email.')
    return address
  })
  const others = [...new Set(addresses)].filter((address) => address !== email)
  const found = await stored.find(_id.toHexString(), files)
  if (found.length < new Set(files).size) throw invalidField('files', 'One of the files is gone. Add it again.')
  if (sizeOfFiles(found) > maxReplyFileBytes) throw invalidField('files', tooManyFiles)
  return { ...(others.length > 0 && { cc: others }), ...(found.length > 0 && { files: found }) }
}

/** Addresses whose mails in an inquiry are proven to be theirs. */
export type ProvenSenders = (inquiry: Submission['_id']) => Promise<readonly string[]>

/**
 * Anybody can get their address into a conversation, and a copy shows all of it.
 * @throws AppError `conflict` with the addresses that its author has to name, `forbidden` for a program
 */
async function checkCopies(
  cc: readonly string[],
  { _id, mails }: Pick<Submission, '_id' | 'mails'>,
  { confirmed = [] }: Pick<ReplyRequest, 'confirmed'>,
  { isAccount, provenSenders }: { isAccount: boolean | undefined; provenSenders: ProvenSenders },
): Promise<void> {
  const known = new Set(mails.filter(({ kind }) => kind === 'reply' || kind === 'copy').map(({ to }) => to))
  const others = cc.filter((address) => !known.has(address))
  if (others.length === 0) return
  const proven = await provenSenders(_id)
  const unproven = others.filter((address) => !proven.includes(address))
  if (unproven.length === 0) return
  const list = unproven.join(', ')
  if (isAccount)
    throw new AppError('forbidden', `Service accounts write to addresses that the conversation knows, not to ${list}.`)
  const named = confirmed.map((address) => normalEmail(address))
  if (unproven.every((address) => named.includes(address))) return
  const message = `Nothing proves whose address this is: ${list}. Send the copy only if you know it.`
  throw new AppError('conflict', message, undefined, { details: { unproven } })
}

/**
 * The time until which a reply is held, its copies and its files.
 * @throws AppError `invalid_input`, or `conflict` or `forbidden` for its copies
 */
export async function checkedReply(
  request: ReplyRequest,
  submission: Submission,
  at: Date,
  given: { files: Pick<ReplyFiles, 'find'>; isAccount: boolean | undefined; provenSenders: ProvenSenders },
): Promise<{ held: Date | undefined; content: Pick<Reply, 'cc' | 'files'> }> {
  const held = heldUntil(request, at)
  const content = await replyContent(request, submission, given.files)
  await checkCopies(content.cc ?? [], submission, request, given)
  return { held, content }
}
