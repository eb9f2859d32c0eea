import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import type { ReplyRequest } from '@app/contracts/inquiries'
import { maxReplyFileBytes, sizeOfFiles, tooManyFiles } from '@app/contracts/reply-files'
import type { Reply, Submission } from '../inquiries/submission-document'
import type { ReplyFiles } from './reply-files'

const refuse = (field: string, message: string) => new AppError('invalid_input', message, { [field]: message })

/**
 * Who gets a copy of a reply, and the files that it carries.
 *
 * @throws AppError `invalid_input` for what is no address, and for a file that is not of this inquiry
 */
export async function replyContent(
  { cc = [], files = [] }: Pick<ReplyRequest, 'cc' | 'files'>,
  { _id, email }: Pick<Submission, '_id' | 'email'>,
  stored: Pick<ReplyFiles, 'find'>,
): Promise<Pick<Reply, 'cc' | 'files'>> {
  const addresses = cc.map((text) => {
    const address = normalEmail(text)
    if (!address) throw refuse('cc', 'One of the addresses in Cc is not a valid email.')
    return address
  })
  const others = [...new Set(addresses)].filter((address) => address !== email)
  const found = await stored.find(_id.toHexString(), files)
  if (found.length < new Set(files).size) throw refuse('files', 'One of the files is gone. Add it again.')
  if (sizeOfFiles(found) > maxReplyFileBytes) throw refuse('files', tooManyFiles)
  return { ...(others.length > 0 && { cc: others }), ...(found.length > 0 && { files: found }) }
}
