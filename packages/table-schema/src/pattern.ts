/** Maximum number of steps of a match: some milliseconds. */
const maxSteps = 10_000_000
/** A text without a `maxLength` is limited by the size of a request body. */
const maxBodyLength = 256 * 1024

/**
 * Why a pattern is refused: too long, invalid, or possibly slow on a hostile text of up to `maxLength` characters. No group
 * that repeats may repeat or choose inside, so the steps of a match are at most the product of the lengths that each
 * repetition can have.
 */
export function patternFault(pattern: string, maxLength = maxBodyLength): string | undefined {
  if (pattern.length > 200) return 'is too long'
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'is broken'
  }
  const bare = pattern
    .replace(/\\[1-9k]/g, '\u0000')
    .replace(/\\./gu, 'x')
    .replace(/\[[^\]]*\]/g, 'x')
  if (bare.includes('\u0000')) return 'refers back'
  if (repeatsWithin(bare)) return 'repeats a group that repeats or chooses'
  return maxStepsOf(bare, maxLength) > maxSteps ? 'may take too long; a maxLength or fewer repetitions help' : undefined
}

function repeatsWithin(bare: string): boolean {
  const open: boolean[] = []
  for (let at = 0; at < bare.length; at++) {
    const sign = bare[at]!
    if (sign === '(') open.push(false)
    else if (sign === ')') {
      const risky = open.pop()
      if (risky && /[*+{]/.test(bare[at + 1] ?? '')) return true
      if (risky && open.length > 0) open[open.length - 1] = true
    } else if ('*+{|'.includes(sign) && open.length > 0) open[open.length - 1] = true
  }
  return false
}

/** Every way to divide the text among the repetitions and alternatives, from every start unless it is anchored. */
function maxStepsOf(bare: string, maxLength: number): number {
  const anchored = bare.startsWith('^') && !bare.includes('|')
  let steps = anchored ? 1 : maxLength
  for (const [repetition, from = '', comma, to] of bare.matchAll(/[*+?|]|\{(\d+)(,)?(\d*)\}/g)) {
    if (repetition === '*' || repetition === '+') steps *= maxLength
    else if (repetition === '?' || repetition === '|') steps *= 2
    else if (comma) steps *= Math.min(maxLength, to === '' ? maxLength : Number(to) - Number(from) + 1)
  }
  return steps
}
