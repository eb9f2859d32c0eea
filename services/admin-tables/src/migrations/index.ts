import { shippedTables } from './001-shipped-tables'
import { lessonInstructors } from './002-lesson-instructors'
import { serviceFacts } from './003-service-facts'
import { formerBatches } from './004-jobs'
import { instructorPerson } from './005-instructor-person'
import { replyShortcuts } from './006-reply-shortcuts'
import { waitingListOfLessons } from './007-waiting-list'
import { guardianRecords } from './008-guardians'
import { waivers } from './009-waivers'
import { instructorsOnWebsite } from './010-instructors-on-website'
import { signIns } from './011-sign-ins'
import { makeUpLessons } from './012-make-ups'
import { signsInWith } from './013-signs-in-with'
import { type Database, runMigrations } from './run-migrations'

/** In the order in which they run. A migration that has been released is never changed; a later one corrects it. */
const migrations = [
  shippedTables,
  lessonInstructors,
  serviceFacts,
  formerBatches,
  instructorPerson,
  replyShortcuts,
  waitingListOfLessons,
  guardianRecords,
  waivers,
  instructorsOnWebsite,
  signIns,
  makeUpLessons,
  signsInWith,
] as const

/** Migrates what earlier releases have stored to the shape that this one reads. */
export const migrate = (db: Database, log: Parameters<typeof runMigrations>[2]['log']) =>
  runMigrations(db, migrations, { log })
