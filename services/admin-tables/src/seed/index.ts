import { announcements } from './announcements'
import { contactSubmissions, replyTemplates } from './contact-submissions'
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
