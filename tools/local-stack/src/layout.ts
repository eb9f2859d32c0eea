import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The checkout this file belongs to. */
export const root = resolve(import.meta.dirname, '../../..')

const tenMegabytes = 10 * 1024 * 1024

/** Where a stack keeps its things. Its folders are made by asking for them. */
export function createLayout(dataDir: string, toolsDir = join(dataDir, 'tools')) {
  const folder = (...names: string[]) => {
    const path = join(dataDir, ...names)
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  }
  return {
    dataDir,
    toolsDir,
    folder,
    stateFile: () => join(folder('run'), 'state.json'),
    portsFile: () => join(folder('run'), 'ports.json'),
    logFile: (part: string) => join(folder('logs'), `${part}.log`),
  }
}

export type Layout = ReturnType<typeof createLayout>

/** Puts a log aside that has grown over 10 MB; the one before it goes. */
export function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > tenMegabytes) renameSync(file, `${file}.1`)
}
