export type Word = { word: string; isQuoted: boolean }

/** The words of a header without comments; each of `signs` is a word of its own. What is quoted is one word, whatever it holds. */
export function wordsOf(text: string, signs: string): Word[] {
  const words: Word[] = []
  let word = ''
  const end = () => {
    if (word) words.push({ word, isQuoted: false })
    word = ''
  }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (depth > 0) {
      if (sign === '\\') at++
      else if (sign === '(') depth++
      else if (sign === ')') depth--
    } else if (sign === '(') {
      end()
      depth = 1
    } else if (sign === '"') {
      end()
      let quoted = ''
      for (at++; at < text.length && text[at] !== '"'; at++) {
        if (text[at] === '\\') at++
        quoted += text[at] ?? ''
      }
      words.push({ word: quoted, isQuoted: true })
    } else if (signs.includes(sign)) {
      end()
      words.push({ word: sign, isQuoted: false })
    } else if (/\s/.test(sign)) end()
    else word += sign
  }
  end()
  return words
}
