/** Invisible characters that are not typed: soft hyphens, zero width, text direction, variation selectors. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const blanks = /\s+/gu
/** Of `comparable`, what a keyboard writes as an apostrophe, as a quotation mark and as a hyphen. */
const apostrophes = /[\u0060\u00b4\u02b9\u02bb-\u02bd\u02c8\u055a\u05f3\u2018-\u201b\u2032\u2035\u2039\u203a\ua78c]/gu
const quotes = /[\u00ab\u00bb\u02ba\u02dd\u05f4\u201c-\u201f\u2033\u2036\u301d-\u301f]/gu
const dashes = /[\p{Pd}\u2212\u00af\u2043]/gu

/** Marks that a letter can do without. Those of Devanagari, Thai or kana are letters of their own and stay. */
const diacritics =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu
/** Letters that Unicode does not take apart, as people write them without the key for them. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
}
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu')

const signs = (text: string) =>
  text
    .replace(blanks, ' ')
    .replace(invisible, '')
    .replace(apostrophes, "'")
    .replace(quotes, '"')
    .normalize('NFKC')
    .replace(dashes, '-')

/**
 * The form in which two texts of people are the same: compatibility characters, invisible signs, typographic quotes and
 * dashes, blanks and case do not count, accents do. For matching, duplicates, references and choices; it is not meant to be
 * shown or stored as a value, and never decides who signs in: two addresses that look alike are two (`normalEmail`).
 */
export const comparable = (text: string): string =>
  // Twice: small letters of some signs are composed otherwise. A final sigma is a sigma.
  signs(signs(text).toLowerCase()).replaceAll('ς', 'σ').replace(blanks, ' ').trim()

/** The form in which a search finds texts: as `comparable`, and accents, ß and ss, æ and ae do not count either. */
export const searchable = (text: string): string =>
  comparable(text)
    .normalize('NFKD')
    .replace(diacritics, '')
    .replace(special, (letter) => plain[letter]!)
    .normalize('NFKC')

/** Labels that a search takes for the same are the same; names of fields and options have `_` for blanks. */
export const foldedLabel = (text: string) => searchable(text.replaceAll('_', ' '))
