import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that are made from the others. */
const notSources = new Set(['node_modules', 'dist', '.vite'])

function* filesIn(path: string): Generator<string> {
  if (statSync(path).isFile()) return yield path
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (notSources.has(entry.name)) continue
    if (entry.isDirectory()) yield* filesIn(join(path, entry.name))
    else if (entry.isFile()) yield join(path, entry.name)
  }
}

/** A digest that changes with the content or the name of any file in these files and folders of `folder`. */
export function contentStamp(folder: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources.map((name) => join(folder, name))) {
    for (const file of filesIn(source)) {
      hash
        .update(`${file.slice(folder.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}
