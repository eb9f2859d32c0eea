import { createHash } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { fileIdIn, fileUrl } from '@app/contracts/file-url'
import type { PageInstructor } from '@app/contracts/website/page-texts'
import { collation } from '@app/record-query'
import { schoolDay } from '@app/school-time/school-day'
import { plainText, type TableSchema, titleOf } from '@app/table-schema'
import type { Collection } from 'mongodb'
import type { FileStore } from '../files/file-store'
import { optionName } from '../lessons/lesson-days'
import type { MakePicture } from './picture-process'
import type { PictureStore } from './picture-store'

const maxTimeMS = seconds(2)
const maxShown = 24
const fields = ['name', 'certification', 'certified_until', 'photo']

/** An instructor as visitors see them; `photo` is the id of an uploaded file. */
type PublicInstructor = { name: string; certificate: string; photo: string | undefined }

/** Instructors who are shown on the website. What is not for visitors does not leave the table. */
export function publicInstructors(
  collection: (name: string) => Collection,
  instructors: () => Promise<TableSchema | undefined>,
) {
  const shown = { on_website: { $eq: true }, active: { $ne: false } }

  /** The table, unless an admin has retired the field that says who is shown, or it is about something else. */
  async function schemaWithConsent(): Promise<TableSchema | undefined> {
    const schema = await instructors()
    return schema?.properties['on_website']?.type === 'boolean' ? schema : undefined
  }

  return {
    /** By name. `today` is the day at the school: a certificate that has ended is not shown. */
    async all(today: string): Promise<PublicInstructor[]> {
      const schema = await schemaWithConsent()
      if (!schema) return []
      const { certification, photo } = schema.properties
      const rows = await collection('instructors')
        .find(shown, {
          projection: Object.fromEntries(fields.map((field) => [field, 1])),
          sort: { name: 1, _id: 1 },
          limit: maxShown,
          collation,
          maxTimeMS,
        })
        .toArray()
      return rows.map((row) => {
        const level = certification ? plainText(optionName(schema, 'certification', row['certification'])) : ''
        const isEnded = typeof row['certified_until'] === 'string' && row['certified_until'] < today
        return {
          name: plainText(String(row['name'] ?? '')),
          certificate: level && !isEnded ? `${titleOf('certification', certification)}: ${level}` : '',
          photo: photo?.format === 'image' && typeof row['photo'] === 'string' ? fileIdIn(row['photo']) : undefined,
        }
      })
    },

    /** True if this uploaded file is the photo of somebody who is shown. */
    async shows(file: string): Promise<boolean> {
      const schema = await schemaWithConsent()
      if (schema?.properties['photo']?.format !== 'image') return false
      const options = { projection: { _id: 1 }, maxTimeMS }
      return (await collection('instructors').findOne({ ...shown, photo: { $eq: fileUrl(file) } }, options)) !== null
    },
  }
}
type PublicInstructors = ReturnType<typeof publicInstructors>

type Deps = {
  instructors: PublicInstructors
  pictures: Pick<PictureStore, 'add' | 'portraits' | 'portraitSize'>
  files: Pick<FileStore, 'open'>
  makePicture: MakePicture
  now?: () => number
}

/** Another id than the same photo has elsewhere on the page: only this one goes with the person. */
const portraitId = (picture: string, source: string) =>
  createHash('sha256').update(`${picture} of ${source}`).digest('hex').slice(0, 32)

/** The instructors of the public page, and their photos, which are made of the files of their records. */
export function portraits({ instructors, pictures, files, makePicture, now = Date.now }: Deps) {
  /** Files that no photo can be made of. */
  const refused = new Set<string>()

  async function read() {
    const people = await instructors.all(schoolDay(now()))
    const sources = people.flatMap(({ photo }) => photo ?? [])
    return { people, sources, made: await pictures.portraits(sources) }
  }

  async function make(source: string): Promise<void> {
    const file = await files.open(source)
    if (!file) return
    const made = await makePicture(Buffer.concat(await Array.fromAsync(await file.chunks())))
    // Somebody may have been taken off the page meanwhile.
    if (await instructors.shows(source)) await pictures.add({ ...made, id: portraitId(made.id, source), source })
  }

  return {
    /** Until the sizes of a photo are made, the person is shown without. */
    async shown(): Promise<PageInstructor[]> {
      const { people, made } = await read()
      return people.map(({ photo, ...person }) => ({ ...person, photo: (photo && made.get(photo)) || null }))
    },

    /** Makes the sizes of photos that have none. One that cannot be made holds up no other. */
    async prepare(): Promise<void> {
      const { sources, made } = await read()
      let failed: unknown
      for (const source of new Set(sources)) {
        if (made.has(source) || refused.has(source)) continue
        try {
          await make(source)
        } catch (error) {
          const code = error instanceof AppError ? error.code : undefined
          // A photo of the website is being prepared: the next round goes on.
          if (code === 'unavailable') break
          if (code === 'invalid_input') refused.add(source)
          failed ??= error
        }
      }
      if (failed) throw failed
    },

    size: (name: string) => pictures.portraitSize(name, instructors.shows),

    /** The ids of the photos that are on the page. */
    used: async (): Promise<string[]> => [...(await read()).made.values()].map(({ id }) => id),
  }
}
export type Portraits = ReturnType<typeof portraits>
