import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Count, noTests } from '../runner/count'
import { storeFiles, storeFunctions } from './store-functions'

/** Functions that no store test calls yet. Nothing is added: what is called leaves the list. */
const listed = 'tests/store-calls/not-called-yet.txt'
const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').filter(Boolean)
/** Without its folder, which may change. */
const shortOf = (one: string) => one.slice(one.lastIndexOf('/') + 1)

/** The functions of store files that no test called, as `file name`, from what a run wrote to `folder`. */
function neverCalled(root: string, folder: string): string[] {
  const written = existsSync(folder) ? readdirSync(folder) : []
  const called = new Set(written.flatMap((file) => linesOf(join(folder, file))))
  const all = storeFiles(root).flatMap((file) =>
    storeFunctions(file, readFileSync(join(root, file), 'utf8')).map(({ name }) => `${file} ${name}`),
  )
  return [...new Set(all)].filter((one) => !called.has(one))
}

/** A test: every function of a store is called by a store test, or is listed. */
export function callsOfStores(root: string, folder: string): Count {
  const known = new Set(linesOf(join(root, listed)).map(shortOf))
  const reason = neverCalled(root, folder)
    .filter((one) => !known.has(shortOf(one)))
    .map((one) => `No store test calls ${one}`)
  if (reason.length === 0) return { ...noTests, passed: 1 }
  return { ...noTests, failed: 1, failures: [{ test: 'every function of a store is called by a test', reason }] }
}
