import { readFileSync } from 'node:fs'
import { seconds } from '@app/contracts/durations'
import * as v from 'valibot'

/** How long a process may work with a value whose file has changed. */
const checkEvery = seconds(2)

/**
 * Watches the file behind `NAME_FILE`, so that a key can be changed while the process serves. A content that does not
 * fit, such as a file half written, changes nothing. Without such a file there is nothing to follow.
 *
 * @param changed gets each new value
 * @returns ends it
 */
export function followFile<Output>(
  name: string,
  schema: v.GenericSchema<unknown, Output>,
  source: Record<string, string | undefined>,
  changed: (value: Output) => unknown,
  every = checkEvery,
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
