import { fieldName } from './mail-fields'
import { bodyStart } from './raw-mail'

export type Word = { word: string; isQuoted: boolean }

/** The words of a header without comments; each of `signs` is a word of its own. What is quoted is one word, whatever it holds. */
export function wordsOf(text: string, signs: string): Word[] {
  const words: Word[] = []
  let word = ''
  const end = () => {
    if (word) words.push({ word, isQuoted: false })
    word = ''
  }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (depth > 0) {
      if (sign === '\\') at++
      else if (sign === '(') depth++
      else if (sign === ')') depth--
    } else if (sign === '(') {
      end()
      depth = 1
    } else if (sign === '"') {
      end()
      let quoted = ''
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\') at++
        quoted += text[at] ?? ''
      }
      words.push({ word: quoted, isQuoted: true })
    } else if (signs.includes(sign)) {
      end()
      words.push({ word: sign, isQuoted: false })
    } else if (/\s/.test(sign)) end()
    else word += sign
  }
  end()
  return words
}

/** Of one header. Nothing that is read of a mail is longer. */
const maxFieldLength = 8 * 1024
/** Of headers that list people or mails. */
const maxListLength = 16 * 1024
/** Of all headers with addresses together: reading them takes the parser several times as long as anything else. */
const maxAddressesLength = 32 * 1024

const addresses = new Set(['from', 'sender', 'to', 'cc', 'bcc', 'reply-to', 'delivered-to', 'return-path'])
const mails = new Set(['references', 'in-reply-to'])
const author = 'from'

/** The beginning of a list, up to the end of an entry. */
function beginningOf(field: string, length: number): string {
  const beginning = field.slice(0, length)
  const end = Math.max(beginning.lastIndexOf(','), beginning.lastIndexOf(';'), beginning.lastIndexOf('\n'))
  return end > 0 ? beginning.slice(0, end) : beginning
}

/** The mail that is answered is the last of a list of mails. */
function endOf(field: string): string {
  const end = field.slice(-maxListLength)
  return `${field.slice(0, field.indexOf(':') + 1)} ${end.slice(Math.max(0, end.indexOf('<')))}`
}

/**
 * Shortens headers that are longer than any that people and programs write, before a parser reads them. The author is read, however long
 * the lists of recipients are; `isAuthorCut`: there may be further authors.
 */
export function withoutLongHeaders(raw: Buffer): { raw: Buffer; isAuthorCut: boolean } {
  const end = bodyStart(raw)
  if (end <= maxFieldLength) return { raw, isAuthorCut: false }
  let left = maxAddressesLength
  let isAuthorCut = false
  function shortened(field: string): string {
    const name = fieldName(field)
    const isAddresses = addresses.has(name)
    const isMails = mails.has(name)
    const max = isAddresses ? Math.min(left, maxListLength) : isMails ? maxListLength : maxFieldLength
    const short = field.length <= max ? field : isMails ? endOf(field) : beginningOf(field, max)
    if (isAddresses) left -= short.length
    if (name === author) isAuthorCut ||= short !== field
    return short
  }
  const fields = raw.toString('latin1', 0, end).split(/\r?\n(?![ \t])/)
  const authors = new Map(
    fields.filter((field) => fieldName(field) === author).map((field) => [field, shortened(field)]),
  )
  const short = fields.flatMap((field) => {
    const kept = authors.get(field) ?? shortened(field)
    // An empty line would end the header.
    return kept === '' && field !== '' ? [] : kept
  })
  return { raw: Buffer.concat([Buffer.from(short.join('\r\n'), 'latin1'), raw.subarray(end)]), isAuthorCut }
}
