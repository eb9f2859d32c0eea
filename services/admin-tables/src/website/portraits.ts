import { createHash } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import type { PageInstructor } from '@app/contracts/website/page-texts'
import { schoolDay } from '@app/school-time/school-day'
import type { FileStore } from '../files/file-store'
import type { MakePicture } from './picture-process'
import type { PictureStore } from './picture-store'
import type { PublicInstructors } from './public-instructors'

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
    // The instructor may no longer be on the page.
    if (await instructors.shows(source)) await pictures.add({ ...made, id: portraitId(made.id, source), source })
  }

  return {
    /** Until the sizes of a photo are made, the person is shown without. */
    async shown(): Promise<PageInstructor[]> {
      const { people, made } = await read()
      return people.map(({ photo, ...person }) => ({ ...person, photo: (photo && made.get(photo)) || null }))
    },

    /** Makes the sizes of photos that have none. One that cannot be made holds up no other. Resolves with true when some are left. */
    async prepare(): Promise<boolean> {
      const { sources, made } = await read()
      let failed: unknown
      let isBusy = false
      for (const source of new Set(sources)) {
        if (made.has(source) || refused.has(source)) continue
        try {
          await make(source)
        } catch (error) {
          const code = error instanceof AppError ? error.code : undefined
          // A photo of the website is being prepared: the next round prepares the others.
          if (code === 'unavailable') {
            isBusy = true
            break
          }
          if (code === 'invalid_input') refused.add(source)
          failed ??= error
        }
      }
      if (failed) throw failed
      return isBusy
    },

    size: (name: string) => pictures.portraitSize(name, instructors.shows),

    /** The ids of the photos that are on the page. */
    used: async (): Promise<string[]> => [...(await read()).made.values()].map(({ id }) => id),
  }
}
export type Portraits = ReturnType<typeof portraits>
