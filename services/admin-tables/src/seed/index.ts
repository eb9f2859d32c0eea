import type { Expiry } from '@app/contracts/today'
import { announcements } from './announcements'
import { contactSubmissions } from './contact-submissions'
import { replyTemplates } from './reply-templates'
import { equipment, guardians, instructors, lessons, students } from './school'
import { serviceCardRecords, serviceCards } from './service-cards'
import { users } from './users'

/** The tables a new installation starts with, in the order of their tabs. */
export const seeds = [
  contactSubmissions,
  serviceCards,
  announcements,
  lessons,
  instructors,
  students,
  guardians,
  equipment,
  replyTemplates,
  users,
] as const

/**
 * A day of a table that Today warns of, such as `{ field: 'certified_until', withinDays: 60 }` for one that ends within 60 days or has
 * ended, or `{ field: 'inspected_on', overdueAfterDays: 365 }` for one that is longer ago.
 */
export type DueDay = {
  table: string
  kind: Expiry['kind']
  field: string
  /** Records with this value are left out. */
  unless: { field: string; equals: unknown }
} & ({ withinDays: number } | { overdueAfterDays: number })

/** Those of the shipped tables. */
export const dueDays: readonly DueDay[] = [
  {
    table: instructors.name,
    kind: 'certificate',
    field: 'certified_until',
    withinDays: 60,
    unless: { field: 'active', equals: false },
  },
  {
    table: equipment.name,
    kind: 'inspection',
    field: 'inspected_on',
    overdueAfterDays: 365,
    unless: { field: 'condition', equals: 'retired' },
  },
]

/** The records that every new installation starts with. */
export const seedRecords = [{ table: serviceCards, records: serviceCardRecords }]
