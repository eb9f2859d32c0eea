import type * as v from 'valibot'
import { maxUploadBytes, uploadedFile } from './tables'

/** Files of one reply. With what their encoding adds, common mail servers take them. */
export const maxReplyFiles = 10
export const maxReplyFileBytes = 2 * maxUploadBytes
/** Files that were uploaded for the replies of one inquiry. */
export const maxInquiryFiles = 200
/** People who get a copy of one reply. */
export const maxCopies = 5

/** A file that a reply carries. */
export const replyFile = uploadedFile
export type ReplyFile = v.InferOutput<typeof replyFile>

/** In bytes. */
export const sizeOfFiles = (files: readonly Pick<ReplyFile, 'size'>[]) => files.reduce((sum, { size }) => sum + size, 0)
export const tooManyFiles = `A reply has at most ${maxReplyFiles} files of ${maxReplyFileBytes / 1024 ** 2} MB together.`
