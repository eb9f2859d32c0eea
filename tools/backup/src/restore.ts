import type { Readable } from 'node:stream'
import type { Db } from 'mongodb'
import { type ArchiveHeader, contentOf, type Manifest, partBytes } from './archive-format'
import { createCollection, createIndexes } from './collections'
import { createTally, sameTally } from './documents'
import { insertRaw } from './insert-raw'
import type { Progress } from './progress'
import { giveBackMemory, rawDocuments } from './raw-documents'
import { readArchive } from './read-archive'
import type { SignatureCheck } from './signing'
import { prefixes } from './staging'
import { dropStaged, hasReplaced, markComplete } from './swap'

/** Reads a whole archive to verify it. @throws DamagedArchive */
export async function verifyArchive(source: Readable, progress: Progress, checkSignature?: SignatureCheck) {
  const parts = readArchive(source, checkSignature)
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

/** Compares the stored documents with the archive. */
async function checkStored(db: Db, name: string, manifest: Manifest, progress: Progress): Promise<void> {
  const tally = createTally()
  let since = 0
  for await (const document of rawDocuments(db, prefixes.staged + name)) {
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
  /** Opens the archive; called twice. */
  open(): Readable
  /** Collections that stay empty. */
  without: readonly string[]
  progress(step: string): Progress
  checkSignature?: SignatureCheck
}

/**
 * Stores everything in an archive beside what the database holds; `swap` exchanges the two. The archive is read to its end before
 * anything is written. Documents are compared before their indexes exist, one kind of which deletes what has expired.
 *
 * @throws DamagedArchive
 */
export async function stage(db: Db, { open, without, progress, checkSignature }: Options): Promise<Manifest> {
  const { header, manifest } = await verifyArchive(open(), progress('check'), checkSignature)
  const known = new Set(header.collections.map(({ name }) => name))
  const unknown = without.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`The archive has no collection ${unknown.join(', ')}`)
  if (await hasReplaced(db))
    throw new Error('What an earlier restore replaced is still in the database: FORCE=1 archives and drops it first.')

  await dropStaged(db)
  for (const collection of header.collections) await createCollection(db, collection, prefixes.staged)
  const storing = progress('store')
  let current: string | undefined
  for await (const part of readArchive(open(), checkSignature)) {
    if (part.kind === 'header' || without.includes(part.collection)) continue
    if (current && current !== part.collection) storing.done(current)
    current = part.collection
    await insertRaw(db, prefixes.staged + current, part.documents)
    storing.add(current, part.documents.length, part.bytes)
    giveBackMemory()
  }
  if (current) storing.done(current)

  const kept = header.collections.filter(({ name }) => !without.includes(name))
  const comparing = progress('compare')
  for (const { name } of kept) await checkStored(db, name, manifest, comparing)
  for (const collection of header.collections) await createIndexes(db, collection, prefixes.staged)
  const stored = Object.fromEntries(kept.map(({ name }) => [name, manifest[name]!]))
  await markComplete(db, {
    collections: header.collections.map(({ name }) => name),
    about: { written: header.createdAt, documents: contentOf(stored).documents },
  })
  return stored
}
