import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { lastLines } from '@app/installer/run-program'

const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const maxBytes = 64 * 1024

/** Notes the current size of the logs; the returned function reads only lines written since. */
export function createLogTail(files: readonly string[]) {
  const before = new Map(files.map((file) => [file, size(file)]))
  return (file: string, lines = 20): string => {
    const end = size(file)
    const from = Math.max(before.get(file) ?? 0, end - maxBytes)
    if (end <= from) return ''
    const buffer = Buffer.alloc(end - from)
    const handle = openSync(file, 'r')
    readSync(handle, buffer, 0, buffer.length, from)
    closeSync(handle)
    return lastLines(buffer.toString(), lines)
  }
}
