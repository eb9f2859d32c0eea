import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import { endRestore, forgetContent, isRestoring, recordBackup, recordRestore } from './backup-metrics'
import type { Context } from './context'
import { backupRow, restoreRows } from './status/rows'

function contextWith(
  environment: Record<string, string> = {},
  folder = mkdtempSync(join(tmpdir(), 'backup-metrics-')),
) {
  const context = {
    layout: createLayout(folder),
    envFile: join(folder, '.env'),
    given: {},
    environment,
    write: () => {},
  }
  return { context: context as unknown as Context, folder, metrics: join(folder, 'metrics') }
}
const megabyte = 1024 * 1024

test('a backup that holds less than half of the last is reported and does not count until it is accepted', () => {
  const { context, folder, metrics } = contextWith()
  const file = () => readFileSync(join(metrics, 'backup.prom'), 'utf8')
  recordBackup(context, { documents: 12_928, bytes: 90 * megabyte }, 1_000_000)
  expect(() => recordBackup(context, { documents: 151, bytes: 80 * megabyte })).toThrow(
    /holds less than half of the last one \(151 documents, 80\.0 MB; before 12928 documents, 90\.0 MB\).*SMALLER=1/,
  )
  expect(file()).toContain('archery_backup_last_success_timestamp_seconds 1000\n')
  expect(file()).toContain('archery_backup_shrunk 1\n')
  expect(backupRow(metrics)).toMatchObject({ text: expect.stringContaining('less than half'), attention: true })
  // Still compared with the last good one.
  expect(() => recordBackup(context, { documents: 160, bytes: 80 * megabyte })).toThrow('12928')
  expect(() => recordBackup(context, { documents: 12_928, bytes: 44 * megabyte })).toThrow('44.0 MB')

  recordBackup(contextWith({ SMALLER: '1' }, folder).context, { documents: 151, bytes: megabyte })
  expect(file()).toContain('archery_backup_shrunk 0\n')
  expect(backupRow(metrics)).toMatchObject({ attention: false })
  recordBackup(context, { documents: 140, bytes: megabyte })
})

test('a small database may lose most of its documents, and the first backup after a restore starts anew', () => {
  const { context } = contextWith()
  recordBackup(context, { documents: 40, bytes: megabyte / 2 })
  recordBackup(context, { documents: 3, bytes: 0 })
  recordBackup(context, { documents: 5_000, bytes: 9 * megabyte })
  forgetContent(context)
  recordBackup(context, { documents: 100, bytes: megabyte })
})

test('a restore is marked until it ends, for the alert and the status', () => {
  const { context, metrics } = contextWith()
  expect([isRestoring(metrics), restoreRows(metrics)]).toEqual([false, []])
  recordRestore(context, 5_000)
  expect(readFileSync(join(metrics, 'restore.prom'), 'utf8')).toContain('archery_restore_begun_timestamp_seconds 5\n')
  expect(restoreRows(metrics)).toMatchObject([{ name: 'Restore', attention: true }])
  endRestore(context)
  expect([isRestoring(metrics), restoreRows(metrics, 'restore_unfinished 0')]).toEqual([false, []])
  // Known to a service alone: the restore was run elsewhere.
  expect(restoreRows(metrics, 'restore_unfinished 1')).toHaveLength(1)
})
