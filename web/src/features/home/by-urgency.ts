import type { SiteAnnouncement } from '@app/contracts/site'

const urgency: readonly SiteAnnouncement['kind'][] = ['closed', 'special', 'info']

/** Closures first. */
export const byUrgency = (announcements: readonly SiteAnnouncement[]) =>
  announcements.toSorted((a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind))
