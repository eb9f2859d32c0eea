import { createHash } from 'node:crypto'

/** Removes differences in compatibility characters, whitespace and case. */
const fold = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/**
 * Equal for equal messages: same form, address, interest and text. A hash keeps the index small and free of personal
 * data.
 */
export const dedupeKey = (
  formId: string,
  { email = '', interest = '', message = '' }: Readonly<Record<string, string>>,
) =>
  createHash('sha256')
    .update(JSON.stringify([formId, fold(email), interest, fold(message)]))
    .digest('base64url')
