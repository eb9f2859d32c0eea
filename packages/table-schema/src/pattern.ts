import { type PatternNode, parsePattern } from './pattern-syntax'

const maxCompiled = 200

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

/** Follows all ways through the states at once: each sign of the text visits a state at most once. */
function runs({ states, start }: Machine, anchored: boolean, text: string): boolean {
  const seen = new Int32Array(states.length).fill(-1)
  let current: number[] = []
  let before: string | undefined
  let place = 0
  const pending: number[] = []
  /** Adds a state and those it leads to without a sign. `true` for a match. */
  function enter(first: number, after: string | undefined): boolean {
    pending.push(first)
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (at === matched) return true
      if (seen[at] === place) continue
      seen[at] = place
      const state = states[at]!
      if ('other' in state) pending.push(state.other, state.next)
      else if ('matches' in state) current.push(at)
      else if (state.holds(before, after)) pending.push(state.next)
    }
    return false
  }

  const signs = text[Symbol.iterator]()
  let sign = signs.next().value
  if (enter(start, sign)) return true
  while (sign !== undefined) {
    const here = current
    current = []
    before = sign
    place += 1
    const after = signs.next().value
    for (const at of here) {
      const state = states[at] as Extract<State, { matches: unknown }>
      if (state.matches(sign) && enter(state.next, after)) return true
    }
    if (!anchored && enter(start, after)) return true
    if (anchored && current.length === 0) return false
    sign = after
  }
  return false
}

type Matcher = (text: string) => boolean
const compiled = new Map<string, Matcher>()

function matcherOf(pattern: string): Matcher {
  const known = compiled.get(pattern)
  if (known) return known
  const root = parsePattern(pattern)
  const machine = compile(root)
  const matcher = (text: string) => runs(machine, isAnchored(root), text)
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(pattern, matcher)
  return matcher
}

/**
 * Whether a text matches a pattern that has no `patternFault`, as `new RegExp(pattern, 'u').test(text)` would say. The time
 * grows with the length of the text and never faster: engines of browsers and of Bun may take hours for a hostile one.
 */
export const matchesPattern = (pattern: string, text: string): boolean => matcherOf(pattern)(text)
