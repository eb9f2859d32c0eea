import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Context } from './context'

const pollMs = 250

/** Returns a function that reads the lines appended since its last call. Starts over after a rotation. */
function lineReader(path: string, from: number) {
  let offset = from
  let rest = ''
  return (): string[] => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    if (size < offset) offset = 0
    if (size === offset) return []
    const buffer = Buffer.alloc(Math.min(size - offset, 1024 * 1024))
    const file = openSync(path, 'r')
    const read = readSync(file, buffer, 0, buffer.length, offset)
    closeSync(file)
    offset += read
    const lines = (rest + buffer.toString('utf8', 0, read)).split('\n')
    rest = lines.pop() ?? ''
    return lines
  }
}

/**
 * Prints each new line of the files in `folder`, prefixed with the file's name. `names` is called on every poll.
 * @param before bytes of existing content to print first
 */
export async function followFiles(
  folder: string,
  names: () => string[],
  write: (line: string) => void,
  signal: AbortSignal,
  before = 4 * 1024,
): Promise<void> {
  const followed = new Map<string, () => string[]>()
  for (let first = true; !signal.aborted; first = false) {
    for (const name of names()) {
      const path = join(folder, name)
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
      const from = first ? Math.max(0, size - before) : 0
      const read = followed.get(name) ?? lineReader(path, from)
      const lines = read()
      // The first read may begin within a line.
      const whole = followed.has(name) || from === 0 || before === 0 ? lines : lines.slice(1)
      followed.set(name, read)
      for (const line of whole) write(`${basename(name, '.log').padEnd(13)} ${line}`)
    }
    await Bun.sleep(pollMs)
  }
}

/** Prints the end of every log and follows them until Ctrl-C. */
export async function logs({ layout, write }: Context): Promise<number> {
  const folder = layout.folder('logs')
  const files = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.log'))
  if (files().length === 0) {
    process.stderr.write('There are no logs yet. Start it with: make up\n')
    return 1
  }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  await followFiles(folder, files, write, ending.signal)
  return 0
}
