import { readFileSync } from 'node:fs'
import { runPeriodically, type StopTask } from '@app/concurrency/run-loop'
import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'

/** Maximum age of a value after its file has changed. */
const checkEveryMs = seconds(2)

/**
 * Watches the file behind `NAME_FILE`, so that a key can be rotated while the process runs. Invalid content, such as a
 * partially written file, is ignored. Does nothing without such a file.
 *
 * @param changed called with each new value
 */
export function followFile<Output>(
  name: string,
  schema: v.GenericSchema<unknown, Output>,
  source: Record<string, string | undefined>,
  changed: (value: Output) => unknown,
  every = checkEveryMs,
): StopTask {
  const file = source[`${name}_FILE`]
  if (!file) return async () => {}
  const read = () => {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return undefined
    }
  }
  let last = read()
  const check = async () => {
    const text = read()
    if (text === undefined || text === last) return
    last = text
    const parsed = v.safeParse(schema, text)
    if (parsed.success) await changed(parsed.output)
  }
  const fail = (error: unknown) => {
    throw error
  }
  return runPeriodically(check, fail, every)
}
