import { lessons } from '../seed/school'
import { addFields } from './add-fields'
import type { Migration } from './run-migrations'

/** Lessons say who may make them up in another one, and who does. */
export const makeUpLessons: Migration = {
  id: '012-make-ups',
  run: (context) => addFields(context, lessons, ['make_ups', 'made_up']),
}
