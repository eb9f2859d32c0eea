import type { Writable } from 'node:stream'
import type { Db } from 'mongodb'
import {
  type ArchiveHeader,
  formatVersion,
  type Manifest,
  names,
  partName,
  printHeader,
  printManifest,
  removedName,
} from './archive-format'
import { auditHeads } from './audit'
import type { Sink } from './changes'
import { describeCollections } from './collections'
import { createTally } from './documents'
import type { Progress } from './messages'
import type { Elsewhere } from './pieces'
import { documentsToKeep } from './raw-documents'
import type { Signer } from './signing'
import type { Prefix } from './staging'
import { archiveWriter, partWriter } from './write-archive'

type Content = {
  prefix?: Prefix
  sign?: Signer | undefined
  at?: Date
  journal?: NonNullable<ArchiveHeader['journal']>
  /** Collections that may be gone. */
  former?: Iterable<string>
  /** Writes the documents of a collection. */
  fill(name: string, sink: Sink): Promise<void>
  /** Refuses what was read, before the archive is complete. */
  check?(): Promise<void>
}

/** Writes an archive of all collections to `target` and ends it. It holds two parts in memory at most. */
export async function writeCollections(
  db: Db,
  target: Writable,
  { prefix = '', sign, at, journal, former = [], fill, check }: Content,
): Promise<{ manifest: Manifest; changes: number }> {
  const collections = await describeCollections(db, prefix)
  const createdAt = (at ?? new Date()).toISOString()
  const audit = await auditHeads(db, prefix)
  const header = { format: formatVersion, createdAt, database: db.databaseName, collections, audit } as const
  const archive = archiveWriter(target, sign)
  const manifest: Manifest = {}
  let changes = 0
  try {
    await archive.add(names.header, printHeader({ ...header, ...(journal && { journal }) }))
    const present = new Set(collections.map(({ name }) => name))
    for (const name of new Set([...present, ...former])) {
      const tally = createTally()
      const changed = partWriter(archive, (number) => partName(name, number))
      const removed = partWriter(archive, (number) => removedName(name, number))
      await fill(name, {
        async changed(document) {
          changes++
          tally.add(document)
          await changed.add(document)
        },
        async removed(id) {
          changes++
          await removed.add(id)
        },
      })
      await changed.flush()
      await removed.flush()
      if (present.has(name)) manifest[name] = tally.result()
    }
    await check?.()
    await archive.add(names.manifest, printManifest(manifest))
    await archive.close()
    return { manifest, changes }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

type Options = { progress: Progress; prefix?: Prefix; sign?: Signer | undefined; elsewhere: Elsewhere }

/** Writes every collection of the database, or of those set aside under a prefix. */
export async function backUp(
  db: Db,
  target: Writable,
  { progress, prefix = '', sign, elsewhere }: Options,
): Promise<Manifest> {
  const { manifest } = await writeCollections(db, target, {
    prefix,
    sign,
    async fill(name, sink) {
      for await (const document of documentsToKeep(db, prefix + name, elsewhere)) {
        progress.add(name, 1, document.length)
        await sink.changed(document)
      }
      progress.done(name)
    },
  })
  return manifest
}
