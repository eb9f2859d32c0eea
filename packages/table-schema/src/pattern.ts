import { type PatternNode, parsePattern } from './pattern-syntax'

const maxCompiled = 200
/** Signs after which a pattern begins to count anew. A text is shorter than what is left to the largest number of its notes. */
const maxPlace = 1_000_000_000

/** What a state does: it takes a sign, holds at a place, or leads on to two others. */
type State =
  | { matches: (sign: string) => boolean; next: number }
  | { holds: (before: string | undefined, after: string | undefined) => boolean; next: number }
  | { next: number; other: number }
type Machine = { states: State[]; start: number }

const isWord = (sign: string | undefined) => sign !== undefined && /^\w$/.test(sign)
const holds = {
  start: (before: string | undefined) => before === undefined,
  end: (_: string | undefined, after: string | undefined) => after === undefined,
  boundary: (before: string | undefined, after: string | undefined) => isWord(before) !== isWord(after),
  'no boundary': (before: string | undefined, after: string | undefined) => isWord(before) === isWord(after),
}
/** The state that stands for a match. */
const matched = -1

/** Whether a match can only begin where the text does. */
export const isAnchored = (node: PatternNode): boolean =>
  node.kind === 'start' ||
  (node.kind === 'sequence' && node.parts[0] !== undefined && isAnchored(node.parts[0])) ||
  (node.kind === 'choice' && node.parts.every(isAnchored))

/** The states of a pattern, built from its end to its start. */
function compile(root: PatternNode): Machine {
  const states: State[] = []
  const add = (state: State) => states.push(state) - 1
  function build(node: PatternNode, next: number): number {
    switch (node.kind) {
      case 'sign':
        return add({ matches: node.matches, next })
      case 'sequence':
        return node.parts.reduceRight((following, part) => build(part, following), next)
      case 'choice':
        return node.parts.map((part) => build(part, next)).reduceRight((other, one) => add({ next: one, other }))
      case 'repeat': {
        let first = next
        if (node.max === Number.POSITIVE_INFINITY) {
          first = add({ next, other: next })
          states[first] = { next: build(node.part, first), other: next }
        } else
          for (let optional = node.max - node.min; optional > 0; optional--)
            first = add({ next: build(node.part, first), other: next })
        for (let required = node.min; required > 0; required--) first = build(node.part, first)
        return first
      }
      default:
        return add({ holds: holds[node.kind], next })
    }
  }
  const start = build(root, matched)
  return { states, start }
}

/**
 * Follows all ways through the states at once: each sign of the text visits a state at most once. What it notes is used again for the next
 * text, since a check of all records of a table would leave hundreds of megabytes.
 */
function matcherFor({ states, start }: Machine, anchored: boolean): Matcher {
  const seen = new Int32Array(states.length).fill(-1)
  const pending: number[] = []
  let [current, following]: [number[], number[]] = [[], []]
  let before: string | undefined
  let place = 0

  /** Adds a state and those it leads to without a sign. `true` for a match. */
  function enter(first: number, after: string | undefined): boolean {
    pending.push(first)
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (at === matched) return true
      if (seen[at] === place) continue
      seen[at] = place
      const state = states[at]!
      if ('other' in state) pending.push(state.other, state.next)
      else if ('matches' in state) following.push(at)
      else if (state.holds(before, after)) pending.push(state.next)
    }
    return false
  }

  /** Follows one sign. `undefined` while it is open whether the text matches. */
  function follow(sign: string, after: string | undefined): boolean | undefined {
    const here = following
    following = current
    following.length = 0
    current = here
    before = sign
    place += 1
    for (const at of here) {
      const state = states[at] as Extract<State, { matches: unknown }>
      if (state.matches(sign) && enter(state.next, after)) return true
    }
    if (!anchored) return enter(start, after) ? true : undefined
    return following.length === 0 ? false : undefined
  }

  return (text) => {
    // Places go on from the text before, so that nothing seen in it counts.
    if (place > maxPlace) {
      place = 0
      seen.fill(-1)
    }
    place += 1
    pending.length = 0
    following.length = 0
    before = undefined
    const signs = text[Symbol.iterator]()
    let sign = signs.next().value
    if (enter(start, sign)) return true
    while (sign !== undefined) {
      const after = signs.next().value
      const found = follow(sign, after)
      if (found !== undefined) return found
      sign = after
    }
    return false
  }
}

type Matcher = (text: string) => boolean
const compiled = new Map<string, Matcher>()

function matcherOf(pattern: string): Matcher {
  const known = compiled.get(pattern)
  if (known) return known
  const root = parsePattern(pattern)
  const matcher = matcherFor(compile(root), isAnchored(root))
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(pattern, matcher)
  return matcher
}

/**
 * Whether a text matches a pattern that has no `patternFault`, as `new RegExp(pattern, 'u').test(text)` would say. The time
 * grows with the length of the text and never faster: engines of browsers and of Bun may take hours for a hostile one.
 */
export const matchesPattern = (pattern: string, text: string): boolean => matcherOf(pattern)(text)
