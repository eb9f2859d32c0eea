import { days, seconds } from '@app/contracts/durations'
import type { ImportReport } from '@app/contracts/imports'
import { type Collection, type Db, GridFSBucket, ObjectId } from 'mongodb'
import type { Actor } from './actor'

const bucketName = 'import_files'
const maxTimeMS = seconds(2)
/** An import and its file are kept this long, applied or not. */
const keptFor = days(30)
/** A check or an application whose process has not reported for this long has ended, and another one takes it over. */
const lease = seconds(20)

export type Import = Omit<ImportReport, 'id'> & {
  /** Who uploaded it; only this user sees and applies it. */
  actor: Actor
  /** Rows applied so far, counted like `total`. */
  applied: number
  /** How often the work was begun since it last got on. */
  attempts?: number
}
type Stored = Import & { _id: ObjectId; created_at: Date; holder: string | null; leased_until: Date | null }

const withId = ({ _id, created_at, holder, leased_until, ...rest }: Stored) => ({ id: _id.toHexString(), ...rest })

export type StoredImport = ReturnType<typeof withId>

/** Uploaded CSV files and what the check of their rows has found. */
export function importStore(db: () => Db, now = () => new Date()) {
  const imports = (): Collection<Stored> => db().collection<Stored>('imports')
  const bucket = () => new GridFSBucket(db(), { bucketName })

  const leaseEnd = (at = now()) => new Date(at.getTime() + lease)

  /** The bytes of the file. */
  async function file(id: ObjectId): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of bucket().openDownloadStream(id)) parts.push(part as Buffer)
    return Buffer.concat(parts)
  }

  async function remove(_id: ObjectId): Promise<void> {
    await bucket()
      .delete(_id)
      .catch(() => {})
    await imports().deleteOne({ _id })
  }

  return {
    prepare: () => imports().createIndex({ created_at: 1 }, { name: 'created' }),

    async add(content: Buffer, value: Import): Promise<StoredImport> {
      const _id = new ObjectId()
      const upload = bucket().openUploadStreamWithId(_id, _id.toHexString())
      await new Promise<void>((done, fail) => {
        upload.once('finish', done).once('error', fail)
        upload.end(content)
      })
      const stored = { _id, ...value, created_at: now(), holder: null, leased_until: null }
      await imports().insertOne(stored)
      return withId(stored)
    },

    async find(id: string): Promise<StoredImport | undefined> {
      const stored = await imports().findOne({ _id: new ObjectId(id) }, { maxTimeMS })
      return stored ? withId(stored) : undefined
    },

    file: (id: string) => file(new ObjectId(id)),

    /**
     * Changes an import that is in one of these states; `undefined` when it is in another. Undefined fields are removed. A new
     * state ends the lease: any process may take the work that follows, which is abandoned if none does.
     */
    async change(
      id: string,
      states: readonly Import['state'][],
      change: Partial<Import>,
    ): Promise<StoredImport | undefined> {
      const entries = Object.entries(change)
      const removed = entries.filter(([, value]) => value === undefined).map(([name]) => [name, ''])
      const stored = await imports().findOneAndUpdate(
        { _id: new ObjectId(id), state: { $in: [...states] } },
        {
          $set: {
            ...Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
            ...(change.state && { holder: null, leased_until: leaseEnd() }),
          },
          ...(removed.length > 0 && { $unset: Object.fromEntries(removed) }),
        },
        { returnDocument: 'after', maxTimeMS },
      )
      return stored ? withId(stored) : undefined
    },

    /** Takes the work on an import, or keeps it; `false` while another process holds it. */
    async lease(id: string, holder: string): Promise<boolean> {
      const at = now()
      const free = [{ holder: null }, { leased_until: { $lt: at } }, { holder }]
      const { matchedCount } = await imports().updateOne(
        { _id: new ObjectId(id), $or: free },
        { $set: { leased_until: leaseEnd(at), holder } },
      )
      return matchedCount === 1
    },

    /** Imports whose work stopped before it was done. */
    async abandoned(): Promise<StoredImport[]> {
      const states: Import['state'][] = ['checking', 'applying']
      const due = { state: { $in: states }, leased_until: { $lt: now() } }
      return (await imports().find(due, { maxTimeMS }).limit(10).toArray()).map(withId)
    },

    /** Removes the imports into these tables whose file fits. One that is being applied stops. */
    async erase(tables: readonly string[], fits: (file: Buffer) => boolean): Promise<void> {
      const all = await imports()
        .find({ table: { $in: [...tables] } }, { projection: { _id: 1 }, maxTimeMS })
        .toArray()
      for (const { _id } of all) if (fits(await file(_id))) await remove(_id)
    },

    /** Removes what is older than it is kept for. Returns how many. */
    async sweep(): Promise<number> {
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
