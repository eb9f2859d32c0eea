import { randomUUID } from 'node:crypto'
import { minutes, seconds } from '@app/contracts/durations'
import { isDuplicateKey, type Mongo } from '@app/mongo'

export type Database = ReturnType<Mongo['db']>

/** What a migration works with. `keepLease` is called before each bounded step; it throws when the lease was lost. */
export type MigrationContext = { db: Database; keepLease: () => Promise<void> }

/**
 * A change of what is stored. It may be interrupted anywhere and is then run again, so each of its writes says which
 * state it starts from. It returns how many documents it changed.
 */
export type Migration = { id: string; run: (context: MigrationContext) => Promise<number> }

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
  const isDone = async ({ id }: Migration) => (await entries.findOne({ _id: id })) !== null
  const pending = async () => {
    const done = await Promise.all(migrations.map(isDone))
    return migrations.filter((_, at) => !done[at])
  }

  /** Takes the lease or extends it; `false` while another process holds it. */
  async function takeLease(): Promise<boolean> {
    const at = now()
    const free = { _id: leaseId, $or: [{ owner }, { until: { $lte: at } }] }
    try {
      await entries.updateOne(free, { $set: { owner, until: new Date(at.getTime() + leaseLife) } }, { upsert: true })
      return true
    } catch (error) {
      // The upsert collides with the lease of another process.
      if (isDuplicateKey(error)) return false
      throw error
    }
  }
  async function keepLease(): Promise<void> {
    if (!(await takeLease())) throw new Error('another process has taken over the migrations')
  }

  for (let waitingSince: Date | undefined; (await pending()).length > 0; ) {
    if (!(await takeLease())) {
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
        const changed = await migration.run({ db, keepLease })
        const record = { at: now(), changed }
        await entries.updateOne({ _id: migration.id }, { $setOnInsert: record }, { upsert: true })
        log.info({ migration: migration.id, changed }, 'stored data migrated')
      }
    } finally {
      await entries.deleteOne({ _id: leaseId, owner })
    }
  }
}
