import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { hours } from '@app/contracts/durations'
import { type Installation, requireIdentity } from '@app/mongo/installation'
import type { Db } from 'mongodb'
import { writeArchive } from './archive-file'
import type { ArchiveHeader } from './archive-format'
import { writeCollections } from './back-up'
import { type Digests, findChanges } from './changes'
import type { Keys } from './encryption'
import { fileName, stampOf } from './journal-files'
import { forgetAcceptance, isAccepted, type JournalState, readJournalState, writeJournalState } from './journal-state'
import type { Elsewhere } from './pieces'
import type { Signer } from './signing'
import { requireWhole } from './swap'
import { hasShrunkSince, lastingIn } from './vanished'

/** The content of the files of a series, by collection. */
type Known = ReadonlyMap<string, Digests>
type Options = { sign?: Signer | undefined; elsewhere: Elsewhere }
type Written = { known: Known; changes: number }

/** More than half has been removed, and the product says that it has: a new series begins, which so holds no such step. */
class Shrunk extends Error {}

/** A restore reads a series from its beginning, and after a restart of this program a new one begins anyway. */
const seriesLasts = hours(24)

const stateOf = (known: Known) => ({ documents: lastingIn(known), audit: known.get('audit_log')?.size ?? 0 })

/**
 * Writes an archive of what has changed since `before`.
 *
 * @throws RestoreUnfinished also when an exchange has begun meanwhile
 * @throws Vanished when more than half is gone and nothing explains it
 * @throws Shrunk when something does, in a series that has begun
 */
async function writeChanges(
  db: Db,
  target: Writable,
  {
    before,
    journal,
    elsewhere,
    last,
    ...rest
  }: Options & {
    before: Known
    journal: NonNullable<ArchiveHeader['journal']>
    at: Date
    last: JournalState | undefined
  },
): Promise<Written> {
  const known = new Map<string, Digests>()
  const { changes } = await writeCollections(db, target, {
    ...rest,
    journal,
    former: before.keys(),
    async fill(name, sink) {
      const digests = await findChanges(db, name, before.get(name) ?? new Map(), sink, elsewhere)
      if (digests.size > 0) known.set(name, digests)
    },
    async check() {
      // Collections that are being exchanged would look as if they were gone.
      await requireWhole(db)
      const hasShrunk = await hasShrunkSince(db, last, stateOf(known))
      if (hasShrunk && journal.number > 0) throw new Shrunk()
    },
  })
  return { known, changes }
}

type JournalOptions = Options & {
  keys: Keys
  /** Whose database it must be; without it any will do. */
  installation?: Installation | undefined
}

/** Keeps the journal of a database in a folder. `write` adds what has changed since it was called last. */
export function createJournal(db: Db, folder: string, { keys, installation, ...options }: JournalOptions) {
  let series: { name: string; begunAt: number } | undefined
  let last = 0
  let known: Known = new Map()

  async function add(at: Date, before: JournalState | undefined): Promise<number> {
    const isOver = !series || at.getTime() - series.begunAt >= seriesLasts
    const name = isOver ? stampOf(at) : series!.name
    const number = isOver ? 0 : last + 1
    if (isOver) mkdirSync(join(folder, name), { mode: 0o700 })
    const file = join(folder, name, fileName(number, at, keys.recipients.length > 0))
    const journal = { series: name, number }
    let written: Written = { known, changes: 0 }
    try {
      await writeArchive(
        file,
        async (target) => {
          const since = { before: isOver ? new Map() : known, last: before }
          written = await writeChanges(db, target, { ...since, journal, at, ...options })
        },
        keys,
      )
    } catch (error) {
      if (isOver) rmSync(join(folder, name), { recursive: true, force: true })
      throw error
    }
    known = written.known
    if (written.changes === 0 && !isOver) rmSync(file)
    else {
      series = isOver ? { name, begunAt: at.getTime() } : series
      last = number
    }
    return written.changes
  }

  return {
    /**
     * Returns how many documents have changed.
     *
     * @throws OtherDatabase, Vanished when the database cannot be the one that it was; nothing is written then
     */
    async write(at = new Date()): Promise<number> {
      await requireWhole(db)
      const accepted = isAccepted(folder)
      const before = accepted ? undefined : readJournalState(folder)
      if (installation) await requireIdentity(db, { ...installation, isNew: installation.isNew && !before })
      if (accepted) series = undefined
      const changes = await add(at, before).catch((error) => {
        if (!(error instanceof Shrunk)) throw error
        series = undefined
        return add(at, before)
      })
      writeJournalState(folder, { at: at.toISOString(), ...stateOf(known) })
      if (accepted) forgetAcceptance(folder)
      return changes
    },
  }
}
