import { isUtf8 } from 'node:buffer'
import { AppError } from '@app/contracts/errors'
import { encodedTwice, onceEncoded } from '@app/reader/once-encoded'
import { forbiddenKeys, foreignLimits, parseJson, withRepeatedKeys } from './call-input'

const formType = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'
/** A number of so many digits is kept as it is; a longer one may be the name of something, and would be rounded. */
const exactDigits = 15
const maxNotes = 20

/** A number that JSON.parse rounds stays the text that it is. */
export const exactNumber = (_: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const { source = '' } = context ?? {}
  const digits = source.split(/e/i)[0]!.replaceAll(/\D/g, '').replace(/^0+/, '')
  return Number.isFinite(value) && digits.length <= exactDigits ? value : source
}

/** Notes what was read in the most likely way. */
type Tell = (note: string) => void

const shownNames = 5
function parsedJson(text: string, tell: Tell): unknown {
  const value = parseJson(text, foreignLimits, exactNumber)
  const { json, repeated } = withRepeatedKeys(text)
  if (repeated.size === 0) return value
  const names = [...repeated].slice(0, shownNames).map((name) => `“${name.slice(0, 60)}”`)
  tell(
    `It was sent with several values of one name: ${names.join(', ')}. The last one has the name, each before it has a number`,
  )
  return parseJson(json, foreignLimits, exactNumber)
}

const parsedText = (text: string, tell: Tell): unknown => {
  try {
    return parsedJson(text, tell)
  } catch (error) {
    if (error instanceof AppError && !(error.cause instanceof SyntaxError)) throw error
    return undefined
  }
}

const isJson = /^\s{0,20}[[{]/

function onceMeant(text: string, tell: Tell): string {
  const once = onceEncoded(text)
  if (once !== text) tell(`Its letters ${encodedTwice}`)
  return once
}

/** A value of a form. Form builders put JSON into one of them, as Jotform does into `rawRequest`. */
function formValue(value: string | Blob, tell: Tell): unknown {
  if (typeof value !== 'string') return value instanceof File ? value.name : ''
  const text = onceMeant(value, tell)
  return isJson.test(text) ? (parsedText(text, tell) ?? text) : text
}

/** Of a name that comes repeatedly, as `items[]` does, the list of its values. */
function valuesOf(pairs: Iterable<[string, string | Blob]>, tell: Tell): Record<string, unknown> {
  const values = new Map<string, unknown[]>()
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > foreignLimits.maxKeys) throw new AppError('invalid_request', 'The form has too many fields.')
    if (forbiddenKeys.has(name)) continue
    const own = values.get(name)
    if (own) own.push(formValue(value, tell))
    else values.set(name, [formValue(value, tell)])
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]))
}

const pieces = /["&=,\r\n]+/
const maxTelling = 8_000

/** A decoder that makes words of texts that are not UTF-8. What tells the encoding takes time to load, and is hardly ever needed. */
async function likelyDecoder(latin: string, tell: Tell) {
  const [{ decoderOf }, { mostLikelyEncoding }] = await Promise.all([
    import('@app/reader/code-pages'),
    import('@app/reader/likely-encodings'),
  ])
  const telling = latin.split(pieces).filter((piece) => /[\x80-\xff]/.test(piece))
  const encoding = mostLikelyEncoding(Buffer.from(telling.join('\n').slice(0, maxTelling), 'latin1'))
  tell(`It does not say how its letters are stored. They were read as ${encoding}: look whether names are right`)
  return decoderOf(encoding)
}

// Bun decodes more encodings than its types list.
const decoded = (bytes: Uint8Array, encoding: string) =>
  new TextDecoder(encoding as Bun.Encoding, { fatal: true }).decode(bytes)
const latinOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** The text of a body: UTF-8, else as the sender names it, else what makes words of its letters, else Windows-1252. */
async function textOf(bytes: Uint8Array, type: string, tell: Tell): Promise<string> {
  const named = /;\s*charset="?([\w.:-]{1,40})/i.exec(type)?.[1]
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  for (const encoding of [marked ?? 'utf-8', named]) {
    try {
      if (encoding) return onceMeant(decoded(bytes, encoding), tell)
    } catch {}
  }
  return (await likelyDecoder(latinOf(bytes), tell)).decode(bytes)
}

/** The bytes of a part of a form, as many as its signs. */
const unescaped = (text: string) =>
  latinOf(Buffer.from(text))
    .replaceAll('+', ' ')
    .replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The fields of a form, each in UTF-8, else all that are not in the encoding that makes words of them. */
async function fieldsOf(text: string, tell: Tell): Promise<Record<string, unknown>> {
  // Only an escaped byte beyond ASCII can be of another encoding.
  if (!/%[89a-f]/i.test(text)) return valuesOf(new URLSearchParams(text), tell)
  const pairs = text.split('&').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
  })
  const latin = pairs.flat().map(unescaped)
  const others = latin.filter((one) => !isUtf8(Buffer.from(one, 'latin1')))
  if (others.length === 0) return valuesOf(new URLSearchParams(text), tell)
  const other = await likelyDecoder(others.join('\n'), tell)
  const read = (one: string) => {
    const bytes = Buffer.from(unescaped(one), 'latin1')
    return isUtf8(bytes) ? bytes.toString() : other.decode(bytes)
  }
  return valuesOf(
    pairs.map(([name = '', value = '']): [string, string] => [read(name), read(value)]),
    tell,
  )
}

const looksLikeForm = /^[\w.[\]%+-]{1,200}=[^\n]*$/

const headEnd = /\r?\n\r?\n/

/**
 * The parts of a form as the format has them: lines end in CR LF, texts are in UTF-8 whatever each says of itself, and of a file there is
 * its name alone.
 */
async function plainParts(bytes: Uint8Array, boundary: string, tell: Tell): Promise<Uint8Array> {
  const parts = `\n${latinOf(bytes)}`.split(`\n--${boundary}`)
  const texts = parts.map(async (part) => {
    const end = headEnd.exec(part)
    if (!end) return part
    const head = part.slice(0, end.index)
    const body = part.slice(end.index + end[0].length)
    const type = /^content-type:([^\r\n]{0,200})/im.exec(head)?.[1] ?? ''
    const isFile = /;\s{0,20}filename\*?=/i.test(head)
    const named = (await textOf(Buffer.from(head, 'latin1'), '', tell)).replace(/\r?\n/g, '\r\n')
    const text = isFile ? '' : await textOf(Buffer.from(body.replace(/\r$/, ''), 'latin1'), type, tell)
    return `${named.replace(/^content-type:.*$/im, 'x-type: text')}\r\n\r\n${text}`
  })
  return Buffer.from((await Promise.all(texts)).join(`\r\n--${boundary}`).trimStart())
}

async function formOf(bytes: Uint8Array, type: string, tell: Tell): Promise<Record<string, unknown>> {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? []
  try {
    const plain = await plainParts(bytes, quoted ?? bare ?? '', tell)
    const form = await new Response(plain.slice(), { headers: { 'content-type': type } }).formData()
    return valuesOf(form.entries(), tell)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_request', 'The form cannot be read.')
  }
}

/** `notes`: what was read in the most likely way, for people. */
type Foreign = { value: unknown; notes: string[] }

/**
 * The value of a body that another product has sent: JSON, or of a form an object of its texts. Where the headers say neither, what
 * it looks like counts; a text that is neither is kept as `text`.
 *
 * @throws AppError `invalid_request`
 */
export async function parseForeign(bytes: Uint8Array, { headers }: Request): Promise<Foreign> {
  const notes = new Set<string>()
  const tell = (note: string) => void notes.add(note)
  const read = await foreignValue(bytes, headers.get('content-type') ?? '', tell)
  // Some products write JSON into a text of JSON.
  const value = typeof read === 'string' && isJson.test(read) ? (parsedText(read, tell) ?? read) : read
  return { value, notes: [...notes].slice(0, maxNotes) }
}

async function foreignValue(bytes: Uint8Array, type: string, tell: Tell): Promise<unknown> {
  const media = type.split(';')[0]!.trim().toLowerCase()
  if (media === multipart) return formOf(bytes, type, tell)
  const text = (await textOf(bytes, type, tell)).trim()
  if (text === '') return null
  const isForm = looksLikeForm.test(text)
  if (media.endsWith('json') && !isForm) return parsedJson(text, tell)
  // Some products, and curl, send JSON and call it a form.
  const value = media === formType && !/^[[{]/.test(text) ? undefined : parsedText(text, tell)
  if (value !== undefined) return value
  return media === formType || isForm ? fieldsOf(text, tell) : { text }
}
