const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const maxLength = 50
const kept = 47

/** Texts of more than 50 user-visible characters become the first 47 and `...`; an emoji is never split. */
export function cutText(text: string): string {
  if (text.length <= maxLength) return text
  let seen = 0
  let end = 0
  for (const { index } of graphemes.segment(text)) {
    if (seen === kept) end = index
    if (seen++ === maxLength) return `${text.slice(0, end)}...`
  }
  return text
}
