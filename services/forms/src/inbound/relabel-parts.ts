import { bodyOf, decoded, headerIn, partStarts } from './large-parts'

/** How far a body is looked at. */
const sampleBytes = 64 * 1024
const metaBytes = 4 * 1024
/** Names of character sets that say no more than "one byte a letter": what is valid UTF-8 is hardly ever anything of these. */
const singleByte = /^(?:us-ascii|ascii|ansi.*|iso-8859-\d+|latin-?\d|windows-125\d|cp125\d|x-unknown|unknown-8bit|)$/
/** How ISO-2022-JP turns to Japanese. */
const shifts = ['$@', '$B', '(J', '(I'].map((shift) => `\u001b${shift}`)
const shiftJisLead = /[\x81-\x9f\xe0-\xef]/

/** The label is that of a mail, of any kind. @throws RangeError */
const decoderOf = (charset: string, how?: { fatal: true }) =>
  new TextDecoder(charset as ConstructorParameters<typeof TextDecoder>[0], how)
const isKnown = (charset: string) => {
  try {
    return Boolean(decoderOf(charset))
  } catch {
    return false
  }
}
const fits = (charset: string, bytes: Uint8Array) => {
  try {
    // The sample may end within a character.
    decoderOf(charset, { fatal: true }).decode(bytes, { stream: bytes.length > sampleBytes / 2 })
    return true
  } catch {
    return false
  }
}

/** A body of letters that are not English: most are above 0x7f. */
const shareOfHigh = (bytes: Uint8Array) => {
  const high = bytes.reduce((sum, byte) => sum + (byte > 0x7f ? 1 : 0), 0)
  const letters = bytes.reduce((sum, byte) => sum + (byte > 0x40 ? 1 : 0), 0)
  return letters === 0 ? 0 : high / letters
}

/** Parts of UTF-8 that are valid, against bytes that are not. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const broken = text.split('\ufffd').length - 1
  return [...text].filter((sign) => sign > '\u007f' && sign !== '\ufffd').length > broken
}

function guess(bytes: Buffer): string {
  const text = bytes.toString('latin1')
  if (shareOfHigh(bytes) > 0.5) {
    // Russian in Windows-1251 is letters one after another; what is Chinese comes in pairs.
    if (!/[\x80-\xa7\xa9-\xb7\xb9-\xbf]/.test(text) && /[\xe0-\xff]{4}/.test(text)) return 'windows-1251'
    if (shiftJisLead.test(text) && fits('shift_jis', bytes)) return 'shift_jis'
    const found = ['gb18030', 'euc-kr', 'big5'].find((charset) => fits(charset, bytes))
    if (found) return found
  }
  return 'windows-1252'
}

/** The character set that a text is in, where it is not the one of its label. */
function charsetOf(label: string, bytes: Buffer, isMarkup: boolean): string | undefined {
  const given = label.trim().toLowerCase()
  const known = isKnown(given) ? given : ''
  const text = bytes.toString('latin1')
  if (shifts.some((shift) => text.includes(shift))) return known.startsWith('iso-2022') ? undefined : 'iso-2022-jp'
  if (!/[\x80-\xff]/.test(text)) return undefined
  if (fits('utf-8', bytes)) return singleByte.test(known) ? 'utf-8' : undefined
  const isWrong = known === '' || /^(?:utf-?8|us-ascii|ascii)$/.test(known)
  if (!isWrong && fits(known, bytes)) return undefined
  if (isMostlyUtf8(bytes)) return /^utf-?8$/.test(known) ? undefined : 'utf-8'
  const [, meta = ''] = isMarkup
    ? (/<meta[^<>]{0,200}?charset\s{0,5}=\s{0,5}["']?([\w-]{2,40})/i.exec(text.slice(0, metaBytes)) ?? [])
    : []
  if (meta && isKnown(meta) && fits(meta, bytes)) return meta.toLowerCase()
  return guess(bytes)
}

/** The head of a part with its 8-bit signs as UTF-8, line by line. */
function readableHead(head: Buffer): Buffer {
  if (!head.some((byte) => byte > 0x7f) || fits('utf-8', head)) return head
  const lines = head.toString('latin1').split('\n')
  return Buffer.from(
    lines
      .map((line) => {
        const bytes = Buffer.from(line, 'latin1')
        return decoderOf(fits('utf-8', bytes) ? 'utf-8' : guess(bytes)).decode(bytes)
      })
      .join('\n'),
  )
}

const charsetIn = /(;\s{0,20}charset\s{0,5}=\s{0,5})("[^"\r\n]{0,60}"|[^\s;"]{1,60})/i

/** A head whose text is labeled with another character set. */
function withCharset(head: string, charset: string): string {
  const start = /^content-type:/im.exec(head)?.index
  if (start === undefined) return `Content-Type: text/plain; charset=${charset}\r\n${head}`
  const end = /\r?\n(?![ \t])/.exec(head.slice(start))
  const field = end ? head.slice(start, start + end.index) : head.slice(start)
  const labeled = charsetIn.test(field)
    ? field.replace(charsetIn, `$1${charset}`)
    : `${field.trimEnd()}; charset=${charset}`
  return head.slice(0, start) + labeled + head.slice(start + field.length)
}

/**
 * Corrects labels of character sets that do not fit their text, before a parser reads it by them. `read`: the character sets in place of
 * wrong ones, to be told; one that was missing is not.
 */
export function relabeled(raw: Buffer): { raw: Buffer; read: string[] } {
  const starts = partStarts(raw)
  const read: string[] = []
  let isChanged = false
  const pieces = starts.flatMap((start, n): Buffer[] => {
    const part = raw.subarray(start, starts[n + 1] ?? raw.length)
    const bodyAt = bodyOf(part)
    const head = readableHead(part.subarray(0, bodyAt))
    isChanged ||= head.length !== bodyAt
    const text = head.toString('utf8')
    const type = headerIn(text, 'content-type')
    const body = part.subarray(bodyAt)
    if (!/^(?:$|text\/(?:plain|html)\b)/.test(type)) return [head, body]
    const encoding = headerIn(text, 'content-transfer-encoding').trim()
    const bytes = decoded({ bytes: body.subarray(0, sampleBytes), encoding })
    const label = charsetIn.exec(type)?.[2]?.replaceAll('"', '') ?? ''
    const charset = charsetOf(label, bytes, type.startsWith('text/html'))
    if (!charset) return [head, body]
    isChanged = true
    if (label && !/^(?:us-ascii|ascii)$/i.test(label)) read.push(charset)
    return [Buffer.from(withCharset(text, charset)), body]
  })
  return isChanged ? { raw: Buffer.concat(pieces), read } : { raw, read }
}
