import { seconds } from '@app/contracts/durations'
import type { LegalName } from '@app/contracts/website/legal'
import type { PageFile } from '@app/contracts/website/page-files'
import { isDuplicateKey } from '@app/mongo'
import type { Collection } from 'mongodb'

export type RenderedPage = {
  /** The build whose scripts and styles it names. */
  _id: string
  /** Names what it was rendered from. */
  key: string
  html: string
  /** The legal pages that have a text, and the files besides. */
  legal?: Partial<Record<LegalName | PageFile, string>>
  rendered_at: Date
}

const maxTimeMS = seconds(2)
/** Builds whose page is kept: an update replaces nginx last, and may be rolled back. */
const maxBuilds = 5

/** The last rendered page of each build. */
export const pageStore = (pages: () => Collection<RenderedPage>) => ({
  /** Each build renders its own anew. */
  clear: async (): Promise<void> => void (await pages().deleteMany({})),

  find: async (build: string): Promise<RenderedPage | undefined> =>
    (await pages().findOne({ _id: { $eq: build } }, { maxTimeMS })) ?? undefined,

  async save(page: RenderedPage): Promise<void> {
    const { _id, ...rest } = page
    try {
      await pages().updateOne({ _id: { $eq: _id } }, { $set: rest }, { upsert: true })
    } catch (error) {
      // Another replica rendered the same page.
      if (!isDuplicateKey(error)) throw error
    }
    const old = await pages()
      .find({}, { maxTimeMS, projection: { _id: 1 } })
      .sort({ rendered_at: -1 })
      .skip(maxBuilds)
      .toArray()
    if (old.length > 0) await pages().deleteMany({ _id: { $in: old.map((each) => each._id) } })
  },
})

export type PageStore = ReturnType<typeof pageStore>
