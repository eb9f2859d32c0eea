import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { lastLines } from './run'

const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const most = 64 * 1024

/** Remembers how long the logs are now, so that what it shows later was written since. */
export function createLogTail(files: readonly string[]) {
  const before = new Map(files.map((file) => [file, size(file)]))
  return (file: string, lines = 20): string => {
    const end = size(file)
    const from = Math.max(before.get(file) ?? 0, end - most)
    if (end <= from) return ''
    const buffer = Buffer.alloc(end - from)
    const handle = openSync(file, 'r')
    readSync(handle, buffer, 0, buffer.length, from)
    closeSync(handle)
    return lastLines(buffer.toString(), lines)
  }
}
