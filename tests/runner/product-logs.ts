import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
export const resultsFolder = join(root, 'test-results')

/** Where the logs of the products of a test file are kept. The reporter removes those of a file that passed. */
export const productLogs = (file: string) =>
  join(
    resultsFolder,
    'logs',
    file
      .replace(/^tests\//, '')
      .replaceAll('/', '-')
      .replace(/\.test\.ts$/, ''),
  )

let current: string | undefined

/** Names the test file, given by its path, whose products start from now on. */
export function keepLogsOf(file: string | undefined): void {
  current = file && relative(root, file)
}

/** Copies the logs of a product, whose data folder is about to be removed. Without a test file they are not kept. */
export function keepLogs(dataDir: string, file = current): void {
  const logs = join(dataDir, 'logs')
  if (!file || !existsSync(logs)) return
  const kept = join(productLogs(file), basename(dataDir) === 'data' ? basename(join(dataDir, '..')) : basename(dataDir))
  mkdirSync(kept, { recursive: true })
  cpSync(logs, kept, { recursive: true })
}
