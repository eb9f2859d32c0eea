import { completed } from '@app/contracts/website/content'
import { pictureIdsOf } from '@app/contracts/website/pictures'
import type { Context, Part } from '../context'
import type { Files } from '../files/module'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { websiteEditor } from './edit-website'
import type { PageRenderer } from './page-renderer'
import { personsOnPage } from './persons-on-page'
import type { MakePicture } from './picture-process'
import { shownPictures as pictureGuard, pictureStore } from './picture-store'
import { pictureRoutes } from './pictures-routes'
import { portraits } from './portraits'
import { publicInstructors } from './public-instructors'
import { publicLessons } from './public-lessons'
import { publishSiteJob } from './publish-site-job'
import { pageStore, publishedPage } from './published-page'
import { siteRoutes, websiteRoutes } from './routes'
import { publicationKind, scheduledPublications } from './scheduled-publication'
import { siteStore } from './site-store'
import { mailTextReader, websiteStore } from './website-store'

type Below = { tables: Tables; files: Files; records: Records }
export type WebsitePrograms = { renderer: () => Promise<PageRenderer | undefined>; makePicture: MakePicture }

/** The public page: its texts, cards and pictures, and how they are edited. */
export function websiteModule(
  context: Context,
  { tables: { tables, interests }, files: { files }, records: { apply } }: Below,
  { renderer, makePicture }: WebsitePrograms,
) {
  const { db, collection, objects, publicOrigin, log, warn, audit, facts, identify, jobs, runner, hasRight } = context
  const versions = websiteStore(db)
  const pages = pageStore(() => collection('site_pages'))
  const pictures = pictureStore(db, objects)
  const shownPictures = pictureGuard({ website: versions, pictures })
  const instructors = publicInstructors(collection, () => tables.find('instructors'))
  const people = portraits({ instructors, pictures, files, makePicture })
  const lessons = publicLessons(collection, () => tables.find('lessons'))
  const site = siteStore(collection, facts, lessons, interests, people.shown)
  const scheduled = scheduledPublications({ jobs, runner })
  const website = websiteEditor({
    website: versions,
    cards: site.draftCards,
    scheduled,
    pictures,
    mailTexts: mailTextReader(collection, warn('the texts of mails could not be read')),
  })
  const shown = { website: versions, cards: site.pageCards, news: site.news, renderer, publicOrigin, pages }

  /** The pictures of the website that a version, the draft, or a publication that waits refers to, and the photos of those it shows. */
  async function usedPictures(): Promise<ReadonlySet<string>> {
    const waiting = await scheduled.content()
    const ahead = waiting ? pictureIdsOf(completed(waiting)) : []
    return new Set([...(await versions.pictures()), ...ahead.map(([, id]) => id), ...(await people.used())])
  }

  const part: Part = {
    stores: [pictures],
    routes: [
      ...siteRoutes({ site }),
      ...websiteRoutes({ website, apply, publishedPage: publishedPage(shown), news: site.news, renderer }),
      ...pictureRoutes({ pictures, portraits: people, makePicture, shownPictures, identify }),
    ],
    reads: () => ['/api/site', '/api/site/draft', '/api/site/draft/page'],
    jobs: { [publicationKind]: publishSiteJob({ website, audit, apply, hasRight }) },
    repeated: [{ run: people.prepare, wokenBy: 'events', failed: 'a photo of an instructor could not be prepared' }],
    async sweep() {
      const removed = await pictures.sweep(usedPictures)
      if (removed > 0) log.info({ removed }, 'unused pictures swept')
    },
  }
  return {
    website,
    pictures,
    personsOnPage: personsOnPage({ website: versions, jobs, pictures: shownPictures, pages }),
    part,
  }
}
export type Website = ReturnType<typeof websiteModule>
