import { randomUUID } from 'node:crypto'
import { giveIdentity } from '@app/mongo/installation'
import { type RestorePhase, RestoreUnfinished, restoreStateName } from '@app/mongo/restore-state'
import { type Db, MongoServerError } from 'mongodb'
import { note } from './audit'
import { type CarriedOver, carryOver } from './carry-over'
import { collectionNames } from './collections'
import { meanwhile, type Prefix, prefixes } from './staging'

/** `about` is for the entry in the audit, which `restore` names so that it is added once. `since`: when the restore began. */
type Stage = { collections: string[]; since?: Date; about: { written: string; documents: number } }
type Finishing = { force: boolean; installation?: string | undefined }
type State = Stage & { _id: 'restore'; phase: RestorePhase; restore: string; force?: boolean }

/** The database holds documents, and replacing them was not requested. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

const states = (db: Db) => db.collection<State>(restoreStateName)
const stateOf = (db: Db) => states(db).findOne({ _id: 'restore' })
/** Each phase relies on the one before, also after a crash of the server. */
const writeConcern = { w: 'majority', journal: true } as const
const enter = (db: Db, phase: RestorePhase, force: boolean) =>
  states(db).updateOne({ _id: 'restore' }, { $set: { phase, force } }, { writeConcern })

/** Says that the stage is complete, and which collections it consists of. */
export const markComplete = (db: Db, stage: Stage) =>
  states(db).replaceOne(
    { _id: 'restore' },
    { ...stage, phase: 'staged', restore: randomUUID() },
    { upsert: true, writeConcern },
  )

async function drop(db: Db, prefix: Prefix): Promise<void> {
  for (const name of await collectionNames(db, prefix)) await db.collection(prefix + name).drop()
}

/** Removes an earlier stage, its state first. */
export async function dropStaged(db: Db): Promise<void> {
  await states(db).drop()
  await drop(db, prefixes.staged)
}

export const hasReplaced = async (db: Db) => (await collectionNames(db, prefixes.replaced)).length > 0
export const dropReplaced = (db: Db) => drop(db, prefixes.replaced)

const isEmpty = async (db: Db, name: string) => !(await db.collection(name).findOne({}, { projection: { _id: 1 } }))

/** @throws NotEmpty */
export async function requireEmpty(db: Db): Promise<void> {
  for (const name of await collectionNames(db))
    if (!(await isEmpty(db, name)))
      throw new NotEmpty(
        `The database ${db.databaseName} is not empty: ${name} holds documents. FORCE=1 replaces them, and archives them first.`,
      )
}

/**
 * Renames a collection to its place among those that are replaced. Where that is taken, the collection was created since the
 * former one was set aside, by a program that does not know of the exchange: it is kept under a name of its own.
 */
async function setAside(db: Db, name: string, taken: Set<string>): Promise<void> {
  let free = name
  for (let number = 1; taken.has(free); number++) free = meanwhile(name) + number
  const place = prefixes.replaced + free
  await db.renameCollection(name, place)
  // Looked at in its new place, where nothing is written any more.
  if (free !== name && (await isEmpty(db, place))) await db.collection(place).drop()
  else taken.add(free)
}

const namespaceExists = 48
const maxAttempts = 100

/** Renames a staged collection to its place. A program that does not know of the exchange may have created it again at the last moment. */
async function putInPlace(db: Db, name: string, taken: Set<string>): Promise<void> {
  const rename = () => db.renameCollection(prefixes.staged + name, name)
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    try {
      return void (await rename())
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== namespaceExists) throw error
      await setAside(db, name, taken)
    }
  }
  await rename()
}

/** Can be repeated after an interruption at any point. */
async function exchange(db: Db, { collections }: State): Promise<void> {
  const staged = new Set(await collectionNames(db, prefixes.staged))
  const present = new Set(await collectionNames(db))
  const taken = new Set(await collectionNames(db, prefixes.replaced))
  for (const name of new Set([...present, ...collections])) {
    // In the archive and no longer staged: exchanged before an interruption.
    const isDone = collections.includes(name) && !staged.has(name)
    if (present.has(name) && !isDone) await setAside(db, name, taken)
    if (staged.has(name)) await putInPlace(db, name, taken)
  }
}

/** `installation`: whose database it is afterwards, wherever the archive is from. */
async function finish(db: Db, state: State, { force, installation }: Finishing): Promise<CarriedOver> {
  if (state.phase !== 'exchanged') await exchange(db, state)
  const carried = state.since ? await carryOver(db, state.since) : { inquiries: 0, refused: 0 }
  if (installation) await giveIdentity(db, installation)
  await enter(db, 'exchanged', force)
  await note(db, { action: 'restore-backup', about: state.about, ref: `restore/${state.restore}` })
  if (!force) await dropReplaced(db)
  await states(db).drop()
  return carried
}

/** True if a swap has begun and not ended. */
export async function hasBegun(db: Db): Promise<boolean> {
  const state = await stateOf(db)
  return state !== null && state.phase !== 'staged'
}

/** Removes what a restore has stored that ended before it exchanged anything. Returns whether there was such a stage. */
export async function dropLeftStage(db: Db): Promise<boolean> {
  const isLeft = (await collectionNames(db, prefixes.staged)).length > 0 || (await stateOf(db)) !== null
  if (isLeft) await dropStaged(db)
  return isLeft
}

/** Completes a swap that was interrupted. `written`: when its archive was. */
export async function resumeSwap(db: Db, installation?: string): Promise<{ written: string; carried: CarriedOver }> {
  const state = await stateOf(db)
  if (!state) throw new Error('There is no swap to complete.')
  const carried = await finish(db, state, { force: state.force ?? true, installation })
  return { written: state.about.written, carried }
}

/**
 * Renames what the database holds, and the stage to its place. While it does, services use nothing of the database.
 *
 * @param begun called as soon as they know that from the database
 * @throws NotEmpty
 */
export async function swap(
  db: Db,
  { force, installation, begun = () => {} }: Finishing & { begun?: () => void },
): Promise<CarriedOver> {
  if (await hasBegun(db)) return (await resumeSwap(db, installation)).carried
  const state = await stateOf(db)
  if (!state) throw new Error('There is no complete stage to swap in.')
  if (!force) await requireEmpty(db)
  await enter(db, 'exchanging', force)
  begun()
  return finish(db, state, { force, installation })
}

/** @throws RestoreUnfinished since half of what is stored would be archived as if it were all */
export async function requireWhole(db: Db): Promise<void> {
  if ((await stateOf(db))?.phase === 'exchanging') throw new RestoreUnfinished()
}
