import type { Readable } from 'node:stream'
import { inquiryTable } from '@app/contracts/inquiries'
import type { Db } from 'mongodb'
import { type ArchiveHeader, contentOf, DamagedArchive, type Manifest, partBytes } from './archive-format'
import { createCollection, createIndexes } from './collections'
import { createTally, idKeyOf, sameTally } from './documents'
import { LostMost, lastingDocuments, lossWatch } from './loss-watch'
import { type Progress, silent } from './messages'
import { giveBackMemory, insertRaw, rawDocuments } from './raw-documents'
import { type ArchivePart, readArchive } from './read-archive'
import type { SignatureCheck } from './signing'
import { prefixes } from './staging'
import { dropStaged, hasReplaced, markComplete } from './swap'
import { hasVanished } from './vanished'

/** Reads a whole archive to verify it. @throws DamagedArchive */
export async function verifyArchive(
  source: Readable,
  progress: Progress,
  checkSignature?: SignatureCheck,
  take: (part: ArchivePart) => void = () => {},
) {
  const parts = readArchive(source, checkSignature)
  let header: ArchiveHeader | undefined
  let collection: string | undefined
  for (;;) {
    const { value, done } = await parts.next()
    if (done) {
      if (collection) progress.done(collection)
      return { header: header!, manifest: value }
    }
    take(value)
    if (value.kind === 'header') header = value.header
    else {
      if (collection && collection !== value.collection) progress.done(collection)
      collection = value.collection
      progress.add(collection, value.documents.length, value.bytes)
      if (value.bytes >= partBytes) giveBackMemory()
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

/** Which file of a journal holds the last version of a document that has changed since the first one; -1: it is gone. */
type Latest = Map<string, Map<string, number>>

const gone = -1

/** Reads all files to their end. Returns the description of what they are together, and where to find what has changed. */
async function survey(sources: readonly Source[], options: Options) {
  const { progress, checkSignature, describeFile = () => '', journal } = options
  const latest: Latest = new Map()
  const watch = lossWatch()
  const watched = journal ? watch.take : undefined
  const first = await verifyArchive(sources[0]!(), progress('check'), checkSignature, watched)
  watch.ended()
  let header = first.header
  if (header.journal && header.journal.number > 0)
    throw new Error('This is one of the later files of a journal. Name its folder: FILE=/path/to/the/journal')
  for (const [at, open] of sources.entries()) {
    if (at === 0) continue
    try {
      const parts = readArchive(open(), checkSignature)
      for await (const part of parts) {
        watched?.(part)
        if (part.kind === 'header') header = part.header
        else {
          const ids = latest.get(part.collection) ?? new Map<string, number>()
          latest.set(part.collection, ids)
          for (const document of part.documents) ids.set(idKeyOf(document), part.kind === 'removed' ? gone : at)
        }
      }
      if (header.journal?.series !== first.header.journal?.series || header.journal?.number !== at)
        throw new DamagedArchive('it is not the file that its name says')
      watch.ended()
    } catch (error) {
      if (!(error instanceof DamagedArchive)) throw error
      throw new DamagedArchive(`file ${at} of the journal: ${error.message}${describeFile(at)}`, { cause: error })
    }
  }
  await requireMost(journal, watch, options)
  return { header, latest }
}

/** A time that was given is believed. @throws LostMost */
async function requireMost(journal: Journal | undefined, watch: LossWatch, { progress, checkSignature }: Options) {
  if (!journal || journal.isUntilGiven) return
  const lastGood = watch.lastGood()
  if (lastGood !== undefined) throw lostMost(journal.momentOf(lastGood), journal)
  const { before } = journal
  if (!before) return
  const { manifest } = await verifyArchive(before.open(), progress('check the series before'), checkSignature)
  if (hasVanished(lastingDocuments(manifest), watch.first())) throw lostMost(before.moment, journal)
}

const lostMost = (moment: string, { last }: Journal) =>
  new LostMost(
    `In the last steps of this journal more than half of what it holds is gone, as where its database was lost. UNTIL=${moment} restores the last moment before that; UNTIL=${last} restores the end, if that is meant.`,
  )

type Source = () => Readable
type LossWatch = ReturnType<typeof lossWatch>

/** Facts about a journal beside its files. Moments are as UNTIL= takes them. */
export type Journal = {
  isUntilGiven: boolean
  momentOf(file: number): string
  last: string
  /** The beginning of the series before, and the end of that one. */
  before?: { open: Source; moment: string }
}

type Options = {
  /** Open an archive, or the files of a journal in their order; each is called twice. */
  sources: readonly Source[]
  /** Collections that stay empty. */
  without: readonly string[]
  progress(step: string): Progress
  checkSignature?: SignatureCheck
  journal?: Journal
  /** Added to the message when a file of a journal is damaged. */
  describeFile?(at: number): string
}

/**
 * Stores everything in an archive next to what the database holds; `swap` exchanges the two. The archive is read to its end before
 * anything is written. Documents are compared before their indexes exist, one kind of which deletes what has expired.
 * Of a journal each document is stored once, as its last version.
 *
 * @throws DamagedArchive
 * @throws LostMost when a journal ends with the loss of most, and the time until which it is wanted is not given
 */
export async function stage(db: Db, options: Options): Promise<Manifest> {
  const { sources, without, progress, checkSignature } = options
  const since = new Date()
  const { header, latest } = await survey(sources, options)
  const known = new Set(header.collections.map(({ name }) => name))
  const unknown = without.filter((name) => !known.has(name))
  if (unknown.length > 0) throw new Error(`The archive has no collection ${unknown.join(', ')}`)
  if (await hasReplaced(db))
    throw new Error('What an earlier restore replaced is still in the database: FORCE=1 archives and drops it first.')

  await dropStaged(db)
  for (const collection of header.collections) await createCollection(db, collection, prefixes.staged)
  const kept = header.collections.filter(({ name }) => !without.includes(name))
  const tallies = new Map(kept.map(({ name }) => [name, createTally()]))
  for (const [at, open] of sources.entries()) {
    const storing = at === 0 ? progress('store') : silent
    let current: string | undefined
    for await (const part of readArchive(open(), checkSignature)) {
      if (part.kind !== 'documents') continue
      const tally = tallies.get(part.collection)
      if (!tally) continue
      if (current && current !== part.collection) storing.done(current)
      current = part.collection
      const changed = latest.get(current)
      const documents = changed
        ? part.documents.filter((document) => (changed.get(idKeyOf(document)) ?? 0) === at)
        : part.documents
      for (const document of documents) tally.add(document)
      await insertRaw(db, prefixes.staged + current, documents)
      storing.add(current, documents.length, part.bytes)
      if (part.bytes >= partBytes) giveBackMemory()
    }
    if (current) storing.done(current)
  }

  const stored: Manifest = Object.fromEntries([...tallies].map(([name, tally]) => [name, tally.result()]))
  const comparing = progress('compare')
  for (const { name } of kept) await checkStored(db, name, stored, comparing)
  for (const collection of header.collections) await createIndexes(db, collection, prefixes.staged)
  await markComplete(db, {
    collections: header.collections.map(({ name }) => name),
    // Collections that stay empty stay so.
    ...(without.includes(inquiryTable) ? {} : { since }),
    about: { written: header.createdAt, documents: contentOf(stored).documents },
  })
  return stored
}
