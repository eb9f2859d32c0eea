import { AppError } from '@app/contracts/errors'
import type { StoredDraft, StoredVersion, WebsiteStore } from '../models/website-store'
import type { WebsiteDeps } from '../routes/website'
import { websiteEditor } from './edit-website'
import type { ScheduledPublications } from './scheduled-publication'
import { builtCards } from './shipped'

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
const nothingScheduled: ScheduledPublications = { find: async () => null, add: refuse, cancel: refuse }

const rendered = {
  key: 'k1',
  html: '<title>Published</title>',
  encoded: async () => new Uint8Array([1, 2, 3]),
}

/** The public page of the routes: one build with a page, and a renderer that shows the name. */
export const websiteDeps = (): WebsiteDeps => ({
  website: websiteEditor({ website: websiteInMemory(), cards: async () => builtCards, scheduled: nothingScheduled }),
  publishedPage: {
    page: async (build) => (build === 'b1' ? rendered : undefined),
    legalPage: async (build, name) => (build !== 'b1' ? undefined : name === 'privacy' ? rendered : 'none'),
  },
  renderer: async () => ({ build: 'b1', render: ({ facts }) => `<title>${facts.name}</title>`, renderLegal: () => '' }),
})
