import { gauge } from '@app/telemetry'
import type { Db } from 'mongodb'
import { unlessDuplicate } from './errors'

/** Holds the one document that says which installation this database is of. A backup leaves it out, and a restore leaves it alone. */
export const installationName = 'installation'

/** The installation that a process belongs to. `isNew`: its database has not been seen yet, so one without an identity is it. */
export type Installation = { id: string; isNew: boolean }
type Identity = { _id: 'installation'; id: string; since: Date }

/** The database is empty, or that of another installation: whatever was expected there is elsewhere, or lost. */
export class OtherDatabase extends Error {
  override readonly name = 'OtherDatabase'
  constructor(expected: string, found: string | undefined) {
    super(
      found === undefined
        ? `The database has no identity, so it is not the one of this installation (${expected}): it was replaced, emptied, or is another one. Nothing is written to it. \`make restore FILE=...\` brings the data back (docs/runbook/database-lost.md).`
        : `The database is that of the installation ${found}, not of this one (${expected}): is MONGODB_URI the right one? Nothing is written to it (docs/runbook/database-lost.md).`,
    )
  }
}

let isOther = false
gauge('database_lost', 'Whether the database is not the one of this installation', [], () => (isOther ? 1 : 0))

const identities = (db: Db) => db.collection<Identity>(installationName)

/** The id of the installation that the database is of, if it has one. */
export const identityOf = async (db: Db): Promise<string | undefined> =>
  (await identities(db).findOne({ _id: 'installation' }))?.id

const writeConcern = { w: 'majority', journal: true } as const

/** Gives the database the identity of an installation, unless it has one. */
export async function giveIdentity(db: Db, id: string): Promise<void> {
  await unlessDuplicate(identities(db).insertOne({ _id: 'installation', id, since: new Date() }, { writeConcern }))
}

/**
 * Requires that the database is the one of this installation. That of a new one gets its identity.
 *
 * @throws OtherDatabase
 */
export async function requireIdentity(db: Db, { id, isNew }: Installation): Promise<void> {
  let found = await identityOf(db)
  if (found === undefined && isNew) {
    await giveIdentity(db, id)
    found = await identityOf(db)
  }
  isOther = found !== id
  if (isOther) throw new OtherDatabase(id, found)
}

/** Makes the database that of an installation, whatever it was: only where an operator has said so. */
export async function replaceIdentity(db: Db, id: string): Promise<void> {
  await identities(db).replaceOne({ _id: 'installation' }, { id, since: new Date() }, { upsert: true, writeConcern })
}

/** @throws OtherDatabase where it is that of another installation; one without identity may become this one's */
export async function requireNoOther(db: Db, installation: Installation | undefined): Promise<void> {
  const found = installation && (await identityOf(db))
  if (found !== undefined && found !== installation?.id) throw new OtherDatabase(installation!.id, found)
}
