import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

export type Documented = { path: string; code: string }

/** The command blocks of these documents that are marked ```sh <mark>, in their order. */
export const markedBlocks = (mark: string, documents: readonly string[]): Documented[] =>
  documents.flatMap((path) =>
    Array.from(
      read(path).matchAll(new RegExp(`^ *\`\`\`sh ${mark}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm')),
      ([, code = '']) => ({
        path,
        code,
      }),
    ),
  )

/** What a page of the runbook tells an operator to type, as it stands there. */
export const runbookCommands = (): Documented[] =>
  readdirSync(join(root, 'docs/runbook')).flatMap((name) => {
    const path = `docs/runbook/${name}`
    return Array.from(
      read(path).matchAll(/`((?:docker compose|make|docker system|df|deploy\/scale\.sh) [^`]+)`/g),
      ([, code = '']) => ({
        path,
        code,
      }),
    )
  })
