import { codePage, decoderOf } from '@app/reader/code-pages'
import { mostLikelyEncoding, western } from '@app/reader/likely-encodings'
import { fromOldCharset, isOldCharset, oldCharsetOf } from './old-charsets'
import { fromWideCharset, isWideCharset } from './wide-charsets'

/** A text beyond this is only the beginning of what the mail holds. */
const maxWhole = 32 * 1024
/** The length of the text by which character sets are told apart: more takes long. */
const maxTelling = 2 * 1024
/** Of one mail. The detector needs milliseconds for each, and a mail may have thousands of parts. */
const maxGuesses = 30
/** Letters that a text loses where its label is believed: one that ends within a letter is still what it says. */
const maxBroken = 0.1
/** By chance, bytes of another one hardly ever are letters of UTF-8. */
const maxBrokenUtf8 = 0.5
/** The signs by which ISO-2022-JP turns to Japanese. */
const shifts = ['$@', '$B', '(J', '(I'].map((shift) => `\u001b${shift}`)
/** Names of character sets that say no more than "one byte a letter": what is valid UTF-8 is hardly ever anything of these. */
const singleByte =
  /^(?:us-ascii|ascii|ansi.*|iso-?8859-?\d+|latin-?\d|l\d|windows-\d+|cp-?\d+|koi8.*|mac.*|x-mac.*|ibm\d+|)$/
const marks: [charset: string, mark: string][] = [
  ['utf-8', '\u00ef\u00bb\u00bf'],
  ['utf-16be', '\u00fe\u00ff'],
  ['utf-16le', '\u00ff\u00fe'],
]

/** Names that programs use and decoders do not know. */
const aliases: readonly [label: RegExp, charset: string][] = [
  [/^(?:x-|ms-|microsoft-)?(?:windows|win|cp)-?(?:cp)?(125[0-8]|874)$/, 'windows-$1'],
  [/^(?:iso-?)?8859-(\d{1,2})$/, 'iso-8859-$1'],
  [/^latin-?1$/, 'windows-1252'],
  [/^latin-?9$/, 'iso-8859-15'],
  [/^(?:utf.?8(?:mb4)?|cp65001)$/, 'utf-8'],
  [/^cp932$/, 'shift_jis'],
  [/^(?:cp936|gbk?-?2312.*)$/, 'gb18030'],
  [/^(?:cp949|euc-kr)$/, 'euc-kr'],
  [/^(?:cp950|big5-.*)$/, 'big5'],
  [/^euc-jp$/, 'euc-jp'],
  [/^(?:cp5022[0-2]|iso-2022-jp-.*)$/, 'iso-2022-jp'],
  [/^tis-?620$/, 'windows-874'],
]
const decoderName = (label: string) => {
  try {
    return label && decoderOf(label).encoding
  } catch {
    return ''
  }
}
/** The character set that only its name keeps decoders from knowing, or `undefined`. */
function meantBy(label: string): string | undefined {
  if (decoderName(label) !== '') return undefined
  const plain = label.replace(/[_ ]/g, '-')
  const [name, charset] = aliases.find(([one]) => one.test(plain)) ?? []
  return name && charset && plain.replace(name, charset)
}
/** The name of a character set that decoders know, or `''`. */
const known = (label: string): string => decoderName(label) || decoderName(meantBy(label) ?? '')

const fits = (charset: string, bytes: Uint8Array) => {
  try {
    // A text that was cut off ends within a letter.
    decoderOf(charset, { fatal: true }).decode(bytes, { stream: bytes.length > maxWhole })
    return true
  } catch {
    return false
  }
}
const brokenShare = (charset: string, bytes: Uint8Array) => {
  const text = decoderOf(charset).decode(bytes)
  const beyond = [...text].filter((sign) => sign > '\u007f')
  return beyond.filter((sign) => sign === '\ufffd').length / Math.max(1, beyond.length)
}

/** The lines with letters beyond ASCII. */
function telling(text: string): Buffer {
  let found = ''
  for (const line of text.split(/[\r\n]+/)) {
    if (found.length > maxTelling) break
    if (/[\x80-\xff]/.test(line)) found += `${line}\n`
  }
  return Buffer.from(found.slice(0, maxTelling), 'latin1')
}

/** The character set of a text. `isTold`: it is another one than its label says, or there is no label and it was told by its letters. */
type Charset = { charset: string; isTold: boolean; isMended?: boolean }

/** Tells the character sets of the texts of one mail. */
export function charsetTeller() {
  let guesses = 0
  let last: string | undefined

  /** The character set that makes words of the bytes, else Western. */
  function guess(text: string): string {
    if (++guesses > maxGuesses) return last ?? western
    last = mostLikelyEncoding(telling(text))
    return last
  }

  /** The character set of a text that its label does not say, or `undefined`. `named`: a second name, inside of it. */
  return function charsetOf(label: string, bytes: Buffer, named = ''): Charset | undefined {
    const given = label.trim().toLowerCase()
    const meant = meantBy(given)
    return found(meant ?? given, bytes, named) ?? (meant ? { charset: meant, isTold: false } : undefined)
  }

  function found(given: string, bytes: Buffer, named: string): Charset | undefined {
    const isAscii = /^(?:us-)?ascii$/.test(given)
    const charset = isAscii ? '' : known(given)
    const text = bytes.toString('latin1')
    const told = (other: string, isSure = false) =>
      other === charset ? undefined : { charset: other, isTold: !isSure || !(given === '' || isAscii) }
    const marked = marks.find(([, mark]) => text.startsWith(mark))
    if (isWideCharset(given) && marked?.[0] !== 'utf-8' && (text.includes('\0') || !fits('utf-8', bytes)))
      return { charset: given, isTold: false, isMended: fromWideCharset(bytes, given).isMended }
    if (marked) return told(marked[0], true)
    if (!isWideCharset(given) && isUnknownToParser(given)) return { charset: given, isTold: false }
    if (shifts.some((shift) => text.includes(shift))) return told('iso-2022-jp', true)
    if (isWideCharset(given)) return told('utf-8')
    if (!/[\x80-\xff]/.test(text)) {
      const old = singleByte.test(given) || charset === 'utf-8' ? oldCharsetOf(text) : undefined
      return old ? { charset: old, isTold: true } : undefined
    }
    if (fits('utf-8', bytes)) {
      // Two bytes may be a letter of Chinese or Korean, too; three hardly ever.
      const isSure = charset === '' || singleByte.test(given) || /[\xe0-\xf4][\x80-\xbf]{2}/.test(text)
      return isSure ? told('utf-8', true) : undefined
    }
    const isBelieved = charset !== '' && charset !== 'utf-8'
    const inside = known(named)
    if (isBelieved && charset !== western && brokenShare(charset, bytes) < maxBroken) return undefined
    if (!isBelieved && brokenShare('utf-8', bytes) < maxBrokenUtf8) return told('utf-8')
    if (inside && inside !== 'utf-8' && fits(inside, bytes)) return told(inside)
    return told(guess(text))
  }
}
/** True for a character set that only this site decodes. */
export const isUnknownToParser = (charset: string): boolean =>
  isOldCharset(charset) || isWideCharset(charset) || codePage(charset) !== undefined
export type CharsetOf = ReturnType<typeof charsetTeller>

/** Shifts with nothing between them, where two words of a head meet: decoders take them for damage. */
const shift = '\u001b'
const emptyShift = new RegExp(`${shift}\\([BJ](?=${shift}[$(])`, 'g')

/** A text in a character set that was told. */
export function decodedBy(charset: string, bytes: Buffer): string {
  if (isOldCharset(charset)) return fromOldCharset(bytes, charset)
  if (isWideCharset(charset)) return fromWideCharset(bytes, charset).text
  const name = known(charset) || 'utf-8'
  const whole = name === 'iso-2022-jp' ? Buffer.from(bytes.toString('latin1').replace(emptyShift, ''), 'latin1') : bytes
  return decoderOf(name).decode(whole)
}
