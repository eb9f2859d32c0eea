import { createHash } from 'node:crypto'
import { comparable } from '@app/contracts/comparable'

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** As the release before compared texts. */
const former = (text: string) => text.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()

/**
 * By what an equal inquiry is recognized: form, address, name, interest and message. Hashes keep the index small and free of
 * personal data. `former` leaves the name out, as the release before does. The first inquiry with these words is stored by it and
 * those of others by their `own`, so that replicas of both releases recognize each other's inquiries during an update.
 */
export const dedupeKeys = (
  formId: string,
  { email = '', name = '', interest = '', message = '' }: Readonly<Record<string, string>>,
) => ({
  own: digest([formId, ...[email, name, interest, message].map(comparable)]),
  former: digest([formId, former(email), interest, former(message)]),
})

export type DedupeKeys = { own: string; former?: string }
