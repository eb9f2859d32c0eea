import type { Attachment } from 'postal-mime'
import { fieldName, unfolded } from './mail-fields'
import { readCms } from './signed-content'

/** A part of a mail that may be all of it. Its type may say `application/octet-stream`, so its name and its beginning count, too. */
export type AttachedPart =
  | { kind: 'mail' | 'calendar' | 'pgp' | 'encrypted' | 'outlook'; bytes: Buffer }
  | { kind: 'signed'; bytes: Buffer; content?: Buffer | undefined }

const maxParts = 20
const beginningLength = 2_000
/** A compound file of Microsoft, such as a message that Outlook stored. */
const compoundFile = 'd0cf11e0a1b11ae1'

/** A mail begins with fields, of which some are in every mail. */
const field = /^(?:>?From [^\r\n]*|[!-9;-~]{1,76}[ \t]*:[^\r\n]*)\r?$/
const everyMail = new Set(['from', 'subject', 'date', 'received', 'message-id', 'mime-version', 'return-path'])
function isMail(beginning: string): boolean {
  const lines = unfolded(beginning.trimStart()).split('\n').slice(0, -1)
  const end = lines.findIndex((line) => line.trim() === '')
  const head = end < 0 ? lines : lines.slice(0, end)
  return head.every((line) => field.test(line)) && head.filter((line) => everyMail.has(fieldName(line))).length > 1
}

const endingOf = (name: string | null) => /\.([a-z\d]{1,8})\s*$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
const anyType = /^(?:application\/(?:octet-stream|x-unknown|unknown|binary|force-download)|text\/plain|)$/
const signs = (bytes: Buffer) => bytes.toString('utf8', 0, beginningLength).replace(/^[\ufeff\s]+/, '')

/** A calendar by its type or by how it begins. */
export const isCalendar = (type: string, bytes: Uint8Array): boolean =>
  /^(?:text\/(?:calendar|x-vcalendar)|application\/(?:x-)?(?:ics|ical|icalendar|vnd\.apple\.ics))$/.test(type) ||
  /^BEGIN:VCALENDAR\b/i.test(
    signs(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, beginningLength))),
  )

function partOf(
  { filename, mimeType }: Attachment,
  bytes: Buffer,
  hasOpaqueSignature: boolean,
): AttachedPart | undefined {
  const ending = endingOf(filename)
  const isAny = anyType.test(mimeType)
  const begins = signs(bytes)
  if (/^application\/(?:x-)?pkcs7-mime$/.test(mimeType) || (isAny && /^p7[mcz]$/.test(ending))) {
    const cms = readCms(bytes)
    // A signature next to its text, under the type of one with it.
    if (ending === 'p7s' || (cms?.kind === 'signed' && !cms.content && ending !== 'p7m')) return undefined
    return cms ? { ...cms, bytes } : { kind: hasOpaqueSignature ? 'signed' : 'encrypted', bytes }
  }
  if (/^message\/(?:rfc822|global)$/.test(mimeType)) return { kind: 'mail', bytes }
  if (isCalendar(mimeType, bytes)) return { kind: 'calendar', bytes }
  if (/^application\/pgp-encrypted$/.test(mimeType) || /^-----BEGIN PGP MESSAGE-----/.test(begins))
    return { kind: 'pgp', bytes }
  // Its bytes begin with a packet, not with a letter.
  if (isAny && /^(?:pgp|gpg)$/.test(ending) && (bytes[0] ?? 0) > 0x7f) return { kind: 'pgp', bytes }
  if (isAny && isMail(begins)) return { kind: 'mail', bytes }
  if (/^application\/vnd\.ms-outlook$/.test(mimeType) || (isAny && ending === 'msg'))
    return bytes.toString('hex', 0, 8) === compoundFile ? { kind: 'outlook', bytes } : undefined
  return undefined
}

/**
 * The parts of a mail that are a mail, a calendar, or what encrypts or signs one. `hasOpaqueSignature`: a part says so, which counts where
 * its bytes say nothing.
 */
export function attachedParts(
  attachments: readonly Attachment[],
  bytesOf: (attachment: Attachment) => Buffer,
  hasOpaqueSignature: boolean,
): AttachedPart[] {
  return attachments.slice(0, maxParts).flatMap((one) => partOf(one, bytesOf(one), hasOpaqueSignature) ?? [])
}
