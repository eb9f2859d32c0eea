import { mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'

const maxLogBytes = 10 * 1024 * 1024

/** Paths below the data folder of a stack. `folder` creates what it names. */
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
    logFile: (process: string) => join(folder('logs'), `${process}.log`),
  }
}

export type Layout = ReturnType<typeof createLayout>

/** Renames a log over 10 MB to `.1`, replacing the previous one. */
export function rotateLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(file, `${file}.1`)
}
