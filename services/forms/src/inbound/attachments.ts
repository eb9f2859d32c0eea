import { logoId, maxLogoBytes } from '@app/mail/templates/markup'
import { withoutMetadata } from '@app/uploads/without-metadata'
import type { Attachment } from 'postal-mime'
import { isCalendar } from './attached-parts'

/** Of one mail. */
const maxFiles = 50
/** Beyond this even the names are left out. */
const maxNames = 100
const maxNameLength = 150
const unfitInName = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu
/** Blanks, also letters and signs that show nothing: many of them push the end of a name out of sight. */
const blanks = /[\s\u115f\u1160\u2800\u3164\uffa0]+/g

export type ReadAttachment = { name: string; type: string; bytes: Uint8Array | null; size: number }

/** The end of a name that says what a file is. */
const ending = /\.[a-z][a-z\d]{0,4}$/i

/**
 * A name that no program takes for a path, and whose ending is seen. Calendars get the ending .ics, and mails without an ending .eml:
 * programs open files by it.
 */
function nameOf(given: string | null, n: number, what: 'calendar' | 'mail' | undefined) {
  const name = (given ?? '')
    .normalize('NFC')
    .replace(blanks, ' ')
    .replace(unfitInName, '_')
    .replace(/ \./g, '.')
    .replace(/^[.\s]+/, '')
    .slice(-maxNameLength)
    .trim()
  const own = name || `attachment-${n + 1}`
  if (what === 'calendar' && !/\.(?:ics|ical|ifb|icalendar|vcs)$/i.test(own)) return `${own.replace(ending, '')}.ics`
  return what === 'mail' && !ending.test(own) ? `${own}.eml` : own
}

/** The school's own logo, which mail programs send back with an answer. One whose Content-ID they have changed could be anybody's picture. */
const isSchoolLogo = ({ contentId, disposition }: Attachment, type: string, size: number) =>
  [logoId, `<${logoId}>`].includes(contentId ?? '') &&
  disposition === 'inline' &&
  type === 'image/png' &&
  size <= maxLogoBytes

/**
 * The files of a mail. Their type is what their bytes are: what the sender says about them proves nothing. A picture loses its metadata,
 * such as the place where it was taken, which stays in the raw mail only.
 */
export async function readAttachments(
  given: readonly Attachment[],
  bytesOf: (attachment: Attachment) => Buffer,
): Promise<ReadAttachment[]> {
  const { fileTypeFromBuffer } = await import('file-type')
  const read: ReadAttachment[] = []
  for (const attachment of given) {
    const n = read.length
    if (n === maxNames) break
    const { filename, mimeType } = attachment
    const bytes = bytesOf(attachment)
    const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? 'application/octet-stream'
    if (isSchoolLogo(attachment, type, bytes.length)) continue
    const file = withoutMetadata(type, bytes) ?? bytes
    const what = isCalendar(mimeType, bytes) ? 'calendar' : mimeType === 'message/rfc822' ? 'mail' : undefined
    read.push({ name: nameOf(filename, n, what), type, bytes: n < maxFiles ? file : null, size: file.length })
  }
  return read
}
