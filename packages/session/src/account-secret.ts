import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** By which people and scanners of leaked secrets recognize one. */
const prefix = 'archery_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Digits that hold 256 bits, and those of a CRC-32. */
const bitsLength = 43
const checksumLength = 6
const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{${bitsLength + checksumLength}}$`)

/** Base 62: a double click selects all of it. */
function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = digits[Number(rest % 62n)] + text
  return text
}

const checksumOf = (body: string) => encode(BigInt(crc32(body)), checksumLength)

/** A secret of a service account: the prefix, 256 random bits, and a checksum. */
export function newAccountSecret(): string {
  const body = prefix + encode(BigInt(`0x${randomBytes(32).toString('hex')}`), bitsLength)
  return body + checksumOf(body)
}

/** True if a text may be a secret; one that was cut or mistyped is recognized without a look into the database. */
export const isAccountSecret = (text: string) =>
  pattern.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
