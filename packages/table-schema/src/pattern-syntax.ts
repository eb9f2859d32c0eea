/** What a pattern is made of. `matches` tests one code point. */
export type PatternNode =
  | { kind: 'sign'; matches: (sign: string) => boolean }
  | { kind: 'sequence' | 'choice'; parts: PatternNode[] }
  | { kind: 'repeat'; part: PatternNode; min: number; max: number }
  | { kind: 'start' | 'end' | 'boundary' | 'no boundary' }

/** Thrown for what a pattern of a field may not hold, although a regular expression may. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

// A surrogate pair is one sign, as in every pattern with the flag `u`.
const escaped = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u\{[^}]*\}|u.{4}|[pP]\{[^}]*\}|x..|c.|.)/uy
const bracket = /\[(?:\\.|[^\]\\])*\]/uy
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/uy
const group = /\((\?:|\?<[^=!][^>]*>)?/uy

const asciiSigns = 128

/** One element of a pattern as the engine of the platform reads it, for one code point at a time. */
function signOf(source: string): PatternNode {
  if (/^[^\\.[]$/u.test(source)) return { kind: 'sign', matches: (sign) => sign === source }
  const native = new RegExp(`^${source}$`, 'u')
  const ascii = Array.from({ length: asciiSigns }, (_, code) => native.test(String.fromCharCode(code)))
  return { kind: 'sign', matches: (sign) => ascii[sign.codePointAt(0)!] ?? native.test(sign) }
}

/** Parses a pattern that is valid with the flag `u`. @throws PatternError when it refers back or looks around */
export function parsePattern(pattern: string): PatternNode {
  let at = 0
  const take = (expression: RegExp) => {
    expression.lastIndex = at
    const found = expression.exec(pattern)
    if (found) at = expression.lastIndex
    return found
  }

  /** The engine of Bun accepts a line separator after a backslash; browsers refuse it. */
  function takeSign(expression: RegExp): string {
    const found = take(expression)
    if (!found) throw new PatternError('escapes a line separator')
    return found[0]
  }

  function element(): PatternNode {
    const sign = String.fromCodePoint(pattern.codePointAt(at)!)
    if (sign === '(') {
      const [opening] = take(group)!
      if (opening === '(' && pattern[at] === '?') throw new PatternError('looks around or changes flags')
      const inner = choice()
      at += 1
      return inner
    }
    if (sign === '\\') {
      const source = takeSign(escaped)
      if (/^\\[1-9k]/.test(source)) throw new PatternError('refers back')
      if (source === '\\b') return { kind: 'boundary' }
      return source === '\\B' ? { kind: 'no boundary' } : signOf(source)
    }
    if (sign === '[') return signOf(takeSign(bracket))
    at += sign.length
    if (sign === '^') return { kind: 'start' }
    return sign === '$' ? { kind: 'end' } : signOf(sign)
  }

  function repeated(): PatternNode {
    const part = element()
    const found = take(quantifier)
    if (!found) return part
    const [, sign, from, comma, to] = found
    if (sign)
      return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    const min = Number(from)
    if (!comma) return { kind: 'repeat', part, min, max: min }
    return { kind: 'repeat', part, min, max: to === '' ? Number.POSITIVE_INFINITY : Number(to) }
  }

  function choice(): PatternNode {
    const parts: PatternNode[][] = [[]]
    for (; at < pattern.length && pattern[at] !== ')'; ) {
      if (pattern[at] === '|') {
        at += 1
        parts.push([])
      } else parts.at(-1)!.push(repeated())
    }
    const sequences = parts.map((part): PatternNode => ({ kind: 'sequence', parts: part }))
    return sequences.length === 1 ? sequences[0]! : { kind: 'choice', parts: sequences }
  }

  return choice()
}
