import { createHash } from 'node:crypto'

/** The same id for the same text, so that replicas, retries and repeated calls store a thing once. */
export const derivedId = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)
