import type { SourceFile } from './source'

const constant = (name: string) => new RegExp(`\\bconst ${name}(?:: \\w+)? = '([^']+)'`)
const opened = /\bcollection(?:<(?:[^<>()]|<[^<>()]*>)*>)?\(\s*([^(),]+?)\s*\)/g
const modelled = /documentOptions,[^}]*\bcollection: ([^\s,}]+)/g
/** Its callers name their bucket. */
const bucketReader = 'packages/files/src/file-bytes.ts'
const readers = /\bfileBytes\(([^\s,:)]+),/g
const buckets = /new GridFSBucket\([^{]*\{ bucketName(?:: ([^\s,}]+))? \}/g

/** Parameters that hold the name of a described table. */
const ofTables = /^(?:name|table|from|(?:schema|table)\.name|name: string)$/

/**
 * The collections that files name: by a text, by a constant of `code`, by a model, and both of each GridFS bucket.
 *
 * @throws Error on a name that can be neither read nor known as the name of a table
 */
export function collectionsNamedIn(files: readonly SourceFile[], code: readonly SourceFile[]) {
  return files.flatMap((file) => {
    if (file.path === bucketReader) return []
    function read(expression: string): string {
      const text = /^'([^']+)'$/.exec(expression)?.[1]
      if (text) return text
      const pieces = /^`(.*)`$/.exec(expression)?.[1]
      if (pieces) return pieces.replace(/\$\{(\w+)\}/g, (_, name: string) => read(name))
      const found = [file, ...code].flatMap((each) => constant(expression).exec(each.text)?.[1] ?? [])
      if (!found[0]) throw new Error(`${file.path} opens the collection ${expression}, which cannot be read here`)
      return found[0]
    }
    const names = [...file.text.matchAll(opened)].flatMap(([, expression = '']) =>
      ofTables.test(expression) ? [] : [read(expression)],
    )
    const models = [...file.text.matchAll(modelled)].map(([, expression = '']) => read(expression))
    const ofBuckets = [...file.text.matchAll(buckets), ...file.text.matchAll(readers)].flatMap(
      ([, expression = 'bucketName']) => {
        const bucket = read(expression)
        return [`${bucket}.files`, `${bucket}.chunks`]
      },
    )
    return [...names, ...models, ...ofBuckets].map((name) => ({ path: file.path, name }))
  })
}
