import { decoderOf } from '@app/reader/code-pages'

/** Character sets of seven bits that decoders have given up. What is not ASCII stands between two signs. */
const sevenBits = /^(?:(?:unicode-1-1-|x-unicode-2-0-|csunicode11)?utf-?7|hz(?:-gb-2312)?|iso-2022-kr|csiso2022kr)$/
export const isOldCharset = (charset: string): boolean => sevenBits.test(charset)

const utf16 = new TextDecoder('utf-16be', { fatal: true, ignoreBOM: true })
/** A run of UTF-7 (RFC 2152); `undefined` where it is none. */
function unshifted(run: string): string | undefined {
  if (run === '') return '+'
  const bytes = Buffer.from(run, 'base64')
  try {
    return utf16.decode(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  } catch {
    return undefined
  }
}
const run = /\+([A-Za-z\d+/]*)-?/g
const fromUtf7 = (text: string) => text.replace(run, (all, shifted: string) => unshifted(shifted) ?? all)

const withHighBits = (text: string) => Buffer.from(text, 'latin1').map((byte) => byte | 0x80)

const toKorean = '\u000e'
const toLatin = '\u000f'
const fromIso2022 = (text: string) =>
  text
    .replaceAll('\u001b$)C', '')
    .split(toKorean)
    .map((piece, n) => {
      const [korean = '', ...latin] = n === 0 ? ['', piece] : piece.split(toLatin)
      return decoderOf('euc-kr').decode(withHighBits(korean)) + latin.join('')
    })
    .join('')

/** A text in one of these character sets. */
export function fromOldCharset(bytes: Buffer, charset: string): string {
  const text = bytes.toString('latin1')
  if (charset.startsWith('hz'))
    return text.replace(/~(?:\{([^~]*)(?:~\}|$)|~|\r?\n)/g, (all, letters?: string) =>
      letters === undefined ? (all === '~~' ? '~' : '') : decoderOf('gb18030').decode(withHighBits(letters)),
    )
  if (charset.includes('2022')) return fromIso2022(text)
  return fromUtf7(bytes.toString('utf8'))
}

const maxRuns = 200
/** A run ends with the bits of a letter: what is left of its last sign is zero. */
const isWhole = (shifted: string) => {
  const bytes = Buffer.from(shifted, 'base64')
  const letters = bytes.subarray(0, bytes.length - (bytes.length % 2))
  return letters.toString('base64').replaceAll('=', '') === shifted
}

/** The one of these that a text of seven bits is in, though it does not say so. UTF-7 only where all that looks like it makes words. */
export function oldCharsetOf(text: string): string | undefined {
  if (text.includes('\u001b$)C')) return 'iso-2022-kr'
  if (/~\{(?:[!-w][!-~])+~\}/.test(text)) return 'hz-gb-2312'
  const runs = [...text.slice(0, 8_000).matchAll(/\+([A-Za-z\d+/]{2,})/g)].slice(0, maxRuns)
  const letters = runs.map(([, shifted = '']) => (isWhole(shifted) ? (unshifted(shifted) ?? '') : ''))
  const isWords = letters.every((one) => /^[\p{L}\p{M}\p{P}\p{S}\p{Zs}]+$/u.test(one))
  const wide = letters.filter((one) => [...one].every((sign) => sign > '\u007f'))
  return isWords && (wide.length > 1 || (wide[0]?.length ?? 0) > 3) ? 'utf-7' : undefined
}
