import { createHash } from 'node:crypto'

/** Brings what differs only in looks to one form: compatibility characters, runs of blanks, upper and lower case. */
const fold = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/**
 * What makes two messages the same: form, address, interest and words. The hash keeps the index small and free of what
 * was written.
 */
export const dedupeKey = (
  formId: string,
  { email = '', interest = '', message = '' }: Readonly<Record<string, string>>,
) =>
  createHash('sha256')
    .update(JSON.stringify([formId, fold(email), interest, fold(message)]))
    .digest('base64url')
