import { days } from '@app/contracts/durations'
import { fileIdIn, fileUrl, fileUrlsIn } from '@app/contracts/file-url'
import type { BrokenTable } from '@app/contracts/tables'
import type { FileBytes } from '@app/files/file-bytes'
import { filterKind, type TableSchema } from '@app/table-schema'
import { type Collection, type Db, ObjectId } from 'mongodb'
import { bucketName, type Metadata } from '../files/file-store'
import { keptFor } from './trash-store'

type FileReferenceDeps = {
  db: () => Db
  bytes: Pick<FileBytes, 'removeBytes'>
  /** Opens a connection for reads that take longer than a request may. */
  withoutTimeout: () => Promise<{ db: Db; close(): Promise<void> }>
  /** The names of all described tables, also of retired ones. */
  tables: () => Promise<readonly string[]>
}

/** The files that the raw bytes of a document name. */
const urlsIn = (document: Buffer) => fileUrlsIn(document.toString('latin1'))

/** Which files the records themselves name, whatever the schemas say. */
export function fileReferences({ db, bytes, withoutTimeout, tables }: FileReferenceDeps) {
  /** Everything that any field of any record refers to, live or in the trash. Reads all records. */
  async function all(): Promise<Set<string>> {
    const found = new Set<string>()
    const separate = await withoutTimeout()
    try {
      for (const name of [...(await tables()), 'trash']) {
        const documents = separate.db.collection(name).find({}, { raw: true }) as unknown as AsyncIterable<Buffer>
        for await (const document of documents) for (const url of urlsIn(document)) found.add(url)
      }
    } finally {
      await separate.close()
    }
    return found
  }

  return {
    all,

    /** Removes those of these files that no record names any more. Returns how many. */
    async removeUnused(urls: readonly string[]): Promise<number> {
      if (urls.length === 0) return 0
      const used = await all()
      const ids = urls.filter((url) => !used.has(url)).map((url) => new ObjectId(fileIdIn(url)))
      const { deletedCount } = await db()
        .collection(`${bucketName}.files`)
        .deleteMany({ _id: { $in: ids } })
      await bytes.removeBytes(ids)
      return deletedCount
    },
  }
}

export type FileReferences = ReturnType<typeof fileReferences>

/** A file without a record is left alone this long: the record may not be saved yet. Two sweeps as far apart must agree. */
const unusedFor = days(1)
/** The names of all tables that a sweep has seen, in the collection of marks. */
const seenMark = 'swept_tables'

type Stored = { _id: ObjectId; uploadDate: Date; metadata: Metadata }
type Marks = { _id: string; names: string[] }
type Deps = {
  db: () => Db
  references: Pick<FileReferences, 'all'>
  bytes: Pick<FileBytes, 'removeBytes'>
  tables: { listed(): Promise<readonly (TableSchema | BrokenTable)[]>; retired(): Promise<readonly string[]> }
  marks: () => Collection<Marks>
}

const isBroken = (table: TableSchema | BrokenTable): table is BrokenTable => 'error' in table

const urlOf = ({ _id }: Stored) => fileUrl(_id.toHexString())

/**
 * Removes files that no record refers to, live or in the trash, in steps: noticed; a day later in the trash; thirty days
 * later gone. A new reference undoes all of it. Descriptions alone never remove a file: they
 * may have a typo, so a step that hides or removes first reads the records themselves.
 */
export function fileSweep({ db, references, bytes, tables, marks }: Deps, now = () => new Date()) {
  const files = () => db().collection<Stored>(`${bucketName}.files`)
  const before = (ms: number) => new Date(now().getTime() - ms)

  /** Tables that were described once and are no more, while their records are still there or cannot be read. */
  async function goneTables(described: readonly string[]): Promise<string[]> {
    const known = await marks()
      .find({ _id: { $in: ['table_schemas', seenMark] } })
      .toArray()
    const missing = [...new Set(known.flatMap(({ names }) => names))].filter((name) => !described.includes(name))
    const hasRecords = async (name: string) => {
      const first = await db()
        .collection(name)
        .findOne({}, { projection: { _id: 1 } })
        .catch(() => 'not readable')
      return first !== null
    }
    const found = await Promise.all(missing.map(async (name) => ((await hasRecords(name)) ? [name] : [])))
    return found.flat()
  }

  /** The files in the described text fields: quick, but blind to fields that no description names. */
  async function describedReferences({ name, properties }: TableSchema): Promise<unknown[]> {
    const fields = Object.entries(properties).flatMap(([field, about]) => (filterKind(about) === 'text' ? [field] : []))
    const live = fields.map((field) =>
      db()
        .collection(name)
        .distinct(field, { [field]: /^\/api\/files\// }),
    )
    const deleted = fields.map((field) => db().collection('trash').distinct(`record.${field}`, { table: name }))
    return (await Promise.all([...live, ...deleted])).flat()
  }

  const use = (ids: readonly ObjectId[]) =>
    files().updateMany(
      { _id: { $in: [...ids] } },
      { $unset: { 'metadata.unused_since': '', 'metadata.trashed_at': '' } },
    )

  async function remove({ _id }: Stored): Promise<void> {
    const { deletedCount } = await files().deleteOne({ _id, 'metadata.trashed_at': { $lte: before(keptFor) } })
    if (deletedCount === 1) await bytes.removeBytes([_id])
  }

  return {
    /** `paused` has the tables whose descriptions are broken or gone: nothing is swept until they are repaired. */
    async sweep(): Promise<{ paused: string[] } | { trashed: number; removed: number }> {
      const listed = await tables.listed()
      const described = listed.flatMap((table) => (isBroken(table) ? [] : [table]))
      // A retired table keeps its records, and they keep their files.
      const names = [...described.map(({ name }) => name), ...(await tables.retired())]
      const broken = listed.filter(isBroken).map(({ name }) => name)
      const paused = [...new Set([...broken, ...(await goneTables(names))])]
      if (paused.length > 0) return { paused }
      await marks().updateOne({ _id: seenMark }, { $set: { names } }, { upsert: true })

      const old = await files()
        .find({ uploadDate: { $lt: before(unusedFor) } })
        .toArray()
      const used = new Set((await Promise.all(described.map(describedReferences))).flat())
      const isUsed = (file: Stored) => used.has(urlOf(file))
      await use(old.filter(isUsed).map(({ _id }) => _id))

      const unused = old.filter((file) => !isUsed(file))
      const fresh = unused.filter(({ metadata }) => !metadata.unused_since).map(({ _id }) => _id)
      await files().updateMany(
        { _id: { $in: fresh }, 'metadata.unused_since': { $exists: false } },
        { $set: { 'metadata.unused_since': now() } },
      )

      const due = unused.filter(({ metadata: { unused_since: since, trashed_at: trashed } }) =>
        trashed ? trashed <= before(keptFor) : since && since <= before(unusedFor),
      )
      if (due.length === 0) return { trashed: 0, removed: 0 }
      const mentioned = await references.all()
      await use(due.filter((file) => mentioned.has(urlOf(file))).map(({ _id }) => _id))
      const orphaned = due.filter((file) => !mentioned.has(urlOf(file)))
      const ended = orphaned.filter(({ metadata }) => metadata.trashed_at)
      const trashed = orphaned.filter(({ metadata }) => !metadata.trashed_at).map(({ _id }) => _id)
      await files().updateMany({ _id: { $in: trashed } }, { $set: { 'metadata.trashed_at': now() } })
      for (const file of ended) await remove(file)
      return { trashed: trashed.length, removed: ended.length }
    },
  }
}
