import { RE2JS } from 're2js'
import { isOffered, matchesOffered } from './pattern'
import { createValidation, enteredText } from './record-validation'

const maxCompiled = 200
/** One sign that is written as two escapes. */
const surrogates = /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/gi
const signOf = (_: string, high: string, low: string) =>
  String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16))
const compiled = new Map<string, RE2JS | undefined>()

function engineFor(pattern: string): RE2JS | undefined {
  if (compiled.has(pattern)) return compiled.get(pattern)
  if (compiled.size >= maxCompiled) compiled.clear()
  let engine: RE2JS | undefined
  try {
    engine = RE2JS.compile(RE2JS.translateRegExp(pattern.replace(surrogates, signOf)))
  } catch {
    // It repeats a part more often than the engine does.
  }
  compiled.set(pattern, engine)
  return engine
}

/**
 * True if a text matches a pattern, in time that grows with the length of the text only: the engine of Bun may take hours for a hostile one.
 * A pattern that cannot be matched like that refuses nothing.
 */
export const matchesPattern = (pattern: string, text: string): boolean =>
  isOffered(pattern) ? matchesOffered(pattern, text) : (engineFor(pattern)?.matcher(text).find() ?? true)

/** The checks of the services, for values and patterns of anyone. */
export const { validateField, fieldError, validateRecord } = createValidation({
  matches: matchesPattern,
  entered: enteredText,
})
