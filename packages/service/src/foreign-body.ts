import { AppError } from '@app/contracts/errors'
import { forbiddenKeys, foreignLimits, parseJson } from './read-body'

const formType = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data'
/** A number of so many digits is kept as it is; a longer one may be the name of something, and would be rounded. */
const exactDigits = 15

/** A number that JSON.parse rounds stays the text that it is. */
export const exactNumber = (_: string, value: unknown, context?: { source?: string }): unknown => {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const { source = '' } = context ?? {}
  const digits = source.split(/e/i)[0]!.replaceAll(/\D/g, '').replace(/^0+/, '')
  return Number.isFinite(value) && digits.length <= exactDigits ? value : source
}

const parsedText = (text: string): unknown => {
  try {
    return parseJson(text, foreignLimits, exactNumber)
  } catch (error) {
    if (error instanceof AppError && !(error.cause instanceof SyntaxError)) throw error
    return undefined
  }
}

/** A value of a form. Form builders put JSON into one of them, as Jotform does into `rawRequest`. */
function formValue(value: string | Blob): unknown {
  if (typeof value !== 'string') return value instanceof File ? value.name : ''
  return /^\s{0,20}[[{]/.test(value) ? (parsedText(value) ?? value) : value
}

/** Of a name that comes repeatedly, as `items[]` does, the list of its values. */
function valuesOf(pairs: Iterable<[string, string | Blob]>): Record<string, unknown> {
  const values = new Map<string, unknown[]>()
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > foreignLimits.maxKeys) throw new AppError('invalid_request', 'The form has too many fields.')
    if (forbiddenKeys.has(name)) continue
    const own = values.get(name)
    if (own) own.push(formValue(value))
    else values.set(name, [formValue(value)])
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]))
}

/** The text of a body: UTF-8, else as the sender names it, else Windows-1252, which old forms are in. */
function textOf(bytes: Uint8Array, type: string): string {
  const named = /;\s*charset="?([\w.:-]{1,40})/i.exec(type)?.[1]
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  for (const encoding of [marked ?? 'utf-8', named]) {
    try {
      // Bun decodes more encodings than its types list.
      if (encoding) return new TextDecoder(encoding as Bun.Encoding, { fatal: true }).decode(bytes)
    } catch {}
  }
  return new TextDecoder('windows-1252').decode(bytes)
}

/** The fields of a form: bytes that are not UTF-8 are of Windows-1252. */
function fieldsOf(text: string): Record<string, unknown> {
  const isUtf8 = !new URLSearchParams(text).toString().includes('%EF%BF%BD') || /%EF%BF%BD/i.test(text)
  const escaped = (_: string, hex: string) =>
    encodeURIComponent(new TextDecoder('windows-1252').decode(Uint8Array.of(Number.parseInt(hex, 16))))
  return valuesOf(new URLSearchParams(isUtf8 ? text : text.replace(/%([89a-f][\da-f])/gi, escaped)))
}

const looksLikeForm = /^[\w.[\]%+-]{1,200}=[^\n]*$/

async function formOf(bytes: Uint8Array, type: string): Promise<Record<string, unknown>> {
  try {
    const form = await new Response(bytes.slice(), { headers: { 'content-type': type } }).formData()
    return valuesOf(form.entries())
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_request', 'The form cannot be read.')
  }
}

/**
 * The value of a body that another product has sent: JSON, or of a form an object of its texts. Where the headers say neither, what
 * it looks like counts; a text that is neither is kept as `text`.
 *
 * @throws AppError `invalid_request`
 */
export async function parseForeign(bytes: Uint8Array, { headers }: Request): Promise<unknown> {
  const type = headers.get('content-type') ?? ''
  const media = type.split(';')[0]!.trim().toLowerCase()
  if (media === multipart) return formOf(bytes, type)
  const text = textOf(bytes, type).trim()
  if (text === '') return null
  const isForm = looksLikeForm.test(text)
  if (media.endsWith('json') && !isForm) return parseJson(text, foreignLimits, exactNumber)
  // Some products, and curl, send JSON and call it a form.
  const value = media === formType && !/^[[{]/.test(text) ? undefined : parsedText(text)
  if (value !== undefined) return value
  return media === formType || isForm ? fieldsOf(text) : { text }
}
