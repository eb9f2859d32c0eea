import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

function make(target: string, dataDir: string, port: number): void {
  const variables = ['RUN=local', `DATA_DIR=${dataDir}`, `ENV_FILE=${join(dataDir, '.env')}`, `PORT=${port}`]
  const done = spawnSync('make', ['-C', root, target, ...variables], { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`make ${target} failed:\n${done.stdout}${done.stderr}`)
}

/** Seconds of a warm `make up`. */
export function warmStart(port: number): number {
  const dataDir = mkdtempSync(join(tmpdir(), 'archery-warm-'))
  try {
    make('up', dataDir, port)
    make('down', dataDir, port)
    const began = performance.now()
    make('up', dataDir, port)
    return (performance.now() - began) / 1_000
  } finally {
    make('down', dataDir, port)
    rmSync(dataDir, { recursive: true, force: true })
  }
}
