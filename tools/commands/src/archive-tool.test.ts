import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import { auditEvidence, newArchive, prepareMetricsFolder } from './archive-tool'
import { recordBackup } from './backup-metrics'
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
  recordBackup(context, undefined, 7_000)
  expect(readFileSync(join(elsewhere, 'backup.prom'), 'utf8')).toMatch(/_seconds 7\n/)
})

test('a folder of metrics without write access is reported, with the command that fixes it', () => {
  const context = contextWith({})
  // A file in its place, since tests may run as root.
  writeFileSync(join(context.layout.dataDir, 'metrics'), '')
  expect(() => recordBackup(context, undefined)).toThrow(
    /The backup is written, but .*Once, as root: chown -R \w+ .*metrics$/,
  )
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

test('what the audit is compared with must exist', () => {
  expect(auditEvidence(contextWith({}))).toEqual({})
  const { layout } = contextWith({})
  const mail = join(layout.dataDir, 'mail.txt')
  expect(() => auditEvidence(contextWith({ HEADS: mail }))).toThrow(`${mail} does not exist`)
  writeFileSync(mail, '')
  expect(auditEvidence(contextWith({ HEADS: mail, FILE: mail }))).toEqual({ heads: mail, archive: mail })
})
