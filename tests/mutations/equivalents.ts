import * as v from 'valibot'
import equivalents from './equivalents.json'
import type { Mutant } from './mutants'

const text = v.pipe(v.string(), v.nonEmpty())

/** Changes that no test can notice. */
export const knownEquivalents = v.parse(
  v.array(v.strictObject({ file: text, line: text, from: text, to: v.string(), reason: text })),
  equivalents,
)

/** Why no test can notice a change, if it is in the list. */
export const equivalentOf = (file: string, { source, from, to }: Mutant): string | undefined =>
  knownEquivalents.find((one) => one.file === file && one.line === source && one.from === from && one.to === to)?.reason
