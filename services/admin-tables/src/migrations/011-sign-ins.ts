import { users } from '../seed/users'
import { renewTable } from './add-fields'
import type { Migration } from './run-migrations'

/** What only a sign-in leaves behind. Before people were invited, signing in was the only way to become a user. */
const hasSignedIn = {
  $or: [
    { invited_at: { $exists: false } },
    { oidc_subject: { $exists: true } },
    { 'known_devices.0': { $exists: true } },
    { provider: 'google' },
  ],
}

/**
 * Users have the time of a sign-in once they have signed in, and none before. Those of a release that did not store it signed in
 * when they were added. The table says so, and no longer calls that time a login, which it is not for people who were invited.
 */
export const signIns: Migration = {
  id: '011-sign-ins',
  async run(context) {
    let changed = await renewTable(context, users, {
      keys: [{ description: 'People who have signed in. Admins and staff may use this dashboard.' }],
      fields: { created_at: [{ title: 'First login' }] },
      newFields: [],
    })
    const people = context.db.collection('users')
    const untold = { last_sign_in_at: null, created_at: { $type: 'date' }, ...hasSignedIn }
    for (const { _id, created_at } of await people.find(untold, { projection: { created_at: 1 } }).toArray()) {
      await context.keepLease()
      const set = { $set: { last_sign_in_at: created_at } }
      changed += (await people.updateOne({ _id, last_sign_in_at: null }, set)).modifiedCount
    }
    return changed
  },
}
