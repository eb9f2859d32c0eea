import { AppError } from '@app/contracts/errors'
import { noNews } from '@app/contracts/website/page-texts'
import { websiteEditor } from './edit-website'
import { mailTextReader } from './mail-texts'
import type { PictureDeps } from './pictures-routes'
import type { WebsiteDeps } from './routes'
import type { ScheduledPublications } from './scheduled-publication'
import { builtCards } from './shipped'
import type { StoredDraft, StoredVersion, WebsiteStore } from './website-store'

/** Versions and the draft in memory. */
export function websiteInMemory(): WebsiteStore {
  const versions: StoredVersion[] = []
  let draft: StoredDraft | undefined
  return {
    latest: async () => versions.at(-1),
    find: async (id) => versions.find(({ _id }) => _id === id),
    page: async (page) => ({
      data: versions.toReversed().slice((page - 1) * 20, page * 20),
      total: versions.length,
    }),
    async add(version) {
      if (versions.some(({ _id }) => _id === version._id)) return false
      versions.push(version)
      return true
    },
    draft: async () => draft,
    pictures: async () => new Set<string>(),
    async saveDraft(before, after) {
      if (before?.base !== draft?.base || before?.revision !== draft?.revision) return false
      draft = { _id: 'draft', ...after }
      return true
    },
    async settleDraft({ base, revision }, live) {
      if (draft?.base !== base) return
      draft = draft.revision === revision ? undefined : { ...draft, base: live }
    },
  }
}

/** Nothing is scheduled, and nothing can be. */
const refuse = async () => Promise.reject(new AppError('not_found', 'Nothing is scheduled.'))
const nothingScheduled: ScheduledPublications = {
  find: async () => null,
  content: async () => undefined,
  add: refuse,
  cancel: refuse,
}

/** A template of replies, and the automatic reply. */
const storedMails: Readonly<Record<string, object[]>> = {
  reply_templates: [{ _id: 'a'.repeat(24), title: 'Directions', subject: 'Directions', text: 'Call us.' }],
  forms: [{ _id: 'contact_form', feedback_subject: 'Thank you', feedback_template: 'We call you.' }],
}
type Opens = Parameters<typeof mailTextReader>[0]
const mailTexts = mailTextReader(((name: string) => ({
  find: () => ({ toArray: async () => storedMails[name] }),
})) as unknown as Opens)

/** Every picture is stored. */
export const everyPicture = { touch: async (ids: readonly string[]) => new Set(ids) }

const rendered = {
  key: 'k1',
  html: '<title>Published</title>',
  encoded: async () => new Uint8Array([1, 2, 3]),
}

/** The public page of the routes: one build with a page, and a renderer that shows the name. */
export const websiteDeps = (): WebsiteDeps => ({
  website: websiteEditor({
    website: websiteInMemory(),
    cards: async () => builtCards,
    scheduled: nothingScheduled,
    pictures: everyPicture,
    mailTexts,
  }),
  news: async () => noNews,
  publishedPage: {
    page: async (build) => (build === 'b1' ? rendered : undefined),
    legalPage: async (build, name) => (build !== 'b1' ? undefined : name === 'privacy' ? rendered : 'none'),
  },
  renderer: async () => ({
    build: 'b1',
    render: ({ facts }) => `<title>${facts.name}</title>`,
    renderLegal: () => '',
    renderFiles: () => ({ manifest: '', sitemap: '', robots: '', security: '' }),
  }),
})

/** One picture in one size. What is made of a photo is that photo. */
export function pictureDeps(): PictureDeps {
  const id = '5f2b8c41d7e09a365f2b8c41d7e09a36'
  return {
    pictures: {
      add: async ({ width, height }) => ({ id, width, height }),
      size: async (name) => (name === `${id}-960.avif` ? { type: 'image/avif', bytes: Buffer.from([1]) } : undefined),
    },
    portraits: { size: async () => undefined },
    makePicture: async (photo) => ({ id, width: 960, height: 640, parts: [{ name: '960.avif', bytes: photo }] }),
  }
}
