import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import { newArchive, prepareMetricsFolder, recordBackup } from './archive-tool'
import type { Context } from './context'

function contextWith(environment: Record<string, string>): Context {
  const folder = mkdtempSync(join(tmpdir(), 'archive-tool-'))
  return { layout: createLayout(folder), envFile: join(folder, '.env'), given: {}, environment } as unknown as Context
}

test('the time of a backup goes where node-exporter reads it, in a folder that is made before the engine makes it', () => {
  const context = contextWith({})
  const folder = join(context.layout.dataDir, 'metrics')
  expect(prepareMetricsFolder(context)).toBe(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  const elsewhere = join(context.layout.dataDir, 'elsewhere')
  writeFileSync(context.envFile, `METRICS_DIR=${elsewhere}\n`)
  recordBackup(context, 7_000)
  expect(readFileSync(join(elsewhere, 'backup.prom'), 'utf8')).toMatch(/ 7\n$/)
})

test('a folder of metrics without write access is reported, with the command that fixes it', () => {
  const context = contextWith({})
  // A file in its place, since tests may run as root.
  writeFileSync(join(context.layout.dataDir, 'metrics'), '')
  expect(() => recordBackup(context)).toThrow(/The backup is written, but .*Once, as root: chown -R \w+ .*metrics$/)
})

test('a missing folder is said before anything is read, with the command that makes it', () => {
  const folder = join(tmpdir(), `no-backups-${process.pid}`)
  const context = contextWith({ FILE: join(folder, 'one.tar.gz') })
  expect(() => newArchive(context)).toThrow(
    `${folder} does not exist. Once, as root: install -d -m 700 -o ${userInfo().username} ${folder}`,
  )
  mkdirSync(folder)
  chmodSync(folder, 0o700)
  expect(newArchive(context)).toBe(join(folder, 'one.tar.gz'))
  rmSync(folder, { recursive: true })
})
