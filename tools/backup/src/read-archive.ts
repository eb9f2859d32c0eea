import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import {
  type ArchiveHeader,
  DamagedArchive,
  largestEntry,
  type Manifest,
  names,
  parseHeader,
  parseManifest,
  partOf,
  sha256,
} from './archive-format'
import { createTally, documentsIn, sameTally } from './documents'
import type { SignatureCheck } from './signing'

type Entry = { name: string; bytes: Buffer }

async function* entriesOf(source: Readable): AsyncGenerator<Entry> {
  const tar = extract()
  const unpacked = pipeline(source, createGunzip(), tar)
  unpacked.catch(() => {})
  for await (const entry of tar) {
    const { name, size = 0 } = entry.header
    if (size > largestEntry) throw new DamagedArchive('an entry in it is too large')
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    if (bytes.length !== size) throw new DamagedArchive('it is cut off')
    yield { name, bytes }
  }
  await unpacked
}

export type ArchivePart =
  | { kind: 'header'; header: ArchiveHeader }
  | { kind: 'documents'; collection: string; documents: Buffer[]; bytes: number }
  /** Only in a journal: documents of which there is only the id. */
  | { kind: 'removed'; collection: string; documents: Buffer[]; bytes: number }

/** Compares the content that was read with the archive's manifest. */
function checkAgainst(manifest: Manifest, header: ArchiveHeader, met: Map<string, ReturnType<typeof createTally>>) {
  for (const { name } of header.collections) {
    const said = manifest[name]
    if (!said || !sameTally(said, (met.get(name) ?? createTally()).result()))
      throw new DamagedArchive(`the documents of ${name} in it are not those that were written`)
  }
}

/**
 * Reads an archive part by part and checks all of it on the way; only at the end is it known to be complete. Returns what
 * it holds of each collection.
 *
 * @throws DamagedArchive
 */
export async function* readArchive(
  source: Readable,
  checkSignature?: SignatureCheck,
): AsyncGenerator<ArchivePart, Manifest> {
  let header: ArchiveHeader | undefined
  let manifest: Manifest | undefined
  let sums: Buffer | undefined
  let signature: Buffer | undefined
  let expected = ''
  const met = new Map<string, ReturnType<typeof createTally>>()
  try {
    for await (const { name, bytes } of entriesOf(source)) {
      if (signature || (sums && name !== names.signature)) throw new DamagedArchive('something follows its end')
      if (sums) {
        signature = bytes
        continue
      }
      if (name === names.sums) {
        sums = bytes
        continue
      }
      expected += `${sha256(bytes)}  ${name}\n`
      const part = partOf(name)
      if (name === names.header && !header) {
        header = parseHeader(bytes)
        yield { kind: 'header', header }
      } else if (name === names.manifest && header && !manifest) manifest = parseManifest(bytes)
      else if (part?.kind === 'removed' && header?.journal && !manifest)
        yield { ...part, documents: [...documentsIn(bytes)], bytes: bytes.length }
      else if (
        part?.kind === 'documents' &&
        !manifest &&
        header?.collections.some((one) => one.name === part.collection)
      ) {
        const documents = [...documentsIn(bytes)]
        const tally = met.get(part.collection) ?? createTally()
        met.set(part.collection, tally)
        for (const document of documents) tally.add(document)
        yield { ...part, documents, bytes: bytes.length }
      } else throw new DamagedArchive(`${JSON.stringify(name)} does not belong into it`)
    }
  } catch (error) {
    if (error instanceof DamagedArchive) throw error
    throw new DamagedArchive('it cannot be unpacked', { cause: error })
  }
  if (!header || !manifest || !sums) throw new DamagedArchive('its end is missing')
  if (sums.toString('utf8') !== expected) throw new DamagedArchive('its checksums do not fit')
  checkSignature?.(sums, signature)
  checkAgainst(manifest, header, met)
  return manifest
}

/** The beginning of an archive, of which nothing is verified yet. @throws DamagedArchive */
export async function headerOf(source: Readable): Promise<ArchiveHeader> {
  for await (const part of readArchive(source)) if (part.kind === 'header') return part.header
  throw new DamagedArchive('its beginning is missing')
}
