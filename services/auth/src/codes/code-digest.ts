import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Six digits, each value equally likely, leading zeros kept. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * The stored form of a code. Without the pepper, which is not in the database, the million possible codes cannot be tried
 * against it; the challenge and the address tie it to one request.
 */
export const codeDigest = (pepper: string, challengeId: string, email: string, code: string) =>
  createHmac('sha256', pepper)
    .update(JSON.stringify([challengeId, email, code]))
    .digest('base64url')

/** Compares in constant time. */
export function sameDigest(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}
