import { createHash, createHmac } from 'node:crypto'

/** Who has a user of its own on the databases in containers. The operator is a person: backups and repairs. */
export const databaseUsers = ['auth', 'forms', 'email-worker', 'admin-tables', 'operator'] as const
export type DatabaseUser = (typeof databaseUsers)[number]

/** All passwords come from one key, so that none has to be kept beside it. */
export const databasePassword = (key: string, server: 'mongodb' | 'redis', user: DatabaseUser) =>
  createHmac('sha256', key).update(`${server} ${user}`).digest('base64url')

/** What each user may touch on Redis: its own counters, and the queues it writes or works off. */
const keysOf = (prefix: string): Record<Exclude<DatabaseUser, 'operator'>, string[]> => ({
  auth: [`${prefix}:auth:*`, `${prefix}:sign-in-mail:*`],
  forms: [`${prefix}:forms:*`, `${prefix}:inquiry-mail:*`],
  'email-worker': [`${prefix}:inquiry-mail:*`, `${prefix}:sign-in-mail:*`],
  'admin-tables': [`${prefix}:admin-tables:*`],
})

/** What queues and counters need. A list of all keys is not among it: patterns of keys do not bind `SCAN`. */
const commands =
  '-@all +@read +@write +@connection +@transaction -@scripting +eval +evalsha +script|load +script|exists -@admin -@dangerous -scan -randomkey -dbsize +info'

const hashOf = (key: string, user: DatabaseUser) =>
  createHash('sha256')
    .update(databasePassword(key, 'redis', user))
    .digest('hex')

/**
 * The users as Redis reads them (`--aclfile`). `health` needs no password and may ask whether it lives, nothing else. The
 * default user keeps its rights, behind the operator's password: Redis reads its own log back as that user.
 */
export function redisUsers(key: string, prefix: string): string {
  const keys = keysOf(prefix)
  const services = databaseUsers.filter((user) => user !== 'operator')
  return [
    ...['default', 'operator'].map((user) => `user ${user} on #${hashOf(key, 'operator')} ~* &* +@all`),
    'user health on nopass resetkeys resetchannels -@all +ping',
    ...services.map((user) => {
      const patterns = keys[user].map((pattern) => `~${pattern}`).join(' ')
      return `user ${user} on #${hashOf(key, user)} resetchannels ${patterns} ${commands}`
    }),
    '',
  ].join('\n')
}

/** The passwords for deploy/mongo/users.js, which makes the users. */
export const mongoPasswords = (key: string): string =>
  JSON.stringify(Object.fromEntries(databaseUsers.map((user) => [user, databasePassword(key, 'mongodb', user)])))
