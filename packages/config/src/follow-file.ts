import { readFileSync } from 'node:fs'
import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'

/** Maximum age of a value after its file has changed. */
const checkEveryMs = seconds(2)

/**
 * Watches the file behind `NAME_FILE`, so that a key can be rotated while the process runs. Invalid content, such as a
 * partially written file, is ignored. Does nothing without such a file.
 *
 * @param changed called with each new value
 * @returns stops watching
 */
export function followFile<Output>(
  name: string,
  schema: v.GenericSchema<unknown, Output>,
  source: Record<string, string | undefined>,
  changed: (value: Output) => unknown,
  every = checkEveryMs,
): () => void {
  const file = source[`${name}_FILE`]
  if (!file) return () => {}
  const read = () => {
    try {
      return readFileSync(file, 'utf8').trim()
    } catch {
      return undefined
    }
  }
  let last = read()
  const timer = setInterval(() => {
    const text = read()
    if (text === undefined || text === last) return
    last = text
    const parsed = v.safeParse(schema, text)
    if (parsed.success) changed(parsed.output)
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}
