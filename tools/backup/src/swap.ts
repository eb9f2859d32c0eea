import { randomUUID } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
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
/** `holder`: the program that exchanges, which has said so at `heldAt`. */
type State = Stage & {
  _id: 'restore'
  phase: RestorePhase
  restore: string
  force?: boolean
  holder?: string
  heldAt?: Date
}

/** The database holds documents, and replacing them was not requested. */
class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

const states = (db: Db) => db.collection<State>(restoreStateName)
const stateOf = (db: Db) => states(db).findOne({ _id: 'restore' })
/** Each phase relies on the one before, also after a crash of the server. */
const writeConcern = { w: 'majority', journal: true } as const
const enter = (db: Db, phase: RestorePhase, more: Partial<State>) =>
  states(db).updateOne({ _id: 'restore' }, { $set: { phase, ...more } }, { writeConcern })

const sayAgainMs = 500
const silenceMs = seconds(3)
const lookAgainMs = 200

/**
 * For whoever exchanges: says from time to time that it still does. A program whose caller was killed may still run, in a container
 * for instance, and two that rename at once would set aside what the other has put in place.
 */
function holding(db: Db, holder: string) {
  let saidAt = performance.now()
  /** @throws when it was silent for so long that another program has taken over */
  return async () => {
    if (performance.now() - saidAt < sayAgainMs) return
    const { matchedCount } = await states(db).updateOne({ _id: 'restore', holder }, { $set: { heldAt: new Date() } })
    if (matchedCount === 0) throw new Error('Another program completes this restore.')
    saidAt = performance.now()
  }
}

/** Waits for whoever exchanges. Returns the state once it is silent, now held by this program; null where it has ended. */
async function takeOver(db: Db): Promise<(State & { holder: string }) | null> {
  for (;;) {
    const state = await stateOf(db)
    if (!state) return null
    if (!state.heldAt || Math.abs(Date.now() - state.heldAt.getTime()) > silenceMs) {
      const held = { holder: randomUUID(), heldAt: new Date() }
      const unchanged = { _id: 'restore' as const, holder: state.holder ?? { $exists: false } }
      const { matchedCount } = await states(db).updateOne(unchanged, { $set: held })
      if (matchedCount > 0) return { ...state, ...held }
    }
    await Bun.sleep(lookAgainMs)
  }
}

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

/** Removes an earlier stage, its state first: without it no program begins to exchange. @throws RestoreUnfinished where one has begun */
export async function dropStaged(db: Db): Promise<void> {
  await states(db).deleteOne({ _id: 'restore', phase: 'staged' })
  if (await stateOf(db)) throw new RestoreUnfinished()
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
async function exchange(db: Db, { collections }: State, stillHold: () => Promise<void>): Promise<void> {
  const staged = new Set(await collectionNames(db, prefixes.staged))
  const present = new Set(await collectionNames(db))
  const taken = new Set(await collectionNames(db, prefixes.replaced))
  for (const name of new Set([...present, ...collections])) {
    // In the archive and no longer staged: exchanged before an interruption.
    const isDone = collections.includes(name) && !staged.has(name)
    await stillHold()
    if (present.has(name) && !isDone) await setAside(db, name, taken)
    if (staged.has(name)) await putInPlace(db, name, taken)
  }
}

const nothing: CarriedOver = { inquiries: 0, refused: 0 }

/** `installation`: whose database it is afterwards, wherever the archive is from. */
async function finish(
  db: Db,
  state: State & { holder: string },
  { force, installation }: Finishing,
): Promise<CarriedOver> {
  if (state.phase !== 'exchanged') await exchange(db, state, holding(db, state.holder))
  const carried = state.since ? await carryOver(db, state.since) : nothing
  if (installation) await giveIdentity(db, installation)
  await enter(db, 'exchanged', { force })
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

/** Completes a swap that was interrupted. `written`: when its archive was. Undefined where it has ended by itself meanwhile. */
export async function resumeSwap(
  db: Db,
  installation?: string,
): Promise<{ written: string; carried: CarriedOver } | undefined> {
  const state = await takeOver(db)
  if (!state) return undefined
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
  if (await hasBegun(db)) return (await resumeSwap(db, installation))?.carried ?? nothing
  const state = await stateOf(db)
  if (!state) throw new Error('There is no complete stage to swap in.')
  if (!force) await requireEmpty(db)
  const held = { holder: randomUUID(), heldAt: new Date() }
  const { matchedCount } = await enter(db, 'exchanging', { force, ...held })
  if (matchedCount === 0) throw new Error('Another program has removed what was stored, so nothing was exchanged.')
  begun()
  return finish(db, { ...state, ...held }, { force, installation })
}

/** @throws RestoreUnfinished since half of what is stored would be archived as if it were all */
export async function requireWhole(db: Db): Promise<void> {
  if ((await stateOf(db))?.phase === 'exchanging') throw new RestoreUnfinished()
}
