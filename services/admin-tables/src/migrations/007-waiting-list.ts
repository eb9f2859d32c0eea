import { lessons } from '../seed/school'
import { addFields } from './add-fields'
import type { Migration } from './run-migrations'

/** Lessons have a waiting list. */
export const waitingListOfLessons: Migration = {
  id: '007-waiting-list',
  run: (context) => addFields(context, lessons, ['waiting']),
}
