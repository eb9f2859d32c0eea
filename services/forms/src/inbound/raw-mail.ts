import { createHash } from 'node:crypto'
import { normalEmail } from '@app/contracts/entered-line'
import { fieldValues } from './mail-fields'

/** Beyond any of these a mail is stored as it came, and not read. */
export const maxMailBytes = 20 * 1024 * 1024
const maxParts = 10_000
/** More lines than in a text of any use. Attachments are not among them. */
const maxLines = 200_000
const maxHeaderLines = 5_000
const headerBytes = 256 * 1024

/** Where the body of a mail, or of a part of one, begins. */
export function bodyStart(raw: Buffer): number {
  const found = ['\r\n\r\n', '\n\n'].flatMap((gap) => {
    const at = raw.indexOf(gap)
    return at < 0 ? [] : [at + gap.length]
  })
  return Math.min(raw.length, ...found)
}

/** True for a mail that says that it has parts, and has none that can be found. */
export function hasUnknownParts(raw: Buffer): boolean {
  const [type = ''] = headersOf(raw, 'content-type')
  if (!/^\s*multipart\//i.test(type)) return false
  const [, quoted, bare] = /;\s{0,20}boundary\s{0,5}=\s{0,5}(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? []
  const boundary = quoted ?? bare
  return boundary === undefined || !raw.includes(`\n--${boundary}`)
}

/** The values of a header at the top of a mail, unfolded, the topmost first. */
export function headersOf(raw: Buffer, name: string): string[] {
  return fieldValues(raw.toString('latin1', 0, Math.min(bodyStart(raw), headerBytes)), name)
}

/** The address in a `From` header; `''` where there is none that could be answered. */
export function addressIn(header: string): string {
  const inBrackets = /<([^<>]*)>[^<>]*$/.exec(header)?.[1]
  return normalEmail(inBrackets ?? header) ?? ''
}

export const senderOf = (raw: Buffer): string => addressIn(headersOf(raw, 'from')[0] ?? '')

/**
 * Recognizes a mail that comes twice, from two mailboxes or after UIDVALIDITY has changed: the Message-ID with the body. What servers
 * add on the way is in the header. The Message-ID alone would let a mail that repeats another's disappear.
 */
export function contentKey(raw: Buffer): string {
  const id = headersOf(raw, 'message-id')[0]
  const hash = createHash('sha256')
  if (id) hash.update(`${id}\n`).update(raw.subarray(bodyStart(raw)))
  else hash.update(raw)
  return `mail:${hash.digest('base64url')}`
}

/** Counts the lines that may begin a part, before a parser does anything with them. */
export function hasTooManyParts(raw: Buffer): boolean {
  let parts = 0
  for (let at = raw.indexOf('\n--'); at >= 0; at = raw.indexOf('\n--', at + 3)) if (++parts > maxParts) return true
  return false
}

const countsMoreLines = (bytes: Buffer, than: number): boolean => {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) if (++lines > than) return true
  return false
}

/** True if a mail without its large bodies has more lines than people write: the parser reads them one by one. */
export const hasTooManyLines = (raw: Buffer): boolean =>
  countsMoreLines(raw, maxLines) || countsMoreLines(raw.subarray(0, bodyStart(raw)), maxHeaderLines)
