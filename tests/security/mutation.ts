import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'

const mutation = v.strictObject({
  /** Rows of docs/security/asvs.tsv. */
  requirements: v.pipe(v.array(v.string()), v.minLength(1)),
  file: v.string(),
  /** Occurs once in the file. */
  from: v.pipe(v.string(), v.nonEmpty()),
  to: v.string(),
  /** The file of the test that must fail, and its title as it stands there. */
  test: v.string(),
  title: v.string(),
})
export type Mutation = v.InferOutput<typeof mutation>

const root = resolve(import.meta.dirname, '../..')

/** The controls that are switched off, each with the test that must notice. */
export const mutations: readonly Mutation[] = v.parse(
  v.array(mutation),
  JSON.parse(readFileSync(join(root, 'docs/security/mutations.json'), 'utf8')),
)

/** @throws Error unless the text to be replaced occurs exactly once */
export function mutated(text: string, { file, from, to }: Pick<Mutation, 'file' | 'from' | 'to'>): string {
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places with ${JSON.stringify(from)}, not 1`)
  return parts.join(to)
}

/** Switches a control off in a checkout. Returns how to switch it on again. */
export function apply(checkout: string, mutation: Mutation): () => void {
  const path = join(checkout, mutation.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, mutated(before, mutation))
  return () => writeFileSync(path, before)
}

/** A regular expression for the names that a title stands for: `%s`, `$name` and `${name}` are filled in. */
export const titlePattern = (title: string) =>
  title
    .split(/%[sijdfo#]|\$\{[^}]*\}|\$[a-z]\w*/i)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*')
