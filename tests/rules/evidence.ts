import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** What is wrong with the evidence of a row, a list of `file` “title”: it names no test, or one that does not exist. */
export function evidenceErrors(row: string, evidence: string): string[] {
  const tests = [...evidence.matchAll(/`([^`]+)` “([^”]+)”/g)]
  if (tests.length === 0) return [`${row} names no test`]
  return tests.flatMap(([, file = '', title = '']) => {
    if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file))) return [`${row}: ${file} does not exist`]
    const found = [`'`, '"', '`'].some((quote) => read(file).includes(`${quote}${title}${quote}`))
    return found ? [] : [`${row}: ${file} has no test “${title}”`]
  })
}
