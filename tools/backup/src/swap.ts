import { randomUUID } from 'node:crypto'
import type { Db } from 'mongodb'
import { note } from './audit'
import { collectionNames } from './collections'
import { marker, type Prefix, prefixes } from './staging'

/** `about` is for the entry in the audit, which `restore` names so that it is added once. */
type Stage = { collections: string[]; about: { written: string; documents: number } }
type Complete = Stage & { _id: 'ready'; restore: string; begun?: true }

/** The database holds documents, and replacing them was not requested. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

const markers = (db: Db) => db.collection<Complete>(marker)

/** Says that the stage is complete, and which collections it consists of. */
export const markComplete = (db: Db, stage: Stage) =>
  markers(db).replaceOne(
    { _id: 'ready' },
    { ...stage, restore: randomUUID() },
    { upsert: true, writeConcern: { w: 'majority', journal: true } },
  )

async function drop(db: Db, prefix: Prefix): Promise<void> {
  for (const name of await collectionNames(db, prefix)) await db.collection(prefix + name).drop()
}

/** Removes an earlier stage, its completeness mark first. */
export async function dropStaged(db: Db): Promise<void> {
  await markers(db).drop()
  await drop(db, prefixes.staged)
}

export const hasReplaced = async (db: Db) => (await collectionNames(db, prefixes.replaced)).length > 0
export const dropReplaced = (db: Db) => drop(db, prefixes.replaced)

/** @throws NotEmpty */
export async function requireEmpty(db: Db): Promise<void> {
  for (const name of await collectionNames(db))
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } }))
      throw new NotEmpty(
        `The database ${db.databaseName} is not empty: ${name} holds documents. FORCE=1 replaces them, and archives them first.`,
      )
}

/**
 * Renames what the database holds, and the stage to its place. It can be repeated after an interruption at any point. Nothing
 * may write meanwhile.
 *
 * @throws NotEmpty
 */
export async function swap(db: Db, { force }: { force: boolean }): Promise<void> {
  const complete = await markers(db).findOne({ _id: 'ready' })
  if (!complete) throw new Error('There is no complete stage to swap in.')
  if (!force && !complete.begun) await requireEmpty(db)
  await markers(db).updateOne({ _id: 'ready' }, { $set: { begun: true } })

  const staged = new Set(await collectionNames(db, prefixes.staged))
  const present = new Set(await collectionNames(db))
  for (const name of new Set([...present, ...complete.collections])) {
    // In the archive and no longer staged: exchanged before an interruption.
    const isDone = complete.collections.includes(name) && !staged.has(name)
    if (present.has(name) && !isDone) await db.renameCollection(name, prefixes.replaced + name)
    if (staged.has(name)) await db.renameCollection(prefixes.staged + name, name)
  }
  await note(db, { action: 'restore-backup', about: complete.about, ref: `restore/${complete.restore}` })
  await markers(db).drop()
  if (!force) await dropReplaced(db)
}

/** Completes a swap that was interrupted. Without one it does nothing. */
export async function resumeSwap(db: Db): Promise<void> {
  if ((await markers(db).findOne({ _id: 'ready' }))?.begun) await swap(db, { force: true })
}
