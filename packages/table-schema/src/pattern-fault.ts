import { isAnchored } from './pattern'
import { PatternError, type PatternNode, parsePattern } from './pattern-syntax'

/** Most states that a match may visit: within a second for a text of 256 KB, and microseconds for one of usual length. */
const maxVisits = 60_000_000
/** A pattern that repeats long parts often has too many states to be worth it. */
const maxStates = 10_000
/** A text without a `maxLength` is limited by the size of a request body. */
const maxBodyLength = 256 * 1024

/** How many states a part has. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'sequence':
    case 'choice':
      return node.parts.reduce((sum, part) => sum + sizeOf(part) + 1, 0)
    case 'repeat':
      return (sizeOf(node.part) + 1) * Math.max(1, node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max)
    default:
      return 1
  }
}

/** The most signs that a part can take. */
function longestOf(node: PatternNode): number {
  switch (node.kind) {
    case 'sign':
      return 1
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + longestOf(part), 0)
    case 'choice':
      return Math.max(...node.parts.map(longestOf))
    case 'repeat': {
      const longest = longestOf(node.part)
      return longest === 0 ? 0 : longest * node.max
    }
    default:
      return 0
  }
}

/** Why a pattern is refused: too long, invalid, or with too much to do on a text of up to `maxLength` characters. */
export function patternFault(pattern: string, maxLength = maxBodyLength): string | undefined {
  if (pattern.length > 200) return 'is too long'
  try {
    new RegExp(pattern, 'u')
  } catch {
    return 'is broken'
  }
  try {
    const root = parsePattern(pattern)
    const states = sizeOf(root)
    const longest = isAnchored(root) ? Math.min(longestOf(root), maxLength) : maxLength
    const fits = states <= maxStates && states * (longest + 1) <= maxVisits
    return fits ? undefined : 'may take too long; a maxLength or fewer repetitions help'
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}
