/** A sign that somebody sees. A picture in a text leaves U+FFFC. */
const seen = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u
/** True if a text shows anything. */
export const isSeen = (text: string): boolean => seen.test(text)

/** Letters and pictures that a joiner between them changes: it is no invisible sign there. */
const joined =
  '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Mymr}\\p{sc=Khmr}]'
/** The flags of England, Scotland and Wales; joiners; how a picture is drawn. */
const kept = [
  '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{2,6}\\u{e007f}',
  `(?<=${joined})[\\u200c\\u200d](?=${joined})`,
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}])[\\ufe0e\\ufe0f]',
  '(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
]
const unseen = new RegExp(`(${kept.join('|')})|\\p{Default_Ignorable_Code_Point}`, 'gu')

/** One line, such as a subject or a name, without invisible characters: they make two things look alike, or turn a line around. */
export const shownLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u2800]+/gu, ' ')
    .replace(unseen, (_, sign: string | undefined) => sign ?? '')
    .trim()
