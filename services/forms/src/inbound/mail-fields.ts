/**
 * Finds where a field of one of these names begins, as the mail parser does: at the start of a line that ends with LF, with or without blanks
 * before the colon, as in the older syntax of mails (RFC 5322, 4.5). `names` is the source of a pattern.
 */
export const fieldStart = (names: string): RegExp =>
  new RegExp(`(?<![^\\n])(?:${names})[ \\t]*(?:\\r?\\n[ \\t]+)*:`, 'i')

/** A text in which each field is one line. */
export const unfolded = (text: string): string => text.replace(/\r?\n[ \t]+/g, ' ')

/** The values of a field in a text, the topmost first, each unfolded to one line. */
export const fieldValues = (text: string, names: string): string[] =>
  Array.from(
    text.matchAll(new RegExp(`${fieldStart(names).source}([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, 'gi')),
    ([, value = '']) => unfolded(value).trim(),
  )
