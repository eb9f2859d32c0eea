import { randomUUID } from 'node:crypto'
import { minutes, seconds } from '@app/contracts/durations'
import type { Mongo } from './connect'
import { takeLease } from './take-lease'

export type Database = ReturnType<Mongo['db']>

/** The context of a migration. `keepLease` is called before each bounded step; it throws when the lease was lost. */
export type MigrationContext = { db: Database; keepLease: () => Promise<void> }

/**
 * A change of what is stored. It may be interrupted anywhere and is then run again, so each of its writes says which
 * state it starts from. It returns how many documents it changed.
 */
export type Migration = {
  id: string
  run: (context: MigrationContext) => Promise<number>
  /**
   * Those of earlier releases that this one does the work of, and the last commit that still had them: it takes a database that has had
   * none of them, and leaves one that has had all.
   */
  replaces?: { ids: readonly string[]; commit: string }
}

type Entry = { _id: string; at?: Date; changed?: number; owner?: string; until?: Date }
type Log = { info: (about: object, event: string) => void }

const leaseId = 'lease'
/** A process that ended while it migrated holds the others up for this long. */
const leaseLife = seconds(30)
const pause = seconds(0.3)
/** Longer than a migration of a large school takes. Its service then says what it waits for, and begins again. */
const maxWait = minutes(10)

/**
 * Runs the migrations that this database has not had, in order and one process at a time: the others wait here until
 * everything is recorded.
 */
export async function runMigrations(
  db: Database,
  migrations: readonly Migration[],
  { log, now = () => new Date(), owner = randomUUID() }: { log: Log; now?: () => Date; owner?: string },
): Promise<void> {
  const entries = db.collection<Entry>('migrations')
  const isDone = async (id: string) => (await entries.findOne({ _id: id })) !== null
  const pending = async () => {
    const done = await Promise.all(migrations.map(({ id }) => isDone(id)))
    return migrations.filter((_, at) => !done[at])
  }
  const record = (_id: string, changed: number) =>
    entries.updateOne({ _id }, { $setOnInsert: { at: now(), changed } }, { upsert: true })

  async function requireWhole({ replaces: { ids, commit } = { ids: [], commit: '' } }: Migration): Promise<void> {
    for (const id of ids.toReversed())
      if (await isDone(id))
        throw new Error(
          `the stored data is that of ${id}, from which this release cannot go on. Start commit ${commit} once, then this one again`,
        )
  }

  /** Takes the lease or extends it; `false` while another process holds it. */
  async function isOurs(): Promise<boolean> {
    const fields = { holder: 'owner', until: 'until' }
    return (await takeLease(entries, leaseId, { holder: owner, at: now(), ms: leaseLife, fields })) !== undefined
  }
  async function keepLease(): Promise<void> {
    if (!(await isOurs())) throw new Error('another process has taken over the migrations')
  }

  for (let waitingSince: Date | undefined; (await pending()).length > 0; ) {
    if (!(await isOurs())) {
      waitingSince ??= now()
      if (now().getTime() - waitingSince.getTime() > maxWait)
        throw new Error(`another process has held the migrations for more than ${maxWait / minutes(1)} minutes`)
      await new Promise((resolve) => setTimeout(resolve, pause))
      continue
    }
    waitingSince = undefined
    try {
      // Read again: another process may have finished them just before the lease was taken.
      for (const migration of await pending()) {
        await keepLease()
        await requireWhole(migration)
        const changed = await migration.run({ db, keepLease })
        await record(migration.id, changed)
        // For the release before, after a roll back.
        for (const id of migration.replaces?.ids ?? []) await record(id, 0)
        log.info({ migration: migration.id, changed }, 'stored data migrated')
      }
    } finally {
      await entries.deleteOne({ _id: leaseId, owner })
    }
  }
}
