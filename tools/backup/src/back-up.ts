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
  type Tally,
} from './archive-format'
import { auditHeads } from './audit'
import { describeCollections } from './collections'
import { createTally } from './documents'
import type { Elsewhere } from './pieces'
import type { Progress } from './progress'
import { documentsToKeep } from './raw-documents'
import type { Signer } from './signing'
import type { Prefix } from './staging'
import { archiveWriter, partWriter } from './write-archive'

type Options = {
  progress: Progress
  prefix?: Prefix
  sign?: Signer | undefined
  elsewhere: Elsewhere
}

/** Writes every collection of the database, or of those set aside under a prefix, to `target` and ends it. It holds two parts in memory at most. */
export async function backUp(
  db: Db,
  target: Writable,
  { progress, prefix = '', sign, elsewhere }: Options,
): Promise<Manifest> {
  const collections = await describeCollections(db, prefix)
  const header: ArchiveHeader = {
    format: formatVersion,
    createdAt: new Date().toISOString(),
    database: db.databaseName,
    collections,
    audit: await auditHeads(db, prefix),
  }
  const archive = archiveWriter(target, sign)

  async function writeCollection(name: string): Promise<Tally> {
    const tally = createTally()
    const parts = partWriter(archive, (number) => partName(name, number))
    for await (const document of documentsToKeep(db, prefix + name, elsewhere)) {
      tally.add(document)
      progress.add(name, 1, document.length)
      await parts.add(document)
    }
    await parts.flush()
    progress.done(name)
    return tally.result()
  }

  try {
    await archive.add(names.header, printHeader(header))
    const manifest: Manifest = {}
    for (const { name } of collections) manifest[name] = await writeCollection(name)
    await archive.add(names.manifest, printManifest(manifest))
    await archive.close()
    return manifest
  } catch (error) {
    await archive.abandon()
    throw error
  }
}
