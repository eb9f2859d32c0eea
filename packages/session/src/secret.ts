import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, for a token, a cookie or an address that opens something. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Stored instead of a secret, so that a copy of the database opens nothing. So many random bits need no salt. */
export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('base64url')
