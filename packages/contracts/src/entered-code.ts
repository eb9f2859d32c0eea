import { enteredValue, westernDigits } from './entered-line'

/**
 * The six digits of a code, whatever stands around and between them: `G-123456`, `123-456`, `Your code is 123456.`. Of a text
 * without them all its digits, so that seven are not taken for a code.
 */
export function enteredCode(text: string): string {
  const plain = westernDigits(enteredValue(text.slice(0, 2_000)).normalize('NFKC'))
  const [whole] = /(?<!\d)\d{6}(?!\d)/.exec(plain) ?? []
  if (whole !== undefined) return whole
  const [halves] = /(?<!\d)\d{3}[^\d\p{L}]{1,3}\d{3}(?!\d)/u.exec(plain) ?? []
  return (halves ?? plain).replaceAll(/\D/g, '')
}
