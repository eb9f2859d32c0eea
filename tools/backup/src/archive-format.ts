import { createHash } from 'node:crypto'
import { BSON } from 'mongodb'
import * as v from 'valibot'

/**
 * An archive is a gzipped tar, so that ordinary tools can open one, too:
 *
 *   backup.json                          what there is: collections with their options and indexes, and where the audit ends
 *   collections/<name>/<number>.bson     documents as the database holds them, one behind the other
 *   removed/<name>/<number>.bson         only in a journal: the ids of documents that are gone
 *   manifest.json                        how many documents each collection has, and their digest
 *   SHA256SUMS                           of all entries before it: `sha256sum -c` understands it
 *   SHA256SUMS.sig                       the last entry: the signature of these sums (signing.ts)
 */
export const names = {
  header: 'backup.json',
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.sig',
} as const
export const formatVersion = 1

/** A part is closed once it holds this much; one document more may be in it. */
export const partBytes = 4 * 1024 * 1024
/** The largest document that MongoDB takes, with room for what it keeps itself. */
const largestDocument = 16 * 1024 * 1024 + 16 * 1024
export const largestEntry = partBytes + largestDocument

const anyDocument = v.record(v.string(), v.unknown())
const collectionHeader = v.object({ name: v.string(), options: anyDocument, indexes: v.array(anyDocument) })
export type CollectionHeader = v.InferOutput<typeof collectionHeader>

const auditHead = v.object({ number: v.number(), hash: v.string() })

const archiveHeader = v.object({
  format: v.literal(formatVersion),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  database: v.string(),
  collections: v.array(collectionHeader),
  /** Where the chains of the audit ended when the archive was begun. Earlier archives do not say it. */
  audit: v.optional(v.record(v.string(), auditHead)),
  /** Of a file of a journal (journal-files.ts): number 0 holds everything, each other one what has changed since the one before. */
  journal: v.optional(v.object({ series: v.string(), number: v.number() })),
})
export type ArchiveHeader = v.InferOutput<typeof archiveHeader>

const tally = v.object({ documents: v.number(), bytes: v.number(), digest: v.string() })
export type Tally = v.InferOutput<typeof tally>

const manifest = v.record(v.string(), tally)
export type Manifest = v.InferOutput<typeof manifest>

/** The content of an archive, in numbers. */
export const contentOf = (manifest: Manifest) => ({
  collections: Object.keys(manifest).length,
  documents: Object.values(manifest).reduce((sum, { documents }) => sum + documents, 0),
  bytes: Object.values(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
})

/** The archive is incomplete, damaged, or not a backup of this product. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive'
}

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

type Folder = 'collections' | 'removed'
const nameIn = (folder: Folder, collection: string, number: number) =>
  `${folder}/${encodeURIComponent(collection)}/${String(number).padStart(6, '0')}.bson`

export const partName = (collection: string, number: number) => nameIn('collections', collection, number)
export const removedName = (collection: string, number: number) => nameIn('removed', collection, number)

/** The kind of an entry, and its collection; undefined for other entries. */
export function partOf(name: string): { kind: 'documents' | 'removed'; collection: string } | undefined {
  const [, folder, encoded] = /^(collections|removed)\/([^/]+)\/\d{6,}\.bson$/.exec(name) ?? []
  if (encoded === undefined) return undefined
  return { kind: folder === 'removed' ? 'removed' : 'documents', collection: decodeURIComponent(encoded) }
}

// Canonical, so that a number keeps its type.
const print = (value: object) => Buffer.from(`${BSON.EJSON.stringify(value, undefined, 2, { relaxed: false })}\n`)
const parse = <Output>(schema: v.GenericSchema<unknown, Output>, what: string, bytes: Uint8Array): Output => {
  try {
    return v.parse(schema, BSON.EJSON.parse(Buffer.from(bytes).toString('utf8')))
  } catch (cause) {
    throw new DamagedArchive(`its ${what} cannot be read`, { cause })
  }
}

export const printHeader = (header: ArchiveHeader) => print(header)
export const parseHeader = (bytes: Uint8Array) => parse(archiveHeader, names.header, bytes)
export const printManifest = (counted: Manifest) => print(counted)
export const parseManifest = (bytes: Uint8Array) => parse(manifest, names.manifest, bytes)
