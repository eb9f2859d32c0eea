import fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }

/** Any code point but half of a pair, as one sign of a text. */
const sign = fc
  .nat(0x10_ffff - surrogates.count)
  .map((at) => String.fromCodePoint(at < surrogates.from ? at : at + surrogates.count))

/** Texts of up to `maxLength` code points of all planes. The `binary` unit of fast-check takes six seconds to make, for the same texts. */
export const anyText = (maxLength: number) => fc.array(sign, { maxLength }).map((signs) => signs.join(''))
