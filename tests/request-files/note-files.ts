import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { type Body, noteEntries } from '../support/note-entries'

/** Where a process writes the files that it has run since it was last asked, by SIGUSR2. */
export const noteOf = (checkout: string, pid: number) => join(checkout, `ran-${pid}.json`)

/** Begins the program of each process. */
const start = 'packages/service/src/start.ts'
const isOwn = (file: string) => !/\.(test|fixture)\.ts$|\/node_modules\//.test(file)

/** The same text, on the same lines, of which every function first notes its file. */
export function noting(file: string, source: string): string {
  const note = `globalThis.ran?.add(${JSON.stringify(file)})`
  const entries: { body: Body; note: string }[] = []
  const enter = ({ body }: { body: Body | null }) => {
    if (body) entries.push({ body, note })
  }
  new Visitor({ FunctionDeclaration: enter, FunctionExpression: enter, ArrowFunctionExpression: enter }).visit(
    parseSync(file, source).program,
  )
  return noteEntries(source, entries)
}

/** Changes a checkout, a copy, so that its services say which of their files ran. */
export function noteFiles(checkout: string): void {
  for (const file of globSync('{packages,services}/*/src/**/*.ts', { cwd: checkout }).filter(isOwn))
    writeFileSync(join(checkout, file), noting(file, readFileSync(join(checkout, file), 'utf8')))
  const answer = `
import { renameSync as moveNote, writeFileSync as writeNote } from 'node:fs'
globalThis.ran = new Set()
process.on('SIGUSR2', () => {
  const note = ${JSON.stringify(noteOf(checkout, 0))}.replace('-0.', '-' + process.pid + '.')
  writeNote(note + '.new', JSON.stringify([...globalThis.ran]))
  globalThis.ran.clear()
  moveNote(note + '.new', note)
})
`
  writeFileSync(join(checkout, start), readFileSync(join(checkout, start), 'utf8') + answer)
}
