import { days, seconds } from '@app/contracts/durations'
import { pictureIdsOf, type UploadedPicture } from '@app/contracts/website/pictures'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import { type Db, ObjectId } from 'mongodb'
import type { WebsiteStore } from './website-store'

const bucketName = 'site_pictures'
const maxTimeMS = seconds(2)
/** A picture that nothing refers to is left alone this long: the draft with it may not be saved yet. */
const unusedFor = days(1)

/** A part of a picture within its file: a size by its name, such as `960.avif`. */
type PictureRange = { name: string; at: number; length: number }
type Metadata = {
  picture: string
  width: number
  height: number
  parts: PictureRange[]
  used_at: Date
  /** The uploaded file that it was made of, for the photo of a person. It is served only as long as the person is shown. */
  source?: string
}
type Stored = { _id: ObjectId; length: number; chunkSize: number; metadata: Metadata }
type New = {
  id: string
  width: number
  height: number
  parts: readonly { name: string; bytes: Uint8Array }[]
  source?: string
}

const types: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** Pictures of the public page: each with all its sizes in one file, so that it is stored completely or not at all. */
export function pictureStore(db: () => Db, objects?: ObjectStorage, now = () => new Date()) {
  const bytes = fileBytes(bucketName, db, objects)
  const files = () => db().collection<Stored>(`${bucketName}.files`)
  /** Pictures that anybody may see for good; photos of persons are apart. */
  const lasting = { 'metadata.source': null }

  /** A size by its name: `<id>-960.avif`. */
  async function sizeIn(name: string, among: object) {
    const [, id, part, format] = /^([0-9a-f]{32})-(\d+\.(\w+))$/.exec(name) ?? []
    const type = types[format ?? '']
    const file = id && type ? await files().findOne({ 'metadata.picture': { $eq: id }, ...among }, { maxTimeMS }) : null
    const found = file?.metadata.parts.find((one) => one.name === part)
    return file && type && found ? { file, type, found } : undefined
  }
  const read = ({ file, found }: { file: Stored; found: PictureRange }) =>
    bytes.read(file, found.at, found.at + found.length)

  /** Notes that pictures are about to be used. Returns those that are stored. */
  async function touch(ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set()
    const stored = { 'metadata.picture': { $in: [...ids] }, ...lasting }
    await files().updateMany(stored, { $set: { 'metadata.used_at': now() } })
    return new Set(await files().distinct('metadata.picture', stored, { maxTimeMS }))
  }

  /** Removes pieces whose file was never completed, or was removed by a process that ended before it had removed them. */
  async function sweepPieces(before: Date): Promise<void> {
    const old = { $lt: ObjectId.createFromTime(Math.floor(before.getTime() / 1000)) }
    const ids = (await db().collection(`${bucketName}.chunks`).distinct('files_id', { files_id: old })) as ObjectId[]
    const known = await files()
      .find({ _id: { $in: ids } }, { projection: { _id: 1 } })
      .toArray()
    const whole = new Set(known.map(({ _id }) => _id.toHexString()))
    await bytes.removeBytes(ids.filter((id) => !whole.has(id.toHexString())))
  }

  return {
    async prepare(): Promise<void> {
      await files().createIndex({ 'metadata.picture': 1 }, { name: 'picture' })
      await files().createIndex({ 'metadata.source': 1 }, { name: 'source' })
      await bytes.prepare()
    },

    /** Stores a picture once. Of two uploads at once both may be stored, and both go when neither is used. */
    async add({ id, width, height, parts, source }: New): Promise<UploadedPicture> {
      if (source !== undefined || !(await touch([id])).has(id)) {
        let at = 0
        const places = parts.map(({ name, bytes: { length } }) => {
          at += length
          return { name, at: at - length, length }
        })
        const metadata: Metadata = {
          picture: id,
          width,
          height,
          parts: places,
          used_at: now(),
          ...(source && { source }),
        }
        const content = Buffer.concat(parts.map((part) => part.bytes))
        await bytes.add({ id: new ObjectId(), filename: id, bytes: content, metadata })
      }
      return { id, width, height }
    },

    async size(name: string): Promise<{ type: string; bytes: Buffer } | undefined> {
      const size = await sizeIn(name, lasting)
      return size && { type: size.type, bytes: await read(size) }
    },

    /** The largest WebP of a picture, to be read when it is needed. */
    async largest(id: string): Promise<{ type: string; size: number; read: () => Promise<Buffer> } | undefined> {
      const file = await files().findOne({ 'metadata.picture': { $eq: id }, ...lasting }, { maxTimeMS })
      const sizes = file?.metadata.parts.filter(({ name }) => name.endsWith('.webp')) ?? []
      const largest = sizes.toSorted((one, other) => other.length - one.length)[0]
      if (!file || !largest) return undefined
      return { type: types['webp']!, size: largest.length, read: () => read({ file, found: largest }) }
    },

    /** A size of the photo of a person, unless `isShown` says no to the file that it was made of. */
    async portraitSize(
      name: string,
      isShown: (source: string) => Promise<boolean>,
    ): Promise<{ type: string; bytes: Buffer } | undefined> {
      const size = await sizeIn(name, { 'metadata.source': { $ne: null } })
      if (!size || !(await isShown(size.file.metadata.source!))) return undefined
      return { type: size.type, bytes: await read(size) }
    },

    /** Photos of persons by the files that they were made of. */
    async portraits(sources: readonly string[]): Promise<ReadonlyMap<string, UploadedPicture>> {
      if (sources.length === 0) return new Map()
      const options = { projection: { metadata: 1 }, maxTimeMS }
      const stored = await files()
        .find({ 'metadata.source': { $in: [...sources] } }, options)
        .toArray()
      return new Map(
        stored.map(({ metadata: { source, picture, width, height } }) => [source!, { id: picture, width, height }]),
      )
    },

    touch,

    /** Removes a picture, used or not; `false` when there is none. */
    async remove(id: string): Promise<boolean> {
      const found = await files()
        .find({ 'metadata.picture': { $eq: id }, ...lasting }, { projection: { _id: 1 }, maxTimeMS })
        .toArray()
      for (const { _id } of found) {
        await files().deleteOne({ _id })
        await bytes.removeBytes([_id])
      }
      return found.length > 0
    },

    /** Removes pictures that nothing has referred to for a day. `used` is read first: a draft that is saved meanwhile has touched its pictures. */
    async sweep(used: () => Promise<ReadonlySet<string>>): Promise<number> {
      const before = new Date(now().getTime() - unusedFor)
      const old = { 'metadata.used_at': { $lte: before } }
      const candidates = await files()
        .find(old, { projection: { 'metadata.picture': 1 } })
        .toArray()
      const kept = candidates.length > 0 ? await used() : new Set<string>()
      let removed = 0
      for (const { _id, metadata } of candidates) {
        if (kept.has(metadata.picture)) continue
        const { deletedCount } = await files().deleteOne({ _id, ...old })
        if (deletedCount === 1) await bytes.removeBytes([_id])
        removed += deletedCount
      }
      await sweepPieces(before)
      await bytes.sweep()
      return removed
    },
  }
}
export type PictureStore = ReturnType<typeof pictureStore>

type Deps = {
  website: Pick<WebsiteStore, 'latest' | 'forget'>
  pictures: Pick<PictureStore, 'remove'>
  now?: () => number
}

/** A page has many pictures: the live version is read once for them. */
const seenFor = seconds(2)

/** Which pictures visitors may see, and the end of one. */
export function shownPictures({ website, pictures, now = Date.now }: Deps) {
  async function read(): Promise<ReadonlySet<string>> {
    const latest = await website.latest()
    return new Set(latest ? pictureIdsOf(latest.content).map(([, id]) => id) : [])
  }
  let seen: { at: number; ids: ReturnType<typeof read> } | undefined

  function readAgain() {
    const entry = { at: now(), ids: read() }
    entry.ids.catch(() => {
      if (seen === entry) seen = undefined
    })
    seen = entry
    return entry.ids
  }

  return {
    /** True if the live version of the page shows it. */
    async isLive(id: string): Promise<boolean> {
      if (!seen || now() - seen.at >= seenFor) return (await readAgain()).has(id)
      if ((await seen.ids).has(id)) return true
      // A page that was published a moment ago shows others.
      return (await readAgain()).has(id)
    },

    /** Removes a picture from all versions and the draft, and its bytes. It may be repeated. `false` when nothing had it. */
    async remove(id: string): Promise<boolean> {
      const versions = await website.forget(id)
      const isRemoved = await pictures.remove(id)
      // A draft that was saved in between.
      if (isRemoved) await website.forget(id)
      seen = undefined
      return isRemoved || versions > 0
    },
  }
}

export type ShownPictures = ReturnType<typeof shownPictures>
