import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Context } from './context'
import { pruneArchives } from './prune-archives'

const archive = (day: number) => `archery-2026112${day}.tar.gz.age`
/** A folder with an archive of each of three days, and what is none. Days are also the times of the files. */
function folderOf() {
  const folder = mkdtempSync(join(tmpdir(), 'archives-'))
  const names = [
    ...[1, 2, 3].map(archive),
    'before-restore-1.tar.gz.age',
    'archery-4.tar.gz.age.unfinished',
    'notes.txt',
  ]
  for (const name of names) {
    const day = Number(/(\d)\.tar\.gz\.age$/.exec(name)?.[1] ?? 1)
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), day * 1_000, day * 1_000)
  }
  const prune = (environment: Record<string, string>, newest = archive(3)) => {
    const context = { envFile: join(folder, 'none'), given: {}, environment } as unknown as Context
    return pruneArchives(context, join(folder, newest))
  }
  return { folder, prune }
}

test('only where BACKUP_KEEP is set, and only archives of backups, the oldest first', () => {
  const { folder, prune } = folderOf()
  expect(prune({})).toEqual([])
  expect(prune({ BACKUP_KEEP: '3' })).toEqual([])
  expect(prune({ BACKUP_KEEP: '2' })).toEqual([join(folder, archive(1))])
  const others = ['before-restore-1.tar.gz.age', 'archery-4.tar.gz.age.unfinished', 'notes.txt']
  expect(readdirSync(folder).toSorted()).toEqual([archive(2), archive(3), ...others].toSorted())
})

test('the archive that was just verified stays, whatever the clock said', () => {
  const { folder, prune } = folderOf()
  prune({ BACKUP_KEEP: '1' }, archive(1))
  expect(readdirSync(folder)).toContain(archive(1))
  expect(readdirSync(folder)).not.toContain(archive(3))
})

test.each(['0', 'two', '-1', '1.5'])('BACKUP_KEEP=%s is refused, and nothing is removed', (BACKUP_KEEP) => {
  const { folder, prune } = folderOf()
  expect(() => prune({ BACKUP_KEEP })).toThrow('BACKUP_KEEP')
  expect(readdirSync(folder)).toHaveLength(6)
})
