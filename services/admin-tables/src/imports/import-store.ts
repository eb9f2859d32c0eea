import { days, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { ImportReport } from '@app/contracts/imports'
import type { Actor } from '@app/jobs'
import { storeFile } from '@app/mongo'
import { type Binary, type Collection, type Db, GridFSBucket, ObjectId } from 'mongodb'
import type { Layout } from './read-rows'

const bucketName = 'import_files'
const maxTimeMS = seconds(2)
/** An import and its file are kept this long, applied or not. */
const keptFor = days(30)

/** A sheet of a workbook, stored as CSV in a file of its own; or why it cannot be imported. */
export type StoredSheet = Pick<ImportReport, 'headers' | 'samples' | 'notes'> & {
  name: string
  file: string
  layout?: Layout
  refusal?: string
}

/** An uploaded file. What its check finds and applying it does are jobs. */
export type Import = Pick<ImportReport, 'table' | 'fileName' | 'headers' | 'samples' | 'notes' | 'encodings'> & {
  /** Of a workbook, which itself is not kept. */
  sheets?: StoredSheet[]
  /** The user who uploaded it; only they see and apply it. */
  actor: Actor
  /** Files of earlier releases do not say it, nor how they are laid out. */
  encoding?: string
  layout?: Layout
  /** Texts that people have typed in the place of cells. Its jobs hold them as well; they are kept here to be found by an erasure. */
  corrected?: string[]
  /** The job that checks it, or the last one that did. */
  check: string
}
type Stored = Import & { _id: ObjectId; created_at: Date }

const withId = ({ _id, created_at, ...rest }: Stored) => ({ id: _id.toHexString(), ...rest })

/** By which all jobs of a file are found. */
export const importKey = (id: string) => `import/${id}`

export type StoredImport = ReturnType<typeof withId>

/** Uploaded files, as CSV. */
export function importStore(db: () => Db, now = () => new Date()) {
  const imports = (): Collection<Stored> => db().collection<Stored>('imports')
  const bucket = () => new GridFSBucket(db(), { bucketName })

  /** The bytes of a file. Piece by piece: a cursor would hold 16 MB of them, and end while a slow reader works. */
  async function* bytes(id: string): AsyncGenerator<Uint8Array> {
    const chunks = db().collection<{ files_id: ObjectId; n: number; data: Binary }>(`${bucketName}.chunks`)
    const files_id = new ObjectId(id)
    for (let n = 0; ; n++) {
      const chunk = await chunks.findOne({ files_id, n }, { maxTimeMS })
      if (!chunk) return
      yield chunk.data.value()
    }
  }

  const removeFile = async (id: ObjectId) => {
    await bucket()
      .delete(id)
      .catch(() => {})
  }

  async function remove(_id: ObjectId): Promise<void> {
    const stored = await imports().findOne({ _id }, { projection: { sheets: 1 }, maxTimeMS })
    for (const { file } of stored?.sheets ?? []) await removeFile(new ObjectId(file))
    await removeFile(_id)
    await imports().deleteOne({ _id })
  }

  /** The imports into these tables whose file fits. */
  async function* fitting(
    tables: readonly string[],
    fits: (imported: StoredImport) => Promise<boolean>,
  ): AsyncGenerator<StoredImport> {
    const all = imports().find({ table: { $in: [...tables] } }, { maxTimeMS })
    for (const stored of await all.toArray()) if (await fits(withId(stored))) yield withId(stored)
  }

  return {
    prepare: () => imports().createIndex({ created_at: 1 }, { name: 'created' }),

    newId: () => new ObjectId().toHexString(),

    /** Stores a file as it arrives. */
    store: (id: string, content: AsyncIterable<Uint8Array>): Promise<void> =>
      storeFile(bucket().openUploadStreamWithId(new ObjectId(id), id), content),

    /** Makes an import of a stored file. */
    async add(id: string, value: Import): Promise<void> {
      await imports().insertOne({ _id: new ObjectId(id), ...value, created_at: now() })
    },

    drop: (id: string) => remove(new ObjectId(id)),

    /** Removes a stored file that no import is made of. */
    dropFile: (id: string) => removeFile(new ObjectId(id)),

    async find(id: string): Promise<StoredImport | undefined> {
      const stored = await imports().findOne({ _id: new ObjectId(id) }, { maxTimeMS })
      return stored ? withId(stored) : undefined
    },

    bytes,

    /** The imports of a user into a table, the latest first. */
    async latest(table: string, userId: string): Promise<StoredImport[]> {
      const mine = { table, 'actor.id': userId }
      const found = imports().find(mine, { maxTimeMS }).sort({ created_at: -1 }).limit(5)
      return (await found.toArray()).map(withId)
    },

    /** Notes what was typed in the place of cells, before a job holds it. */
    async noteCorrected(id: string, values: readonly string[]): Promise<void> {
      await imports().updateOne({ _id: new ObjectId(id) }, { $addToSet: { corrected: { $each: [...values] } } })
    },

    /** Names the next check; `false` when another one has been named since. */
    async setCheck({ id, check }: StoredImport, next: string): Promise<boolean> {
      const { matchedCount } = await imports().updateOne({ _id: new ObjectId(id), check }, { $set: { check: next } })
      return matchedCount === 1
    },

    fitting,

    /** Removes the imports into these tables whose file fits, and returns them. */
    async erase(...which: Parameters<typeof fitting>): Promise<readonly StoredImport[]> {
      const removed: StoredImport[] = []
      for await (const imported of fitting(...which)) {
        await remove(new ObjectId(imported.id))
        removed.push(imported)
      }
      return removed
    },

    /** Removes what is older than it is kept for, and files that a crash left without an import. Returns how many. */
    async sweep(): Promise<number> {
      const begun = { uploadDate: { $lt: new Date(now().getTime() - days(1)) } }
      const files = await db().collection(`${bucketName}.files`).distinct('_id', begun)
      const [ids, ofSheets] = await Promise.all([
        imports().distinct('_id', { _id: { $in: files } }),
        imports()
          .find({ 'sheets.file': { $in: files.map(String) } }, { projection: { 'sheets.file': 1 }, maxTimeMS })
          .toArray(),
      ])
      const known = new Set(
        [...ids, ...ofSheets.flatMap(({ sheets = [] }) => sheets.map(({ file }) => file))].map(String),
      )
      for (const _id of files) if (!known.has(String(_id))) await remove(_id)
      const due = { created_at: { $lt: new Date(now().getTime() - keptFor) } }
      const old = await imports()
        .find(due, { projection: { _id: 1 }, maxTimeMS })
        .limit(100)
        .toArray()
      for (const { _id } of old) await remove(_id)
      return old.length
    },
  }
}

export type ImportStore = ReturnType<typeof importStore>

/** The reading of a file that a person asks for, where it was read otherwise at first. */
export type Reading = Pick<ImportReport, 'headers' | 'samples' | 'notes'> & { encoding?: string; layout: Layout }

/** The text of an import: a CSV file, or a sheet of a workbook stored as one. */
type ImportText = {
  file: string
  headers: readonly string[]
  samples: readonly (readonly string[])[]
  encoding: string | undefined
  layout?: Layout | undefined
  notes?: ImportReport['notes']
}

/** All texts of an import, also those of sheets that are not imported. */
export const textsOf = ({ id, sheets, headers, samples, encoding, layout, notes }: StoredImport): ImportText[] =>
  sheets?.map((sheet) => ({ ...sheet, encoding: 'utf-8' })) ?? [{ file: id, headers, samples, encoding, layout, notes }]

/** @throws AppError `invalid_input` when there is no such sheet, or it cannot be imported */
export function textOf(imported: StoredImport, sheet: string | undefined, reading?: Reading): ImportText {
  const at = sheet === undefined ? 0 : (imported.sheets ?? []).findIndex(({ name }) => name === sheet)
  const refusal = at < 0 ? `The file has no sheet "${sheet}".` : imported.sheets?.[at]?.refusal
  if (refusal !== undefined && !reading) throw new AppError('invalid_input', refusal, { sheet: refusal })
  return { ...textsOf(imported)[at]!, ...reading }
}
