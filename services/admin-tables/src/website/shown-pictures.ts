import { seconds } from '@app/contracts/durations'
import { pictureIdsOf } from '@app/contracts/website/pictures'
import type { PictureStore } from './picture-store'
import type { WebsiteStore } from './website-store'

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
