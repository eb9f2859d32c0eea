import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { expect, test } from 'vitest'
import type { Context } from './context'
import { journalSettings, pruneJournal } from './journal'

const dataDir = mkdtempSync(join(tmpdir(), 'journal-'))
const contextOf = (environment: Record<string, string>): Context => ({
  layout: createLayout(dataDir),
  machine: createMachine({}),
  envFile: join(dataDir, '.env'),
  given: {},
  port: 8080,
  run: 'local',
  environment,
  write() {},
})

test('a journal needs a folder that can be written', () => {
  expect(() => journalSettings(contextOf({}))).toThrow('Set JOURNAL_DIR')
  expect(() => journalSettings(contextOf({ JOURNAL_DIR: join(dataDir, 'missing') }))).toThrow('does not exist')
  const settings = journalSettings(contextOf({ JOURNAL_DIR: dataDir, JOURNAL_SECONDS: '5' }))
  expect(settings).toMatchObject({ folder: dataDir, seconds: { JOURNAL_SECONDS: '5' } })
})

test('what ended more than a week ago is removed, and never the newest', () => {
  const folder = join(dataDir, 'journal')
  const all = ['20261101T000000Z', '20261110T000000Z', '20261115T000000Z', '20261116T000000Z']
  for (const name of all) mkdirSync(join(folder, name), { recursive: true })
  const prune = (now: string) => {
    pruneJournal(contextOf({ JOURNAL_DIR: folder }), Date.parse(now))
    return readdirSync(folder).sort()
  }
  expect(prune('2026-11-16T12:00Z')).toEqual(all)
  expect(prune('2026-11-18T12:00Z')).toEqual(all.slice(1))
  expect(prune('2027-01-01T00:00Z')).toEqual(all.slice(3))
  expect(() => pruneJournal(contextOf({}))).not.toThrow()
})
