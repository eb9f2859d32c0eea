import { type Database, type Migration, runMigrations } from '@app/mongo/run-migrations'
import type { Log } from '@app/service'
import { describedRules } from './described-rules'
import { carryOver } from './former-batches'
import { guardianRecords } from './guardians'
import { instructorPerson } from './instructor-person'
import { lessonInstructors } from './lesson-instructors'
import { serviceFacts } from './service-facts'
import { shippedTables, signIns } from './shipped-tables'

/** In the order in which they followed each other. */
const steps: readonly Migration['run'][] = [
  shippedTables,
  lessonInstructors,
  serviceFacts,
  // Batches and imports become jobs.
  ({ db }) => carryOver(db),
  instructorPerson,
  guardianRecords,
  signIns,
]

/** From the first release to the last of those that migrated step by step. */
const toSignsInWith: Migration = {
  id: '013-signs-in-with',
  replaces: {
    ids: [
      ...['001-shipped-tables', '002-lesson-instructors', '003-service-facts', '004-jobs', '005-instructor-person'],
      ...['006-reply-shortcuts', '007-waiting-list', '008-guardians', '009-waivers', '010-instructors-on-website'],
      ...['011-sign-ins', '012-make-ups'],
    ],
    commit: 'a81cc2bb',
  },
  async run(context) {
    let changed = 0
    for (const step of steps) changed += await step(context)
    return changed
  },
}

/** In the order in which they run. A migration that has been released is never changed; a later one corrects it. */
const migrations = (log: Log): readonly Migration[] => [
  toSignsInWith,
  { id: '014-described-rules', run: (context) => describedRules(context, log) },
]

/** Migrates what earlier releases have stored to the shape that this one reads. */
export const migrate = (db: Database, log: Log) => runMigrations(db, migrations(log), { log })
