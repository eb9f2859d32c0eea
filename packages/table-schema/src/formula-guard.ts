/**
 * Texts in CSV that no spreadsheet computes. A guard `'` stands wherever a program could begin a field with a formula: at
 * the start, and after each `;`, tab and line break. Where `;` or tab separates, quotes within a line have no effect.
 * A place that has the guard already gets one more, so that reading takes away exactly what writing has added.
 */

const guard = "'"
const formulaSigns = new Set('=+-@|%＝＋－＠｜％')
const separator = /[;\t\r\n]/
/** Characters that a program may skip before a formula; also the guard itself. */
const skipped = /['"\s\u200b\ufeff]/

const atStart = /^'*[\t\r]|^['\s\u200b\ufeff]*[=+\-@|%＝＋－＠｜％]/

/** The places behind a separator from which a formula could begin, in order. Read from the end: one step a character. */
function innerPlaces(text: string): number[] {
  const places: number[] = []
  let opens = false
  for (let at = text.length - 1; at >= 0; at--) {
    const sign = text[at]!
    if (opens && separator.test(sign)) places.push(at + 1)
    opens = formulaSigns.has(sign) || (opens && skipped.test(sign))
  }
  return places.reverse()
}

function placesIn(text: string): number[] {
  const inner = separator.test(text) ? innerPlaces(text) : []
  return atStart.test(text) ? [0, ...inner] : inner
}

const pieces = (text: string, places: readonly number[]) =>
  [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length))

export function guarded(text: string): string {
  const places = placesIn(text)
  return places.length === 0 ? text : pieces(text, places).join(guard)
}

/** The text without the guards that `guarded` put into it. */
export function unguarded(text: string): string {
  const places = placesIn(text).filter((at) => text[at] === guard)
  if (places.length === 0) return text
  return pieces(text, places)
    .map((piece, at) => (at === 0 ? piece : piece.slice(guard.length)))
    .join('')
}
