import * as v from 'valibot'

// In both patterns a pair of surrogates is one character, and half a pair is refused; with and without the flag `u`.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches what is refused.
const line = /^(?:[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/
const lines =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches what is refused.
  /^(?:[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])*$/
const isVisible = (text: string) => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)

const within = (title: string, maxLength: number, pattern: RegExp) =>
  v.pipe(
    v.string(`${title} is required`),
    v.trim(),
    v.maxLength(maxLength, `${title} cannot exceed ${maxLength} characters`),
    v.regex(pattern, `${title} is not valid`),
  )
const required = (title: string, maxLength: number, pattern: RegExp) =>
  v.pipe(
    within(title, maxLength, pattern),
    v.minLength(1, `${title} is required`),
    v.check(isVisible, `${title} is required`),
  )

/** One line that people wrote, such as a mail header: no line break, no control character, something to see. */
export const writtenLine = (title: string, maxLength: number) => required(title, maxLength, line)

/** The same, which may be empty. */
export const optionalLine = (title: string, maxLength: number) => within(title, maxLength, line)

/** Several lines that people wrote: line breaks and tabs, no other control character, something to see. */
export const writtenText = (title: string, maxLength: number) => required(title, maxLength, lines)

/** The same, which may be empty. */
export const optionalText = (title: string, maxLength: number) => within(title, maxLength, lines)
