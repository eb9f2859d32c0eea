import { withoutMetadata } from '@app/uploads/without-metadata'
import type { Attachment } from 'postal-mime'

/** Of one mail. */
const maxFiles = 50
/** Beyond this even the names are left out. */
const maxNames = 100
const maxNameLength = 150
const unfitInName = /[\p{Cc}\p{Cf}\p{Cs}/\\:*?"<>|]+/gu

export type ReadAttachment = { name: string; type: string; bytes: Uint8Array | null; size: number }

/** Of parts that have no name of their own. */
const endings: Readonly<Record<string, string>> = { 'text/calendar': '.ics', 'message/rfc822': '.eml' }

/** A name that no program takes for a path. */
const nameOf = (given: string | null, n: number, type: string) =>
  (given ?? '')
    .normalize('NFC')
    .replace(unfitInName, '_')
    .replace(/^[.\s]+/, '')
    .slice(-maxNameLength)
    .trim() || `attachment-${n + 1}${endings[type] ?? ''}`

/**
 * The files of a mail. Their type is what their bytes are: what the sender says about them proves nothing. A picture loses its metadata,
 * such as the place where it was taken, which stays in the raw mail only.
 */
export async function readAttachments(
  given: readonly Attachment[],
  complete: (content: Uint8Array, isMail: boolean) => Uint8Array,
): Promise<ReadAttachment[]> {
  const { fileTypeFromBuffer } = await import('file-type')
  const read: ReadAttachment[] = []
  for (const [n, { filename, content, mimeType }] of given.slice(0, maxNames).entries()) {
    const parsed = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    const bytes = complete(parsed, mimeType.startsWith('message/'))
    const type = (await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? 'application/octet-stream'
    const file = withoutMetadata(type, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) ?? bytes
    read.push({ name: nameOf(filename, n, mimeType), type, bytes: n < maxFiles ? file : null, size: file.length })
  }
  return read
}
