import { rmSync } from 'node:fs'
import { minutes } from '@app/contracts/durations'
import { run } from '../runner/command'
import { copyOfCheckout } from '../support/copy-of-checkout'
import { noteFiles } from './note-files'

/**
 * Prints which files of services and packages run between a request and its response, in the order in which they are first entered:
 * the files to read for a change on that way.
 *
 *   bun tests/request-files/run.ts              how many, of each action
 *   bun tests/request-files/run.ts list import  the files, of those actions
 *
 * The product runs in a copy of this checkout, whose functions note their file. What a start has made is not counted.
 */
const copy = copyOfCheckout()
try {
  noteFiles(copy)
  const actions = ['tests/request-files/actions.ts', ...process.argv.slice(2)]
  process.exitCode = await run(actions, { cwd: copy, limitMs: minutes(5) })
} finally {
  rmSync(copy, { recursive: true, force: true })
}
