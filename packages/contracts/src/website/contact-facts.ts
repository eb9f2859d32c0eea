import type { WebsiteChange } from './changes'
import { type FactPath, titleOfPath } from './titles'

/** Facts by which visitors reach the school, in every mail. */
const contactFacts = ['name', 'phone', 'email', 'links.booking'] as const satisfies FactPath[]
const paths: ReadonlySet<string> = new Set(contactFacts.map((name) => `facts.${name}`))

/** The titles of those facts that changes are about: `Phone number`. */
export const contactChanges = (changes: readonly Pick<WebsiteChange, 'path'>[]): string[] =>
  changes.flatMap(({ path }) => (paths.has(path) ? [titleOfPath(path)] : []))
