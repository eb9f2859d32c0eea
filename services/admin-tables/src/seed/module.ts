import type { Context } from '../context'
import type { Tables } from '../tables/module'
import { seedMark } from '../tables/record-seeder'
import { announcements } from './announcements'
import { contactSubmissions, replyTemplates } from './contact-submissions'
import { sampleMark, sampleRecords } from './samples'
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

/** The records that every new installation starts with. */
export const seedRecords = [{ table: serviceCards, records: serviceCardRecords }]

/** The tables and records that an installation starts with. */
export const seedModule = ({ hasSamples }: Context, { tables: { tables, seed } }: { tables: Tables }) => ({
  async add(): Promise<void> {
    await tables.seed(seeds)
    await seed(seedMark, seedRecords)
    if (hasSamples) await seed(sampleMark, sampleRecords(Date.now()))
  },
})
