/** The drafts of an inquiry but that of one person, in an update. */
export const draftsWithout = (person: string) => ({
  $filter: {
    input: { $ifNull: ['$reply_drafts', []] },
    as: 'draft',
    cond: { $ne: ['$$draft.person', { $literal: person }] },
  },
})

/** A stage that drops what a person was writing. */
export const dropDraft = (person: string) => ({ $set: { reply_drafts: draftsWithout(person) } })
