import { decoderOf } from '@app/reader/code-pages'
import { wide } from '@app/reader/likely-encodings'

/** The bytes of each letter in a character set, found by decoding all that may be one, a line for each. */
function lettersOf(charset: string): Map<string, number[]> {
  const letters = new Map<string, number[]>()
  const decoder = decoderOf(charset)
  const add = (all: readonly number[][]) => {
    const texts = decoder.decode(Buffer.from(all.flatMap((bytes) => [...bytes, 10]))).split('\n')
    for (const [n, text = ''] of texts.entries())
      if ([...text].length === 1 && text !== '\ufffd' && !letters.has(text)) letters.set(text, all[n]!)
  }
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
  add(range(11, 256).map((one) => [one]))
  if (wide.has(charset) || charset === 'gb2312')
    add(range(0x81, 0xff).flatMap((one) => range(0x40, 0xff).map((two) => [one, two])))
  return letters
}
const known = new Map<string, Map<string, number[]>>()

/** A text in a character set that programs no longer write. */
export function encodedText(text: string, charset: string): Buffer {
  const letters = known.get(charset) ?? lettersOf(charset)
  known.set(charset, letters)
  return Buffer.from([...text].flatMap((sign) => letters.get(sign) ?? [0x3f]))
}
