import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seriesIn, stampOf } from '@app/backup/journal-files'
import type { Dialogue } from '@app/containers/run-program'
import { root } from '@app/installer/checkout'
import { prepareMetricsFolder, requireWritable } from './archive-tool'
import { type Context, isOn, settingsOf } from './context'

/** The time within which a journal can be restored to any moment. */
const keptMs = 7 * 86_400_000

/** The folder of JOURNAL_DIR, if it is set. */
function journalFolder(context: Context): string | undefined {
  const { JOURNAL_DIR } = settingsOf(context)
  return JOURNAL_DIR ? resolve(root, JOURNAL_DIR) : undefined
}

/** @throws when JOURNAL_DIR is not set or cannot be written */
export function journalSettings(context: Context) {
  const folder = journalFolder(context)
  if (!folder) throw new Error('Where to? Set JOURNAL_DIR in .env to a folder on another disk (docs/backup.md).')
  requireWritable(folder)
  const { JOURNAL_SECONDS } = settingsOf(context)
  const seconds: Record<string, string> = JOURNAL_SECONDS ? { JOURNAL_SECONDS } : {}
  return { folder, metrics: prepareMetricsFolder(context), seconds, isAccepting: isOn(context.environment['ACCEPT']) }
}

/** Removes what ended more than a week ago. Called after a backup that counts, so that a loss of data deletes nothing. */
export function pruneJournal(context: Context, now = Date.now()): void {
  const folder = journalFolder(context)
  if (!folder || !existsSync(folder)) return
  const limit = stampOf(new Date(now - keptMs))
  const all = seriesIn(folder)
  // A series ends where the next one begins.
  const ended = all.filter((_, at) => (all[at + 1] ?? limit) < limit)
  for (const name of ended) rmSync(join(folder, name), { recursive: true })
}

/** Keeps the input of a program open until this one is asked to end. The end of this one, however it comes, ends the program as well. */
export function untilSignal(): Dialogue {
  const signaled = new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done())
  })
  return {
    async answer() {
      await signaled
      return ''
    },
    answered() {},
  }
}
