/**
 * Why a pattern is refused: too long, invalid, or possibly slow on a hostile text (a repeated group with a repetition or
 * an alternative inside, a back-reference). Deliberately strict: `(ab)+` is fine, `(a+)+` and `(a|b)*` are not.
 */
export function patternFault(pattern: string): string | undefined {
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
  return repeatsWithin(bare) ? 'repeats a group that repeats or chooses' : undefined
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
