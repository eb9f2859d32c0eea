import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export type SourceFile = { path: string; text: string; lines: number; imports: string[]; isTest: boolean }

const root = resolve(import.meta.dirname, '../..')
const folders = ['packages', 'tools', 'deploy', 'services', 'web', 'nginx', 'tests']
const skipped = new Set(['node_modules', 'dist'])

function* walk(folder: string): Generator<string> {
  // In the same order on every file system.
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* walk(path)
    else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) yield path
  }
}

const importing = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g

/** Every source file and its imports. Paths are relative to the root. */
export const sources: SourceFile[] = folders.flatMap((folder) =>
  Array.from(walk(folder), (file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return {
      path: relative('.', file),
      text,
      lines: text.split('\n').length,
      imports: Array.from(text.matchAll(importing), (match) => match[1]!),
      isTest: /\.test\.tsx?$|^tests\/|^web\/src\/testing\//.test(file),
    }
  }),
)
