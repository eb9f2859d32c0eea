import { users } from '../seed/users'
import { renewTable } from './add-fields'
import type { Migration } from './run-migrations'

/** People who were invited sign in with a login code; that they have done so yet is not said. */
export const signsInWith: Migration = {
  id: '013-signs-in-with',
  run: (context) =>
    renewTable(context, users, { keys: [], fields: { provider: [{ title: 'Signed in with' }] }, newFields: [] }),
}
