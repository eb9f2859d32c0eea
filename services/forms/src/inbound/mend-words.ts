import { decoded } from './large-parts'
import { type CharsetOf, decodedBy } from './text-charset'

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
export type OnTold = (charset: string, isMissing: boolean) => void

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
 * Writes encoded words anew, in UTF-8: their label may be wrong, and a letter may begin in one word and end in the next. They stay encoded, so
 * what is inside of them cannot become a part of an address or a second parameter. `onTold`: a label was wrong, or there was none.
 */
export function withMendedWords(head: string, charsetOf: CharsetOf, onTold: OnTold): string {
  const words = wordsIn(head)
  const runs: Word[][] = []
  for (const one of words) {
    const before = runs.at(-1)?.at(-1)
    const isNext = before?.label === one.label && between.test(head.slice(before.end, one.start))
    if (isNext) runs.at(-1)!.push(one)
    else runs.push([one])
  }
  let at = 0
  let mended = ''
  for (const run of runs) {
    const bytes = Buffer.concat(run.map((one) => one.bytes))
    const { label } = run[0]!
    const told = charsetOf(label, bytes)
    if (told?.isTold) onTold(told.charset, label === '')
    const text = decodedBy(told?.charset ?? label, bytes)
    mended += `${head.slice(at, run[0]!.start)}=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
    at = run.at(-1)!.end
  }
  return mended + head.slice(at)
}

/** The beginning of a parameter in the way of RFC 2231, with its character set. */
const encodedParameter = /\b([a-z]{1,20})\*(?:0\*)?[ \t]{0,5}=[ \t]{0,5}"?([\w:.-]{0,40})'[\w-]{0,40}'/gi
const percentEncoded = /%([\da-f]{2})/gi

/** Of one parameter, and how many of them a head has. */
const maxParameter = 4_000
const maxParameters = 20

/** Corrects the character sets of parameters such as names of files, where they are wrong (RFC 2231). */
export function withMendedParameters(field: string, charsetOf: CharsetOf, onTold: OnTold): string {
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
