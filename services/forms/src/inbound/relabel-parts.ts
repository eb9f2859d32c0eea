import { isUtf8 } from 'node:buffer'
import { decoded, headerIn, partStarts } from './large-parts'
import { fieldName, fieldsIn } from './mail-fields'
import { bodyStart } from './raw-mail'
import { type CharsetOf, charsetTeller, decodedBy, isUnknownToParser } from './text-charset'

const maxLabel = 60
const between = /^[ \t\r\n]*$/
/** Several parameters, of which each holds a part of a word: the parser joins these. */
const acrossParameters = /"\s*;/

const bytesOf = (encoding: string, text: string): Buffer =>
  encoding.toUpperCase() === 'B'
    ? decoded({ bytes: Buffer.from(text, 'utf8'), encoding: 'base64' })
    : decoded({
        bytes: Buffer.from(text.replaceAll('_', ' ').replace(/[\r\n]/g, ''), 'utf8'),
        encoding: 'quoted-printable',
      })

/** A character set was told that a label does not say. `isMissing`: there is no label. */
type OnTold = (charset: string, isMissing: boolean) => void

type Word = { start: number; end: number; label: string; bytes: Buffer }

/** Encoded words (RFC 2047): `=?label?Q?text?=`. Each sign is looked at once. */
function wordsIn(head: string): Word[] {
  const words: Word[] = []
  for (let at = head.indexOf('=?'); at >= 0; at = head.indexOf('=?', at)) {
    const start = at
    at += 2
    const labelEnd = head.indexOf('?', at)
    if (labelEnd < 0) return words
    const label = head.slice(at, Math.min(labelEnd, at + maxLabel + 1))
    const encoding = head[labelEnd + 1] ?? ''
    if (label === '' || label.length > maxLabel || /\s/.test(label)) continue
    if (!/[bq]/i.test(encoding) || head[labelEnd + 2] !== '?') continue
    const textEnd = head.indexOf('?', labelEnd + 3)
    if (textEnd < 0) return words
    const text = head.slice(labelEnd + 3, textEnd)
    if (head[textEnd + 1] !== '=' || acrossParameters.test(text)) continue
    at = textEnd + 2
    const [charset = ''] = label.toLowerCase().split('*')
    words.push({ start, end: at, label: charset, bytes: bytesOf(encoding, text) })
  }
  return words
}

/**
 * Rewrites encoded words in UTF-8: their label may be wrong, and a letter may begin in one word and end in the next. They stay encoded, so
 * what is inside of them cannot become a part of an address or a second parameter. `onTold`: a label was wrong, or there was none.
 */
function withMendedWords(head: string, charsetOf: CharsetOf, onTold: OnTold): string {
  const words = wordsIn(head)
  const runs: Word[][] = []
  for (const one of words) {
    const before = runs.at(-1)?.at(-1)
    const isNext = before?.label === one.label && between.test(head.slice(before.end, one.start))
    if (isNext) runs.at(-1)!.push(one)
    else runs.push([one])
  }
  let at = 0
  let rewritten = ''
  for (const run of runs) {
    const bytes = Buffer.concat(run.map((one) => one.bytes))
    const { label } = run[0]!
    const told = charsetOf(label, bytes)
    if (told?.isTold) onTold(told.charset, label === '')
    const text = decodedBy(told?.charset ?? label, bytes)
    rewritten += `${head.slice(at, run[0]!.start)}=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
    at = run.at(-1)!.end
  }
  return rewritten + head.slice(at)
}

/** The beginning of a parameter in the way of RFC 2231, with its character set. */
const encodedParameter = /\b([a-z]{1,20})\*(?:0\*)?[ \t]{0,5}=[ \t]{0,5}"?([\w:.-]{0,40})'[\w-]{0,40}'/gi
const percentEncoded = /%([\da-f]{2})/gi

/** Of one parameter, and how many of them a head has. */
const maxParameter = 4_000
const maxParameters = 20

/** Corrects the character sets of parameters such as names of files, where they are wrong (RFC 2231). */
function withMendedParameters(field: string, charsetOf: CharsetOf, onTold: OnTold): string {
  let count = 0
  return field.replace(encodedParameter, (all, name: string, label: string, index: number) => {
    if (++count > maxParameters) return all
    const own = field.slice(index, index + maxParameter)
    const section = new RegExp(`\\b${name}\\*(?:\\d{1,4}\\*)?[ \\t]*=([^;\\r\\n]{0,2000})`, 'gi')
    const values = [...own.matchAll(section)].map(([, value = '']) => value.slice(value.lastIndexOf("'") + 1)).join('')
    const bytes = values.replace(percentEncoded, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    const told = charsetOf(label, Buffer.from(bytes, 'latin1'))
    if (!told) return all
    if (told.isTold) onTold(told.charset, label === '')
    const at = all.indexOf(`${label}'`, all.indexOf('='))
    return `${all.slice(0, at)}${told.charset}${all.slice(at + label.length)}`
  })
}

/** The length of the beginning of a body that is looked at. */
const sampleBytes = 64 * 1024
const metaBytes = 4 * 1024
/** Fields of a head that are shown. */
const shownFields = new Set([
  ...['subject', 'from', 'sender', 'to', 'cc', 'reply-to'],
  ...['content-type', 'content-disposition'],
])

/**
 * A field of a head with its 8-bit signs as UTF-8. ISO-2022-JP has signs of seven bits only. Programs that write such fields use the
 * character set of the text there, too.
 */
function readableField(field: string, ofText: string, charsetOf: CharsetOf, onTold: OnTold): string {
  if (!/[\x80-\xff]/.test(field) && !field.includes('\u001b$')) return field
  const bytes = Buffer.from(field, 'latin1')
  const isOfText = !isUtf8(bytes) && !/^(?:us-)?ascii$|^utf-?(?:7|16)/i.test(ofText)
  const told = charsetOf(isOfText ? ofText : '', bytes)
  if (told?.isTold && shownFields.has(fieldName(field))) onTold(told.charset, true)
  return decodedBy(told?.charset ?? (isOfText ? ofText || 'utf-8' : 'utf-8'), bytes)
}

/** The head of a part with its letters in UTF-8, whatever it says about them. */
function readableHead(head: Buffer, ofText: string, charsetOf: CharsetOf, onTold: OnTold): string {
  const text = head.toString('latin1')
  const fields = fieldsIn(text).map((field) => readableField(field, ofText, charsetOf, onTold))
  return withMendedParameters(withMendedWords(fields.join('\n'), charsetOf, onTold), charsetOf, onTold)
}

const charsetIn = /(;\s{0,20}charset\s{0,5}=\s{0,5})("[^"\r\n]{0,60}"|[^\s;"]{1,60})/i

/** A head with one more field. That of a part begins with the line of its boundary. */
function withField(head: string, field: string): string {
  const at = head.startsWith('--') ? head.indexOf('\n') + 1 : 0
  return `${head.slice(0, at)}${field}\r\n${head.slice(at)}`
}

/** A head in three parts: before a field, its lines without the last line break, and what follows. `undefined`: it is not there. */
function aroundField(head: string, name: string): [before: string, field: string, after: string] | undefined {
  let start = 0
  for (const field of fieldsIn(head)) {
    const length = field.endsWith('\r') ? field.length - 1 : field.length
    if (fieldName(field) === name)
      return [head.slice(0, start), head.slice(start, start + length), head.slice(start + length)]
    start += field.length + 1
  }
  return undefined
}

/** A head whose text is labeled with another character set. */
function withCharset(head: string, charset: string): string {
  const parts = aroundField(head, 'content-type')
  if (!parts) return withField(head, `Content-Type: text/plain; charset=${charset}`)
  const [before, field, after] = parts
  const labeled = charsetIn.test(field)
    ? field.replace(charsetIn, `$1${charset}`)
    : `${field.trimEnd()}; charset=${charset}`
  return before + labeled + after
}

function withoutEncoding(head: string): string {
  const [before = head, , after = ''] = aroundField(head, 'content-transfer-encoding') ?? []
  return before + after.replace(/^\r?\n/, '')
}

/** Texts of other types, each with the one that shows it. */
const otherText = /^([^:]{0,100}:\s{0,5}text\/)(enriched|richtext|(?:x-|x-web-)?markdown)\b/i
function shownType(head: string): string {
  const [before, field, after] = aroundField(head, 'content-type') ?? [head, '', '']
  const shown = field.replace(
    otherText,
    (_, start: string, kind: string) => start + (/markdown/i.test(kind) ? 'plain' : 'html'),
  )
  return before + shown + after
}

/** A text in base64, and what a program (that of a mailing list) wrote behind it without regard to that. */
function withoutFooter(body: Buffer, encoding: string): [text: Buffer, footer: string] {
  if (!/^base64$/i.test(encoding)) return [body, '']
  const lines = body.toString('latin1').split('\n')
  const end = lines.findIndex((line) => !/^[A-Za-z\d+/]*={0,2}\s*$/.test(line))
  if (end < 1 || lines[0]!.trim() === '') return [body, '']
  const footer = lines.slice(end).join('\n')
  return [Buffer.from(lines.slice(0, end).join('\n'), 'latin1'), Buffer.from(footer, 'latin1').toString()]
}

const metaCharset = /<meta[^<>]{0,200}?charset\s{0,5}=\s{0,5}["']?([\w-]{2,40})/i

const opaqueSignature =
  /^application\/(?:x-)?pkcs7-mime\b[\s\S]{0,500}?smime-type\s{0,5}=\s{0,5}"?(?:signed-data|certs-only)/

/** A character set in the place of one that is wrong or missing. */
type Told = { charset: string; isMissing: boolean }

type Relabeled = {
  raw: Buffer
  /** The character sets that staff are told about. */
  told: Told[]
  /** Line breaks had been put within letters. */
  isMended: boolean
  /** A part says that its text is inside of a signature. */
  hasOpaqueSignature: boolean
}

/** Corrects what a mail says about its character sets where that does not fit, before a parser reads it by that. */
export function relabeled(raw: Buffer): Relabeled {
  const starts = partStarts(raw)
  const charsetOf = charsetTeller()
  const [, , named = ''] = charsetIn.exec(raw.toString('latin1', 0, sampleBytes)) ?? []
  const ofText = named.replaceAll('"', '')
  const told: Told[] = []
  let hasOpaqueSignature = false
  let isMended = false
  const onTold: OnTold = (charset, isMissing) => {
    told.push({ charset, isMissing })
  }
  const pieces = starts.flatMap((start, n): Buffer[] => {
    const part = raw.subarray(start, starts[n + 1] ?? raw.length)
    const bodyAt = bodyStart(part)
    const given = readableHead(part.subarray(0, bodyAt), ofText, charsetOf, onTold)
    const head = n === 0 ? shownType(given) : given
    const type = headerIn(head, 'content-type')
    const body = part.subarray(bodyAt)
    hasOpaqueSignature ||= opaqueSignature.test(type)
    const asIs = [Buffer.from(head), body]
    if (!/^(?:$|text\/(?:plain|html|calendar)\b)/.test(type)) return asIs
    const encoding = headerIn(head, 'content-transfer-encoding')
    const [encoded, footer] = withoutFooter(body, encoding)
    const bytes = decoded({ bytes: encoded.subarray(0, sampleBytes), encoding })
    const label = charsetIn.exec(type)?.[2]?.replaceAll('"', '') ?? ''
    const [, meta = ''] = type.startsWith('text/html')
      ? (metaCharset.exec(bytes.toString('latin1', 0, metaBytes)) ?? [])
      : []
    const found = charsetOf(label, bytes, meta)
    if (!found && footer === '') return asIs
    isMended ||= found?.isMended === true
    if (found?.isTold) onTold(found.charset, label === '')
    if (found && footer === '' && !isUnknownToParser(found.charset))
      return [Buffer.from(withCharset(head, found.charset)), body]
    // The parser does not know it, or stumbles over what follows.
    const charset = found?.charset ?? (label || 'utf-8')
    const text = Buffer.from(`${decodedBy(charset, decoded({ bytes: encoded, encoding }))}${footer && `\n${footer}`}`)
    const labeled = withCharset(withoutEncoding(head), 'utf-8')
    const base64 = text.toString('base64')
    const lines = Array.from({ length: Math.ceil(base64.length / 76) }, (_, n) => base64.slice(n * 76, n * 76 + 76))
    return [
      Buffer.from(withField(labeled, 'Content-Transfer-Encoding: base64')),
      Buffer.from(`${lines.join('\r\n')}\r\n`),
    ]
  })
  return { raw: Buffer.concat(pieces), told, isMended, hasOpaqueSignature }
}
