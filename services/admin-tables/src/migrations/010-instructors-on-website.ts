import { instructors } from '../seed/school'
import { addFields } from './add-fields'
import type { Migration } from './run-migrations'

/** Instructors can be shown on the public page. Nobody is until somebody says so. */
export const instructorsOnWebsite: Migration = {
  id: '010-instructors-on-website',
  run: (context) => addFields(context, instructors, ['on_website']),
}
