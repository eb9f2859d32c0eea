/** One millisecond later: a form that was opened before notices the change, and the order in lists stays. */
export const nextVersion = (updated_at: unknown) =>
  updated_at instanceof Date ? { updated_at: new Date(updated_at.getTime() + 1) } : {}
