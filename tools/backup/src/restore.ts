import type { Readable } from 'node:stream'
import type { Db } from 'mongodb'
import { type ArchiveHeader, type CollectionHeader, type Manifest, partBytes } from './archive-format'
import { createCollection, createIndexes, describeCollections } from './collections'
import { createTally, sameTally } from './documents'
import { insertRaw } from './insert-raw'
import type { Progress } from './progress'
import { giveBackMemory, rawDocuments } from './raw-documents'
import { readArchive } from './read-archive'

/** Reads a whole archive and keeps nothing of it. @throws DamagedArchive */
export async function verifyArchive(source: Readable, progress: Progress) {
  const parts = readArchive(source)
  let header: ArchiveHeader | undefined
  let collection: string | undefined
  for (;;) {
    const { value, done } = await parts.next()
    if (done) {
      if (collection) progress.done(collection)
      return { header: header!, manifest: value }
    }
    if (value.kind === 'header') header = value.header
    else {
      if (collection && collection !== value.collection) progress.done(collection)
      collection = value.collection
      progress.add(collection, value.documents.length, value.bytes)
      giveBackMemory()
    }
  }
}

/** The database holds something, and nobody said that it may go. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty'
}

async function holdsDocuments(db: Db, { name }: CollectionHeader): Promise<boolean> {
  return (await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null
}

/** Compares what the database gives back with what the archive holds. */
async function checkStored(db: Db, name: string, manifest: Manifest, progress: Progress): Promise<void> {
  const tally = createTally()
  let since = 0
  for await (const document of rawDocuments(db, name)) {
    tally.add(document)
    progress.add(name, 1, document.length)
    since += document.length
    if (since > partBytes) {
      giveBackMemory()
      since = 0
    }
  }
  progress.done(name)
  if (!sameTally(tally.result(), manifest[name]!))
    throw new Error(`${name} does not hold what was written: does something else write to this database?`)
}

type Options = {
  /** Opens the archive; asked twice. */
  open(): Readable
  /** What the database holds goes first. */
  force: boolean
  /** Collections that stay empty. */
  without: readonly string[]
  progress(step: string): Progress
}

/**
 * Puts everything in an archive back. The archive is read to its end before the database is touched; documents are
 * compared after they are stored, and before their indexes exist, one kind of which deletes what has expired.
 *
 * @throws DamagedArchive, NotEmpty
 */
export async function restore(db: Db, { open, force, without, progress }: Options): Promise<Manifest> {
  const { header, manifest } = await verifyArchive(open(), progress('check'))
  const known = new Set(header.collections.map(({ name }) => name))
  const unknown = without.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`The archive has no collection ${unknown.join(', ')}`)

  const present = await describeCollections(db)
  for (const collection of present)
    if (!force && (await holdsDocuments(db, collection)))
      throw new NotEmpty(`The database ${db.databaseName} is not empty: ${collection.name} holds documents`)
  try {
    for (const { name } of present) await db.collection(name).drop()
    return await refill(db, header, manifest, { open, without, progress })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${reason}\nThe database holds only a part now. Restore again, over what it holds.`, { cause })
  }
}

type Refill = Omit<Options, 'force'>

async function refill(db: Db, header: ArchiveHeader, manifest: Manifest, { open, without, progress }: Refill) {
  for (const collection of header.collections) await createCollection(db, collection)
  const storing = progress('store')
  let current: string | undefined
  for await (const part of readArchive(open())) {
    if (part.kind === 'header' || without.includes(part.collection)) continue
    if (current && current !== part.collection) storing.done(current)
    current = part.collection
    await insertRaw(db, current, part.documents)
    storing.add(current, part.documents.length, part.bytes)
    giveBackMemory()
  }
  if (current) storing.done(current)

  const kept = header.collections.filter(({ name }) => !without.includes(name))
  const comparing = progress('compare')
  for (const { name } of kept) await checkStored(db, name, manifest, comparing)
  for (const collection of header.collections) await createIndexes(db, collection)
  return Object.fromEntries(kept.map(({ name }) => [name, manifest[name]!]))
}
