import { afterEach, beforeEach } from 'vitest'

let late: string | undefined

// A test that exceeded its time still runs: it would change what the next one of its file stores.
beforeEach(() => {
  if (late) throw new Error(`Not run, as this test still runs in the same database: ${late}`)
})
afterEach(({ signal, task }) => {
  if (signal.aborted) late = task.name
})
