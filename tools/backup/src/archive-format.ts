import { createHash } from 'node:crypto'
import { BSON } from 'mongodb'
import * as v from 'valibot'

/**
 * An archive is a gzipped tar, so that ordinary tools can open one, too:
 *
 *   backup.json                          what there is: collections with their options and indexes, and where the audit ends
 *   collections/<name>/<number>.bson     documents as the database holds them, one behind the other
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
})
export type ArchiveHeader = v.InferOutput<typeof archiveHeader>

const tally = v.object({ documents: v.number(), bytes: v.number(), digest: v.string() })
export type Tally = v.InferOutput<typeof tally>

const manifest = v.record(v.string(), tally)
export type Manifest = v.InferOutput<typeof manifest>

/** What an archive holds, in numbers. */
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

export const partName = (collection: string, number: number) =>
  `collections/${encodeURIComponent(collection)}/${String(number).padStart(6, '0')}.bson`

/** The collection of an entry; undefined for other entries. */
export function collectionOfPart(name: string): string | undefined {
  const encoded = /^collections\/([^/]+)\/\d{6,}\.bson$/.exec(name)?.[1]
  return encoded === undefined ? undefined : decodeURIComponent(encoded)
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
