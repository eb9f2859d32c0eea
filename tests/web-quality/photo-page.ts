import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { completed, type StoredContent } from '@app/contracts/website/content'
import type { PageRequest } from '@app/contracts/website/page-texts'
import shipped from '@app/contracts/website/shipped.json'
import { type MadePicture, makeSizes } from '@app/pictures/make-sizes'
import { pageRenderer } from '../../services/admin-tables/src/website/page-renderer'
import { builtCards } from '../../services/admin-tables/src/website/shipped'
import { scenePhoto } from '../support/photos'

/** What a service answers by address. */
export type Served = Readonly<Record<string, { type: string; body: string | Uint8Array<ArrayBuffer> }>>

const served = ({ id, parts }: MadePicture) =>
  Object.fromEntries(
    parts.map(({ name, bytes }) => [
      `/api/site/pictures/${id}-${name}`,
      { type: `image/${name.endsWith('jpg') ? 'jpeg' : name.split('.')[1]}`, body: bytes as Uint8Array<ArrayBuffer> },
    ]),
  )
const shown = ({ id, width, height }: MadePicture, alt: string) => ({
  ...{ id, width, height, alt, decorative: false },
  ...{ focus: { x: 0.5, y: 0.5 }, crop: 'photo' as const },
})

/** The page of this build as its service serves it once a school has published photos, a closure and its next lessons. */
export async function photoPage(webRoot: string): Promise<Served> {
  const folder = join(webRoot, '.renderer')
  const renderer = await pageRenderer(folder)()
  const [hero, about] = [await makeSizes(await scenePhoto(1)), await makeSizes(await scenePhoto(2))]
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const lesson = {
    title: 'First arrows',
    place: 'roseville',
    placeName: 'Roseville',
    startsAt,
    minutes: 60,
    full: false,
  }
  const lessons = [1, 2, 3, 4].map((at) => ({ ...lesson, id: String(at), free: at, price: 35 }))
  const text = 'Closed for rain today. Booked lessons move to next week, and we call everybody who has booked one.'
  const announcements = [{ id: 'a', kind: 'closed' as const, text, startsAt: null, endsAt: null }]
  const request: PageRequest = {
    ...completed(shipped as StoredContent),
    pictures: { hero: shown(hero, 'Archers under an oak'), about: shown(about, 'A bow on the bench') },
    ...{ cards: builtCards, news: { announcements, lessons, instructors: [] }, today: startsAt.slice(0, 10) },
  }
  const cards = builtCards.cards.map((card, at) => ({ id: String(at), ...card }))
  const build = (await readFile(join(folder, 'build'), 'utf8')).trim()
  return {
    [`/api/site/page/${build}`]: { type: 'text/html; charset=utf-8', body: renderer!.render(request) },
    '/api/site': { type: 'application/json', body: JSON.stringify({ cards, announcements, lessons }) },
    ...served(hero),
    ...served(about),
  }
}
